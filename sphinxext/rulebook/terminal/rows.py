"""The rows of a table: every value that may well come, what is rare in one row at each end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from ..dice.law import Law

FADED = Fraction(1, 2000)  # what would show as less than 0.1%
MOST_ROWS = 50  # of single values; more are shown in spans
MOST_SPANS = 30


class AnswerRow(NamedTuple):
    """A row of a table: what it stands for, its own chance, and that of it or more."""

    label: str
    exactly: Fraction
    at_least: Fraction
    folded: bool = False


def rows_of_outcomes(outcomes: dict[str, Fraction]) -> Iterator[AnswerRow]:
    left = sum(outcomes.values(), Fraction(0))
    for name, chance in outcomes.items():
        yield AnswerRow(name, chance, left)
        left -= chance


def rows_of_values(law: Law) -> Iterator[AnswerRow]:
    """A row for each value that may well come, its rare ends in one row each."""
    spans = _spans(law)
    low, _ = law.ends
    first, last = spans[0][0], spans[-1][1]
    if below := law.below(first):
        label = f"≤ {first - 1}" if law.low is None else _span(low, first - 1)
        yield AnswerRow(label, below, law.weight, folded=True)
    left = law.at_least(first)
    for start, end in spans:
        after = left - law.at(start) if start == end else law.at_least(end + 1)
        yield AnswerRow(_span(start, end), left - after, left)
        left = after
    if above := left:
        label = f"≥ {last + 1}" if last + 1 != law.high else str(law.high)
        yield AnswerRow(label, above, above, folded=True)


def _span(start: int, end: int) -> str:
    if start == end:
        return str(start)
    return f"{start} to {end}" if start < 0 else f"{start}–{end}"


def _spans(law: Law) -> list[tuple[int, int]]:
    """Each possible value by itself, or equal stretches where there are too many."""
    low, high = law.ends
    first = _last_where(low, high, lambda k: law.below(k) < FADED)
    last = _last_where(low, high, lambda k: law.at_least(k) >= FADED)
    if last - first < 10 * MOST_ROWS:
        found = enumerate(law.run(first, last), first)
        chances = {k: chance for k, chance in found if chance}
        possible = _without_rare_ends(chances)
        if len(possible) <= MOST_ROWS:
            return [(k, k) for k in possible]
    wide = next(w for w in _round_numbers() if (last - first) // w < MOST_SPANS)
    # A span ends on a multiple of its width: 1 to 5, 6 to 10.
    starts = range((first - 1) // wide * wide + 1, last + 1, wide)
    return [(max(start, low), min(start + wide - 1, high)) for start in starts]


def _without_rare_ends(chances: Mapping[int, Fraction]) -> list[int]:
    """The values without those at the ends that would show as next to nothing."""
    values = list(chances)
    rare = [chance < FADED for chance in chances.values()]
    if all(rare):
        return values
    return values[rare.index(False) : len(rare) - rare[::-1].index(False)]


def _last_where(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The greatest number of a range for which something holds that stops holding once."""
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _round_numbers() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10
