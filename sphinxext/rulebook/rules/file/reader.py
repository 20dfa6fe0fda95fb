"""A rules file read into a game, every mistake of it in one run with its file and line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...files import is_within, read_file
from ..errors import Mistakes, RulesError, suggest
from ..model.game import Game
from .build import build
from .positions import KeyPath as Key
from .positions import key_lines
from .schema import GAME, LADDERS
from .spec import Listed, Problems, accept

GAMES = Path(__file__).parent.parent / "games"
MOST_BYTES = 1_000_000
LONGEST_CHAIN = 50  # files that build on each other
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONG = re.compile(r"0x[0-9a-fA-F_]{400}|\d[\d_]{400}")


class _Source(NamedTuple):
    """A TOML file as data, and the file and the line of each of its keys."""

    data: dict[str, Any]
    places: dict[Key, tuple[str, int]]

    def place(self, path: Key) -> tuple[str, int]:
        """Return the file and the line of a key, or of the nearest table around it."""
        while path not in self.places:
            path = path[:-1]
        return self.places[path]


def shipped() -> list[str]:
    """The names of the games that ship."""
    return sorted(path.stem for path in GAMES.glob("*.toml"))


def game_path(name: str) -> Path:
    """The rules file of a game that ships."""
    path = GAMES / f"{name}.toml"
    if name not in shipped():
        raise RulesError(f"no game named '{name}' ships{suggest(name, shipped())}")
    return path


def files_of(source: str, folders: Iterable[str | Path] = ()) -> list[str]:
    """The rules file and every one that it builds on, by path; up to the first that is wrong."""
    files: list[Path] = []
    path = game_path(source[5:]) if source.startswith("game:") else Path(source)
    allowed = _readable(path, folders)
    try:
        while path not in files:
            files.append(path)
            if path.is_file() and b"extends" not in path.read_bytes():
                break  # most files build on no other, and are read whole elsewhere
            base = _read(path).data.get("extends")
            if isinstance(base, str) and base:
                path = _base(path, base, allowed)
    except (RulesError, OSError, ValueError):
        pass  # reading the game says what is wrong
    return [str(each) for each in files]


def read_game(
    path: Path, name: str, *, python: bool = False, folders: Iterable[str | Path] = ()
) -> Game:
    """The game that the rules file states; it may build on files of its folder and of these."""
    source = _merged(path, (), _readable(path, folders))
    problems = Problems()
    found = accept(GAME, source.data, (), problems)
    problems.follow()
    game = build(found, source.data, name, path, problems, python=python) if found else None
    if problems.found or game is None:
        placed = [(*source.place(at), at, message) for at, message in dict.fromkeys(problems.found)]
        placed.sort(key=lambda each: each[:2])
        raise Mistakes([_line(*each) for each in placed])
    return game


def _line(file: str, number: int, path: Key, message: str) -> str:
    keys = [key if _BARE.fullmatch(key) else _quoted(key) for key in path]
    return (
        f"{file}:{number}: {'.'.join(keys)}: {message}" if path else f"{file}:{number}: {message}"
    )


def _quoted(key: str) -> str:
    """The key as a TOML file quotes it."""
    import json  # only where a key is wrong: it would cost every import of the rules

    return json.dumps(key, ensure_ascii=False)


def _base(path: Path, base: str, allowed: tuple[Path, ...]) -> Path:
    """The file that a file names as the one that it builds on."""
    if base.startswith("game:"):
        return game_path(base[5:])
    found = path.parent / base
    if is_within(found, allowed):
        return found
    away = Path(os.path.normpath(base)).parent
    raise RulesError(
        f"'{base}' is outside the book's folder; to allow it, name its folder: "
        f'rulebook_rules_folders = ["{away.as_posix()}"] in conf.py, or --rules-folder {away}'
    )


def _readable(path: Path, folders: Iterable[str | Path]) -> tuple[Path, ...]:
    """The folders that a named rules file may build on: its own, and those that are allowed."""
    return path.parent, *map(Path, folders)


def _merged(path: Path, above: tuple[Path, ...], allowed: tuple[Path, ...]) -> _Source:
    """Read the file on top of the files that it extends."""
    own = _read(path)
    if path.resolve() in above:
        chain = " extends ".join(f"'{each.name}'" for each in (*above, path))
        raise _extends(own, f"a circle: {chain}")
    if len(above) >= LONGEST_CHAIN:
        raise _extends(
            own, f"more than {LONGEST_CHAIN} files build on each other; put them together"
        )
    base = own.data.get("extends")
    if not isinstance(base, str):
        return own
    try:
        below = _merged(_base(path, base, allowed), (*above, path.resolve()), allowed)
    except Mistakes:
        raise
    except RulesError as error:
        hint = f'; write "game:{base}" for the game that ships' if base in shipped() else ""
        raise _extends(own, f"{error}{hint}") from None
    return _Source(_over(below.data, own.data, (), below.places), {**below.places, **own.places})


def _extends(source: _Source, message: str) -> Mistakes:
    """Return a mistake at the line of what the file builds on."""
    return Mistakes([_line(*source.place(("extends",)), ("extends",), message)])


def _over(
    base: Mapping[str, Any], data: Mapping[str, Any], at: Key, places: dict[Key, tuple[str, int]]
) -> dict[str, Any]:
    """Put the data on the base, and forget the places of what it replaces."""
    merged = Listed(base) if Listed in (type(base), type(data)) else dict(base)
    for key, given in data.items():
        path = (*at, key)
        old = _in_full(path, base.get(key))
        value = _in_full(path, given) if isinstance(old, Mapping) else given
        if (
            isinstance(old, Mapping)
            and isinstance(value, Mapping)
            and not (key in LADDERS and len(path) > 2)
        ):
            below = _over(old, value, path, places)
            order = value if isinstance(given, list) else ()
            merged[key] = type(below)({name: below[name] for name in [*order, *below]})
            continue
        merged[key] = value
        for known in [each for each in places if each[: len(path)] == path]:
            del places[known]
    return merged


def _in_full(path: Key, value: Any) -> Any:
    """Return a parameter, or all that a check takes, as a table; short forms stand for one."""
    if path[0] != "check" or path[2:3] != ("takes",):
        return value
    if len(path) == 3 and isinstance(value, list):
        return {name: Listed() for name in value if isinstance(name, str)}
    if len(path) == 4 and isinstance(value, list):
        return {"choices": value}
    return {"default": value} if len(path) == 4 and isinstance(value, int | str) else value


def _read(path: Path) -> _Source:
    shown = _short_path(path)
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise RulesError(f"{shown}: larger than {MOST_BYTES:,} bytes; this is not a rules file")
        raw = read_file(path)
    except FileNotFoundError:
        raise RulesError(f"{shown}: there is no such file") from None
    except IsADirectoryError:
        raise RulesError(f"{shown}: this is a folder; name the rules file in it") from None
    except (OSError, ValueError) as error:  # a path with a null byte is a ValueError
        reason = error.strerror if isinstance(error, OSError) else error
        raise RulesError(f"{shown}: cannot be read: {reason}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Mistakes([f"{shown}:{line}: not UTF-8; save the file as UTF-8"]) from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise Mistakes([f"{shown}:1: the file is empty; a game needs at least one [check.NAME]"])
    if long := _LONG.search(text):
        line = text[: long.start()].count("\n") + 1
        raise Mistakes([f"{shown}:{line}: a number of more than 400 digits; write a smaller one"])
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise Mistakes([_toml_mistake(shown, str(error), text)]) from None
    except RecursionError:
        raise Mistakes([f"{shown}:1: nested too deeply"]) from None
    places = {key: (shown, line) for key, line in key_lines(text).items()}
    return _Source(data, {(): (shown, 1), **places})


_TABLE = re.compile(r"\(([^()]*)\)(?= twice)")
BRACES = "; a table in braces is on one line, with a comma between its parts and none at its end"
# The slips in TOML that authors make most, by the line, and by what TOML says of it; and hints.
_SLIPS = (
    (r"(?<![\"'\w])\d*d%(?![\"'])", "", '; write "d%" in quotes'),
    ("", "twice", "; write all of that table in one place"),
    ("", "immutable", "; write all of that table in one place"),
    (r"\s*(?P<name>[^=]*?)\s*(?:=|$)", "overwrite",
     "; '{}' is there already, above: write all of it in one place"),
    (r'^[^"]*"(?:[^"]*"[^"]*")*[^"]*$', "",
     "; a text that begins with a quote ends with one, on the same line"),
    (r"=\s*(?P<name>\d+\+|\d+-\d+|top\b|even\b|odd\b)(?=\s*(?:[,}#]|$))", "",
     '; faces need quotes: "{}"'),
    (r"(?:^|[{,])\s*(?P<name>[^\W\d][\w'’!?-]*(?:\s+[\w'’!?-]+)+)\s*=(?!=)", "",
     '; put a name of several words in quotes: "{}" = …'),
    (r"^[^\[]*[{,]\s*$|,\s*\}", "", BRACES),
    ("", "inline table", BRACES),
    (r"=\s*(?:[<>!=]|(?!true\b|false\b|inf\b|nan\b)[^\W\d])", "", '; text needs quotes: "…"'),
)  # fmt: skip


def _toml_mistake(shown: str, message: str, text: str) -> str:
    what, _, place = message.rpartition(" (at ")
    number = text.count("\n") + 1
    if place.startswith("line "):
        number = int(place[5:].split(",")[0])
    what = what or message
    what = f"{what[:1].lower()}{what[1:]}"
    if table := _TABLE.search(what):
        keys = ".".join(key.strip(" '\"") for key in table[1].split(",") if key.strip())
        what = what.replace(table[0], f"[{keys}]")
    return f"{shown}:{number}: not TOML: {what}{_slip(text.split(chr(10))[number - 1], what)}"


def _slip(line: str, what: str) -> str:
    """Return a hint for the slips in TOML that authors make most."""
    for pattern, said, hint in _SLIPS:
        if said in what and (found := re.search(pattern, line)):
            return hint.format(found.groupdict().get("name", "").strip() or "it")
    return ""


def _short_path(path: Path) -> str:
    """The path as a message names it: from here where that is shorter."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # a circle of links is a RuntimeError
        return str(path)
