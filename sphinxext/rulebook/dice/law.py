"""Laws: the exact chance of each whole number, the end of every way of rolling.

>>> d6 = Listed(1, [1] * 6, 6)
>>> print(d6.at_least(5), d6.mean, Moved(d6, -1, 7).at(6))
1/3 7/2 1/6
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .budget import Meter, lowest_terms, of_fraction, spend

if TYPE_CHECKING:
    from .sums import Sum

ZERO, ONE = Fraction(0), Fraction(1)
Key = TypeVar("Key")
EACH_PART = 2_000  # nanoseconds to ask a part of a mix, beside what it takes by itself
EACH_VALUE = 1_000  # nanoseconds to look at a value, beside what its chance takes
FADED = Fraction(1, 10**12)  # where an endless tail is shown as one entry


class Bounded(NamedTuple):
    """A number known within a proven error, where no closed form is known."""

    near: Fraction
    error: Fraction


def combined(parts: Iterable[tuple[int | Fraction, Fraction | Bounded]]) -> Fraction | Bounded:
    """Return a sum of averages, each so many times; bounded if one of them is."""
    near, error = ZERO, ZERO
    for times, part in parts:
        one = part if isinstance(part, Bounded) else Bounded(part, ZERO)
        spend(of_fraction(near.denominator.bit_length()))
        near, error = near + one.near * times, error + one.error * abs(Fraction(times))
    return Bounded(near, error) if error else near


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


def added(cases: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """Return the chances of equal cases together."""
    found: dict[Key, Fraction] = {}
    for case, chance in cases:
        found[case] = found.get(case, ZERO) + chance
    return found


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


def chances(law: Law, low: int, high: int) -> Iterator[tuple[int, Fraction]]:
    """Yield each value with its chance; what they take is charged as they appear."""
    spend((high - low + 1) * EACH_VALUE)
    meter = Meter()
    for value, chance in enumerate(law.run(low, high), low):
        meter.take(lowest_terms(chance.denominator.bit_length()))  # to write it
        yield value, chance
    meter.settle()


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
        """The sum of all values, each times its chance: the average, or the part of it."""
        raise NotImplementedError

    def residues(self, step: int) -> list[Fraction] | None:
        """Return the chance of each remainder by `step`, or None where that has no closed form."""
        return [self.weight] if step == 1 else None

    @property
    def as_sum(self) -> Sum | None:
        """The same law as a sum of dice, where it is one."""
        return None

    def raised(self, add: int) -> Law:
        """Return the law with a number added to every value."""
        return Moved(self, 1, add) if add else self

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
    def held(self) -> int:
        """About how many bits the law keeps in memory."""
        return 2 * len(self.numerators) * self.den.bit_length()

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

    def residues(self, step: int) -> list[Fraction]:
        """Return the chance of each remainder by `step`."""
        found = [0] * step
        for value, ways in enumerate(self.numerators, self.low):
            found[value % step] += ways
        return [Fraction(ways, self.den) for ways in found]


class Moved(Law):
    """The values of another law, each multiplied by a number, and one more added."""

    law: Law
    by: int
    add: int

    def __init__(self, law: Law, by: int, add: int = 0) -> None:
        """Multiply by anything but zero."""
        if isinstance(law, Moved):
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
        return combined([(self.by, self.law.mean), (self.add, self.weight)])

    def residues(self, step: int) -> list[Fraction] | None:
        """Return the chance of each remainder by `step`, or None."""
        inner = self.law.residues(step)
        if inner is None:
            return None
        found = [ZERO] * step
        for rest, share in enumerate(inner):
            found[(rest * self.by + self.add) % step] += share
        return found

    @property
    def as_sum(self) -> Sum | None:
        """The same law as a sum of dice, where it is one."""
        inner = self.law.as_sum
        return None if inner is None else inner.stretched(self.by, self.add)

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest value that is shown by itself."""
        first, second = [end * self.by + self.add for end in self.law.ends]
        return (first, second) if self.by > 0 else (second, first)

    @property
    def held(self) -> int:
        """About how many bits the law keeps in memory by now."""
        return self.law.held


class Stream(Law):
    """A law that is exact up to any value, found step by step; its mean is found apart."""

    def __init__(
        self,
        ends: tuple[int | None, int | None],
        below: Callable[[int], Fraction],
        mean: Callable[[], Fraction | Bounded],
        *,
        at: Callable[[int], Fraction] | None = None,
        run: Callable[[int, int], Iterable[Fraction]] | None = None,
        weight: Fraction = ONE,
        error: Fraction = ZERO,
    ) -> None:
        """Take the functions that find its chances and its mean."""
        self.low, self.high = ends
        self.error = error
        self._below, self._at, self._run, self._mean = below, at, run, mean
        self._weight = weight

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        return self._below(k)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self._at(k) if self._at is not None else super().at(k)

    def run(self, low: int, high: int) -> Iterable[Fraction]:
        """The chances of low to high."""
        return self._run(low, high) if self._run is not None else super().run(low, high)

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self._weight

    @cached_property
    def mean(self) -> Fraction | Bounded:
        """The sum of all values, each times its chance."""
        return self._mean()


class Mix(Law):
    """A sum of laws, or of parts of one, each times what it stands for."""

    def __init__(self, parts: Sequence[tuple[int | Fraction, Law]]) -> None:
        """Add the parts up."""
        self.parts = parts
        lows, highs = [part.low for _, part in parts], [part.high for _, part in parts]
        self.low = None if None in lows else min(low for low in lows if low is not None)
        self.high = None if None in highs else max(high for high in highs if high is not None)
        self.error = sum([max(times, -times) * part.error for times, part in parts], ZERO)

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        return self._total(part.below(k) for _, part in self.parts)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self._total(part.at(k) for _, part in self.parts)

    def _total(self, chances: Iterable[Fraction]) -> Fraction:
        """Add the chances of all parts up, each times what it stands for."""
        meter = Meter()
        total = ZERO
        for (times, _), chance in zip(self.parts, chances, strict=True):
            meter.take(EACH_PART)
            if chance:
                total += times * chance
                meter.take(2 * of_fraction(total.denominator.bit_length()))
        meter.settle()
        return total

    def run(self, low: int, high: int) -> list[Fraction]:
        """The chances of low to high; each part is read only where it has any."""
        meter = Meter()
        found = [ZERO] * (high - low + 1)
        for times, part in self.parts:
            meter.take(EACH_PART)
            first = low if part.low is None else max(low, part.low)
            last = high if part.high is None else min(high, part.high)
            for k, chance in enumerate(part.run(first, last), first):
                if chance:
                    found[k - low] += times * chance
                    meter.take(2 * of_fraction(found[k - low].denominator.bit_length()))
        meter.settle()
        return found

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self._total(part.weight for _, part in self.parts)

    @property
    def mean(self) -> Fraction | Bounded:
        """The sum of all values, each times its chance."""
        return combined([(times, part.mean) for times, part in self.parts])

    def residues(self, step: int) -> list[Fraction] | None:
        """Return the chance of each remainder by `step`, or None where one has no closed form."""
        whole = [ZERO] * step
        for times, part in self.parts:
            own = part.residues(step)
            if own is None:
                return None
            whole = [total + times * one for total, one in zip(whole, own, strict=True)]
        return whole


def without(whole: Law, part: Law) -> Law:
    """Return a law without one of its parts."""
    return Mix([(1, whole), (-1, part)])


def held_by(laws: Iterable[Law]) -> int:
    """Return about how many bits some laws keep in memory, each counted once."""
    return sum(law.held for law in {id(law): law for law in laws}.values())
