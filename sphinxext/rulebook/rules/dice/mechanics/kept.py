"""Dice of which only the highest or lowest few count: one by its chances, several by their sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate, pairwise
from math import ceil, comb, lcm, prod
from typing import TYPE_CHECKING, Any

from ...budget import afford, lowest_terms, product, spend, steps_left
from ...errors import RulesError
from ...model.roll import Die, Keep
from ..law import FADED, ONE, ZERO, Bounded, Law, Listed, total_over
from ..sums import Factor, Sum
from .best import Alike, cost_of_best, sums_of_best
from .endless_result import moment
from .kept_average import exact_average
from .pool import FaceReading, part

if TYPE_CHECKING:
    import icepool

ERROR = Fraction(1, 10**18)
CAPS = [32 * 5**n // 4**n for n in range(40)]  # how far endless dice are looked at, by steps
PRECISE = 160  # bits of fraction, beside those that dice need
ROUNDED = Fraction(1, 10**20)  # more than all rounding can add up to
Factors = Sequence[tuple[Factor, int]]


def _too_many(dice: int, values: int, within: int) -> str:
    fewer = f", {within:,} or so" if within else ""
    return (
        f"{dice:,} dice with up to {values:,} values each are too many to sort exactly; "
        f"take fewer{fewer}"
    )


def kept_factor(dice: Sequence[tuple[Die, int]], reading: FaceReading, keep: Keep) -> Factor:
    """The part of the kept dice in a sum."""
    parts = [(part(die, reading), count) for die, count in dice]
    if keep.many == 1:
        return _extreme(parts, keep)
    alike = _alike(parts)
    many, values = sum(count for _, count in parts), max(len(each.ways) for each in alike)
    afford(many, partial(cost_of_best, alike, keep, None), partial(_too_many, many, values))
    return _sum_of_kept(parts, keep)


def _extreme(parts: Factors, keep: Keep) -> Factor:
    """The part of the highest or the lowest die in a sum, where all dice end."""
    low = min(one.shift for one, _ in parts)
    high = max(one.shift + len(one.top) - 1 for one, _ in parts)

    def ways(k: int) -> int:
        """In how many ways every die shows less than k, or where the lowest counts, k or more."""
        found = 1
        for one, count in parts:
            split = max(0, k - one.shift)
            found *= sum(one.top[:split] if keep.highest else one.top[split:]) ** count
        return found

    top = [abs(b - a) for a, b in pairwise([ways(k) for k in range(low, high + 2)])]
    law = Listed(low, top, prod(one.bottom[0] ** count for one, count in parts))
    return Factor(law.low, tuple(law.numerators), (law.den,), law.mean)


def from_icepool(die: icepool.Die[Any]) -> Factor:
    """A factor from icepool's die of whole numbers."""
    if any(type(value) is not int for value in die.outcomes()):
        raise RulesError("the results of a roll must be whole numbers")
    low, high = die.min_outcome(), die.max_outcome()
    top = tuple(die.quantity(value) for value in range(low, high + 1))
    return Factor(low, top, (die.denominator(),), Fraction(die.mean()))


def _alike(parts: Factors) -> list[Alike]:
    """The dice, their values counted from the lowest."""
    low = min(one.shift for one, _ in parts)
    return [Alike(count, [*[0] * (one.shift - low), *one.top]) for one, count in parts]


def _sum_of_kept(parts: Factors, keep: Keep, most: int | None = None) -> Factor:
    """The part of the kept dice in a sum, where each die has an end; or as far as `most`."""
    kept = min(keep.many, sum(count for _, count in parts))
    top = sums_of_best(_alike(parts), keep, most)
    low = kept * min(one.shift for one, _ in parts)
    law = Listed(low, top, prod(one.bottom[0] ** count for one, count in parts))
    return Factor(law.low, tuple(law.numerators), (law.den,), law.mean)


def _powers(chance: int, most: int, room: int) -> list[int]:
    """The powers of a chance from 0 to the most, all with so many bits of fraction."""
    powers = [1 << room]
    for _ in range(most):
        powers.append(powers[-1] * chance >> room)
    return powers


