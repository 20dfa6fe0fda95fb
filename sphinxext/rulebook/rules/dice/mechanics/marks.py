"""A sum together with how many dice show certain faces on the first throw, in closed form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb

from ....dice.budget import spend
from ....dice.law import Law, Mix, without
from ....dice.sums import Factor, Sum
from ...errors import TooMany
from ...language.conditions import ALL_FAILURES
from ...model.roll import Die
from .pool import FaceReading, part, worths_of

MarkedLaw = tuple[Mapping[str, int], Law]  # what the readings show, and the part of the law there
EACH = 8_000  # nanoseconds for a part of a law


def all_failures(
    dice: Sequence[tuple[Die, int]], reading: FaceReading, flat: int, whole: Law
) -> list[MarkedLaw]:
    """The law split by whether every die thrown is a failure."""
    parts: list[tuple[Factor, int]] = []
    for die, count in dice:
        failing = tuple(value < 0 for value in worths_of(die, reading))
        if count and not any(failing):
            return [({ALL_FAILURES: 0}, whole)]
        if count:
            parts.append((part(die, reading, failing), count))
    if not parts:
        return [({ALL_FAILURES: 0}, whole)]
    ruin = Sum(parts, flat)
    return [({ALL_FAILURES: 1}, ruin), ({ALL_FAILURES: 0}, without(whole, ruin))]


def marked(
    dice: Sequence[tuple[Die, int]],
    reading: FaceReading,
    marks: Mapping[str, Mapping[str, tuple[int, ...]]],
    law: Callable[[list[tuple[Factor, int]]], Law],
) -> list[MarkedLaw]:
    """The law of the dice split by marks: for each name and kind of die, what each face counts."""
    _refuse_too_many(dice, marks)
    cells: dict[tuple[int, ...], list[tuple[int, Law]]] = {}
    names = tuple(marks)
    for shown, ways, parts in _splits(list(dice), reading, marks):
        cells.setdefault(shown, []).append((ways, law(parts)))
    return [(dict(zip(names, shown, strict=True)), Mix(parts)) for shown, parts in cells.items()]


def _classes(
    die: Die, marks: Mapping[str, Mapping[str, tuple[int, ...]]]
) -> dict[tuple[int, ...], list[bool]]:
    """The faces of a die by what they mark."""
    nothing = (0,) * len(die.faces)
    table = [marks[name].get(die.name, nothing) for name in marks]
    kinds: dict[tuple[int, ...], list[bool]] = {}
    for i in range(len(die.faces)):
        kinds.setdefault(tuple(column[i] for column in table), [False] * len(die.faces))[i] = True
    return kinds


def ways_to_share(
    dice: Sequence[tuple[Die, int]], marks: Mapping[str, Mapping[str, tuple[int, ...]]]
) -> int:
    """In how many ways the dice can be shared out among what they mark."""
    parts = 1
    for die, count in dice:
        others = len(_classes(die, marks)) - 1
        parts *= comb(count + others, others)
    return parts


def _refuse_too_many(
    dice: Sequence[tuple[Die, int]], marks: Mapping[str, Mapping[str, tuple[int, ...]]]
) -> None:
    many = sum(count for _, count in dice)
    spend(ways_to_share(dice, marks) * (EACH + 60 * many), str(TooMany(many, marks)))


def _splits(
    dice: list[tuple[Die, int]],
    reading: FaceReading,
    marks: Mapping[str, Mapping[str, tuple[int, ...]]],
) -> Iterator[tuple[tuple[int, ...], int, list[tuple[Factor, int]]]]:
    """Every way to share the dice out among what they mark: totals, ways and factors."""
    if not dice:
        yield (0,) * len(marks), 1, []
        return
    (die, count), *rest = dice
    kinds = _classes(die, marks)
    classes = [(shown, part(die, reading, tuple(only))) for shown, only in kinds.items()]
    for shown, ways, parts in _splits(rest, reading, marks):
        for more, more_ways, more_parts in _shares(classes, count):
            total = tuple(a + b for a, b in zip(shown, more, strict=True)) if more else shown
            yield total, ways * more_ways, [*parts, *more_parts]


def _shares(
    classes: list[tuple[tuple[int, ...], Factor]], count: int
) -> Iterator[tuple[tuple[int, ...], int, list[tuple[Factor, int]]]]:
    (shown, one), *rest = classes
    if not rest:
        yield tuple(count * s for s in shown), 1, [(one, count)] if count else []
        return
    for here in range(count + 1):
        for more, ways, parts in _shares(rest, count - here):
            total = tuple(here * s + m for s, m in zip(shown, more, strict=True))
            yield total, ways * comb(count, here), ([(one, here)] if here else []) + parts
