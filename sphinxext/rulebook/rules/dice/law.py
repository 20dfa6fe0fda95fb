"""Laws: the exact chance of each whole number, the end of every way of rolling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from ..budget import Meter, lowest_terms, of_fraction

if TYPE_CHECKING:
    from .sums import Sum

ZERO, ONE = Fraction(0), Fraction(1)
EACH_VALUE = 1_000  # nanoseconds to look at a value, beside what its chance takes
FADED = Fraction(1, 10**12)  # where an endless tail is shown as one entry


class Bounded(NamedTuple):
    """A number known within a proven error, where no closed form is known."""

    near: Fraction
    error: Fraction


def first_place(start: int, step: int, holds: Callable[[int], bool]) -> int:
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


def total_of(chances: Iterable[Fraction]) -> Fraction:
    """Return the sum of chances."""
    meter, total = Meter(), ZERO
    for chance in chances:
        total += chance
        meter.take(EACH_VALUE + of_fraction(total.denominator.bit_length()))
    meter.settle()
    return total


def total_over(
    shares: Iterable[tuple[int, Fraction]], chance: Callable[[int], Fraction]
) -> Fraction:
    """Return the chance over all values of one number, given the chance at each of them."""
    meter, total = Meter(), ZERO
    for value, share in shares:
        meter.take(EACH_VALUE)
        if share:
            total += share * chance(value)
            meter.take(2 * of_fraction(total.denominator.bit_length()))
    meter.settle()
    return total


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

    def run(self, low: int, high: int) -> Iterable[Fraction]:
        """The chances of low to high, one after the other."""
        return map(self.at, range(low, high + 1))

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
    def as_sum(self) -> Sum | None:
        """The same law as a sum of dice, where it is one."""
        return None

    @property
    def bits(self) -> int:
        """About how many bits all chances take together, as far as that is known."""
        return 0

    def cost_of_run(self, values: int) -> float:
        """The nanoseconds that so many chances take beside what finding each takes by itself."""
        return 1_000.0 * values

    @property
    def held(self) -> int:
        """About how many bits the law keeps in memory by now."""
        return 0

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest value that is shown by itself."""
        low, high = self.low, self.high
        if high is None:
            start = 0 if low is None else low
            if low is None and self.at_least(start) < FADED:
                # All of it lies below 0: go down to where something is left.
                start = first_place(start, -1, lambda k: self.at_least(k) >= FADED)
            high = first_place(start, 1, lambda k: self.at_least(k) < FADED)
        if low is None:
            low = first_place(high, -1, lambda k: self.below(k + 1) < FADED)
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

    @classmethod
    def of(cls, low: int, chances: Sequence[Fraction]) -> Listed:
        """The law of some chances, one a value from `low` on."""
        den = lcm(*[chance.denominator for chance in chances])
        return cls(low, [int(chance * den) for chance in chances], den)

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        if k <= self.low:
            return ZERO
        return Fraction(self._sums[min(k - self.low, len(self._sums)) - 1], self.den)

    @cached_property
    def _sums(self) -> list[int]:
        return list(accumulate(self.numerators))

    @property
    def bits(self) -> int:
        """About how many bits all chances take together."""
        return len(self.numerators) * self.den.bit_length()

    def cost_of_run(self, values: int) -> float:
        """The nanoseconds that so many chances take."""
        return values * lowest_terms(self.den.bit_length())

    @property
    def held(self) -> int:
        """About how many bits the law keeps in memory."""
        return 2 * self.bits

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        if not self.low <= k <= self.high:
            return ZERO
        return Fraction(self.numerators[k - self.low], self.den)

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return Fraction(self._sums[-1], self.den)

    @cached_property
    def mean(self) -> Fraction:
        """The average value."""
        total = sum(k * n for k, n in enumerate(self.numerators, self.low))
        return Fraction(total, self.den)


class Rest(Law):
    """A law without one of its parts."""

    def __init__(self, whole: Law, part: Law) -> None:
        """Take the part away from the whole."""
        self.whole, self.part = whole, part
        self.low, self.high = whole.low, whole.high
        self.error = whole.error + part.error

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        return self.whole.below(k) - self.part.below(k)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self.whole.at(k) - self.part.at(k)

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self.whole.weight - self.part.weight


class Stretched(Law):
    """The values of another law, each multiplied by a number, and one more added."""

    law: Law
    by: int
    add: int

    def __init__(self, law: Law, by: int, add: int = 0) -> None:
        """Multiply by anything but zero."""
        if isinstance(law, Stretched):
            inner = law
            law, by, add = inner.law, by * inner.by, inner.add * by + add
        self.law, self.by, self.add = law, by, add
        ends = [None if end is None else end * by + add for end in (law.low, law.high)]
        self.low, self.high = ends if by > 0 else ends[::-1]
        self.error = law.error

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        if self.by > 0:
            return self.law.below(-((self.add - k) // self.by))
        return self.law.at_least((k - self.add) // self.by + 1)

    def at_least(self, k: int) -> Fraction:
        """The chance of k or more."""
        if self.by > 0:
            return self.law.at_least(-((self.add - k) // self.by))
        return self.law.below((k - self.add) // self.by + 1)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        value, between = divmod(k - self.add, self.by)
        return ZERO if between else self.law.at(value)

    def run(self, low: int, high: int) -> list[Fraction]:
        """The chances of low to high; those of the other law are read in one go."""
        found = [ZERO] * (high - low + 1)
        start, stop = (low, high) if self.by > 0 else (high, low)
        first, last = -((self.add - start) // self.by), (stop - self.add) // self.by
        first = first if self.law.low is None else max(first, self.law.low)
        last = last if self.law.high is None else min(last, self.law.high)
        if first <= last:
            for value, chance in enumerate(self.law.run(first, last), first):
                found[value * self.by + self.add - low] = chance
        return found

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self.law.weight

    @property
    def mean(self) -> Fraction | Bounded:
        """The average value."""
        mean = self.law.mean
        if isinstance(mean, Bounded):
            return Bounded(mean.near * self.by + self.add, mean.error * abs(self.by))
        return mean * self.by + self.add

    @property
    def as_sum(self) -> Sum | None:
        """The same law as a sum of dice, where it is one."""
        inner = self.law.as_sum
        return None if inner is None else inner.stretched(self.by, self.add)

    @property
    def bits(self) -> int:
        """About how many bits all chances take together."""
        return self.law.bits

    def cost_of_run(self, values: int) -> float:
        """The nanoseconds that so many chances take."""
        return self.law.cost_of_run(values)

    @property
    def held(self) -> int:
        """About how many bits the law keeps in memory by now."""
        return self.law.held