class _Kept(Law):
    """The common part of kept dice: their average, or its part where only some faces are seen.

    It is that of each place, the best die, the second and so on, added up. The average of a place
    is the sum of the chances that it shows more than the least value, than one more and so on.
    """

    _laws: Sequence[tuple[Sum, int]]
    _many: int
    _keep: Keep

    def _average(self) -> Fraction | Bounded:
        """Return the sum of all values, each times its chance: exact where that has a form."""
        exact = exact_average(self._laws, self._keep)
        return self._near() if exact is None else exact

    def _near(self) -> Bounded:
        """The sum of all values, each times its chance, within a bound.

        Beyond a value there is less left than for all dice together.
        """
        many = self._many
        room = PRECISE + 2 * many  # bits after the point, so that rounding leaves no trace
        one = 1 << room
        least = min(law.low for law, _ in self._laws)
        weight = prod((law.weight**count for law, count in self._laws), start=ONE)
        # What is left beyond a value is at most what all dice have left there.
        dice = [count * (moment_of(law) - least * law.weight) for law, count in self._laws]
        near, k, rest = 0, least, ceil(sum(dice) * one)
        while rest > one * (ERROR - ROUNDED):
            spend(self._cost_of_places(many), self._too_many)
            chances = [law.at_least(k + 1) for law, _ in self._laws]
            beyond = [chance.numerator * one // chance.denominator for chance in chances]
            near += self._places_beyond(beyond, room)
            rest -= sum(n * count for n, (_, count) in zip(beyond, self._laws, strict=True))
            k += 1
        kept = min(self._keep.many, many)
        return Bounded(Fraction(near, one) + least * kept * weight, Fraction(rest, one) + ROUNDED)

    def _cost_of_places(self, many: int) -> float:
        """The nanoseconds that it takes to find how many of so many dice show more than a value."""
        kept = min(self._keep.many, many)
        products = 2 * many + len(self._laws) * kept * (3 + kept / 2)
        return products * (product(PRECISE + 2 * many, PRECISE + 2 * many) + 250)

    @property
    def _too_many(self) -> str:
        """The line that refuses an average."""
        return (
            f"{self._many:,} dice that roll again and are kept are too many for an exact average; "
            "take fewer"
        )

    def _places_beyond(self, beyond: Sequence[int], room: int) -> int:
        """Count the kept dice that show more, where each die does with these chances."""
        one = 1 << room
        kept = min(self._keep.many, self._many)
        wholes = [law.weight.numerator * one // law.weight.denominator for law, _ in self._laws]
        within = [whole - more for whole, more in zip(wholes, beyond, strict=True)]
        # Fewer than are kept show more, or fewer show no more: the rest of the kept dice is known.
        fewer, others = (beyond, within) if self._keep.highest else (within, beyond)
        few = [one]  # the chance that just so many dice are such, up to those that are kept
        every = one
        for chance, other, (law, count) in zip(fewer, others, self._laws, strict=True):
            yes, no = _powers(chance, min(count, kept), room), _powers(other, count, room)
            own = [
                comb(count, n) * yes[n] * no[count - n] >> room for n in range(min(count, kept) + 1)
            ]
            both = [0] * min(len(few) + len(own) - 1, kept)
            for i, a in enumerate(few):
                for j, b in enumerate(own[: len(both) - i]):
                    both[i + j] += a * b >> room
            few = both
            whole = law.weight**count
            every = every * whole.numerator // whole.denominator
        left = sum((kept - n) * share for n, share in enumerate(few))
        return kept * every - left if self._keep.highest else left


def moment_of(law: Sum) -> Fraction:
    """The sum of all values of some dice, each times its chance, where only some faces count."""
    average = moment(law)
    assert isinstance(average, Fraction)
    return average


class Extreme(_Kept):
    """The one die that counts among some, or among those faces of theirs that are looked at."""

    def __init__(self, parts: Factors, keep: Keep, flat: int) -> None:
        """Take what each die adds; the highest or the lowest counts."""
        self._parts, self._start = parts, flat
        self._many = sum(count for _, count in parts)
        self._laws = [(Sum([(one, 1)], flat), count) for one, count in parts]
        self._keep, self._highest = keep, keep.highest
        ends = [law.low for law, _ in self._laws]
        self.low = max(ends) if keep.highest else min(ends)
        self.high = None

    def below(self, k: int) -> Fraction:
        """The chance of less than k: all dice show less, or not all show as much."""
        far = max(k - self._start, 0)
        bits = sum(one.bits_at(far) * count for one, count in self._parts)
        spend(
            2 * lowest_terms(bits),
            f"{self._many:,} dice that roll again are too many to ask so far out",
        )
        if self._highest:
            return prod((law.below(k) ** count for law, count in self._laws), start=ONE)
        rest = prod((law.at_least(k) ** count for law, count in self._laws), start=ONE)
        return self.weight - rest

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return prod((law.weight**count for law, count in self._laws), start=ONE)

    @cached_property
    def mean(self) -> Fraction | Bounded:
        """The average value, or its part."""
        return self._average()


class Beside(Law):
    """The sum of two laws that have a least value each, and need not have a greatest."""

    def __init__(self, first: Law, second: Law) -> None:
        """Take both; the second is looked at value by value."""
        assert first.low is not None
        assert second.low is not None
        self._first, self._second = first, second
        self._least: tuple[int, int] = first.low, second.low
        self.low: int = first.low + second.low
        self.error = first.error + second.error
        ended = first.high is not None and second.high is not None
        self.high = (first.high or 0) + (second.high or 0) if ended else None

    def _total(self, k: int, of: Callable[[int], Fraction]) -> Fraction:
        first, second = self._least
        most = k - first if self._second.high is None else min(k - first, self._second.high)
        if most < second:
            return ZERO
        return total_over(enumerate(self._second.run(second, most), second), lambda v: of(k - v))

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        return self._total(k, self._first.below)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self._total(k, self._first.at)

    @cached_property
    def mean(self) -> Fraction | Bounded:
        """The average value."""
        near, error = ZERO, ZERO
        for law in (self._first, self._second):
            mean = law.mean
            one = mean if isinstance(mean, Bounded) else Bounded(mean, ZERO)
            near, error = near + one.near, error + one.error
        return Bounded(near, error) if error else near


class KeptEndless(_Kept):
    """Kept dice that roll again without end: exact at every value."""

    def __init__(self, parts: Factors, keep: Keep, flat: int) -> None:
        """Keep what is needed to look further as far as a question goes."""
        self._parts = parts
        if any(one.shift < 0 for one, _ in self._parts):
            raise RulesError("dice that roll again and are kept cannot show less than 0")
        self._laws = [(Sum([(one, 1)]), count) for one, count in self._parts]
        self._many = sum(count for _, count in self._parts)
        self._keep, self._flat = keep, flat
        self._one = Extreme(self._parts, keep, flat)  # all there is to it where one die counts
        self._sums: dict[int, tuple[Factor, list[int]]] = {}  # right up to a value, and added up
        fewest = sorted(one.shift for one, count in self._parts for _ in range(count))
        self._least = sum(fewest[-keep.many :] if keep.highest else fewest[: keep.many]) + flat
        self.low, self.high = self._least, None

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value: less than one where only some faces are looked at."""
        return self._one.weight

    def _upto(self, wanted: int) -> tuple[Factor, list[int]]:
        """The sum of the kept dice, right for every value up to that, and its ways added up."""
        cap = next(cap for cap in CAPS if cap >= wanted)
        if cap not in self._sums and self._cost(cap) > steps_left(1):
            cap = wanted
        if cap not in self._sums:
            afford(cap, self._cost, self._too_far)
            parts = []
            for law, count in self._laws:
                # A die beyond the cap makes the sum pass it, so all such values are one.
                chances = [*[law.at(v) for v in range(cap + 1)], law.at_least(cap + 1)]
                den = lcm(*[chance.denominator for chance in chances])
                top = tuple([int(chance * den) for chance in chances])
                parts.append((Factor(0, top, (den,), ZERO), count))
            found = _sum_of_kept(parts, self._keep, cap)
            self._sums[cap] = found, list(accumulate(found.top))
        return self._sums[cap]

    def _cost(self, cap: int) -> float:
        """The nanoseconds that it takes to find the sum as far as the cap."""
        bits = max(one.bits_at(cap) for one, _ in self._parts)
        dice = [Alike(count, [1 << bits, *[0] * (cap + 1)]) for _, count in self._laws]
        found = cost_of_best(dice, self._keep, cap, self._many)
        return found + cap * lowest_terms(bits) * len(self._laws)

    def _too_far(self, within: int) -> str:
        far = f"as far as {within + self._flat:,}" if within else "at all"
        return f"kept dice that roll again cannot be summed farther than that; here {far}"

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The least value, and where next to nothing is left; no farther than it takes."""
        if self._keep.many == 1:
            return super().ends
        cap = next(cap for cap in CAPS if self.at_least(cap + self._flat) < FADED)
        seen, sums = self._upto(cap)
        gone = FADED.denominator
        whole = int(self.weight * seen.bottom[0])
        left = [(whole - ways) * gone for ways in sums]
        place = next(i for i, ways in enumerate(left) if ways < seen.bottom[0])
        return self._least, seen.shift + place + 1 + self._flat

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        wanted = k - self._flat
        if wanted <= 0:
            return ZERO
        if self._keep.many == 1:
            return self._one.below(k)
        seen, sums = self._upto(wanted)
        place = wanted - seen.shift
        return Fraction(sums[min(place, len(sums)) - 1], seen.bottom[0]) if place > 0 else ZERO

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        wanted = k - self._flat
        if self._keep.many == 1 or wanted < 0:
            return super().at(k)
        seen, _ = self._upto(wanted)
        place = wanted - seen.shift
        within = 0 <= place < len(seen.top)
        return Fraction(seen.top[place], seen.bottom[0]) if within else ZERO

    @cached_property
    def mean(self) -> Fraction | Bounded:
        """The average value, or its part."""
        average, flat = self._average(), self._flat * self.weight
        if isinstance(average, Bounded):
            return Bounded(average.near + flat, average.error)
        return average + flat
