"""Writes what a page works out of a throw: formulas, conditions, dice that go again or are kept.

The engine chooses dice for every throw that may lie; the page looks its own throw up. Faces that
nothing tells apart are one look, and a throw is how many dice show each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ...dice.budget import spend
from ..dice.alike_faces import EACH_THROW
from ..dice.cells import LookCounts
from ..dice.pushed import Pushed
from ..language.conditions import ALL_FAILURES
from ..language.formulas import ALWAYS, AND, NEVER, OR, Condition, Number
from ..model.roll import Die
from .program import NoThrow

MOST_THROWS: Final = 20_000  # that may lie in all settings together


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


class Choices:
    """The choices of each roll, kept once, by the number under which the page has them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.all: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}
        self._throws = 0

    def number_of(self, way: Pushed, dice: Mapping[int, Die]) -> int:
        """Return the number of a roll's choices; refuse too many for a page."""
        if self._throws <= MOST_THROWS:
            found = _choices(way, dice)
            number = self._numbers.setdefault(repr(found), len(self.all))
            if number == len(self.all):
                self.all.append(found)
                self._throws += len(found["again"]) + len(found["keep"])
        if self._throws > MOST_THROWS:
            raise NoThrow("the dice can fall in too many ways for a page")
        return number


def _choices(way: Pushed, dice: Mapping[int, Die]) -> dict[str, Any]:
    looks = {number: way.looks.places[die.name] for number, die in dice.items()}
    again, keep = {}, {}
    for counts, pushes, stays in _throws(way):
        throw = f"{pushes}:{_text(counts)}"
        if stays is not None:
            again[throw] = _text(stays)
        elif (kept := way.lies(counts, pushes)[0].kept) != counts:
            keep[throw] = _text(kept)
    return {"looks": looks, "many": len(way.looks.looks), "again": again, "keep": keep}


def _throws(way: Pushed) -> Iterator[tuple[LookCounts, int, LookCounts | None]]:
    """Yield each throw that may lie after so many pushes, and its dice that stay; None ends it."""
    lying = {counts for counts, _ in way.looks.after(way.looks.nothing)}
    for pushes in range(way.times + 1):
        going = set()
        spend(len(lying) * EACH_THROW)
        for counts in sorted(lying):
            stays = way.chosen(counts, pushes)
            yield counts, pushes, stays
            if stays is not None:
                going.add(stays)
        lying = {after for stays in going for after, _ in way.looks.after(stays)}


def _text(counts: Sequence[int]) -> str:
    return ",".join(map(str, counts))
