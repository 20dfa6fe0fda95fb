"""The settings of conf.py as one checked value: which rules, and how numbers are written."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .dice.errors import one_line
from .hover.conf import Setting, place_of, read_settings
from .language.formatter import (
    FORMATS,
    MEAN_ROUNDINGS,
    MOST_DIGITS,
    ROUNDINGS,
    ChanceFormat,
    Ends,
    Rounding,
    Style,
)
from .rules.errors import Mistakes, RulesError
from .version import __version__

if TYPE_CHECKING:
    from sphinx.config import Config

    from .rules.model.game import Game
    from .rules.rules import Rules

DEFAULT_FILE = "rules.toml"
EXPLORER_SECONDS = 1


class Seal(NamedTuple):
    """The files and settings that all answers depend on: while it is the same, none has moved."""

    digest: str  # of the settings and the files; none where Python answers or something is wrong
    files: tuple[str, ...] = ()


NO_SEAL = Seal("")


SETTINGS = (
    Setting("rulebook_rules", None, (str, Path, dict, type(None))),
    Setting("rulebook_rules_folders", [], (list, tuple)),
    Setting("rulebook_rounding", "nearest", (str,), ROUNDINGS),
    Setting("rulebook_mean_rounding", "exact", (str,), MEAN_ROUNDINGS),
    Setting("rulebook_format", "percent", (str,), FORMATS),
    Setting("rulebook_digits", 0, (int,), most=MOST_DIGITS),
    Setting("rulebook_blank", "", (str,)),
    Setting("rulebook_ends", "exact", (str,), tuple(Ends)),
    Setting("rulebook_python", False, (bool,)),
    Setting("rulebook_stage", "published", (str,), ("draft", "published")),
    Setting("rulebook_explorer_seconds", EXPLORER_SECONDS, (int,), most=3600),
)


class Mistake(NamedTuple):
    """A mistake in the settings or in a rules file."""

    subtype: str  # config or rules
    message: str
    where: str
    leaves_no_rules: bool = False  # whether it kept some rules from being read


class Book(NamedTuple):
    """The rules of a book and how it writes its numbers, for every directive and role."""

    rules: Rules
    style: Style
    problem: str = ""  # why there are no rules to ask, where that is so
    unread: frozenset[str] = frozenset()  # games whose rules file said itself what is wrong
    mistakes: tuple[Mistake, ...] = ()
    seal: Seal = NO_SEAL
    explorer_seconds: int = EXPLORER_SECONDS  # how long the odds of one explorer may take
    blank: str = ""  # what a blank cell of a held table means
    is_draft: bool = False  # nobody needs to hear which figures moved


def read_book(
    config: Config, confdir: Path, file: str = "conf.py", *, source: Path | None = None
) -> Book:
    """The book's rules and style, with what is wrong in them; there the default applies.

    The sources of the book are beside its settings, unless another folder is named.
    """
    from .rules.file.reader import files_of
    from .rules.rules import Rules, load

    said = _Said(confdir / file, [])
    values, wrong = read_settings(SETTINGS, config, said.conf)
    for name, message, _ in wrong:
        said.wrong(name, message)
    style = Style(
        format=ChanceFormat(values["rulebook_format"]),
        digits=values["rulebook_digits"],
        rounding=Rounding(values["rulebook_rounding"]),
        mean_rounding=Rounding(values["rulebook_mean_rounding"]),
        language=config.language or "en",
        ends=Ends(values["rulebook_ends"]),
    )
    folders = [source or confdir, *_folders(values["rulebook_rules_folders"], confdir, said)]
    sources, problem = _sources(values["rulebook_rules"], confdir, folders, said)
    games: dict[str, Game] = {}
    files = [] if sources else [str(confdir / DEFAULT_FILE)]
    for name, named in sources.items():
        try:
            python = values["rulebook_python"]
            games.update(load(named, python=python, name=name, folders=folders).games)
            files += files_of(named, folders)
        except Mistakes as mistakes:
            for line in mistakes.lines:
                where, _, message = line.partition(": ")
                said.mistakes.append(Mistake("rules", message, str(Path.cwd() / where), True))
        except RulesError as error:
            said.wrong("rulebook_rules", str(error))
    rules = Rules(games)
    # A game that cannot be read stays the first, lest another answers in its name.
    rules.default = next(iter(sources), "")
    unread = frozenset({*sources} - {*games})
    settled = not said.mistakes and not any(map(_asks_python, games.values()))
    seal = sealed(config, files) if settled else NO_SEAL
    return Book(
        rules,
        style,
        problem,
        unread,
        tuple(said.mistakes),
        seal,
        values["rulebook_explorer_seconds"],
        values["rulebook_blank"],
        values["rulebook_stage"] == "draft",
    )


def _asks_python(game: Game) -> bool:
    """Return whether a Python callable answers, whose modules may have changed unseen."""
    return game.python and any(check.python for check in game.checks.values())


def sealed(config: Config, files: Sequence[str]) -> Seal:
    """The seal of the settings and of the files as they are now."""
    parts: list[object] = [__version__, config.language]
    parts += [getattr(config, setting.name) for setting in SETTINGS]
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=16)
    for file in files:
        digest.update(f"\n{file}\n".encode())
        try:
            digest.update(Path(file).read_bytes() if Path(file).is_file() else b"missing")
        except OSError:
            digest.update(b"missing")
    return Seal(digest.hexdigest(), tuple(files))


class _Said(NamedTuple):
    """The settings as the author wrote them, and the mistakes in them."""

    conf: Path
    mistakes: list[Mistake]

    def wrong(self, setting: str, message: str) -> None:
        """Note what is wrong with a setting, at its line."""
        said, where = one_line(f"{setting}: {message}"), place_of(setting, self.conf)
        self.mistakes.append(Mistake("config", said, where, setting == "rulebook_rules"))


def _folders(named: Any, confdir: Path, said: _Said) -> list[Path]:
    """The folders that rules files may build on besides the book's own."""
    found = []
    for each in named:
        if not isinstance(each, str | Path):
            said.wrong("rulebook_rules_folders", f"should be a list of folders, not {each!r}")
        elif not (folder := confdir / each).is_dir():
            said.wrong("rulebook_rules_folders", f"there is no folder '{each}'")
        else:
            found.append(folder)
    return found


