"""Dice of which only the highest or lowest few count: one by its chances, several by icepool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm, prod
from typing import TYPE_CHECKING, Any

from ...errors import RulesError
from ...model.roll import Die, Keep
from ..law import ONE, ZERO, Bounded, Law, Listed
from ..sums import Factor, Sum
from .pool import Reading, part

if TYPE_CHECKING:
    import icepool

ERROR = Fraction(1, 10**15)
MOST = 500_000_000  # dice² × values² × kept dice: some seconds of icepool's work
MOST_MEAN = 300  # dice that roll again and are kept, of which an average is found
Parts = Sequence[tuple[Factor, int]]


def chosen(keep: Keep, pool: Any) -> Any:
    """The part of an icepool pool or multiset that is kept."""
    return pool.highest(keep.many) if keep.highest else pool.lowest(keep.many)


def refuse_too_many(dice: int, values: int, kept: int, read: int = 0) -> None:
    """Refuse to keep, or read as a set, so many dice that no answer would come in good time."""
    if dice ** (2 + read) * values**2 * kept > MOST:
        raise RulesError(
            f"{dice:,} dice with up to {values:,} values each are too many to sort exactly; "
            "take fewer"
        )


def kept_factor(dice: Sequence[tuple[Die, int]], reading: Reading, keep: Keep) -> Factor:
    """What the kept dice bring to a sum."""
    parts = [(part(die, reading), count) for die, count in dice]
    if keep.many == 1:
        return _extreme(parts, keep)
    many, values = sum(count for _, count in parts), max(len(one.top) for one, _ in parts)
    refuse_too_many(many, values, min(keep.many, many - keep.many))
    return from_icepool(_sum_of_kept([(_die(one), count) for one, count in parts], keep))


def _extreme(parts: Parts, keep: Keep) -> Factor:
    """What the highest or the lowest of dice that end brings to a sum."""
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


def _die(one: Factor) -> icepool.Die[int]:
    import icepool

    return icepool.Die({one.shift + i: c for i, c in enumerate(one.top) if c})


def _sum_of_kept(dice: Sequence[tuple[icepool.Die[int], int]], keep: Keep) -> icepool.Die[int]:
    import icepool

    pool = icepool.Pool([die for die, count in dice for _ in range(count)])
    total: icepool.Die[int] = chosen(keep, pool).sum()
    return total


class Extreme(Law):
    """The one die that counts among some, or among those faces of theirs that are looked at."""

    def __init__(self, parts: Parts, keep: Keep, flat: int) -> None:
        """Take what each die brings; the highest or the lowest counts."""
        self._laws = [(Sum([(one, 1)], flat), count) for one, count in parts]
        self._highest = keep.highest
        ends = [law.low for law, _ in self._laws]
        self.low = max(ends) if keep.highest else min(ends)
        self.high = None

    def below(self, k: int) -> Fraction:
        """The chance of less than k: all dice show less, or not all show as much."""
        if self._highest:
            return prod((law.below(k) ** count for law, count in self._laws), start=ONE)
        rest = prod((law.at_least(k) ** count for law, count in self._laws), start=ONE)
        return self.weight - rest

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return prod((law.weight**count for law, count in self._laws), start=ONE)


class Beside(Law):
    """The sum of two laws that have a least value each, and need not have a greatest."""

    def __init__(self, first: Law, second: Law) -> None:
        """Take both; the second is looked at value by value."""
        assert first.low is not None
        assert second.low is not None
        self._first, self._second = first, second
        self._least: tuple[int, int] = first.low, second.low
        self.low: int = first.low + second.low
        ended = first.high is not None and second.high is not None
        self.high = (first.high or 0) + (second.high or 0) if ended else None

    def _total(self, k: int, of: Callable[[int], Fraction]) -> Fraction:
        first, second = self._least
        most = k - first if self._second.high is None else min(k - first, self._second.high)
        if most < second:
            return ZERO
        shares = enumerate(self._second.run(second, most), second)
        return sum((chance * of(k - value) for value, chance in shares if chance), ZERO)

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


class KeptEndless(Law):
    """Kept dice that roll again without end: exact at every value, the mean within a bound."""

    def __init__(
        self, dice: Sequence[tuple[Die, int]], reading: Reading, keep: Keep, flat: int
    ) -> None:
        """Keep what is needed to look further as far as a question goes."""
        self._parts = [(part(die, reading), count) for die, count in dice]
        if any(one.shift < 0 for one, _ in self._parts):
            raise RulesError("dice that roll again and are kept cannot show less than 0")
        self._laws = [(Sum([(one, 1)]), count) for one, count in self._parts]
        self._many = sum(count for _, count in self._parts)
        self._keep, self._flat = keep, flat
        self._one = Extreme(self._parts, keep, flat)  # all there is to it where one die counts
        self._seen = -1, Factor(0, (1,), (1,), ZERO)  # up to which value, and the sum as far
        fewest = sorted(one.shift for one, count in self._parts for _ in range(count))
        self.low = flat + sum(fewest[-keep.many :] if keep.highest else fewest[: keep.many])
        self.high = None

    def _upto(self, cap: int) -> Factor:
        """The sum of the kept dice, right for every value up to `cap`."""
        import icepool

        known, seen = self._seen
        if cap > known:
            cap = max(cap, 2 * known, 30)
            refuse_too_many(self._many, cap, self._keep.many)
            dice = []
            for law, count in self._laws:
                # A die beyond the cap makes the sum pass it, so all such values are one.
                chances = {v: law.at(v) for v in range(cap + 1)}
                chances[cap + 1] = law.at_least(cap + 1)
                den = lcm(*[chance.denominator for chance in chances.values()])
                weights = {v: int(chance * den) for v, chance in chances.items() if chance}
                dice.append((icepool.Die(weights), count))
            seen = from_icepool(_sum_of_kept(dice, self._keep))
            self._seen = cap, seen
        return seen

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        wanted = k - self._flat
        if wanted <= 0:
            return ZERO
        if self._keep.many == 1:
            return self._one.below(k)
        seen = self._upto(wanted)
        return Fraction(sum(seen.top[: max(0, wanted - seen.shift)]), seen.bottom[0])

    @cached_property
    def mean(self) -> Bounded:
        """The average within a bound: what lies beyond is less than for all dice together."""
        if self._many > MOST_MEAN:
            raise RulesError(
                f"the average of {self._many:,} dice that roll again and are kept is too much to "
                f"find; the most is {MOST_MEAN}"
            )
        everything = Sum(self._parts)
        if self._keep.many > 1:
            refuse_too_many(self._many, 2 * everything.ends[1], self._keep.many)
        near, k, tail, rest = ZERO, 0, ONE, everything.mean
        while rest > ERROR:
            near += ONE - self.below(k + 1 + self._flat)
            tail -= everything.at(k)
            rest -= tail
            k += 1
        return Bounded(near + self._flat, rest)
