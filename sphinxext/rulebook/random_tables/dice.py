"""The dice of a random table: d20, 2d6, d66, d%, 1W100, 2к6."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING

from ..language.language_file import die_letters
from ..language.table_words import UNSPACED, table_words
from ..rules.errors import RulesError

if TYPE_CHECKING:
    from ..rules.rules import Rules

_LETTERS = die_letters() + die_letters().upper()
_SIDES = r"1[,.]000(?!\d)|\d{1,4}|%|OO|oo"
_TERM = rf"(?P<count>\d{{0,2}})\s?(?:[{_LETTERS}])\s?(?P<sides>{_SIDES})"
_TERM_AGAIN = _TERM.replace("?P<count>", "").replace("?P<sides>", "")
_SPACED = rf"[^\W{UNSPACED}]"  # a letter or digit of a script that puts spaces between words
NOTATION = re.compile(
    rf"(?<!{_SPACED})(?<![./])(?:{_TERM_AGAIN})(?:\s*\+\s*(?:{_TERM_AGAIN}))*(?!{_SPACED})"
    r"(?:\s*[-+−–]\s*\d+(?![\w./-]))?"
)
SIX_SIDED = re.compile(r"(?<![\w.+-])([1-9])D(?![\w-])")  # "2D", where every die has six sides
MOST_VALUES = 10_000
ZEROS = ("d10", "d100", "d1000")  # dice that show a 0
_CROSSED = re.compile(r"\s*(?:,|\bx\b|×|\*)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class TableDice:
    """The dice of a table, with every value that they can show."""

    name: str
    values: tuple[int, ...]  # ascending
    is_digits: bool = False  # each die is a digit: d66, d88
    is_flat: bool = True  # every value is as likely as any other
    counts: Mapping[int, Fraction] | None = field(default=None, compare=False)  # of a check

    @property
    def chances(self) -> Mapping[int, Fraction]:
        """Return the chance of every value."""
        if self.counts is not None:
            return self.counts
        if self.is_flat:
            return dict.fromkeys(self.values, Fraction(1, len(self.values)))
        from ..rules.rules import Rules  # the engine is not imported for a die

        return Rules({}).ask(self.name).counts or {}

    @cached_property
    def places(self) -> dict[int, int]:
        """The position of each value."""
        return {value: place for place, value in enumerate(self.values)}

    @property
    def low(self) -> int:
        """The least value."""
        return self.values[0]

    @property
    def high(self) -> int:
        """The greatest value."""
        return self.values[-1]

    def between(self, low: int | None, high: int | None) -> tuple[int, ...]:
        """The values from one number to another; None is an open end."""
        first = self.low if low is None else low
        last = self.high if high is None else high
        if len(self.values) == self.high - self.low + 1:
            return tuple(range(max(first, self.low), min(last, self.high) + 1))
        return tuple(value for value in self.values if first <= value <= last)

    def runs(self, values: Iterable[int]) -> list[tuple[int, int]]:
        """Return values as ranges; one of d66 may go from 16 on to 21."""
        found: list[tuple[int, int]] = []
        for value in sorted(values):
            last = found[-1][1] if found else value
            if found and value in (last + 1, self.after(last)):
                found[-1] = (found[-1][0], value)
            else:
                found.append((value, value))
        return found

    def after(self, value: int) -> int | None:
        """The next value, None behind the last one."""
        place = self.places.get(value, -1) + 1
        return self.values[place] if 0 < place < len(self.values) else None

    def before(self, value: int) -> int | None:
        """The value before, None at the first one."""
        place = self.places.get(value, 0)
        return self.values[place - 1] if place else None


def flat(sides: int) -> TableDice:
    """One die with so many sides."""
    return TableDice(f"d{sides}", tuple(range(1, sides + 1)))


def from_zero(dice: TableDice) -> list[TableDice]:
    """Read the highest face of the die as 0; yield none where no die shows a 0."""
    return [TableDice(dice.name, tuple(range(dice.high)))] if dice.name in ZEROS else []


def digits(*sides: int) -> TableDice:
    """Several dice, each read as a digit."""
    values = tuple(
        int("".join(map(str, faces))) for faces in product(*(range(1, n + 1) for n in sides))
    )
    return TableDice(f"d{''.join(map(str, sides))}", values, is_digits=True)


@dataclass(frozen=True)
class _Sum:
    """A sum of dice and a number."""

    terms: tuple[tuple[int, int], ...]
    added: int

    @property
    def name(self) -> str:
        written = "+".join(
            f"{count if count > 1 or len(self.terms) > 1 else ''}d{sides}"
            for count, sides in self.terms
        )
        return written + (f"{self.added:+d}" if self.added else "")


def dice_of(notation: str) -> TableDice | None:
    """The dice of a notation: d20, 2d6, d66, d%, 1d8+1d12, d4-1."""
    found = _sum_of(notation.strip())
    return None if found is None else _dice(found)


@cache
def _dice(found: _Sum) -> TableDice | None:
    if len(found.terms) == 1 and not found.added and found.terms[0][0] == 1:
        sides = found.terms[0][1]
        written = str(sides)
        if len(written) > 1 and len(set(written)) == 1 and written[0] in "34568":
            return digits(*map(int, written))
        return flat(sides)
    low = sum(count for count, _ in found.terms) + found.added
    high = sum(count * sides for count, sides in found.terms) + found.added
    if high - low > MOST_VALUES:
        return None
    flat_ = sum(count for count, _ in found.terms) == 1
    return TableDice(found.name, tuple(range(low, high + 1)), is_flat=flat_)


@cache
def readings(notation: str) -> tuple[TableDice, ...]:
    """Every way to read the dice of a notation in a table, the usual one first.

    d10 may run from 0 to 9, 2d10 may be percentile dice, and 2d6 may be read as d66.
    """
    usual = dice_of(notation)
    found = _sum_of(notation.strip())
    if usual is None or found is None:
        return ()
    ways = [usual]
    if len(found.terms) == 1 and not found.added:
        ((count, sides),) = found.terms
        written = str(sides)
        ways += from_zero(usual)
        if count == 1 and usual.is_digits:
            ways.append(flat(sides))
        if count == 1 and len(written) == 2 and set(written) <= set("3468") and not usual.is_digits:
            ways.append(digits(*map(int, written)))
        if count == 1 and sides == 36:
            ways.append(digits(6, 6))
        if count in (2, 3) and sides == 10:
            ways += [flat(10**count), *from_zero(flat(10**count))]
        if count in (2, 3) and 3 <= sides <= 9:
            ways.append(digits(*(count * [sides])))
    return tuple(ways)


def _sum_of(notation: str) -> _Sum | None:
    terms: list[tuple[int, int]] = []
    if bare := SIX_SIDED.fullmatch(notation):
        return _Sum(((int(bare[1]), 6),), 0)
    rest = notation.replace("−", "-").replace("–", "-")
    added = 0
    if (number := re.search(r"\s*([-+])\s*(\d{1,6})$", rest)) and NOTATION.match(
        rest[: number.start()]
    ):
        added, rest = int(number[1] + number[2]), rest[: number.start()]
    for piece in rest.split("+"):
        term = re.fullmatch(_TERM, piece.strip())
        if term is None:
            return None
        count = int(term["count"] or 1)
        said = re.sub(r"[,.]", "", term["sides"])
        sides = 100 if not said.isdecimal() else int(said)
        sides = 100 if term["sides"] == "00" else sides
        if not 1 <= count <= 99 or sides < 2:
            return None
        terms.append((count, sides))
    return _Sum(tuple(terms), added) if terms else None


@dataclass(frozen=True)
class Mention:
    """Dice that a text names."""

    notation: str
    start: int
    end: int
    is_open: bool = False  # "1d10 + level": the roll may leave the dice


@cache
def _more() -> re.Pattern[str]:
    """The text behind dice whose roll may leave them: "+ level", "+1 per level"."""
    return re.compile(
        r"\s*[+±]\s*[^\W\d]|\s+[-−]\s+[^\W\d]|\s*[-+±−]\s*\[|\s*\+/-|\s*±"
        rf"|\s*[-+±−]\s*\d+\s*(?:/|×|x\b|{table_words().each.pattern})",
    )


def dice_in(text: str) -> Iterator[Mention]:
    """Every dice notation of a text, in order."""
    for match in NOTATION.finditer(text):
        if _sum_of(match[0]) is not None and dice_of(match[0]) is not None:
            is_open = bool(_more().match(text, match.end()))
            yield Mention(match[0].strip(), match.start(), match.end(), is_open)


def dice_named(rules: Rules, game: str, text: str) -> list[TableDice]:
    """Return the dice that an option names; two where two dice are crossed."""
    if not text.strip():
        return []
    if "(" in text:
        return [dice_for(rules, game, text)]
    return [dice_for(rules, game, part) for part in _CROSSED.split(text.strip())]


def dice_for(rules: Rules, game: str, text: str) -> TableDice:
    """Return the dice of a notation, or the values that a check of the rules comes to."""
    plain = dice_of(text)
    if plain is not None:
        return plain
    question = f"{game}:{text}" if game and ":" not in text else text
    answer = rules.ask(question)
    counts = answer.counts
    if counts is None:
        raise RulesError(f"'{text}' names outcomes and no numbers; a table needs numbers to roll")
    if counts.tail is not None or counts.head is not None:
        raise RulesError(f"'{text.strip()}' rolls again without end; a table needs dice that end")
    values = tuple(sorted(counts))
    if len(values) > MOST_VALUES:
        raise RulesError(f"'{text}' has more than {MOST_VALUES:,} results")
    return TableDice(text.strip(), values, is_flat=False, counts=counts)
