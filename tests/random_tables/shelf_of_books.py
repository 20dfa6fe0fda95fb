"""Measures the finder on two shelves of pages written as published books are, right and wrong.

On each shelf ``right`` has right tables among others that are no random tables, ``alike`` only
such others, and ``wrong`` mistakes of the kinds that readers report, where ``truth.toml`` says
which rows may be blamed. ``library/dice.toml`` has the dice of every random table of its right
pages. On top of these, mistakes are planted in the right tables, one in each copy of a page.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinxext.rulebook.random_tables.finder import FoundTable, WrongRow, find
from sphinxext.rulebook.source.read import read_document

SHELVES = tuple(Path(__file__).parent / name for name in ("shelf", "library"))
DICE = SHELVES[1] / "dice.toml"
DASH = r"\s?(?:[-–—〜－]|&ndash;|to|bis|à)\s?"
LABEL = re.compile(  # a range in the first cell of a row
    rf"(?<=^)(?P<start>[\s|]*(?:<tr>)?(?:<td>)?\**)(?P<low>\d{{1,3}})(?P<dash>{DASH})(?P<high>\d{{1,3}})"
    r"(?=\**\s*(?:\||</td>))"
)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True)
class Measured:
    """WrongRow tables and right pages, with those that the finder took for the other."""

    wrong: int
    missed: tuple[str, ...]
    right: int  # tables
    alarmed: tuple[str, ...]

    @property
    def found(self) -> float:
        """The share of wrong tables that were found."""
        return 1 - len(self.missed) / self.wrong


def found_in(path: Path, text: str | None = None) -> tuple[FoundTable, ...]:
    """The random tables of a page."""
    return find(read_document(text or path.read_text("utf-8"), markdown=path.suffix == ".md"))


def right_pages() -> list[Path]:
    """The pages without a mistake."""
    folders = (shelf / name for shelf in SHELVES for name in ("right", "alike"))
    return sorted(path for folder in folders if folder.is_dir() for path in folder.iterdir())


def seen() -> tuple[int, int]:
    """How many random tables of the library's right pages are found with their dice, of all."""
    found = wanted = 0
    for name, dice in tomllib.loads(DICE.read_text("utf-8")).items():
        rolled = Counter(table.dice for table in found_in(SHELVES[1] / "right" / name))
        found += (rolled & Counter(dice)).total()
        wanted += len(dice)
    return found, wanted


def tables_of(path: Path) -> int:
    """How many tables and lists of any kind a page has, counted by their heads."""
    text = path.read_text("utf-8")
    rules = re.findall(
        r"^[> ]*\|?\s*:?-+:?\s*\|[-|: ]*$|<table|^\.\. (?:list|csv)-table", text, re.M
    )
    others = re.findall(r"^\s*1\. |<ol|^ ?-{4,} +-{4,}.*\n(?= +1)", text, re.M)
    drawn = re.findall(r"^ *={4,} +={2,}.*$", text, re.M)
    return len(rules) + len(others) + len(drawn) // 3


def measured() -> Measured:
    """The finder on the whole shelf, as it stands."""
    missed, wrong = [], 0
    alarmed = []
    for path in sorted(path for shelf in SHELVES for path in (shelf / "wrong").iterdir()):
        if path.suffix == ".toml":
            continue
        truth = tomllib.loads((path.parent / "truth.toml").read_text("utf-8"))
        tables = found_in(path)
        lines = path.read_text("utf-8").split("\n")
        blamed = set()
        for text, rows in truth[path.stem].items():
            wrong += 1
            at = 1 + next(i for i, line in enumerate(lines) if text in line)
            meant = next((table for table in tables if table.line <= at <= table.last), None)
            if meant is None or not any(_blames(each, rows, lines) for each in meant.wrong):
                missed.append(f"{path.name}: {text}: {meant and meant.wrong}")
            blamed |= {meant.line} if meant else set()
        alarmed += _alarms(path, [table for table in tables if table.line not in blamed])
    right = 0
    for path in right_pages():
        right += tables_of(path)
        alarmed += _alarms(path, found_in(path))
    return Measured(wrong, tuple(missed), right, tuple(alarmed))


