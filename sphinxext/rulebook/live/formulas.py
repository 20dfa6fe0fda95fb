"""Formulas and conditions of a throw as small trees, which the page works out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..rules.language.conditions import ALL_FAILURES
from ..rules.language.formulas import ALWAYS, AND, NEVER, OR, Condition, Number


def number(found: Number) -> Any:
    """Return a number, or a condition, as the page works it out."""
    if found.parts:
        return [found.apply, *map(number, found.parts)]
    if found.shows:
        return ["is", found.key, found.wanted]
    if not found.key and found.apply[0].isdecimal():
        value = Fraction(found.apply)
        return value.numerator if value.denominator == 1 else f"{value}"
    return found.key or found.apply


def condition(found: Condition) -> Any:
    """Return a condition as a small tree."""
    if found.apply in (AND, OR):
        return [found.apply, *map(condition, found.parts)]
    if found in (ALWAYS, NEVER):
        return [AND if found == ALWAYS else OR]
    return ["!=", ALL_FAILURES, 0] if found.apply == ALL_FAILURES else number(found)
