"""Two results against each other: the margin of the first over the second, exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from math import lcm

from ..errors import RulesError
from ..law import ZERO, Bounded, Law, Stretched
from ..series import Power, Series, multiply
from ..sums import Pole, Sum, merged

ERROR = Fraction(1, 10**15)
MOST_DICE = 4_000  # of both endless sides together


def margin(first: Law, second: Law) -> Law:
    """The law of first - second."""
    a, b = first.as_sum, second.as_sum
    if a is not None and b is not None:
        if b.high is not None:
            return _less(a, b)
        if a.high is not None:
            return Stretched(_less(b, a), -1)
        tails = a.poles, b.poles
        if tails[0] is not None and tails[1] is not None:
            return EndlessMargin(a, b, tails[0], tails[1])
    if first.high is not None or second.high is not None:
        return Margin(first, second)
    return BoundedMargin(first, second)


def _less(first: Sum, second: Sum) -> Sum:
    """The first sum less one that has an end: one sum of dice, some of them taken away."""
    taken = [(factor.stretched(-1), times) for factor, times in second.factors]
    return Sum(merged([*first.factors, *taken]), first.shift - second.shift)


class Difference(Law):
    """What every margin has: its ends and its average."""

    def __init__(self, first: Law, second: Law) -> None:
        """Take the second from the first."""
        self.first, self.second = first, second
        self.low = None if first.low is None or second.high is None else first.low - second.high
        self.high = None if first.high is None or second.low is None else first.high - second.low

    @cached_property
    def mean(self) -> Fraction | Bounded:
        """The average margin."""
        first, second = self.first.mean, self.second.mean
        if isinstance(first, Fraction) and isinstance(second, Fraction):
            return first - second
        a = first if isinstance(first, Bounded) else Bounded(first, ZERO)
        b = second if isinstance(second, Bounded) else Bounded(second, ZERO)
        return Bounded(a.near - b.near, a.error + b.error)


def _total(side: Law, other: Callable[[int], Fraction]) -> Fraction:
    """The chance over every value of one side, the other's chance given that value."""
    low, high = side.ends
    return sum((side.at(value) * other(value) for value in range(low, high + 1)), ZERO)


class Margin(Difference):
    """A margin of which at most one side is without end."""

    def below(self, k: int) -> Fraction:
        """The chance of a margin less than k."""
        if self.second.high is not None:
            return _total(self.second, lambda y: self.first.below(k + y))
        return _total(self.first, lambda x: self.second.at_least(x - k + 1))

    def at(self, k: int) -> Fraction:
        """The chance of a margin of exactly k."""
        if self.second.high is not None:
            return _total(self.second, lambda y: self.first.at(k + y))
        return _total(self.first, lambda x: self.second.at(x - k))


class EndlessMargin(Difference):
    """A margin of two endless sums.

    Beyond their numerators both sides are sums of a polynomial times a geometric series. So is
    the product that is summed; with q the polynomial whose roots are all its ratios, the series
    times q has an end, and its sum is what the first terms give, divided by q(1).
    """

    first: Sum
    second: Sum

    def __init__(self, first: Sum, second: Sum, falls: list[Pole], others: list[Pole]) -> None:
        """Find the polynomial that ends the product of both tails."""
        super().__init__(first, second)
        self._dice = sum(pole.times for pole in (*falls, *others))
        if self._dice > MOST_DICE:
            raise RulesError(
                f"{self._dice:,} dice that roll again without end on two sides are too many; "
                f"the most is {MOST_DICE:,}"
            )
        ender: tuple[int, ...] = (1,)
        for a in falls:
            for b in others:
                step = lcm(a.step, b.step)
                ratio = a.ratio ** (step // a.step) * b.ratio ** (step // b.step)
                poly = (ratio.denominator, *(0,) * (step - 1), -ratio.numerator)
                times = a.times + b.times - 1
                power = Series([Power(poly, times)]).upto(step * times)
                ender = multiply(ender, power)
        self._ender = ender

    def at_least(self, k: int) -> Fraction:
        """The chance of a margin of k or more."""
        first, second = self.first, self.second
        offset = second.low + k - first.low
        enough = max(second.degree + 1, first.degree + 1 - offset, 0) + len(self._ender)
        ones = second.series.upto(enough)
        theirs = first.series.upto(max(enough + offset, 0))
        extra = max(offset - 1, 0)
        both = first.scale * second.scale
        # What is left of the first side at each value, over den * scale^(j + extra).
        so_far = sums = 0
        for i in range(offset):
            so_far = so_far * first.scale + theirs[i]
        whole = first.den * first.scale**extra
        prefix = []
        for j in range(enough + 1):
            i = j + offset
            if i >= 1 and j:
                so_far = so_far * first.scale + theirs[i - 1]
            left = whole - so_far * first.scale ** (extra - offset + 1) if i >= 1 else whole
            sums = sums * both + ones[j] * left
            prefix.append(sums)
            whole *= first.scale
        top, weight = 0, 1
        for j, c in enumerate(self._ender):
            top += c * weight * prefix[enough - j]
            weight *= both
        den = first.den * first.scale**extra * second.den * both**enough * sum(self._ender)
        return Fraction(top, den)

    def below(self, k: int) -> Fraction:
        """The chance of a margin less than k."""
        return 1 - self.at_least(k)

    @property
    def bits(self) -> int:
        """About how much it is to find every chance, on the scale of other laws."""
        return self._dice**3


class BoundedMargin(Difference):
    """A margin of two endless sides of no known form, cut where less than 1e-15 is left."""

    error = ERROR

    @cached_property
    def _enough(self) -> int:
        k = self.second.ends[1]
        while self.second.at_least(k) > ERROR:
            k += 1
        return k

    def below(self, k: int) -> Fraction:
        """The chance of a margin less than k, within the error."""
        assert self.second.low is not None
        values = range(self.second.low, self._enough)
        return sum((self.second.at(y) * self.first.below(k + y) for y in values), ZERO)
