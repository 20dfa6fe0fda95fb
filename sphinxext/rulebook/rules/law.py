"""How likely each whole number is: the laws that every way of rolling ends in, exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import NamedTuple

from .series import Power, Series

ZERO, ONE = Fraction(0), Fraction(1)
FADED = Fraction(1, 10**12)  # where an endless tail is shown as one entry


class Bounded(NamedTuple):
    """A number known within a proven error, where no closed form is known."""

    near: Fraction
    error: Fraction


class Pole(NamedTuple):
    """How an endless tail falls: every `step` values by `ratio`, times a polynomial."""

    step: int
    ratio: Fraction
    times: int


def _first(start: int, step: int, holds: Callable[[int], bool]) -> int:
    """The first number from `start` on, going up or down, from which on it holds."""
    reach = 1
    while not holds(start + step * reach):
        reach *= 2
    out, within = 0 if reach == 1 else reach // 2, reach
    while within - out > 1:
        middle = (out + within) // 2
        if holds(start + step * middle):
            within = middle
        else:
            out = middle
    return start if out == 0 and holds(start) else start + step * within


class Law:
    """The chances of whole numbers; `low` or `high` is None where there is no end."""

    low: int | None
    high: int | None
    error = ZERO  # how far a chance may be off, where no closed form is known

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        raise NotImplementedError

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self.below(k + 1) - self.below(k)

    def at_least(self, k: int) -> Fraction:
        """The chance of k or more."""
        return self.weight - self.below(k)

    def between(self, low: int | None, high: int | None) -> Fraction:
        """The chance of low to high, both among them; None is no end."""
        if low is None:
            return self.weight if high is None else self.below(high + 1)
        if high is None:
            return self.at_least(low)
        if low == high:
            return self.at(low)
        return self.below(high + 1) - self.below(low)

    @property
    def weight(self) -> Fraction:
        """The chance of any value: one, but for a part of a law."""
        return ONE

    @property
    def mean(self) -> Fraction | Bounded:
        """The average value."""
        raise NotImplementedError

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest value that is shown by itself."""
        low, high = self.low, self.high
        if high is None:
            high = _first(0 if low is None else low, 1, lambda k: self.at_least(k) < FADED)
        if low is None:
            low = _first(high, -1, lambda k: self.below(k + 1) < FADED)
        return low, high

    @property
    def median(self) -> int:
        """The least value whose chance of being at most that is one half or more."""
        k, high = self.ends
        half = Fraction(1, 2)
        while high - k > 1:
            middle = (k + high) // 2
            if self.below(middle + 1) >= half:
                high = middle
            else:
                k = middle
        return k if self.below(k + 1) >= half else high


class Listed(Law):
    """A law from its numerators, one a value from `low` on."""

    def __init__(self, low: int, numerators: Sequence[int], den: int) -> None:
        """Keep the numerators over their common denominator, without what is never reached."""
        first = next((i for i, n in enumerate(numerators) if n), 0)
        last = next((i for i in range(len(numerators) - 1, -1, -1) if numerators[i]), 0)
        self.numerators = numerators[first : last + 1]
        self.low: int = low + first
        self.high: int = low + last
        self.den = den

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        if k <= self.low:
            return ZERO
        return Fraction(sum(self.numerators[: k - self.low]), self.den)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        if not self.low <= k <= self.high:
            return ZERO
        return Fraction(self.numerators[k - self.low], self.den)

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return Fraction(sum(self.numerators), self.den)

    @cached_property
    def mean(self) -> Fraction:
        """The average value."""
        total = sum(k * n for k, n in enumerate(self.numerators, self.low))
        return Fraction(total, self.den)


class Factor(NamedTuple):
    """What one die, or a group kept together, brings to a sum: z^shift * top(z) / bottom(z)."""

    shift: int
    top: tuple[int, ...]
    bottom: tuple[int, ...]  # a number alone, but for a die that rolls again without end
    mean: Fraction

    @property
    def pole(self) -> tuple[int, Fraction] | None:
        """How far apart and how fast the tail falls, where it falls in one way only."""
        steps = [j for j, c in enumerate(self.bottom) if c and j]
        if len(steps) != 1:
            return None
        return steps[0], Fraction(-self.bottom[steps[0]], self.bottom[0])

    @property
    def scale(self) -> int:
        """The least S for which bottom(S z) has a constant that divides it."""
        if len(self.bottom) == 1:
            return 1
        lead = self.bottom[0]
        return next(
            s
            for s in range(1, lead + 1)
            if all(c * s**j % lead == 0 for j, c in enumerate(self.bottom))
        )


