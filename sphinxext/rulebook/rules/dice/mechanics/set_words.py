"""Words that read dice as a set: what is known of them so far, face after face in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ...model.faces import Faces
from ...model.reading import ALL, PAIRED, Reading


class SetOf(NamedTuple):
    """A word that reads dice as a set, and the dice that it looks at."""

    word: str
    among: str = ALL
    of: str = ""
    size: int = 0  # of the sets that are looked for, the place of a set, or what groups reach
    against: str = ""  # the kind of dice that these are held against, or cancelled by
    faces: Faces | None = None  # which faces are counted after that
    top: int = 0  # the highest face of such a die
    dice: tuple[int, int] = (0, 0)  # how many of both kinds there are

    @classmethod
    def of_rule(cls, rule: Reading, dice: Mapping[str, tuple[int, int]]) -> SetOf:
        """The set that a reading looks at; `dice` has the number and the highest face of each."""
        if not rule.against:
            return cls(rule.what, rule.among, rule.of, rule.size)
        (mine, top), (theirs, _) = [dice.get(kind, (0, 0)) for kind in (rule.of, rule.against)]
        numbers = mine, theirs
        return cls(rule.what, ALL, rule.of, 0, rule.against, rule.faces, top, numbers)

    def looks_at(self, kind: str) -> bool:
        """True for a kind of dice that it looks at."""
        return not self.of or kind in (self.of, self.against)


Seen = Any  # what is known of a set so far; None before its first face


def _same(seen: Seen, face: int, count: int, _one: SetOf) -> Seen:
    """The largest set so far, how large the one of the last face is, and the face."""
    largest, size, last = seen or (0, 0, face)
    size = size + count if face == last else count
    return max(largest, size), size, face


def _sets(seen: Seen, face: int, count: int, one: SetOf) -> Seen:
    """Count the sets; with the size of the last face's set, and the face."""
    many, size, last = seen or (0, 0, face)
    before = size if face == last else 0
    return many + (before < (one.size or 2) <= before + count), before + count, face


def _height(seen: Seen, face: int, count: int, one: SetOf) -> Seen:
    """The highest face that is shown by a set, how large the one of the last face is, the face."""
    highest, size, last = seen or (None, 0, face)
    size = size + count if face == last else count
    if size >= (one.size or 2) and (highest is None or face > highest):
        highest = face
    return highest, size, face


def _width(seen: Seen, face: int, count: int, one: SetOf) -> Seen:
    """The sizes of the largest sets as far as they matter, that of the last face, and the face."""
    sizes, size, last = seen or ((), 0, face)
    if face != last:
        sizes, size = tuple(sorted((*sizes, size), reverse=True)[: one.size or 1]), 0
    return sizes, size + count, face


def _row(seen: Seen, face: int, _count: int, _one: SetOf) -> Seen:
    """The longest row so far, how long the one is that the face ends, and the face."""
    longest, length, last = seen or (0, 0, None)
    if face != last:
        length = length + 1 if last is not None and abs(face - last) == 1 else 1
    return max(longest, length), length, face


def _groups(seen: Seen, face: int, count: int, one: SetOf) -> Seen:
    """Count the full groups, and list the faces left; dice that just fill a group leave with it."""
    full, left = seen or (0, ())
    if face >= one.size:
        return full + count, left
    if face <= 0:
        return full, left
    missing = one.size - face
    faces = list(left)
    for _ in range(count):
        if missing in faces:
            faces.remove(missing)
            full += 1
        else:
            faces.append(face)
    return full, tuple(sorted(faces))


@lru_cache(maxsize=65_536)
def most_groups(left: tuple[int, ...], reach: int) -> int:
    """The most groups of these faces that add up to so much each, no face in two of them."""
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
    """The smallest groups of faces that add up to what is missing, none with a face too many."""
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


