"""Dice of which only the highest or lowest few count, by icepool."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import RulesError
from ..law import ZERO, Bounded, Factor, Law, Sum
from ..roll import Die, Keep
from .pool import Reading, factor

if TYPE_CHECKING:
    import icepool

ERROR = Fraction(1, 10**15)


def chosen(keep: Keep, pool: Any) -> Any:
    """The part of an icepool pool or multiset that is kept."""
    return pool.highest(keep.many) if keep.highest else pool.lowest(keep.many)


def kept_factor(dice: Sequence[tuple[Die, int]], reading: Reading, keep: Keep) -> Factor:
    """What the kept dice bring to a sum."""
    parts = [(factor(die.faces, reading), count) for die, count in dice]
    return from_icepool(_sum_of_kept([(_die(one), count) for one, count in parts], keep))


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


class KeptEndless(Law):
    """Kept dice that roll again without end: exact at every value, the mean within a bound."""

    def __init__(
        self, dice: Sequence[tuple[Die, int]], reading: Reading, keep: Keep, flat: int
    ) -> None:
        """Keep what is needed to look further as far as a question goes."""
        self._parts = [(factor(die.faces, reading), count) for die, count in dice]
        if any(one.shift < 0 for one, _ in self._parts):
            raise RulesError("dice that roll again and are kept cannot show less than 0")
        self._keep, self._flat = keep, flat
        self._seen, self._cap = Factor(0, (1,), (1,), ZERO), -1
        fewest = sorted(one.shift for one, count in self._parts for _ in range(count))
        self.low = flat + sum(fewest[-keep.many :] if keep.highest else fewest[: keep.many])
        self.high = None

    def _upto(self, cap: int) -> Factor:
        """The sum of the kept dice, right for every value up to `cap`."""
        import icepool

        if cap > self._cap:
            self._cap = max(cap, 2 * self._cap, 30)
            dice = []
            for one, count in self._parts:
                law = Sum([(one, 1)])
                # A die beyond the cap makes the sum pass it, so all such values are one.
                chances = {v: law.at(v) for v in range(self._cap + 1)}
                chances[self._cap + 1] = law.at_least(self._cap + 1)
                den = law.den * law.scale**self._cap
                weights = {v: int(chance * den) for v, chance in chances.items() if chance}
                dice.append((icepool.Die(weights), count))
            self._seen = from_icepool(_sum_of_kept(dice, self._keep))
        return self._seen

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        wanted = k - self._flat
        if wanted <= 0:
            return ZERO
        seen = self._upto(wanted)
        return Fraction(sum(seen.top[: max(0, wanted - seen.shift)]), seen.bottom[0])

    @cached_property
    def mean(self) -> Bounded:
        """The average within a bound: what lies beyond is less than for all dice together."""
        everything = Sum(self._parts)
        near, k, rest = ZERO, 0, everything.mean
        while rest > ERROR:
            near += 1 - self.below(k + 1 + self._flat)
            rest -= everything.at_least(k + 1)
            k += 1
        return Bounded(near + self._flat, rest)
