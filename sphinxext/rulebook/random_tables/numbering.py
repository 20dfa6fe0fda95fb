"""Numbers the rows of a random table: evenly, by weights, or with the shares that they have."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ..rules.errors import RulesError
from .dice import TableDice

MOST_TRIED = 200  # values of dice that are not alike, of which every numbering is tried


def numbered(
    dice: TableDice, weights: Sequence[Fraction], chances: Mapping[int, Fraction] | None = None
) -> list[tuple[int, ...]]:
    """The values of each row, in order, as near to the weights as the dice allow.

    Each row has at least one value. The distances between the chance that each row should have and
    the one that it gets are least in all; of equal numberings, one that drifts least to an end.
    """
    values = dice.values
    if len(weights) > len(values):
        raise RulesError(
            f"{len(weights)} rows do not fit {dice.name}, which has {len(values)} values"
        )
    if not weights:
        return []
    each = chances or dict.fromkeys(values, Fraction(1, len(values)))
    wanted = _Wanted.of(weights, [each[value] for value in values])
    cuts = _spread(wanted)
    if len(set(each.values())) == 1 or len(values) <= MOST_TRIED:
        cuts = _nearest(wanted, wanted.distance(cuts))
    return [tuple(values[low:high]) for low, high in itertools.pairwise(cuts)]


class _Wanted(NamedTuple):
    """The chance that each row should have, and the chance up to each value, as whole numbers."""

    shares: list[int]
    reached: list[int]

    @classmethod
    def of(cls, weights: Sequence[Fraction], chances: Sequence[Fraction]) -> _Wanted:
        """The shares of weights on dice whose values have these chances."""
        common = lcm(*(each.denominator for each in (*weights, *chances)))
        whole = [int(weight * common) for weight in weights]
        reached = itertools.accumulate((int(each * common) for each in chances), initial=0)
        found = [number * sum(whole) for number in reached]
        return cls([weight * (found[-1] // sum(whole)) for weight in whole], found)

    def distance(self, cuts: Sequence[int]) -> int:
        """The total distance of the rows between the cuts from their wanted chances."""
        sizes = (self.reached[high] - self.reached[low] for low, high in itertools.pairwise(cuts))
        return sum(abs(size - share) for size, share in zip(sizes, self.shares, strict=True))


def _spread(wanted: _Wanted) -> list[int]:
    """Cuts each of which is nearest to where it should be."""
    shares, reached = wanted
    cuts = [0]
    for row, goal in enumerate(itertools.accumulate(shares[:-1])):
        options = range(cuts[-1] + 1, len(reached) - (len(shares) - row - 1))
        cuts.append(min(options, key=lambda cut: abs(reached[cut] - goal)))
    return [*cuts, len(reached) - 1]


class _Numbering(NamedTuple):
    """The first rows numbered: their distance, their drift, and where each ends."""

    distance: int
    drift: int
    cuts: tuple[int, ...]


def _nearest(wanted: _Wanted, most: int) -> list[int]:
    """The cuts with the least distance, which is no more than a known one."""
    shares, reached = wanted
    last = len(reached) - 1
    found = {0: _Numbering(0, 0, (0,))}
    goal = 0
    for row, share in enumerate(shares):
        goal += share
        ends: dict[int, _Numbering] = {}
        is_last = row == len(shares) - 1
        for low, before in found.items():
            room = most - before.distance
            first = max(low + 1, bisect_left(reached, reached[low] + share - room))
            for high in (last,) if is_last else range(first, last - (len(shares) - row - 2)):
                off = reached[high] - reached[low] - share
                if off > room:
                    break
                drift = before.drift + abs(reached[high] - goal)
                one = _Numbering(before.distance + abs(off), drift, (*before.cuts, high))
                if high not in ends or one < ends[high]:
                    ends[high] = one
        found = ends
    return list(found[last].cuts)
