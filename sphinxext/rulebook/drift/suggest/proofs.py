"""Tables that prove themselves: dice beside their averages, and totals beside their chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from ...language.lexicon import one_of
from ...language.phrases import Range
from .averages import USUAL, Average, AverageHabit
from .chances import is_right, typed_like
from .dice_text import DiceText, counts_of, dice_in
from .typed import EVERY, PERCENT, Numeral, numeral, said

CellTexts = Sequence[Sequence[str]]
COMMON = ("1d6", "2d6", "3d6", "1d20", "1d100", "1d10", "1d8", "1d12")
FEWEST = 3  # cells that prove a column
MOST_NAMES = 4  # columns before that of the totals
CERTAIN = 4  # of dice that the page does not name
GRIDS = (36, 216, 81, 243, 1296, 400)  # the rolls of 2d6, 3d6, pools of a third, two d20
COINCIDENCE = 1e-4

_MORE = one_of(EVERY.plus)
_LESS = one_of(EVERY.minus)
_LEAST = one_of(EVERY.least)
_MOST = one_of(EVERY.most)
_TARGET = re.compile(
    rf"(?:(?P<least>≥|>=|{_LEAST})|(?P<most>≤|<=|{_MOST}))?\s*(?P<low>\d{{1,3}})\s*"
    rf"(?:(?P<more>\+|{_MORE})|(?:[-–—]|\.\.)\s?(?P<high>\d{{1,3}})|(?P<less>[-–−]|{_LESS}))?[\"”″]?",
    re.IGNORECASE,
)
_PERCENTAGE = re.compile(rf"[~≈]?\s?(?P<number>{PERCENT})", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?")
_BARE = re.compile(r"(?P<number>100(?:[.,]0{1,3})?|\d{1,2}[.,]\d{1,3})")
_AVERAGE = re.compile(rf"(?<!\w)(?:{said('average average_near')})", re.IGNORECASE)
_MARKS = re.compile(r"[*_`]")


@dataclass(frozen=True)
class DisprovedCell:
    """A cell that its own table proves wrong."""

    row: int
    column: int
    found: str
    right: str
    why: str
    sure: bool


@dataclass(frozen=True)
class TableProof:
    """The columns that are odds of dice, and their wrong cells."""

    columns: frozenset[int] = frozenset()
    wrong: tuple[DisprovedCell, ...] = ()
    bare: frozenset[int] = frozenset()  # columns of chances whose numbers have no sign


def proof_of(texts: CellTexts, around: str) -> TableProof:
    """The columns of a table that prove themselves; `around` names the dice of its page."""
    if not texts or len({len(row) for row in texts}) != 1:
        return TableProof()
    rows = [[_MARKS.sub("", text).strip() for text in row] for row in texts]
    columns: set[int] = set()
    wrong = _on_its_side(rows, around)
    if len(rows) <= FEWEST:
        return TableProof(wrong=tuple(wrong))
    for column, cells in (*_averages(rows), *_chances(rows, around)):
        columns.add(column)
        wrong += cells
    columns |= set(_on_a_grid(rows, _PERCENTAGE, COINCIDENCE))
    columns |= set(_outcomes_on_a_grid(rows))
    averages = {column for column, _ in _averages(rows)}
    bare = set(_on_a_grid(rows, _BARE, COINCIDENCE / 100)) - averages
    return TableProof(frozenset(columns | bare), tuple(wrong), frozenset(bare))


def _on_its_side(rows: CellTexts, around: str) -> list[DisprovedCell]:
    """The wrong chances of a table whose totals are in its first row: "Roll | 2 | 3 | 4"."""
    if len(rows[0]) <= max(len(rows), FEWEST):
        return []
    turned = [list(column) for column in zip(*rows, strict=True)]
    cells = [cell for _, column in _chances_beside(turned, around, 0) for cell in column]
    return [replace(each, row=each.column, column=each.row) for each in cells]


def _averages(rows: CellTexts) -> Iterator[tuple[int, list[DisprovedCell]]]:
    """Columns of averages beside a column of dice."""
    dice = [[_dice(text) for text in row] for row in rows]
    width = len(rows[0])
    named = [
        max((c for c in range(width) if row[c] is not None), default=None) for row in dice
    ]  # damage is beside its average, and may follow the dice of something else
    for column in range(1, width):
        typed: dict[int, Average] = {}
        for r, row in enumerate(rows):
            beside = next((row_c for row_c in range(column - 1, -1, -1) if dice[r][row_c]), None)
            if named[r] is None or beside is None or not _NUMBER.fullmatch(row[column]):
                continue
            thrown = dice[r][beside]
            assert thrown is not None
            number = numeral(row[column])
            typed[r] = Average(thrown, number, 0, row[column], "", frozenset())
        right = {r for r, each in typed.items() if each.explained & USUAL}
        right -= _odd_ones(typed, right)
        if len(right) < FEWEST or len(right) * 4 < len(typed) * 3:
            continue
        is_told = _AVERAGE.search(" ".join(row[column] for row in rows[:1])) is not None
        if not is_told and len({typed[r].dice.mean for r in right}) < FEWEST:
            continue
        exact = next((typed[r].number for r in right if typed[r].number.digits), None)
        yield (
            column,
            [
                _wrong_average(r, column, each, exact, sure=is_told)
                for r, each in typed.items()
                if r not in right
            ],
        )


def _odd_ones(typed: Mapping[int, Average], right: set[int]) -> set[int]:
    """The rounded averages of a column in which the others are exact."""
    halves = {r for r in right if typed[r].dice.mean.denominator > 1}
    exact = {r for r in halves if AverageHabit.EXACT in typed[r].explained}
    rounded_ones = halves - exact
    return rounded_ones if len(rounded_ones) * 2 <= len(exact) else set()


def _wrong_average(
    row: int, column: int, each: Average, exact: Numeral | None, *, sure: bool
) -> DisprovedCell:
    """The average as the exact ones of its column are typed, else rounded down."""
    mean = each.dice.mean
    right = each.number.at(Fraction(mean.__floor__()), 0)
    if exact is not None:
        right = replace(each.number, point=exact.point).like(mean)
    why = f"{each.dice.text.strip()} is {float(mean):g} on average"
    return DisprovedCell(row, column, each.text, right, why, sure)


def _dice(text: str) -> DiceText | None:
    found = list(dice_in(text))
    return found[0] if len(found) == 1 and found[0].text.strip() == text else None


def _chances(rows: CellTexts, around: str) -> Iterator[tuple[int, list[DisprovedCell]]]:
    """Columns of chances beside a column of totals or faces, whose label may be a name."""
    found: dict[int, list[DisprovedCell]] = {}
    for first in reversed(range(min(len(rows[0]) - 1, MOST_NAMES))):  # "Likely | 3-6 | 67%"
        found |= dict(_chances_beside(rows, around, first))
    yield from found.items()


def _chances_beside(
    rows: CellTexts, around: str, first: int
) -> Iterator[tuple[int, list[DisprovedCell]]]:
    targets = {
        r: row
        for r, row in enumerate(rows)
        if _TARGET.fullmatch(row[first])
        and (first < 2 or not row[first].isdecimal())  # a plain number there may be anything
    }
    if len(targets) < FEWEST:
        return
    heads = [row for r, row in enumerate(rows[:2]) if r not in targets]
    for column in range(first + 1, len(rows[0])):
        head = " ".join(row[column] for row in heads)
        typed = {
            r: (match["number"], row[first])
            for r, row in targets.items()
            if (match := _PERCENTAGE.fullmatch(row[column]))
        }
        named = [f"{each.query}" for each in dice_in(f"{head}; {around}")]
        best = _best(typed, [*dict.fromkeys(named), *COMMON], len(set(named)))
        if best is not None:
            wrong = [r for r in best.exact if r not in best.right]
            yield column, [best.disproved(r, column, *typed[r]) for r in wrong]


@dataclass(frozen=True)
class _Best:
    """The dice that explain a column: the exact chance of each row, and the rows that have it."""

    dice: str
    exact: Mapping[int, Fraction]
    right: set[int]
    is_named: bool

    def disproved(self, row: int, column: int, typed: str, target: str) -> DisprovedCell:
        exact = self.exact[row]
        right = typed_like(typed, numeral(typed), exact)
        why = f"{target} on {self.dice} is {float(exact * 100):.4g}%"
        return DisprovedCell(row, column, typed, right, why, self.is_named)


def _best(
    typed: Mapping[int, tuple[str, str]], candidates: Iterable[str], named: int
) -> _Best | None:
    """The dice and the sense of a bare number by which the most chances are right."""
    best: _Best | None = None
    for place, (dice, bare) in enumerate(product(candidates, (">=", "=", "<="))):
        exact = {
            r: chance
            for r, (_, target) in typed.items()
            if (chance := _chance(dice, target, bare)) is not None
        }
        right = {r for r in exact if is_right(numeral(typed[r][0]), exact[r])}
        is_named = place < 3 * named
        least = FEWEST if is_named else CERTAIN
        distinct = {exact[r] for r in right if 0 < exact[r] < 1}
        is_proof = len(distinct) >= least and len(right) * 4 >= len(typed) * 3
        if is_proof and (best is None or len(right) > len(best.right)):
            best = _Best(dice, exact, right, is_named)
    return best


@lru_cache(maxsize=4096)
def _chance(dice: str, target: str, bare: str) -> Fraction | None:
    match = _TARGET.fullmatch(target)
    if match is None:
        return None
    counts = counts_of(dice)
    low, high = int(match["low"]), int(match["high"] or match["low"])
    reach = Range(low, high)
    if match["more"] or match["least"]:
        reach = Range(low, None)
    elif match["less"] or match["most"]:
        reach = Range(None, low)
    elif match["high"] is None and bare != "=":
        reach = Range(low, None) if bare == ">=" else Range(None, low)
    if not counts or low > max(counts) or high < min(counts):
        return None
    return reach.chance(counts)


def _on_a_grid(rows: CellTexts, form: re.Pattern[str], coincidence: float) -> Iterator[int]:
    """Columns whose decimals are those of dice, and of nothing else by any coincidence."""
    cells = {
        c: {numeral(match["number"]) for row in rows if (match := form.fullmatch(row[c]))}
        for c in range(len(rows[0]))
    }
    every = {each for column in cells.values() for each in column if each.digits}
    if any(_likely_on_grid(every, grid) < coincidence for grid in GRIDS):
        yield from (c for c, column in cells.items() if any(each.digits for each in column))


def _outcomes_on_a_grid(rows: CellTexts) -> Iterator[int]:
    """Columns of outcomes that share each row: whole percentages of two d6, by no coincidence."""
    shared: list[list[Numeral]] = []
    for row in rows:
        typed = [numeral(match["number"]) for text in row if (match := _PERCENTAGE.fullmatch(text))]
        if len(typed) > 2 and abs(sum((each.value for each in typed), Fraction(-100))) <= 1:
            shared.append(typed)
    values = {each.value for row in shared for each in row}
    on_grid = {Fraction(round(Fraction(100 * k, 36))) for k in range(37)}
    told = {value for value in values if value % 5}
    if len(shared) >= FEWEST and values <= on_grid and len(told) >= FEWEST + 2:
        yield from (
            c
            for c in range(len(rows[0]))
            if sum(_PERCENTAGE.fullmatch(row[c]) is not None for row in rows) >= FEWEST
        )


def _likely_on_grid(typed: set[Numeral], grid: int) -> float:
    """The chance that other numbers would be parts of so many rolls, rounded in any way."""
    likely = 1.0
    for each in typed:
        scale = 10**each.digits
        steps = each.value * grid / 100
        near = [Fraction(100 * k, grid) * scale for k in (steps.__floor__(), steps.__ceil__())]
        if not any(abs(one - each.value * scale) < 1 for one in near):
            return 1.0
        likely *= min(1.0, 2 * grid / (100 * scale))
    return likely
