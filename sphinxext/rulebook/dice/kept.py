"""Dice of which only the highest or lowest few count: one by its chances, several by their sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate, pairwise
from math import lcm, prod

from .best import Alike, sums_of_best
from .budget import lowest_terms, spend
from .errors import Refused
from .kept_average import kept_average
from .law import FADED, ONE, ZERO, Law, Listed, Stream
from .packed import Keep
from .sums import Factor, Sum, factor_of

CAPS = [32 * 5**n // 4**n for n in range(40)]  # how far endless dice are looked at, by steps
Factors = Sequence[tuple[Factor, int]]


def kept_factor(parts: Factors, keep: Keep) -> Factor:
    """The part of the kept dice in a sum."""
    if keep.many == 1:
        return _extreme(parts, keep)
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
    return factor_of(law)


def _sum_of_kept(parts: Factors, keep: Keep, most: int | None = None) -> Factor:
    """The part of the kept dice in a sum, where each die has an end; or as far as `most`."""
    low = min(one.shift for one, _ in parts)
    alike = [Alike(count, [*[0] * (one.shift - low), *one.top]) for one, count in parts]
    top = sums_of_best(alike, keep, most)
    kept = min(keep.many, sum(count for _, count in parts))
    law = Listed(kept * low, top, prod(one.bottom[0] ** count for one, count in parts))
    return factor_of(law)


def extreme(parts: Factors, keep: Keep) -> Law:
    """Return the law of the one die that counts, among those of their faces that are seen."""
    laws = [(Sum([(one, 1)]), count) for one, count in parts]
    weight = _weight(laws)
    ends = [law.low for law, _ in laws]

    def below(k: int) -> Fraction:
        """The chance of less than k: all dice show less, or not all show as much."""
        spend(
            2 * lowest_terms(sum(one.bits_at(max(k, 0)) * count for one, count in parts)),
            f"{sum(count for _, count in parts):,} dice that roll again are too many to ask so far "
            "out",
        )
        if keep.highest:
            return prod((law.below(k) ** count for law, count in laws), start=ONE)
        return weight - prod((law.at_least(k) ** count for law, count in laws), start=ONE)

    low = max(ends) if keep.highest else min(ends)
    return Stream((low, None), below, partial(kept_average, laws, keep), weight=weight)


def kept_endless(parts: Factors, keep: Keep) -> Law:
    """Return the law of kept dice that roll again without end."""
    return extreme(parts, keep) if keep.many == 1 else KeptEndless(parts, keep)


def _weight(laws: Sequence[tuple[Sum, int]]) -> Fraction:
    return prod((law.weight**count for law, count in laws), start=ONE)


class KeptEndless(Stream):
    """Kept dice that roll again without end: exact at every value."""

    def __init__(self, parts: Factors, keep: Keep) -> None:
        """Keep what is needed to look further as far as a question goes."""
        self._keep = keep
        if any(one.shift < 0 for one, _ in parts):
            raise Refused("dice that roll again and are kept cannot show less than 0")
        self._laws = [(Sum([(one, 1)]), count) for one, count in parts]
        self._sums: dict[int, tuple[Factor, list[int]]] = {}  # right up to a value, and added up
        fewest = sorted(one.shift for one, count in parts for _ in range(count))
        self._least = sum(fewest[-keep.many :] if keep.highest else fewest[: keep.many])
        super().__init__(
            (self._least, None),
            self.below,
            partial(kept_average, self._laws, keep),
            weight=_weight(self._laws),
        )

    def _upto(self, wanted: int) -> tuple[Factor, list[int]]:
        """The sum of the kept dice, right for every value up to that, and its ways added up."""
        cap = next(cap for cap in CAPS if cap >= wanted)
        if cap not in self._sums:
            parts = []
            for law, count in self._laws:
                # A die beyond the cap makes the sum pass it, so all such values are one.
                chances = [*[law.at(v) for v in range(cap + 1)], law.at_least(cap + 1)]
                den = lcm(*[chance.denominator for chance in chances])
                top = tuple([int(chance * den) for chance in chances])
                parts.append((Factor(0, top, (den,)), count))
            found = _sum_of_kept(parts, self._keep, cap)
            self._sums[cap] = found, list(accumulate(found.top))
        return self._sums[cap]

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The least value, and where next to nothing is left; no farther than it takes."""
        cap = next(cap for cap in CAPS if self.at_least(cap) < FADED)
        seen, sums = self._upto(cap)
        gone = FADED.denominator
        whole = int(self.weight * seen.bottom[0])
        left = [(whole - ways) * gone for ways in sums]
        place = next(i for i, ways in enumerate(left) if ways < seen.bottom[0])
        return self._least, seen.shift + place + 1

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        if k <= 0:
            return ZERO
        seen, sums = self._upto(k)
        place = k - seen.shift
        return Fraction(sums[min(place, len(sums)) - 1], seen.bottom[0]) if place > 0 else ZERO

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        seen, _ = self._upto(k)
        place = k - seen.shift
        within = 0 <= place < len(seen.top)
        return Fraction(seen.top[place], seen.bottom[0]) if within else ZERO
