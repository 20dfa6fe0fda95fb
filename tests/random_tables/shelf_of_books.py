"""Measures the finder on two shelves of pages written as published books are, right and wrong.

On each shelf ``right`` has right tables among others that are no random tables, ``alike`` only
such others, and ``wrong`` mistakes of the kinds that readers report, where ``truth.toml`` says
which rows may be blamed. ``library/dice.toml`` has the dice of every random table of its right
pages. On top of these, mistakes are planted in the right tables, one in each copy of a page.
"""

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sphinxext.rulebook.random_tables.finder import FoundTable, find
from sphinxext.rulebook.random_tables.partition import RowMistake
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
    """Wrong tables and right pages, with those that the finder took for the other."""

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


def _blames(wrong: RowMistake, rows: list[str], lines: list[str]) -> bool:
    return any(row == wrong.found or row in lines[wrong.line - 1] for row in rows)


def _alarms(path: Path, tables: Sequence[FoundTable]) -> list[str]:
    """One line for each table with a mistake."""
    return [f"{path.name}: {table.wrong}" for table in tables if table.wrong]


def shortened(low: int, high: int) -> tuple[int, int]:
    """A range that ends too early."""
    return (low, high) if high == low or high % 10 < 2 else (low, high - 1)


def lengthened(low: int, high: int) -> tuple[int, int]:
    """A range that reaches into the next one."""
    return (low, high) if high % 10 in (0, 6, 9) else (low, high + 1)


def turned(low: int, high: int) -> tuple[int, int]:
    """A range that runs backwards."""
    return (high, low) if high else (low, high)


def ranged(change: Callable[[int, int], tuple[int, int]], match: re.Match[str]) -> str:
    """The start of a row with another range."""
    low, high = change(int(match["low"]), int(match["high"]))
    first, last = (str(n).zfill(len(match[end])) for n, end in ((low, "low"), (high, "high")))
    return match[0] if low == int(match["low"]) and high == int(match["high"]) else (
        f"{match['start']}{first}{match['dash']}{last}"
    )  # fmt: skip


def dated(match: re.Match[str]) -> str:
    """The start of a row with a range of which a spreadsheet made a date."""
    low, high = int(match["low"]), int(match["high"])
    is_day = 1 <= low < high <= 31 and low <= 12
    return f"{match['start']}{high}-{MONTHS[low - 1]}" if is_day else match[0]


SLIPS: tuple[Callable[[re.Match[str]], str] | None, ...] = (
    *(partial(ranged, change) for change in (shortened, lengthened, turned)), dated, None,
)  # fmt: skip


def planted(seed: int) -> Iterator[tuple[Path, str, FoundTable]]:
    """Pages with one mistake each, in a table that is right without it; None drops a row."""
    rng = random.Random(seed)
    for path in (path for path in right_pages() if path.suffix == ".md"):
        lines = path.read_text("utf-8").split("\n")
        for table in found_in(path):
            rows = lines[table.line - 1 : table.last]
            if sum(line.count("|") > 1 or "<tr" in line for line in rows) < 4 or table.wrong:
                continue
            places = [n for n, line in enumerate(rows, table.line - 1) if LABEL.search(line)]
            for slip in SLIPS:
                inner = places if slip else places[1:-1]
                if inner:
                    at = rng.choice(inner)
                    new = [LABEL.sub(slip, lines[at], count=1)] if slip else []
                    if new != [lines[at]]:
                        yield path, "\n".join([*lines[:at], *new, *lines[at + 1 :]]), table


def measured_planted(seed: int = 1) -> Measured:
    """The finder on planted mistakes."""
    missed, wrong = [], 0
    for path, text, table in planted(seed):
        wrong += 1
        if not any(each.wrong for each in found_in(path, text)):
            missed.append(f"{path.name}: {table.dice} at {table.line}")
    return Measured(wrong, tuple(missed), 0, ())
