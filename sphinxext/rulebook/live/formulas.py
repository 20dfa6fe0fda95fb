"""Formulas and conditions of a throw as small trees, which the page works out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..rules.language.conditions import ALL_FAILURES, AllFailures, Both, Compare, Condition, Either
from ..rules.language.formulas import Number


def number(found: Number) -> Any:
    """Return a number as the page works it out."""
    if found.parts:
        return [found.apply, *map(number, found.parts)]
    if not found.key and found.apply[0].isdecimal():
        value = Fraction(found.apply)
        return value.numerator if value.denominator == 1 else f"{value}"
    return found.key or found.apply


def condition(found: Condition) -> Any:
    """Return a condition as a small tree."""
    if isinstance(found, Compare):
        return [found.op, number(found.left), number(found.number)]
    if isinstance(found, AllFailures):
        return ["!=", ALL_FAILURES, 0]
    if isinstance(found, Both | Either):
        return ["and" if isinstance(found, Both) else "or", *map(condition, found.parts)]
    return ["is", found.of, f"any {found.name}" if found.group else found.name]
