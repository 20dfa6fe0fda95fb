"""Tables that prove themselves: dice beside their averages, and totals beside their chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...random_tables.rolls import read_rolls
from .averages import Average
from .chances import is_right, typed_like
from .habits import USUAL, AverageHabit
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


class DisprovedCell(NamedTuple):
    """A cell that its own table proves wrong."""

    place: tuple[int, int]  # its row and column
    found: str
    right: str
    why: str
    sure: bool


class TableProof(NamedTuple):
    """The columns that are odds of dice, and their wrong cells."""

    columns: frozenset[int] = frozenset()
    wrong: Sequence[DisprovedCell] = ()


def proof_of(texts: CellTexts, around: str) -> TableProof:
    """Return the columns of a table that prove themselves; `around` names the dice of its page."""
    rows = [[_MARKS.sub("", text).strip() for text in row] for row in texts]
    wrong: list[DisprovedCell] = []
    if len(rows[0]) > max(len(rows), FEWEST):  # "Roll | 2 | 3 | 4"
        turned = [list(column) for column in zip(*rows, strict=True)]
        wrong = [each._replace(place=each.place[::-1])
                 for _, cells in _chances(turned, around, 0) for each in cells]  # fmt: skip
    if len(rows) <= FEWEST:
        return TableProof(wrong=wrong)
    proved = dict(_averages(rows))
    for first in reversed(range(min(len(rows[0]) - 1, MOST_NAMES))):  # "Likely | 3-6 | 67%"
        proved |= dict(_chances(rows, around, first))
    wrong += [each for cells in proved.values() for each in cells]
    return TableProof(frozenset(proved), wrong)


def _averages(rows: CellTexts) -> Iterator[tuple[int, list[DisprovedCell]]]:
    """Yield the columns of averages beside dice; damage may follow the dice of something else."""
    dice = [[_dice(text) for text in row] for row in rows]
    for column in range(1, len(rows[0])):
        typed = {
            r: Average(thrown[-1], 0, row[column], "", numeral(row[column]))
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
        yield column, [_wrong_average((r, column), each, like, sure=is_told)
                       for r, each in typed.items() if r not in right]  # fmt: skip


def _wrong_average(
    place: tuple[int, int], each: Average, exact: Numeral | None, *, sure: bool
) -> DisprovedCell:
    """Return the average as the exact ones of its column are typed, else rounded down."""
    mean = each.dice.mean
    right = each.number.at(Fraction(mean.__floor__()), 0)
    if exact is not None:
        right = replace(each.number, point=exact.point).like(mean)
    why = f"{each.dice.text.strip()} is {float(mean):g} on average"
    return DisprovedCell(place, each.text, right, why, sure)


def _dice(text: str) -> DiceText | None:
    found = list(dice_in(text))
    return found[0] if len(found) == 1 and found[0].text.strip() == text else None


def _chances(rows: CellTexts, around: str, first: int) -> Iterator[tuple[int, list[DisprovedCell]]]:
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
            wrong = [r for r in best.exact if r not in best.right]
            yield column, [best.disproved((r, column), *typed[r]) for r in wrong]


@dataclass(frozen=True)
class _Best:
    """The dice that explain a column: the exact chance of each row, and the rows that have it."""

    dice: str
    exact: Mapping[int, Fraction]
    right: set[int]
    is_named: bool

    def disproved(self, place: tuple[int, int], typed: str, target: str) -> DisprovedCell:
        exact = self.exact[place[0]]
        right = typed_like(typed, numeral(typed), exact)
        why = f"{target} on {self.dice} is {float(exact * 100):.4g}%"
        return DisprovedCell(place, typed, right, why, self.is_named)


def _best(
    typed: Mapping[int, tuple[str, str]], candidates: Iterable[str], named: int
) -> _Best | None:
    """Return the dice and the sense of a bare number by which the most chances are right."""
    best: _Best | None = None
    for place, (dice, bare) in enumerate(product(candidates, (">=", "=", "<="))):
        exact = {
            r: chance
            for r, (_, target) in typed.items()
            if (chance := _chance(dice, target, bare)) is not None
        }
        right = {r for r in exact if is_right(numeral(typed[r][0]), exact[r])}
        is_named = place < 3 * named
        distinct = {exact[r] for r in right if 0 < exact[r] < 1}
        is_proof = len(distinct) >= (FEWEST if is_named else CERTAIN)
        is_most = len(right) * 4 >= len(typed) * 3 and (not best or len(right) > len(best.right))
        if is_proof and is_most:
            best = _Best(dice, exact, right, is_named)
    return best


@lru_cache(maxsize=4096)
def _ends(text: str) -> tuple[int | None, int | None] | None:
    """Return the least and the greatest total that a cell names; None is an open end."""
    rolls = None if "%" in text else read_rolls(text.strip('"”″'))
    if rolls is None or rolls.slip or len(rolls.spans) != 1:
        return None
    low, high = rolls.spans[0].low, rolls.spans[0].high
    return (None if low is None else low.value), (None if high is None else high.value)


@lru_cache(maxsize=4096)
def _chance(dice: str, target: str, bare: str) -> Fraction | None:
    counts, ends = counts_of(dice), _ends(target)
    if not counts or ends is None:
        return None
    low, high = ends
    least, most = min(counts), max(counts)
    if (low or least) > most or (high if high is not None else most) < least:
        return None
    if low == high and bare != "=":
        low, high = (low, None) if bare == ">=" else (None, high)
    first, last = low if low is not None else least, high if high is not None else most
    return sum((chance for n, chance in counts.items() if first <= n <= last), Fraction(0))
