"""Dice that are equal under `keep`: which go first, and where the rules leave that open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ..errors import RulesError
from ..language.reading import ALL
from ..model.roll import Die, Keep

Rank = tuple[Any, ...]  # what a die counts, its faces, and the place that `ties` gives it
NO_RANK: Rank = ()
Mark = tuple[int, ...]


class Contender(NamedTuple):
    """A way for a die to lie that `keep` chooses among, and all that is read of it."""

    kind: str
    rank: Rank
    mark: Mark


Contenders = tuple[int, Sequence[Contender]]  # so many like dice, and the ways for each to lie


def rank_of(keep: Keep, die: Die, worth: int, faces: Iterable[int]) -> Rank:
    """Return the place of a die among those that are kept: by its count, its faces, then `ties`."""
    first = 0 if keep.ties is None else keep.ties.place(die)
    return worth, tuple(faces), first if keep.highest else -first


def mark_of(among: Sequence[str], adds: Sequence[int], sets: Iterable[tuple[str, bool]]) -> Mark:
    """Return what a die adds to all that is read of the dice that are kept, or that are not.

    Each set says which dice it looks at, and whether this die's kind is among them.
    """
    read = [number for dice, number in zip(among, adds, strict=True) if dice != ALL]
    return (*read, *[int(looks) for dice, looks in sets if dice != ALL])


def refuse_open_ties(dice: Sequence[Contenders], keep: Keep) -> None:
    """Refuse dice of which equal ones are read apart, where some of these may be left out."""
    by_rank: defaultdict[Rank, dict[Mark, Contender]] = defaultdict(dict)
    for many, lies in dice:
        for lie in lies if many else ():
            by_rank[lie.rank][lie.mark] = lie
    for rank, marks in by_rank.items():
        if len(marks) < 2:
            continue
        for first, second in _pairs(dice, rank):
            if _splits(dice, rank, (first[0], second[0]), keep):
                raise _open(first[1], second[1], keep)


def _pairs(
    dice: Sequence[Contenders], rank: Rank
) -> Iterator[tuple[tuple[int, Contender], tuple[int, Contender]]]:
    """Yield two ways to lie at this rank that are read apart, with the group of each."""
    level = dict.fromkeys(
        (group, lie) for group, (many, lies) in enumerate(dice) if many for lie in lies
    )
    here = [(group, lie) for group, lie in level if lie.rank == rank]
    for first, second in combinations(here, 2):
        alone = first[0] == second[0] and dice[first[0]][0] < 2
        if first[1].mark != second[1].mark and not alone:
            yield first, second


def _splits(dice: Sequence[Contenders], rank: Rank, pair: tuple[int, int], keep: Keep) -> bool:
    """Return whether one of two dice at this rank may be kept and the other left out."""
    above = level = either = 0  # other dice: always better, perhaps as good, better or worse
    for group, (many, lies) in enumerate(dice):
        others = many - pair.count(group)
        ranks = {lie.rank for lie in lies}
        better = any((one > rank) == keep.highest and one != rank for one in ranks)
        worse = any((one < rank) == keep.highest and one != rank for one in ranks)
        if rank in ranks:
            level += others
        elif better and worse:
            either += others
        elif better:
            above += others
    return bool(above < keep.many and min(keep.many - 1, above + either) + level + 2 > keep.many)


def _open(first: Contender, second: Contender, keep: Keep) -> RulesError:
    """Tell which dice are equal, and the word that settles it."""
    if first.kind == second.kind:
        return RulesError(
            f"two {first.kind} dice may count the same and show different signs, so which of them "
            f"'keep' keeps is open; give such faces different values, or let the player choose, as "
            f"in 'may keep {keep.many}' with an 'aim'"
        )
    one, other = sorted([first.kind, second.kind])
    return RulesError(
        f"a {one} and a {other} may show the same, so which of them 'keep' keeps is open; write "
        f"which goes first, as in 'ties {one} before {other}'"
    )
