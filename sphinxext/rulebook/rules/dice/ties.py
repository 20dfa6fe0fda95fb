"""Dice that are equal under `keep`: which go first, and where the rules leave that open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

from ...dice import Dice, Look, SetOf
from ..errors import RulesError
from ..language.reading import ALL
from ..model.roll import Die, Keep

Rank = tuple[Any, ...]  # what a die counts, its faces, and the place that `ties` gives it
NO_RANK: Rank = ()
Mark = tuple[int, ...]


def rank_of(keep: Keep, die: Die, worth: int, faces: Iterable[int]) -> Rank:
    """Return the place of a die among those that are kept: by its count, its faces, then `ties`."""
    first = 0 if keep.ties is None else keep.ties.place(die)
    return worth, tuple(faces), first if keep.highest else -first


def refuse_open_ties(
    dice: Sequence[Dice], among: Sequence[str], sets: Collection[SetOf], keep: Keep
) -> None:
    """Refuse dice of which equal ones are read apart, where some of these may be left out.

    `among` says of each sum which dice it looks at.
    """

    def mark(look: Look) -> Mark:
        """Return what a die adds to all that is read of the dice that are kept, or that are not."""
        read = [add for which, add in zip(among, look.adds, strict=True) if which != ALL]
        seen = [int(one.side(look.kind) is not None) for one in sets if one.among != ALL]
        return (*read, *seen)

    ranked = [group for group in dice if group.many and group.ranked]
    by_rank: defaultdict[Rank, dict[tuple[int, Mark], str]] = defaultdict(dict)
    for place, group in enumerate(ranked):
        for look in group.looks:
            by_rank[look.rank][place, mark(look)] = look.kind
    for rank, here in by_rank.items():
        for first, second in combinations(here, 2):
            alone = first[0] == second[0] and ranked[first[0]].many < 2
            apart = first[1] != second[1] and not alone
            if apart and _splits(ranked, rank, (first[0], second[0]), keep):
                raise _open(here[first], here[second], keep)


def _splits(dice: Sequence[Dice], rank: Rank, pair: tuple[int, int], keep: Keep) -> bool:
    """Return whether one of two dice at this rank may be kept and the other left out."""
    above = level = either = 0  # other dice: always better, perhaps as good, better or worse
    for place, group in enumerate(dice):
        others = group.many - pair.count(place)
        ranks = {look.rank for look in group.looks}
        better = any((one > rank) == keep.highest and one != rank for one in ranks)
        worse = any((one < rank) == keep.highest and one != rank for one in ranks)
        if rank in ranks:
            level += others
        elif better and worse:
            either += others
        elif better:
            above += others
    return bool(above < keep.many and min(keep.many - 1, above + either) + level + 2 > keep.many)


def _open(first: str, second: str, keep: Keep) -> RulesError:
    """Tell which dice are equal, and the word that settles it."""
    if first == second:
        return RulesError(
            f"two {first} dice may count the same and show different signs, so which of them "
            f"'keep' keeps is open; give such faces different values, or let the player choose, as "
            f"in 'may keep {keep.many}' with an 'aim'"
        )
    one, other = sorted([first, second])
    return RulesError(
        f"a {one} and a {other} may show the same, so which of them 'keep' keeps is open; write "
        f"which goes first, as in 'ties {one} before {other}'"
    )