def _blames(wrong: WrongRow, rows: list[str], lines: list[str]) -> bool:
    return any(row == wrong.found or row in lines[wrong.line - 1] for row in rows)


def _alarms(path: Path, tables: Sequence[FoundTable]) -> list[str]:
    """One line for each table with a mistake."""
    return [f"{path.name}: {table.wrong}" for table in tables if table.wrong]


Planting = Callable[[random.Random, list[str]], "list[str] | None"]


def _ranged(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if LABEL.search(line)]


def _change(
    rng: random.Random, lines: list[str], new: Callable[[re.Match[str]], str]
) -> list[str] | None:
    places = _ranged(lines)
    if not places:
        return None
    place = rng.choice(places)
    line = LABEL.sub(new, lines[place], count=1)
    return None if line == lines[place] else [*lines[:place], line, *lines[place + 1 :]]


def shortened(rng: random.Random, lines: list[str]) -> list[str] | None:
    """A range that ends too early."""

    def new(match: re.Match[str]) -> str:
        high = int(match["high"]) - 1
        if high < int(match["low"]) or match["high"][-1] in "01":
            return match[0]
        return match["start"] + match["low"] + match["dash"] + str(high).zfill(len(match["high"]))

    return _change(rng, lines, new)


def lengthened(rng: random.Random, lines: list[str]) -> list[str] | None:
    """A range that reaches into the next one."""

    def new(match: re.Match[str]) -> str:
        if match["high"][-1] in "690":
            return match[0]
        return (
            match["start"]
            + match["low"]
            + match["dash"]
            + str(int(match["high"]) + 1).zfill(len(match["high"]))
        )

    return _change(rng, lines, new)


def turned(rng: random.Random, lines: list[str]) -> list[str] | None:
    """A range that runs backwards."""
    return _change(
        rng, lines,
        lambda m: m[0] if int(m["high"]) == 0 else m["start"] + m["high"] + m["dash"] + m["low"],
    )  # fmt: skip


def dated(rng: random.Random, lines: list[str]) -> list[str] | None:
    """A range of which a spreadsheet made a date."""

    def new(match: re.Match[str]) -> str:
        low, high = int(match["low"]), int(match["high"])
        return (
            f"{match['start']}{high}-{MONTHS[low - 1]}"
            if 1 <= low < high <= 31 and low <= 12
            else match[0]
        )

    return _change(rng, lines, new)


def dropped(rng: random.Random, lines: list[str]) -> list[str] | None:
    """A row that is missing."""
    places = _ranged(lines)[1:-1]
    if not places:
        return None
    place = rng.choice(places)
    return [*lines[:place], *lines[place + 1 :]]


SLIPS: tuple[Planting, ...] = (shortened, lengthened, turned, dated, dropped)


def planted(seed: int) -> Iterator[tuple[str, Path, str, FoundTable]]:
    """Pages with one mistake each, in a table that is right without it."""
    rng = random.Random(seed)
    for path in right_pages():
        if path.suffix != ".md":
            continue
        lines = path.read_text("utf-8").split("\n")
        for table in found_in(path):
            rows = lines[table.line - 1 : table.last]
            if sum(line.count("|") > 1 or "<tr" in line for line in rows) < 4 or table.wrong:
                continue
            for slip in SLIPS:
                changed = slip(rng, rows)
                if changed is not None:
                    page = [*lines[: table.line - 1], *changed, *lines[table.last :]]
                    yield slip.__name__, path, "\n".join(page), table


def measured_planted(seed: int = 1) -> Measured:
    """The finder on planted mistakes."""
    missed, wrong = [], 0
    for name, path, text, table in planted(seed):
        wrong += 1
        here = [t for t in found_in(path, text) if t.wrong]
        if not here:
            missed.append(f"{path.name}: {name}: {table.dice} at {table.line}")
    return Measured(wrong, tuple(missed), 0, ())