def _held_against(seen: Seen, face: int, count: int, one: SetOf, *, mine: bool) -> Seen:
    """The score so far, how many dice of both kinds came before, the face, and its dice."""
    score, before, last, here, rises = seen or (0, (0, 0), face, (0, 0), True)
    if face != last:
        rises = face > last
        score += _scored(before, last, here, one, rises=rises)
        before, here = (before[0] + here[0], before[1] + here[1]), (0, 0)
    here = (here[0] + count, here[1]) if mine else (here[0], here[1] + count)
    return score, before, face, here, rises


def _scored(
    before: tuple[int, int], face: int, here: tuple[int, int], one: SetOf, *, rises: bool
) -> int:
    """Reads the dice of one face, after so many that showed the faces before it."""
    if one.word not in PAIRED:
        counts = one.faces is None or one.faces.holds(face, one.top)
        return max(0, here[0] - here[1]) if counts else 0
    # The places of dice from the highest down: those with this face, and of the other kind those
    # with the same face and those with a lower one.
    firsts = (
        before
        if not rises
        else tuple(
            [many - was - now for many, was, now in zip(one.dice, before, here, strict=True)]
        )
    )
    start, end = firsts[0], firsts[0] + here[0]
    level = firsts[1] + here[1]
    if one.word == "ties":
        return max(0, min(end, level) - max(start, firsts[1]))
    return max(0, min(end, one.dice[1]) - max(start, level))


# For each reading of a set how the faces, in their order, change what is known of it.
SETS: Mapping[str, Callable[[Seen, int, int, SetOf], Seen]] = {
    "highest": lambda seen, face, _, __: face if seen is None else max(seen, face),
    "lowest": lambda seen, face, _, __: face if seen is None else min(seen, face),
    "same": _same,
    "pairs": _sets,
    "row": _row,
    "sets": _sets,
    "height": _height,
    "width": _width,
    "groups": _groups,
}
CLOSED = frozenset({"same", "pairs", "sets", "height"})
IN_ANY_ORDER = frozenset({"highest", "lowest", "groups"})


def seen_more(seen: Seen, face: int, count: int, one: SetOf, kind: str) -> Seen:
    """Reads a set after so many more dice of a kind that show the face."""
    if one.against:
        return _held_against(seen, face, count, one, mine=kind == one.of)
    return SETS[one.word](seen, face, count, one)


def closed(seen: Seen, one: SetOf, face: int, *, rises: bool) -> Seen:
    """Keep of a set what still matters when no further die shows the face.

    Throws that differ only in how they came there are one state from then on.
    """
    if seen is None:
        return None
    if one.against:
        score, before, last, here, _ = seen
        score += _scored(before, last, here, one, rises=rises)
        return score, (before[0] + here[0], before[1] + here[1]), face, (0, 0), rises
    if one.word == "width":
        sizes, size, _ = seen
        merged = sorted((*sizes, size), reverse=True)[: one.size or 1]
        return tuple([each for each in merged if each]), 0, None
    if one.word in CLOSED:
        return seen[0], 0, None
    return seen


def needs_order(one: SetOf) -> bool:
    """True where equal faces have to come one after the other."""
    return bool(one.against) or one.word not in IN_ANY_ORDER


def number_of(seen: Seen, one: SetOf) -> int:
    """The number that a reading comes to in the end."""
    if seen is None:
        return 0
    if one.against:
        score, before, face, here, rises = seen
        return int(score + _scored(before, face, here, one, rises=rises))
    if one.word == "width":
        sizes, size, _ = seen
        sizes = sorted((*sizes, size), reverse=True)
        return int(sizes[one.size - 1] if one.size else sizes[0]) if len(sizes) >= one.size else 0
    if one.word == "groups":
        return int(seen[0] + most_groups(seen[1], one.size))
    return int((seen[0] or 0) if isinstance(seen, tuple) else seen)


def read_set(one: SetOf, dice: Iterable[tuple[int, str]]) -> int:
    """The number that the word stands for, given the faces of some dice and their kinds."""
    seen: Seen = None
    for face, kind in sorted(dice):
        if one.looks_at(kind):
            seen = seen_more(seen, face, 1, one, kind)
    return number_of(seen, one)
