"""The best or the worst of several whole results."""

from __future__ import annotations

from collections.abc import Callable

from ...dice.law import ZERO
from ..model.game import Check
from .odds import Odds, WorkedCase, WorkedCases, by_cases


def _in_order(check: Check | None) -> Callable[[WorkedCase], tuple[int, int]]:
    """Rank a whole result: by its outcome, then by its number."""
    places = {one.name: i for i, one in enumerate(check.outcomes)} if check else {}

    def rank(case: WorkedCase) -> tuple[int, int]:
        return places.get(case[0] or "", 0), case[1]

    return rank


def best_of(
    check: Check, inner: Check | None, cases: WorkedCases, many: int, *, best: bool
) -> Odds:
    """Return the odds of the best, or the worst, of so many whole results."""
    order = sorted(cases, key=_in_order(inner), reverse=not best)
    found, below = {}, ZERO
    for case in order:
        upto = below + cases[case]
        found[case] = upto**many - below**many
        below = upto
    return by_cases(check, found)