def _sources(
    rules: Any, confdir: Path, folders: Sequence[Path], said: _Said
) -> tuple[dict[str, str], str]:
    """Each game's name with where its rules are, and what is wrong with that."""
    from .files import is_within

    if rules is None:
        default = confdir / DEFAULT_FILE
        if default.is_file():
            if is_within(default, [confdir, *folders]):
                return {default.stem: str(default)}, ""
            wrong = f"'{DEFAULT_FILE}' is a link that leads outside the book's folder; name it here"
            said.wrong("rulebook_rules", wrong)
            return {}, f"'{DEFAULT_FILE}' leads outside the book's folder"
        return {}, (
            "the book names no rules; set 'rulebook_rules' in conf.py, or write "
            f"'{DEFAULT_FILE}' beside it"
        )
    named = rules if isinstance(rules, Mapping) else {name_of(str(rules)): rules}
    found = {}
    for name, source in named.items():
        if not isinstance(source, str | Path):
            wrong = f"'{name}' should be a path or 'game:NAME', not {source!r}"
            said.wrong("rulebook_rules", wrong)
            continue
        text = str(source)
        found[str(name)] = text if text.startswith("game:") else str(confdir / text)
    return found, "" if found else "rulebook_rules names no rules"


def name_of(source: str) -> str:
    """Return the name of the game whose rules are in a file, or ship."""
    return source.removeprefix("game:") if source.startswith("game:") else Path(source).stem
