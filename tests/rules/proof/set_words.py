"""Reads sets, groups and dice held against others, by trying; nothing of the engine is used."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

SIZED = ("sets", "height", "width", "groups", "beats", "ties")
Faces = Sequence[tuple[str, int]]  # the kind and the number of each die


def set_word(rule: Mapping[str, Any], shown: Faces) -> int:
    """The number that the reading stands for."""
    what, of = rule["is"], rule.get("of", "")
    mine = sorted((number for kind, number in shown if of in ("", kind)), reverse=True)
    if what in ("beats", "ties"):
        theirs = sorted((n for kind, n in shown if kind == rule["against"]), reverse=True)
        pairs = list(zip(mine, theirs, strict=False))
        return sum(a > b if what == "beats" else a == b for a, b in pairs)
    many = Counter(mine)
    if what == "groups":
        return most_groups(tuple(mine), rule["reach"])
    if what == "width":
        sizes = sorted(many.values(), reverse=True)
        place = rule.get("place", 1)
        return sizes[place - 1] if place <= len(sizes) else 0
    found = [number for number, n in many.items() if n >= rule.get("size", 2)]
    return len(found) if what == "sets" else max(found, default=0)


@cache
def most_groups(faces: tuple[int, ...], reach: int) -> int:
    """The most groups, by trying every part of the dice as one."""
    best = 0
    for chosen in range(1, 1 << len(faces)):
        group = [face for i, face in enumerate(faces) if chosen >> i & 1]
        if sum(group) >= reach:
            rest = tuple(face for i, face in enumerate(faces) if not chosen >> i & 1)
            best = max(best, 1 + most_groups(rest, reach))
    return best


def cancelled(of: Sequence[int], against: Sequence[int]) -> list[int]:
    """The dice that are left after each of the others took one with the same face."""
    return list((Counter(of) - Counter(against)).elements())
