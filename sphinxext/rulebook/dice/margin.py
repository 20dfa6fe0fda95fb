"""Two results against each other: the margin of the first over the second, exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from math import inf, lcm, log2

from .budget import lowest_terms, most_bits, product, spend, step
from .law import (
    ZERO,
    Bounded,
    Law,
    Listed,
    Moved,
    Stream,
    chances,
    combined,
    first_place,
    total_over,
)
from .packed import pack, unpack
from .series import Power, Series, multiply
from .sums import Pole, Sum

EACH_ADDED = 5_000  # nanoseconds for a value of a sum
TOO_LARGE = "these rolls are too large to add up"
ERROR = Fraction(1, 10**17)  # so that the errors of many margins together stay below 1e-15
PRECISE = 128  # bits of a chance that is bounded
EACH_PAIR = 3_000  # nanoseconds for two values held against each other


def margin(first: Law, second: Law) -> Law:
    """Return the law of first - second."""
    a, b = first.as_sum, second.as_sum
    if a is not None and b is not None:
        if b.high is not None:
            return _less(a, b)
        if a.high is not None:
            return Moved(_less(b, a), -1)
        if a.poles is not None and b.poles is not None:
            found = _Endless(a, b, a.poles, b.poles)
            return _stream(a, b, lambda k: 1 - found.at_least(k), run=found.run)
    if a is not None and (other := Moved(second, -1).as_sum) is not None:
        return a.plus(other)
    if b is not None and (other := Moved(first, -1).as_sum) is not None:
        return Moved(other.plus(b), -1)
    if _has_ends(first) or _has_ends(second):
        return _by_values(first, second)
    bounded = _Bounded(first, second)
    return _stream(first, second, bounded.below, error=ERROR)


def total(first: Law, second: Law) -> Law:
    """Return the law of first + second."""
    a, b = first.as_sum, second.as_sum
    if a is not None and b is not None:
        return a.plus(b)
    if _has_ends(first) and _has_ends(second):
        one, other = _listed(first), _listed(second)
        den = one.den * other.den
        size = den.bit_length() // 8 + 1
        bits = [8 * size * len(law.numerators) for law in (one, other)]
        values = len(one.numerators) + len(other.numerators)
        spend(product(*bits) + EACH_ADDED * values, TOO_LARGE)
        both = pack(one.numerators, size) * pack(other.numerators, size)
        return Listed(one.low + other.low, unpack(both, size), den)
    if first.low is not None and second.low is not None:
        return _beside(first, second, first.low, second.low)
    return margin(first, Moved(second, -1))


def _beside(first: Law, second: Law, low: int, least: int) -> Law:
    """Return the sum of two laws with a least value each, going through those of the second."""

    def over(k: int, of: Callable[[int], Fraction]) -> Fraction:
        most = k - low if second.high is None else min(k - low, second.high)
        if most < least:
            return ZERO
        return total_over(enumerate(second.run(least, most), least), lambda v: of(k - v))

    def mean() -> Fraction | Bounded:
        return combined([(second.weight, first.mean), (first.weight, second.mean)])

    return Stream(
        (low + least, None),
        lambda k: over(k, first.below),
        mean,
        at=lambda k: over(k, first.at),
        weight=first.weight * second.weight,
        error=first.error + second.error,
    )


def _listed(law: Law) -> Listed:
    assert law.low is not None
    assert law.high is not None
    if isinstance(law, Listed):
        return law
    return Listed.of(law.low, [chance for _, chance in chances(law, law.low, law.high)])


def _has_ends(law: Law) -> bool:
    return law.low is not None and law.high is not None


def _less(first: Sum, second: Sum) -> Sum:
    """The first sum less one that has an end: one sum of dice, some of them taken away."""
    taken = second.stretched(-1, 0)
    assert taken is not None
    return first.plus(taken)


def _stream(
    first: Law,
    second: Law,
    below: Callable[[int], Fraction],
    *,
    at: Callable[[int], Fraction] | None = None,
    run: Callable[[int, int], Iterator[Fraction]] | None = None,
    error: Fraction = ZERO,
) -> Stream:
    """Return the margin of the first over the second, whose chances are found so."""
    low = None if first.low is None or second.high is None else first.low - second.high
    high = None if first.high is None or second.low is None else first.high - second.low
    return Stream(
        (low, high),
        below,
        lambda: combined([(1, first.mean), (-1, second.mean)]),
        at=at,
        run=run,
        error=first.error + second.error + error,
    )


def _by_values(first: Law, second: Law) -> Stream:
    """Return a margin of which one side at least has both ends, over all values of that side."""

    def over(side: Law, other: Callable[[int], Fraction]) -> Fraction:
        low, high = side.ends
        spend(
            (high - low + 1) * EACH_PAIR,
            f"a margin over {high - low + 1:,} results of one side is too much to find exactly",
        )
        return total_over(((value, side.at(value)) for value in range(low, high + 1)), other)

    def below(k: int) -> Fraction:
        if _has_ends(second):
            return over(second, lambda y: first.below(k + y))
        return over(first, lambda x: second.at_least(x - k + 1))

    def at(k: int) -> Fraction:
        if _has_ends(second):
            return over(second, lambda y: first.at(k + y))
        return over(first, lambda x: second.at(x - k))

    return _stream(first, second, below, at=at)


class _Endless:
    """A margin of two endless sums.

    Beyond their numerators both sides are sums of a polynomial times a geometric series. So is
    the product that is summed. Let q be the polynomial whose roots are all its ratios. The series
    times q has an end, and its sum is what the first terms give, divided by q(1).
    """

    def __init__(self, first: Sum, second: Sum, falls: list[Pole], others: list[Pole]) -> None:
        """Find the polynomial that ends the product of both tails."""
        self.first, self.second = first, second
        self._dice = sum(pole.times for pole in (*falls, *others))
        steps = sum(lcm(a.step, b.step) * (a.times + b.times) for a in falls for b in others)
        spend(
            steps**2 * 60,  # to multiply out what ends the series
            f"{self._dice:,} dice that roll again without end on two sides are too many; take "
            "fewer",
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
        spend(
            self._cost(k),
            f"a margin of {self._dice:,} dice that roll again on two sides is too much to find "
            "so far out; take fewer dice, or ask for one nearer to 0",
        )
        enough = self._terms(offset)
        ones = second.series.each(enough)
        theirs = iter(first.series.each(max(enough + offset, 0)))
        extra = max(offset - 1, 0)
        both = first.scale * second.scale
        # The rest of the first side at each value, over den * scale^(j + extra).
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

    def run(self, low: int, high: int) -> Iterator[Fraction]:
        """The chances of low to high, each from two neighbours that are found once."""
        before = self.at_least(low)
        for k in range(low, high + 1):
            after = self.at_least(k + 1)
            yield before - after
            before = after


class _Bounded:
    """A margin of two endless sides of no known form, cut where next to nothing is left."""

    def __init__(self, first: Law, second: Law) -> None:
        """Take the second from the first."""
        self.first, self.second = first, second

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
        both = pack(ways, size) * pack(others[::-1], size)
        margins = len(ways) + len(others) - 1
        each = unpack(both, size, margins)
        return low - (least + len(others) - 1), [0, *accumulate(each)]


def _cut(law: Law) -> tuple[int, list[int]]:
    """The least value and the chances from there, of PRECISE bits; its ends hold all beyond."""
    low, high = law.ends
    if law.high is None:
        high = first_place(high, 1, lambda k: law.at_least(k) < ERROR / 8)
    if law.low is None:
        low = first_place(low, -1, lambda k: law.below(k + 1) < ERROR / 8)
    ways = [(one.numerator << PRECISE) // one.denominator for _, one in chances(law, low, high)]
    ways[-1] += (1 << PRECISE) - sum(ways)
    return low, ways
