"""Writes what authors type, nearly right: questions, figures, tables, pages, rules files."""

import copy
import json
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sphinxext.rulebook.rules.file.reader import GAMES
from tests.rules.proof.writing import Writer, toml

PIECES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text("utf-8"))
NUMBERS = (1, 2, 0, 3, 6, -1, -7, 12, 40, 100, 1000, 10_000, 100_000, 10**7, 2**70)
OPTIONS: dict[str, list[str]] = {
    **PIECES["options"],
    "check": [
        f"{name}({given})" if given else name
        for name in PIECES["checks"]
        for given in PIECES["arguments"][:4]
    ],
    **dict.fromkeys(("rows", "columns", "across", "split"), PIECES["axes"]),
    "dials": [*PIECES["axes"], "dice = 1..3, boost = 0..2"],
    **dict.fromkeys(("event", "footer"), PIECES["events"]),
    **dict.fromkeys(("with", "start"), PIECES["arguments"]),
}
TAKES: dict[str, list[str]] = PIECES["takes"]
Rows = list[list[str]]


def often(pick: Random, percent: int) -> bool:
    """Decide, true so often."""
    return pick.randint(1, 100) <= percent


def some(pick: Random, most: int) -> range:
    """Return a loop of at least one turn."""
    return range(pick.randint(1, most))


def piece(pick: Random, kind: str) -> str:
    """Return one of the words of a kind."""
    return str(pick.choice(PIECES[kind]))


def bent(pick: Random, text: str, percent: int = 30) -> str:
    """Return the text, with some of it changed so often."""
    if often(pick, percent):
        for _ in some(pick, 4):
            start = pick.randint(0, len(text))
            end = min(len(text), start + pick.randint(0, 6))
            new = text[start:end] * 2 if often(pick, 10) else piece(pick, "pieces")
            text = text[:start] + new + text[end:]
    return text


def question(pick: Random) -> str:
    """Write what a role, an option or the command line asks."""
    given, event = piece(pick, "arguments"), piece(pick, "events")
    call = piece(pick, "checks") + (f"({given})" if given else "")
    return bent(pick, f"{call} {event}".strip())


def figure(pick: Random) -> str:
    """Write a figure as authors type it."""
    return bent(pick, piece(pick, "figures"), 20)


def role(pick: Random) -> str:
    """Write what stands between the backticks of a role."""
    asked = bent(pick, piece(pick, "paths")) if often(pick, 25) else question(pick)
    return f"{figure(pick)} <{asked}>" if often(pick, 70) else asked


def options(pick: Random, directive: str) -> dict[str, str]:
    """Write the options of a directive of ours."""
    first = "dice" if directive == "random-table" else "check"
    found = {first: bent(pick, pick.choice(OPTIONS[first]), 5)}
    for _ in some(pick, 5):
        name = pick.choice(TAKES[directive])
        found[name] = bent(pick, pick.choice(OPTIONS[name]), 10)
    return {key: " ".join(value.split()) for key, value in found.items()}


def cells(pick: Random) -> Rows:
    """Write a table of labels and figures, perhaps with a row that is too short."""
    width, deep = pick.randint(1, 4), pick.randint(1, 6)

    def cell(i: int, j: int) -> str:
        text = figure(pick) if i and j else bent(pick, piece(pick, "labels"), 10)
        return " ".join(text.split())

    rows = [[cell(i, j) for i in range(width)] for j in range(deep)]
    if often(pick, 10):
        del rows[-1][-1]
    return rows


def drawn(rows: Rows) -> tuple[list[int], Rows]:
    """Return the widths of the columns, and the rows filled up to them."""
    wide = [max(1, *(len(row[i]) for row in rows if i < len(row))) for i in range(len(rows[0]))]
    filled = [[*row, *[""] * (len(wide) - len(row))] for row in rows]
    padded = [[text.ljust(n) for text, n in zip(row, wide, strict=True)] for row in filled]
    return wide, padded


def grid(rows: Rows) -> str:
    """Draw a grid table of reStructuredText."""
    wide, padded = drawn(rows)
    rule = "+" + "+".join("-" * (size + 2) for size in wide) + "+"
    first, *others = (f"| {' | '.join(row)} |\n" for row in padded)
    head = rule.replace("-", "=") if others else rule
    return f"{rule}\n{first}{head}\n" + "".join(f"{line}{rule}\n" for line in others)


def simple(rows: Rows) -> str:
    """Draw a simple table of reStructuredText."""
    wide, padded = drawn([[text or "\\" for text in row] for row in rows])
    rule = "  ".join("=" * size for size in wide)
    first, *others = ("  ".join(row) for row in padded)
    return "\n".join([rule, first, rule, *others, rule])


def quoted(rows: Rows) -> str:
    """Write comma-separated values."""
    return "\n".join(",".join('"' + text.replace('"', '""') + '"' for text in row) for row in rows)


def within(directive: str, text: str) -> str:
    """Put a text into a directive."""
    return f".. {directive}::\n   :header-rows: 1\n\n   " + text.replace("\n", "\n   ")


