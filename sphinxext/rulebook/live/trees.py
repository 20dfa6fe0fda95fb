"""Conditions and formulas of a rules file as small trees, which the page works out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..rules.errors import RulesError
from ..rules.language.conditions import ALL_FAILURES, AllFailures, Both, Compare, Condition, Either
from ..rules.language.formulas import Number

FUNCTIONS = frozenset({"+", "-", "*", "/", "floor", "ceil", "min", "max", "half"})


def number(found: Number) -> Any:
    """Return a number as the page works it out; refuse a function that it does not know."""
    if found.parts:
        if found.apply not in FUNCTIONS:
            raise RulesError(f"a page does not work out '{found.apply}'")
        return [found.apply, *map(number, found.parts)]
    if found.key:
        return found.key
    if found.apply[0].isdecimal():
        value = Fraction(found.apply)
        return value.numerator if value.denominator == 1 else f"{value}"
    return found.apply


def condition(found: Condition) -> Any:
    """Return a condition as a small tree."""
    if isinstance(found, Compare):
        return [found.op, number(found.left), number(found.number)]
    if isinstance(found, AllFailures):
        return [ALL_FAILURES]
    if isinstance(found, Both | Either):
        return ["and" if isinstance(found, Both) else "or", *map(condition, found.parts)]
    if found.of:
        return ["is", found.of, f"any {found.name}" if found.group else found.name]
    raise RulesError(f"'is {found.name}' asks for an outcome, and none is known here")