class Sum(Law):
    """The law of a sum of independent dice, in closed form."""

    def __init__(self, factors: Sequence[tuple[Factor, int]], shift: int = 0) -> None:
        """Take each factor as often as it stands in the sum; shift is added at the end."""
        self._factors = factors
        self._shift = shift
        low, degree, den, endless, proper = shift, 0, 1, False, True
        for factor, times in factors:
            low += factor.shift * times
            degree += (len(factor.top) - 1) * times
            den *= factor.bottom[0] ** times
            endless = endless or len(factor.bottom) > 1
            proper = proper and sum(factor.top) == sum(factor.bottom)
        self.low: int = low
        self._proper = proper
        self.den = den
        self.degree = degree
        self.high: int | None = None if endless else low + degree
        self.scale = 1
        if endless:
            for factor, _ in factors:
                scale = factor.scale
                self.scale = self.scale * scale // gcd(self.scale, scale)
        self.series = Series(self._powers(flip=False))

    def _powers(self, *, flip: bool) -> list[Power]:
        powers = []
        scale = self.scale
        for factor, times in self._factors:
            top = factor.top[::-1] if flip else factor.top
            if scale != 1:
                top = tuple([c * scale**j for j, c in enumerate(top)])
                bottom = factor.bottom
                if len(bottom) > 1:
                    lead = bottom[0]
                    tail = tuple([c * scale**j // lead for j, c in enumerate(bottom)])
                    powers.append(Power(tail, -times))
            powers.append(Power(top, times))
        return powers

    @cached_property
    def _from_top(self) -> Series:
        return Series(self._powers(flip=True))

    def all_numerators(self) -> list[int]:
        """Every numerator over `den`, from `low` on; only where there is an end."""
        return self.series.upto(self.degree)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        i = k - self.low
        if i < 0 or (self.high is not None and k > self.high):
            return ZERO
        if self.scale == 1:
            if 2 * i > self.degree and self.high is not None:
                return Fraction(self._from_top.upto(self.degree - i)[self.degree - i], self.den)
            return Fraction(self.series.upto(i)[i], self.den)
        return Fraction(self.series.upto(i)[i], self.den * self.scale**i)

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        top, den = self.count_below(k)
        return Fraction(top, den)

    def at_least(self, k: int) -> Fraction:
        """The chance of k or more."""
        if not self._proper:
            return self.weight - self.below(k)
        top, den = self.count_below(k)
        return Fraction(den - top, den)

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value: less than one where a factor holds some faces only."""
        total = ONE
        if not self._proper:
            for factor, times in self._factors:
                total *= Fraction(sum(factor.top), sum(factor.bottom)) ** times
        return total

    def count_below(self, k: int) -> tuple[int, int]:
        """The chance of less than k as two whole numbers, not yet in lowest terms."""
        i, den = k - self.low, self.den
        if i <= 0:
            return 0, den
        if self.high is not None:
            if i > self.degree and self._proper:
                return den, den
            if self._proper and 2 * i > self.degree and len(self.series.terms) < i:
                rest = self.degree - i
                return den - sum(self._from_top.upto(rest)[: rest + 1]), den
        terms, scale = self.series.upto(i - 1), self.scale
        if scale == 1:
            return sum(terms[:i]), den
        total = 0
        for term in terms[:i]:
            total = total * scale + term
        return total, den * scale ** (i - 1)

    @cached_property
    def mean(self) -> Fraction:
        """The average value."""
        return sum((f.mean * times for f, times in self._factors), Fraction(self._shift))

    @property
    def poles(self) -> list[Pole] | None:
        """How the tail falls, or None where that is not known in closed form."""
        poles = []
        for factor, times in self._factors:
            if len(factor.bottom) > 1:
                if factor.pole is None:
                    return None
                poles.append(Pole(*factor.pole, times))
        return poles


class Rest(Law):
    """A law without one of its parts."""

    def __init__(self, whole: Law, part: Law) -> None:
        """Take the part away from the whole."""
        self._whole, self._part = whole, part
        self.low, self.high = whole.low, whole.high

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        return self._whole.below(k) - self._part.below(k)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self._whole.at(k) - self._part.at(k)

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self._whole.weight - self._part.weight
