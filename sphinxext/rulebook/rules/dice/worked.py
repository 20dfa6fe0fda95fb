"""Odds that are known case by case: each outcome with each number, and how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from ...dice.budget import spend
from ...dice.law import ZERO
from ..errors import RulesError, fold
from ..language.conditions import DEGREE, FLAT, VALUE, holds, known_at
from ..model.game import Check
from .mechanics.reckoned import result_of
from .odds import Odds, WorkedCase, WorkedCases, by_cases

EACH_PAIR = 8_000  # nanoseconds for a pair of cases that is looked at


def _added(cases: Iterable[tuple[WorkedCase, Fraction]]) -> dict[WorkedCase, Fraction]:
    found: dict[WorkedCase, Fraction] = {}
    for case, chance in cases:
        if chance:
            found[case] = found.get(case, ZERO) + chance
    return found


class Side:
    """One side of an opposed check: its name, its check and its cases."""

    def __init__(self, name: str, check: Check | None, cases: WorkedCases) -> None:
        """Keep what is compared of it."""
        self.name, self.cases = name, cases
        self.places = {one.name: i for i, one in enumerate(check.outcomes)} if check else {}
        self._groups: dict[str | None, frozenset[str]] = {
            one: frozenset(fold(g) for g, names in check.groups.items() if one in names)
            for one in self.places
            if check
        }
        self._labels = {one.name: one.label for one in check.outcomes} if check else {}

    def facts(self, case: WorkedCase) -> dict[str, Any]:
        """The facts about the side that conditions may use."""
        name, value = case
        return {self.name: value, f"{self.name} is": self.words(name)}

    def words(self, name: str | None) -> frozenset[str]:
        """Every word for an outcome, its groups among them."""
        if name is None:
            return frozenset()
        own = {fold(name), fold(self._labels[name])} - {""}
        return frozenset({*own, *[f"any {group}" for group in self._groups[name]]})


def compared(
    check: Check, first: Side, second: Side, one: WorkedCase, other: WorkedCase
) -> WorkedCase:
    """The outcome and margin of an opposed check, given the result of each side."""
    facts: dict[str, Any] = {FLAT: 0, **first.facts(one), **second.facts(other)}
    if one[0] is not None and other[0] is not None:
        facts[DEGREE] = first.places[one[0]] - second.places[other[0]]
    value = one[1] - other[1]
    if check.result is not None:
        value = result_of(check.result, {VALUE: value, **facts})
    name = None
    known = known_at(value, facts)
    if check.outcomes:
        name = next(
            (o.name for o in check.outcomes if o.when is not None and holds(o.when, known)), None
        )
        if name is None:
            raise RulesError(f"'{check.name}' has no outcome for a margin of {value}")
    return name, value


def opposed(check: Check, first: Side, second: Side) -> Odds:
    """The odds of an opposed check that compares more than two numbers."""
    spend(
        len(first.cases) * len(second.cases) * EACH_PAIR,
        f"the sides of '{check.name}' can give {len(first.cases):,} and "
        f"{len(second.cases):,} results, too many to compare each; compare the margin alone",
    )
    pairs = product(first.cases.items(), second.cases.items())
    return by_cases(
        check,
        _added((compared(check, first, second, a, b), p * q) for (a, p), (b, q) in pairs),
    )


def in_order(check: Check | None) -> Callable[[WorkedCase], tuple[int, int]]:
    """Rank a whole result: by its outcome, then by its number."""
    places = {one.name: i for i, one in enumerate(check.outcomes)} if check else {}

    def rank(case: WorkedCase) -> tuple[int, int]:
        return places.get(case[0] or "", 0), case[1]

    return rank


def best_of(
    check: Check, inner: Check | None, cases: WorkedCases, many: int, *, best: bool
) -> Odds:
    """The odds of the best, or the worst, of so many whole results."""
    order = sorted(cases, key=in_order(inner), reverse=not best)
    found, below = {}, ZERO
    for case in order:
        upto = below + cases[case]
        found[case] = upto**many - below**many
        below = upto
    return by_cases(check, found)
