"""Readings of dice as a set: how each follows the faces from the highest down.

A fold begins with `start`, takes one face after the other with the number of dice that show it, and
turns what it knows at the end into a number. Faces that no die shows may be left out.

>>> read(same(), [(5, (2,)), (3, (1,))])
2
>>> read(row(), [(6, (1,)), (5, (2,)), (4, (1,)), (2, (1,))])
3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

Counts = tuple[int, ...]  # how many dice of each side of a fold show a face


class Fold(NamedTuple):
    """A reading that no sum over dice gives."""

    start: Any
    over: Callable[[Any, int, Counts], Any]
    end: Callable[[Any], int] = int
    idle: bool = False  # whether it forgets something at a face that no die shows
    cost: int = 1  # how much longer a step takes than that of a plain count


def read(fold: Fold, faces: Iterable[tuple[int, Counts]]) -> int:
    """Return what the fold reads of faces with their dice, given from the highest down."""
    seen = fold.start
    for face, counts in faces:
        seen = fold.over(seen, face, counts)
    return fold.end(seen)


def highest() -> Fold:
    """Return the fold for the highest face, 0 without dice."""
    return Fold(None, lambda seen, face, _: face if seen is None else seen, _or_nothing)


def lowest() -> Fold:
    """Return the fold for the lowest face, 0 without dice."""
    return Fold(None, lambda _, face, __: face, _or_nothing)


def same() -> Fold:
    """Return the fold for the most dice that show one face."""
    return Fold(0, lambda seen, _, counts: max(seen, counts[0]))


def sets(size: int) -> Fold:
    """Return the fold that counts the faces shown by so many dice or more."""
    return Fold(0, lambda seen, _, counts: seen + (counts[0] >= size))


def height(size: int) -> Fold:
    """Return the fold for the highest face that so many dice show, 0 without one."""

    def over(seen: int | None, face: int, counts: Counts) -> int | None:
        return face if seen is None and counts[0] >= size else seen

    return Fold(None, over, _or_nothing)


def width(place: int) -> Fold:
    """Return the fold for the size of the largest set, or of the second largest and so on."""

    def over(seen: Counts, _: int, counts: Counts) -> Counts:
        return tuple(sorted((*seen, counts[0]), reverse=True)[:place])

    return Fold((), over, lambda seen: seen[place - 1] if len(seen) >= place else 0)


def row() -> Fold:
    """Return the fold for the longest run of faces that follow each other."""

    def over(
        seen: tuple[int, int, int | None], face: int, counts: Counts
    ) -> tuple[int, int, int | None]:
        longest, running, last = seen
        if not counts[0]:
            return longest, 0, None
        running = running + 1 if last is not None and last - face == 1 else 1
        return max(longest, running), running, face

    return Fold((0, 0, None), over, lambda seen: seen[0], idle=True)


def groups(reach: int) -> Fold:
    """Return the fold for the most groups of dice whose faces add up to so much each."""

    def over(seen: tuple[int, Counts], face: int, counts: Counts) -> tuple[int, Counts]:
        full, left = seen
        if face >= reach:
            return full + counts[0], left
        if face <= 0:
            return seen
        faces = list(left)
        for _ in range(counts[0]):
            if reach - face in faces:  # two dice that just fill a group leave together
                faces.remove(reach - face)
                full += 1
            else:
                faces.append(face)
        return full, tuple(sorted(faces))

    return Fold((0, ()), over, lambda seen: seen[0] + most_groups(seen[1], reach), cost=4)


def counted(counts_for: Callable[[int], bool]) -> Fold:
    """Return the fold that counts the dice with some faces."""
    return Fold(0, lambda seen, face, counts: seen + counts[0] * counts_for(face))


def without(fold: Fold) -> Fold:
    """Return the fold for the dice of one side that are left, where the other takes equal ones."""

    def over(seen: Any, face: int, counts: Counts) -> Any:
        left = counts[0] - counts[1]
        return fold.over(seen, face, (left,)) if left > 0 else seen

    return fold._replace(over=over)


def beats() -> Fold:
    """Return the fold that pairs two sides, highest first, and counts where the first is higher."""

    def over(seen: tuple[int, int, int], _: int, counts: Counts) -> tuple[int, int, int]:
        # A die wins if the other side's die at its place shows a lower face, or is still to come.
        score, mine, theirs = seen
        mine_to, theirs_to = mine + counts[0], theirs + counts[1]
        return score + max(0, mine_to - max(mine, theirs_to)), mine_to, theirs_to

    # A die beyond the other side's last one is paired with none.
    def end(seen: tuple[int, int, int]) -> int:
        score, mine, theirs = seen
        return score - max(0, mine - theirs)

    return Fold((0, 0, 0), over, end)


def ties() -> Fold:
    """Return the fold that pairs two sides, highest first, and counts where they are equal."""

    def over(seen: tuple[int, int, int], _: int, counts: Counts) -> tuple[int, int, int]:
        score, mine, theirs = seen
        mine_to, theirs_to = mine + counts[0], theirs + counts[1]
        return score + max(0, min(mine_to, theirs_to) - max(mine, theirs)), mine_to, theirs_to

    return Fold((0, 0, 0), over, lambda seen: seen[0])


def _or_nothing(seen: int | None) -> int:
    return seen or 0


@lru_cache(maxsize=65_536)
def most_groups(left: tuple[int, ...], reach: int) -> int:
    """Return the most groups of these faces that add up to so much each, no face in two of them.

    >>> most_groups((2, 4, 5, 9), 10)
    1
    """
    if sum(left) < reach:
        return 0
    *others, largest = left
    best = most_groups(tuple(others), reach)
    for group in _fillings(tuple(others), reach - largest):
        rest = list(others)
        for face in group:
            rest.remove(face)
        best = max(best, 1 + most_groups(tuple(rest), reach))
    return best


@lru_cache(maxsize=65_536)
def _fillings(faces: tuple[int, ...], missing: int) -> frozenset[tuple[int, ...]]:
    """Return the smallest groups of faces that add up to what is missing."""
    if missing <= 0:
        return frozenset([()])
    found = set()
    for i, face in enumerate(faces):
        if i and faces[i - 1] == face:
            continue
        for rest in _fillings(faces[i + 1 :], missing - face):
            if sum(rest) + face - min((face, *rest)) < missing:
                found.add((face, *rest))
    return frozenset(found)
