"""Writes what a page works out of a throw: formulas, conditions, dice that go again or are kept.

The engine chooses dice for every throw that may lie; the page looks its own throw up. Faces that
nothing tells apart are one look, and a throw is how many dice show each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...dice.budget import spend
from ..dice.alike_faces import EACH_THROW
from ..dice.pushed import Pushed
from ..language.conditions import ALL_FAILURES
from ..language.formulas import ALWAYS, AND, NEVER, OR, Condition, Number
from ..model.roll import Die


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


def choices(way: Pushed, dice: Mapping[int, Die]) -> dict[str, Any]:
    """Return which dice are thrown again, and which are kept, in every throw that may lie."""
    looks = {number: way.looks.places[die.name] for number, die in dice.items()}
    again, keep = {}, {}
    for counts, pushes, _, stays in way.throws():
        spend(EACH_THROW)
        throw = f"{pushes}:{_text(counts)}"
        if stays is not None:
            again[throw] = _text(stays)
        elif (kept := way.lies(counts, pushes)[0].kept) != counts:
            keep[throw] = _text(kept)
    return {"looks": looks, "many": len(way.looks.looks), "again": again, "keep": keep}


def _text(counts: Sequence[int]) -> str:
    return ",".join(map(str, counts))
