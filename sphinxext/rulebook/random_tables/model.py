"""A random table as frozen values: its dice, its rows, and where a row sends the reader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..language.table_words import table_words
from ..rules.errors import RulesError
from .dice import TableDice
from .heads import spoken

MOST_LEVELS = 200
CellPlace = tuple[int, int]  # row and column
_MODIFIER = re.compile(r"\s*([^\W\d][\w-]*)\s*=\s*([-−]?\d{1,4})(?:\s*\.\.\s*([-−]?\d{1,4}))?\s*")


@dataclass(frozen=True)
class Entry:
    """A row: the values that lead to it, what it says and where it sends the reader."""

    name: str
    text: str  # as it is written, markup and all
    values: tuple[int, ...]
    label: str
    line: int
    others: tuple[str, ...] = ()  # what further columns say
    sends_to: tuple[str, ...] = ()  # tables to roll on
    times: int = 1  # how often it says to roll on its own table
    is_distinct: bool = False  # doubles are rolled again
    place: CellPlace = (0, 0)  # the row and the column of the cell that says it


@dataclass(frozen=True)
class Modifier:
    """The number that is added to the roll."""

    name: str = ""
    least: int = 0
    most: int = 0

    @classmethod
    def read(cls, text: str) -> Modifier:
        """Read "level = 0..3"; an empty text adds nothing."""
        if not text.strip():
            return cls()
        found = _MODIFIER.fullmatch(text)
        if found is None:
            raise RulesError(
                f"':modifier:' is a name and its values, such as 'level = 0..3', not '{text}'"
            )
        low = int(found[2].replace("−", "-"))
        high = int(found[3].replace("−", "-")) if found[3] else low
        if low > high:
            raise RulesError(
                f"':modifier:' runs down: '{text}'; write '{found[1]} = {high}..{low}'"
            )
        if high - low >= MOST_LEVELS:
            raise RulesError(
                f"':modifier:' has {high - low + 1:,} levels; the most is {MOST_LEVELS}"
            )
        return cls(found[1], low, high)

    @property
    def levels(self) -> range:
        """Return every number that may be added."""
        return range(self.least, self.most + 1)


@dataclass(frozen=True)
class RandomTable:
    """A table to roll on."""

    name: str
    title: str
    dice: TableDice
    notation: str  # the dice as a question asks them
    entries: tuple[Entry, ...]
    modifier: Modifier = Modifier()
    file: str = ""
    line: int = 0
    draws: int = 1  # how many results without repeats it is rolled for

    def entry_of(self, value: int) -> Entry | None:
        """The row that a roll leads to; past the ends it is the row at the end."""
        if not self._entries:
            return None
        least, most = self.ends
        return self._entries.get(min(max(value, least), most))

    @cached_property
    def _entries(self) -> dict[int, Entry]:
        """The first row of every value that has one."""
        return {value: entry for entry in reversed(self.entries) for value in entry.values}

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest value that has a row; past them a roll leads to the same."""
        return min(self._entries, default=self.dice.low), max(self._entries, default=self.dice.high)


NAMED = re.compile(r"(?<!\S)\{([^\W_][^{}@`$\\]*)\}(?![`}])")
_GOES_ON = re.compile(r"[.,;!?…)–—-]|:(?!\w)")
_END = re.compile(r"\s*(?:[.:;!?]|[–—]|\s-\s)(?:\s|$)")
ROLE = re.compile(
    r"(?::(?:ref|hoverxref|numref):|\{(?:ref|hoverxref|numref)\})`(?:[^`<]*<)?([^`<>]+)>?`"
)
_LINK = re.compile(r"\]\(#([^)\s]+)\)")


def name_of(text: str) -> str:
    """Return the name of a row: in braces, or its text up to the first stop."""
    if named := NAMED.search(text):
        return named[1].strip()
    plain = spoken(ROLE.sub(lambda m: m[1], text))
    return _END.split(plain, maxsplit=1)[0].strip() or plain


def shown_text(text: str) -> str:
    """Return a row's text as readers see it, without the braces around its name."""
    named = NAMED.search(text)
    if named is None:
        return text
    before, behind = text[: named.start()], text[named.end() :]
    if is_label(before, behind):
        return behind.lstrip()
    return f"{before}{named[1]}{behind}"


def is_label(before: str, behind: str) -> bool:
    """Check that a name in braces is followed by a text of its own: "{Wolves} A pack of 2d6"."""
    rest = behind.strip().lstrip("*_")
    goes_on = rest[:1].islower() or _GOES_ON.match(rest)
    return not before.strip() and bool(rest) and not goes_on


def entry(
    texts: Sequence[str], values: Sequence[int], label: str, line: int, place: CellPlace = (0, 0)
) -> Entry:
    """A row of a table, its texts read."""
    text, *others = texts
    every = " ".join(texts)
    sends_to = tuple(dict.fromkeys((*ROLE.findall(every), *_LINK.findall(every))))
    return Entry(
        name_of(text), shown_text(text), tuple(values), label, line, tuple(others), sends_to,
        *times_of(text), place,
    )  # fmt: skip


def times_of(text: str) -> tuple[int, bool]:
    """Read "roll twice" from a row: the number of rolls, and if doubles are rolled again."""
    words, said = table_words(), spoken(text)
    for times, pattern in words.times.items():
        if pattern.search(said):
            return times, bool(words.distinct.search(said))
    return 1, False
