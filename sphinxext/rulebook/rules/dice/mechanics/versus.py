"""Two results against each other: the margin of the first over the second, exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from math import inf, lcm, log2

from ...budget import afford, lowest_terms, most_bits, product, spend, step
from ..law import ZERO, Bounded, Law, Stretched, first_place, total_over
from ..series import Power, Series, multiply
from ..sums import Pole, Sum

ERROR = Fraction(1, 10**17)  # so that the errors of many margins together stay below 1e-15
PRECISE = 128  # bits of a chance that is bounded
EACH = 600  # bits that one pair of values counts for
EACH_PAIR = 3_000  # nanoseconds for two values held against each other


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
    if a is not None and (other := Stretched(second, -1).as_sum) is not None:
        return a.plus(other)
    if b is not None and (other := Stretched(first, -1).as_sum) is not None:
        return Stretched(other.plus(b), -1)
    if _has_ends(first) or _has_ends(second):
        return Margin(first, second)
    return BoundedMargin(first, second)


def _has_ends(law: Law) -> bool:
    return law.low is not None and law.high is not None


def _less(first: Sum, second: Sum) -> Sum:
    """The first sum less one that has an end: one sum of dice, some of them taken away."""
    taken = second.stretched(-1, 0)
    assert taken is not None
    return first.plus(taken)


class AnyMargin(Law):
    """The common part of every margin: its ends and its average."""

    def __init__(self, first: Law, second: Law) -> None:
        """Take the second from the first."""
        self.first, self.second = first, second
        self.low = None if first.low is None or second.high is None else first.low - second.high
        self.high = None if first.high is None or second.low is None else first.high - second.low
        self.error = first.error + second.error

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
    spend(
        (high - low + 1) * EACH_PAIR,
        f"a margin over {high - low + 1:,} results of one side is too much to find exactly",
    )
    return total_over(((value, side.at(value)) for value in range(low, high + 1)), other)


class Margin(AnyMargin):
    """A margin of which at least one side has both ends."""

    def below(self, k: int) -> Fraction:
        """The chance of a margin less than k."""
        if _has_ends(self.second):
            return _total(self.second, lambda y: self.first.below(k + y))
        return _total(self.first, lambda x: self.second.at_least(x - k + 1))

    def at(self, k: int) -> Fraction:
        """The chance of a margin of exactly k."""
        if _has_ends(self.second):
            return _total(self.second, lambda y: self.first.at(k + y))
        return _total(self.first, lambda x: self.second.at(x - k))

    @property
    def bits(self) -> int:
        """About how much it is to find every chance, on the scale of other laws."""
        (low, high), (least, most) = self.first.ends, self.second.ends
        return EACH * (high - low + 1) * (most - least + 1)


class EndlessMargin(AnyMargin):
    """A margin of two endless sums.

    Beyond their numerators both sides are sums of a polynomial times a geometric series. So is
    the product that is summed. Let q be the polynomial whose roots are all its ratios. The series
    times q has an end, and its sum is what the first terms give, divided by q(1).
    """

    first: Sum
    second: Sum

    def __init__(self, first: Sum, second: Sum, falls: list[Pole], others: list[Pole]) -> None:
        """Find the polynomial that ends the product of both tails."""
        super().__init__(first, second)
        self._dice = sum(pole.times for pole in (*falls, *others))
        steps = sum(lcm(a.step, b.step) * (a.times + b.times) for a in falls for b in others)
        afford(
            self._dice,
            lambda few: (
                (steps * few / self._dice) ** 2 * 60
            ),  # to multiply out what ends the series
            lambda within: (
                f"{self._dice:,} dice that roll again without end on two sides are too many; "
                f"{within:,} are within reach"
            ),
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
        afford(abs(k), lambda far: self._cost(far if k > 0 else -far), self._too_far)
        enough = self._terms(offset)
        ones = second.series.each(enough)
        theirs = iter(first.series.each(max(enough + offset, 0)))
        extra = max(offset - 1, 0)
        both = first.scale * second.scale
        # What is left of the first side at each value, over den * scale^(j + extra).
        so_far = sums = 0
        for term in islice(theirs, max(offset, 0)):
            so_far = so_far * first.scale + term
        whole = first.den * first.scale**extra
        prefix = []
        for j, one in enumerate(ones):
            i = j + offset
            if i >= 1 and j:
                so_far = so_far * first.scale + next(theirs)
            left = whole - so_far * first.scale ** (extra - offset + 1) if i >= 1 else whole
            sums = sums * both + one * left
            prefix.append(sums)
            whole *= first.scale
        top, weight = 0, 1
        for j, c in enumerate(self._ender):
            top += c * weight * prefix[enough - j]
            weight *= both
        den = first.den * first.scale**extra * second.den * both**enough * sum(self._ender)
        return Fraction(top, den)

    def _terms(self, offset: int) -> int:
        """Count the terms until the series has an end."""
        beyond = max(self.second.degree + 1, self.first.degree + 1 - offset, 0)
        return beyond + len(self._ender)

    def _cost(self, k: int) -> float:
        """The nanoseconds that the chance of k or more takes, its terms kept in memory."""
        first, second = self.first, self.second
        offset = second.low + k - first.low
        enough = self._terms(offset)
        one = second.den.bit_length() + enough * log2(second.scale)
        left = first.den.bit_length() + (enough + max(offset, 0)) * log2(first.scale)
        if enough * (one + left) / 2 > most_bits():
            return inf
        theirs, mine = second.cost_of_term(one / 2), first.cost_of_term(left / 2)
        each = product(one / 2, left / 2) + 3 * step(one + left) + theirs + mine
        return enough * each + max(offset, 0) * mine + lowest_terms(one + left)

    def _too_far(self, within: int) -> str:
        if not within:
            return (
                f"a margin of {self._dice:,} dice that roll again on two sides is too much to find"
            )
        return f"the margin of these dice is known exactly up to {within:,}, no farther"

    def below(self, k: int) -> Fraction:
        """The chance of a margin less than k."""
        return 1 - self.at_least(k)

    def run(self, low: int, high: int) -> Iterator[Fraction]:
        """The chances of low to high, each from two neighbours that are found once."""
        before = self.at_least(low)
        for k in range(low, high + 1):
            after = self.at_least(k + 1)
            yield before - after
            before = after

    @property
    def bits(self) -> int:
        """About how much it is to find every chance, on the scale of other laws."""
        return self._dice**3


class BoundedMargin(AnyMargin):
    """A margin of two endless sides of no known form, cut where next to nothing is left."""

    def __init__(self, first: Law, second: Law) -> None:
        """Take the second from the first."""
        super().__init__(first, second)
        self.error += ERROR

    def below(self, k: int) -> Fraction:
        """The chance of a margin less than k, within the error."""
        first, sums = self._sums
        place = min(max(k - first, 0), len(sums) - 1)
        return Fraction(sums[place], sums[-1])

    @cached_property
    def _sums(self) -> tuple[int, list[int]]:
        """The least margin that is looked at, and the ways to less than it and each one after."""
        (low, ways), (least, others) = _cut(self.first), _cut(self.second)
        size = (2 * PRECISE + max(len(ways), len(others)).bit_length()) // 8 + 1
        spend(
            product(8 * size * len(ways), 8 * size * len(others))
            + (len(ways) + len(others)) * EACH_PAIR,
            "two sides without an end are too much to compare",
        )
        both = _packed(ways, size) * _packed(others[::-1], size)
        margins = len(ways) + len(others) - 1
        data = both.to_bytes(margins * size, "little")
        each = (int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size))
        return low - (least + len(others) - 1), [0, *accumulate(each)]


def _cut(law: Law) -> tuple[int, list[int]]:
    """The least value and the chances from there, of PRECISE bits; its ends hold all beyond."""
    low, high = law.ends
    if law.high is None:
        high = first_place(high, 1, lambda k: law.at_least(k) < ERROR / 8)
    if law.low is None:
        low = first_place(low, -1, lambda k: law.below(k + 1) < ERROR / 8)
    spend(law.cost_of_run(high - low + 1), "two sides without an end are too much to compare")
    ways = [(chance.numerator << PRECISE) // chance.denominator for chance in law.run(low, high)]
    ways[-1] += (1 << PRECISE) - sum(ways)
    return low, ways


def _packed(ways: Sequence[int], size: int) -> int:
    """Pack the ways into one number, with so many bytes for each."""
    return int.from_bytes(b"".join([one.to_bytes(size, "little") for one in ways]), "little")
