"""Readings of dice as a set, as rules files name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...dice import Look, folds
from ...dice.folds import Fold
from ...dice.pool import SetOf
from ..language.reading import BUNDLES, HEIGHT, Reading

WORDS: Mapping[str, Callable[[int], Fold]] = {
    "highest": lambda _: folds.highest(),
    "lowest": lambda _: folds.lowest(),
    "same": lambda place: folds.same() if place == 1 else folds.width(place),
    "row": lambda _: folds.row(),
    "sets": folds.sets,
    HEIGHT: folds.height,
    BUNDLES: folds.groups,
}
PAIRS: Mapping[str, Callable[[], Fold]] = {"beats": folds.beats, "ties": folds.ties}


def set_of(rule: Reading, tops: Mapping[str, int]) -> SetOf:
    """Return the set that a reading looks at; `tops` has the highest face of each kind."""
    if rule.what in PAIRS:
        return SetOf(PAIRS[rule.what](), (rule.of, rule.against))
    faces, top = rule.faces, tops.get(rule.of, 0)
    if faces is None:
        fold = WORDS[rule.what](int(str(rule.size)))
    else:
        fold = folds.counted(lambda face: faces.holds(face, top))
    if rule.against:
        return SetOf(folds.without(fold), (rule.of, rule.against))
    return SetOf(fold, (rule.of,), rule.among)


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
