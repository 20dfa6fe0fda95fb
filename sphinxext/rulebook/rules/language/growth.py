"""The growth of a calculated number with a result that has no end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, lcm
from typing import NamedTuple

from ..errors import RulesError
from .formulas import NOTHING, Number

KnownAt = Callable[[int], Mapping[str, object]]
MovingWords = Mapping[str, Fraction]
MOST_STEP = 1_000  # values after which a number goes on as before


class Growth(NamedTuple):
    """From `start` on, the number is larger by `rise` after every `step` values."""

    start: int
    step: int
    rise: Fraction

    def every(self, step: int) -> Fraction:
        """The rise after so many values, a multiple of its own step."""
        return self.rise * step / self.step


class Rising:
    """A number that is calculated from a result: its value at each result, and its growth.

    `known` gives the words their values at a result; `moving` says by how much a word rises with
    each result. Results go from `low` upwards without end.
    """

    def __init__(self, low: int, known: KnownAt, moving: MovingWords) -> None:
        """Take what is known at each result."""
        self._low, self._known, self._moving = low, known, moving

    def of(self, number: Number) -> Growth:
        """The growth of the number."""
        if not number.parts:
            rise = self._moving.get(number.apply, Fraction(0))
            return Growth(self._low, 1, rise)
        if number.apply in ("min", "max"):
            return self._outermost(number)
        if number.apply in ("*", "/"):
            return self._scaled(number)
        grown = [self.of(part) for part in number.parts]
        start, step = max(one.start for one in grown), lcm(*[one.step for one in grown])
        if number.apply in ("+", "-"):
            first, second = [one.every(step) for one in grown]
            return Growth(start, step, first + second if number.apply == "+" else first - second)
        rise = grown[0].rise / 2 if number.apply == "half" else grown[0].rise
        step *= rise.denominator
        if step > MOST_STEP:
            raise RulesError(f"'{number}' divides a result without end by too large a number")
        return Growth(start, step, rise * rise.denominator)

    def _scaled(self, number: Number) -> Growth:
        first, second = number.parts
        if number.apply == "*" and not self._moves(first):
            first, second = second, first
        if self._moves(second):
            raise RulesError(
                f"'{number}' calculates with a result that has no end in two places; add, "
                "subtract or compare it instead"
            )
        by = Fraction(second.value(self._known(self._low)))
        if number.apply == "/":
            number.value(self._known(self._low))  # which refuses to divide by nothing
            by = 1 / by
        one = self.of(first)
        return one._replace(rise=one.rise * by)

    def _moves(self, number: Number) -> bool:
        return bool(number.names() & self._moving.keys())

    def _outermost(self, number: Number) -> Growth:
        """The growth of the least or the greatest of some numbers: that of the last to lead."""
        first, *others = number.parts
        found, so_far = self.of(first), first
        for part in others:
            one = self.of(part)
            step = lcm(found.step, one.step)
            a, b = found.every(step), one.every(step)
            start = max(found.start, one.start)
            if a != b:
                # Beyond its last change of sign the same one of the two leads for good.
                behind = Number("-", (so_far, part) if a < b else (part, so_far))
                start = self.last_above(behind, Growth(start, step, min(a, b) - max(a, b)))
            rise = min(a, b) if number.apply == "min" else max(a, b)
            so_far = Number(number.apply, (so_far, part))
            found = Growth(start, step, rise)
        return found

    def last_above(self, number: Number, growth: Growth) -> int:
        """The result from which on a number that falls for good stays below nothing."""
        last = growth.start
        for result in range(growth.start, growth.start + growth.step):
            above = Fraction(number.value(self._known(result)))
            if above >= 0:
                times = ceil(above / -growth.rise) + 1
                last = max(last, result + times * growth.step)
        return last

    def settled(self, number: Number) -> int | None:
        """The result from which on the number keeps its sign, or None where it never does."""
        growth = self.of(number)
        if growth.rise:
            falling = number if growth.rise < 0 else Number("-", (NOTHING, number))
            return self.last_above(falling, growth._replace(rise=-abs(growth.rise)))
        ends = range(growth.start, growth.start + growth.step)
        signs = {_sign(Fraction(number.value(self._known(result)))) for result in ends}
        return growth.start if len(signs) == 1 else None


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)
