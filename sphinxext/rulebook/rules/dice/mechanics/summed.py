"""Dice that are only added up, in several sums at once: one die after the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

from ...budget import spend, steps_left
from ...model.reading import DROPPED
from .fold import Group, Lie

EACH = 300  # nanoseconds for one more way to lie in one state


def summed(groups: Sequence[Group], sums: Sequence[str]) -> dict[tuple[int, ...], int] | int:
    """In how many ways the dice come to each of so many sums; or how many dice are within reach.

    All dice are kept, so a sum of dice that are left out is 0. The sums are one whole number with a
    place for each, so that a die is one addition.
    """
    lows: list[list[int]] = []
    sizes: list[int] = []
    for i in range(len(sums)):
        adds = [[_adds(lie, sums)[i] for lie in group.lies] or [0] for group in groups]
        many = [group.many for group in groups]
        lows.append([min(each) for each in adds])
        sizes.append(1 + sum(n * (max(a) - min(a)) for n, a in zip(many, adds, strict=True)))
    strides = [1, *accumulate(sizes[:-1], mul)]
    states: dict[int, int] = {0: 1}
    work, done, most = 0, 0, steps_left(2 * EACH)
    for place, group in enumerate(groups):
        lies: dict[int, int] = {}
        for lie, ways in group.lies.items():
            if ways:
                each = zip(strides, _adds(lie, sums), lows, strict=True)
                where = sum(stride * (add - low[place]) for stride, add, low in each)
                lies[where] = lies.get(where, 0) + ways
        for _ in range(group.many):
            work += len(states) * len(lies)
            if work > most:
                return done
            done += 1
            after: dict[int, int] = {}
            for state, ways in states.items():
                for where, more in lies.items():
                    new = state + where
                    after[new] = after.get(new, 0) + ways * more
            states = after
    spend(work * EACH, "")
    starts = [
        sum(group.many * low for group, low in zip(groups, each, strict=True)) for each in lows
    ]
    found: dict[tuple[int, ...], int] = {}
    for state, ways in states.items():
        shown: list[int] = []
        left = state
        for start, size in zip(starts, sizes, strict=True):
            left, one = divmod(left, size)
            shown.append(start + one)
        found[tuple(shown)] = ways
    return found


def _adds(lie: Lie, sums: Sequence[str]) -> list[int]:
    """The number that the die adds to each sum where no die is left out."""
    return [0 if among == DROPPED else one for among, one in zip(sums, lie.adds, strict=True)]
