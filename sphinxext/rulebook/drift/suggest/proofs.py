"""Tables that prove themselves: dice beside their averages, and totals beside their chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...language.phrases import Range
from ...random_tables.model import CellPlace
from ...random_tables.rolls import read_rolls
from .averages import Average
from .chances import is_right, query_of, typed_like
from .habits import USUAL, AverageHabit
from .suggestion import Suggestion
from .typed import PERCENT, DiceText, Numeral, counts_of, dice_in, numeral, said

CellTexts = Sequence[Sequence[str]]
COMMON = ("1d6", "2d6", "3d6", "1d20", "1d100", "1d10", "1d8", "1d12")
FEWEST = 3  # cells that prove a column
MOST_NAMES = 4  # columns before that of the totals
CERTAIN = 4  # of dice that the page does not name

_PERCENTAGE = re.compile(rf"[~≈]?\s?(?P<number>{PERCENT})", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?")
_AVERAGE = re.compile(rf"(?<!\w)(?:{said('average average_near')})", re.IGNORECASE)
_MARKS = re.compile(r"[*_`]")


JudgedCells = dict[CellPlace, Suggestion]


class TableProof(NamedTuple):
    """The columns that are odds of dice, and their cells, right or wrong."""

    columns: frozenset[int]
    cells: JudgedCells

    @property
    def wrong(self) -> JudgedCells:
        """Return the wrong cells."""
        return {place: each for place, each in self.cells.items() if each.right is not None}


def proof_of(texts: CellTexts, around: str) -> TableProof:
    """Return the columns of a table that prove themselves; `around` names the dice of its page."""
    rows = [[_MARKS.sub("", text).strip() for text in row] for row in texts]
    found: JudgedCells = {}
    if len(rows[0]) > max(len(rows), FEWEST):  # "Roll | 2 | 3 | 4"
        turned = [list(column) for column in zip(*rows, strict=True)]
        for _, cells in _chances(turned, around, 0):
            found |= {(row, column): each for (column, row), each in cells.items()}
    proved: dict[int, JudgedCells] = {}
    if len(rows) > FEWEST:
        proved |= _averages(rows)
        for first in reversed(range(min(len(rows[0]) - 1, MOST_NAMES))):  # "Likely | 3-6 | 67%"
            proved |= _chances(rows, around, first)
    for cells in proved.values():
        found |= cells
    return TableProof(frozenset(proved), found)


def _averages(rows: CellTexts) -> Iterator[tuple[int, JudgedCells]]:
    """Yield the columns of averages beside dice; damage may follow the dice of something else."""
    dice = [[_dice(text) for text in row] for row in rows]
    for column in range(1, len(rows[0])):
        typed = {
            r: Average(thrown[-1], Suggestion("", 0, row[column]), "", numeral(row[column]))
            for r, row in enumerate(rows)
            if (thrown := [each for each in dice[r][:column] if each])
            and _NUMBER.fullmatch(row[column])
        }
        right = {r for r, each in typed.items() if each.explained & USUAL}
        halves = {r for r in right if typed[r].dice.mean.denominator > 1}
        exact = {r for r in halves if AverageHabit.EXACT in typed[r].explained}
        if len(halves - exact) * 2 <= len(exact):  # where nearly all are exact
            right -= halves - exact
        if len(right) < FEWEST or len(right) * 4 < len(typed) * 3:
            continue
        is_told = _AVERAGE.search(rows[0][column]) is not None
        if not is_told and len({typed[r].dice.mean for r in right}) < FEWEST:
            continue
        like = next((typed[r].number for r in right if typed[r].number.digits), None)
        yield (
            column,
            {
                (r, column): each.given._replace(query=f"{each.dice.query} mean", known=True)
                if r in right
                else _wrong(each, like)._replace(known=is_told)
                for r, each in typed.items()
            },
        )


def _wrong(each: Average, exact: Numeral | None) -> Suggestion:
    """Return the average as the exact ones of its column are typed, else rounded down."""
    mean = each.dice.mean
    right = each.number.at(Fraction(mean.__floor__()), 0)
    if exact is not None:
        right = replace(each.number, point=exact.point).like(mean)
    why = f"{each.dice.text.strip()} is {float(mean):g} on average"
    return each.given._replace(write=right, right=right, why=why)


def _dice(text: str) -> DiceText | None:
    found = list(dice_in(text))
    return found[0] if len(found) == 1 and found[0].text.strip() == text else None


def _chances(rows: CellTexts, around: str, first: int) -> Iterator[tuple[int, JudgedCells]]:
    """Yield the columns of chances beside a column of totals or faces."""
    targets = {
        r: row
        for r, row in enumerate(rows)
        if _ends(row[first]) and (first < 2 or not row[first].isdecimal())  # which is anything
    }
    heads = [row for r, row in enumerate(rows[:2]) if r not in targets]
    for column in range(first + 1, len(rows[0])) if len(targets) >= FEWEST else ():
        head = " ".join(row[column] for row in heads)
        typed = {
            r: (match["number"], row[first])
            for r, row in targets.items()
            if (match := _PERCENTAGE.fullmatch(row[column]))
        }
        named = {each.query: None for each in dice_in(f"{head}; {around}")}
        best = _best(typed, list({**named, **dict.fromkeys(COMMON)}), len(named))
        if best is not None:
            yield column, {(r, column): best.judged(r, *typed[r]) for r in best.asked}


@dataclass(frozen=True)
class _Best:
    """The dice that explain a column: what each row asks of them, and the rows that are right."""

    dice: str
    asked: Mapping[int, tuple[Range, Fraction]]  # the totals and their chance
    right: set[int]
    is_named: bool

    def judged(self, row: int, typed: str, target: str) -> Suggestion:
        reach, exact = self.asked[row]
        query = query_of(self.dice, reach, counts_of(self.dice)) if self.is_named else ""
        given = Suggestion("", 0, typed, known=self.is_named, query=query)
        if row in self.right:
            return given
        right = typed_like(typed, numeral(typed), exact)
        why = f"{target} on {self.dice} is {float(exact * 100):.4g}%"
        return given._replace(write=right, right=right, why=why)


def _best(
    typed: Mapping[int, tuple[str, str]], candidates: Iterable[str], named: int
) -> _Best | None:
    """Return the dice and the sense of a bare number by which the most chances are right."""
    best: _Best | None = None
    for place, (dice, bare) in enumerate(product(candidates, (">=", "=", "<="))):
        asked = {
            r: each for r, (_, target) in typed.items() if (each := _asked(dice, target, bare))
        }
        right = {r for r, (_, exact) in asked.items() if is_right(numeral(typed[r][0]), exact)}
        is_named = place < 3 * named
        distinct = {asked[r][1] for r in right if 0 < asked[r][1] < 1}
        is_proof = len(distinct) >= (FEWEST if is_named else CERTAIN)
        is_most = len(right) * 4 >= len(typed) * 3 and (not best or len(right) > len(best.right))
        if is_proof and is_most:
            best = _Best(dice, asked, right, is_named)
    return best


@lru_cache(maxsize=4096)
def _asked(dice: str, target: str, bare: str) -> tuple[Range, Fraction] | None:
    """Return the totals that a cell names, and their chance; None where it names none."""
    counts, reach = counts_of(dice), _ends(target)
    if reach is None or not any(map(reach.holds, counts)):
        return None
    if reach.low == reach.high and bare != "=":
        reach = Range(reach.low, None) if bare == ">=" else Range(None, reach.high)
    return reach, reach.chance(counts)


@lru_cache(maxsize=4096)
def _ends(text: str) -> Range | None:
    """Return the totals that a cell names."""
    rolls = None if "%" in text else read_rolls(text.strip('"”″'))
    if rolls is None or rolls.slip or len(rolls.spans) != 1:
        return None
    low, high = rolls.spans[0].low, rolls.spans[0].high
    return Range(None if low is None else low.value, None if high is None else high.value)