def listed(rows: Rows) -> str:
    """Write a list-table."""
    items = ("\n".join(f"{'  ' if i else '* '}- {text}".rstrip() for i, text in enumerate(row))
             for row in rows)  # fmt: skip
    return within("list-table", "\n".join(items))


def piped(rows: Rows) -> str:
    """Draw a pipe table of Markdown."""
    first, *others = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([first, "|" + "---|" * len(rows[0]), *others])


TABLES: tuple[Callable[[Rows], str], ...] = (
    grid, simple, listed, lambda rows: within("csv-table", quoted(rows)),
)  # fmt: skip


def block(pick: Random, *, markdown: bool) -> str:
    """Write a role in a sentence, a directive of ours, or a table under a comment that holds it."""
    if often(pick, 35):
        kind, asked = pick.choice(("odds", "rule", "rolled", "die")), role(pick)
        if not markdown:
            return f"Here is :{kind}:`{asked}` and more."
        if often(pick, 50):
            return f"Here is {{{kind}}}`{asked}` and more."
        words, _, rest = asked.partition(" <")
        return f"Here are {words} <!-- {kind}: {rest.rstrip('>')} --> and more."
    directive, rows = pick.choice(list(TAKES)), cells(pick)
    found = options(pick, directive)
    body = bent(pick, (piped if markdown else pick.choice(TABLES))(rows), 15)
    if directive == "random-table" and often(pick, 40):
        body = "\n".join(f"- {' '.join(row)}" for row in rows)
    if often(pick, 25):
        marks = "; ".join(f"{key}={value}" for key, value in found.items())
        return f"<!-- {directive}: {marks} -->\n{body}" if markdown else (
            f".. {directive}: {marks}\n\n{body}")  # fmt: skip
    lines = [f":{key}: {value}".rstrip() for key, value in found.items()]
    if directive in ("odds-chart", "odds-explorer") or often(pick, 25):
        body = ""
    if markdown:
        fence = pick.choice(("```", ":::", "````"))
        return "\n".join([f"{fence}{{{directive}}}", *lines, "", body, fence])
    caption = pick.choice(("", "", "Odds", "At <b> & `x`", "ü"))
    return f".. {directive}:: {caption}\n   " + "\n".join([*lines, "", body]).replace("\n", "\n   ")


def page(pick: Random, *, markdown: bool) -> str:
    """Write a page of some blocks."""
    blocks = [block(pick, markdown=markdown) for _ in some(pick, 6)]
    return "\n\n".join(["# Page" if markdown else "Page\n====", *blocks]) + "\n"


def prose(pick: Random) -> str:
    """Write paragraphs with figures that nothing holds."""
    found = [figure(pick) if often(pick, 30) else piece(pick, "prose") for _ in some(pick, 60)]
    return bent(pick, " ".join(found), 50)


def catalogue(pick: Random) -> str:
    """Write a catalogue of translations."""
    found = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"']
    for _ in some(pick, 5):
        text = json.dumps(f"Here is :odds:`{role(pick)}`", ensure_ascii=often(pick, 20))
        found.append(f"#: ../index.rst:{pick.randint(1, 9)}\nmsgid {text}\nmsgstr {text}")
    return bent(pick, "\n\n".join(found) + "\n", 60)


@cache
def texts() -> list[str]:
    """Return the games that ship, and those of the tests."""
    own = Path(__file__).parents[1] / "rules/games"
    return [
        path.read_text("utf-8") for folder in (GAMES, own) for path in sorted(folder.glob("*.toml"))
    ]


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything in the data."""
    for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*at, key)
        if isinstance(inner, dict | list):
            yield from paths(inner, (*at, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    """Return what is at the path."""
    return at(data[path[0]], path[1:]) if path else data


def rules_file(pick: Random) -> bytes:
    """Write a rules file with some parts gone, moved or something else."""
    data = tomllib.loads(pick.choice(texts()))
    if often(pick, 30):
        writer = Writer(pick.randint(0, 10**6))
        data = {**writer.game, "check": {"hit": writer.check()}}
    for _ in range(pick.randint(0, 4)):
        places = list(paths(data))
        if not places:
            break
        *above, last = pick.choice(places)
        inner = at(data, tuple(above))
        how = pick.choice(("set", "set", "copy", "drop", "name"))
        if how == "copy":
            inner[last] = copy.deepcopy(at(data, pick.choice(places)))
        elif how == "drop":
            del inner[last]
        elif how == "name" and isinstance(inner, dict):
            inner[piece(pick, "rules_names")] = inner.pop(last)
        else:
            odd: tuple[Any, ...] = (0, "", [], {}, True, 1.5, [[]], {"": {}})
            inner[last] = pick.choice((*PIECES["rules_words"], *NUMBERS, *odd))
    text = "".join(f"{json.dumps(key)} = {toml(each)}\n" for key, each in data.items())
    raw = bytearray(text.encode())
    if often(pick, 10):
        start = pick.randint(0, len(raw))
        raw[start : start + pick.randint(0, 9)] = pick.randbytes(5)
    return bytes(raw)
