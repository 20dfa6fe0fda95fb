"""Readings of dice as a set, as rules files name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...dice import Look, folds
from ...dice.folds import Fold
from ...dice.pool import SetOf
from ..model.reading import Reading

WORDS: Mapping[str, Callable[[int], Fold]] = {
    "highest": lambda _: folds.highest(),
    "lowest": lambda _: folds.lowest(),
    "same": lambda _: folds.same(),
    "pairs": lambda _: folds.sets(2),
    "row": lambda _: folds.row(),
    "sets": lambda size: folds.sets(size or 2),
    "height": lambda size: folds.height(size or 2),
    "width": lambda size: folds.width(size or 1),
    "groups": folds.groups,
}
PAIRS: Mapping[str, Callable[[], Fold]] = {"beats": folds.beats, "ties": folds.ties}


def set_of(rule: Reading, tops: Mapping[str, int]) -> SetOf:
    """Return the set that a reading looks at; `tops` has the highest face of each kind."""
    if not rule.against:
        return SetOf(WORDS[rule.what](rule.size), (rule.of,), rule.among)
    faces, top = rule.faces, tops.get(rule.of, 0)
    if rule.what in PAIRS:
        fold = PAIRS[rule.what]()
    else:
        fold = folds.cancelled(lambda face: faces is None or faces.holds(face, top))
    return SetOf(fold, (rule.of, rule.against))


def read_set(one: SetOf, dice: Iterable[tuple[Look, int]]) -> int:
    """Return what is read of some dice: how they lie, and how many do so."""
    shown: dict[int, list[int]] = {}
    for look, many in dice:
        side = one.side(look.kind)
        if side is not None and many:
            shown.setdefault(look.face, [0] * len(one.sides))[side] += many
    return folds.read(
        one.fold, [(face, tuple(shown[face])) for face in sorted(shown, reverse=True)]
    )
