"""A sum together with how many dice show certain faces on the first throw, in closed form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import comb, prod

from ....dice.budget import spend
from ....dice.law import Law, Mix, without
from ....dice.sums import Factor, Sum
from ...errors import TooMany
from ...language.conditions import ALL_FAILURES
from ...model.roll import Die
from .pool import DiceAndCounts, FaceReading, part, worths_of
from .throws import shares

MarkedLaw = tuple[Mapping[str, int], Law]  # what the readings show, and the part of the law there
Marks = Mapping[str, Mapping[str, tuple[int, ...]]]
Factors = list[tuple[Factor, int]]
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
    dice: DiceAndCounts, reading: FaceReading, marks: Marks, law: Callable[[Factors], Law]
) -> list[MarkedLaw]:
    """The law of the dice split by marks: for each name and kind of die, what each face counts."""
    many = sum(count for _, count in dice)
    spend(ways_to_share(dice, marks) * (EACH + 60 * many), str(TooMany(many, marks)))
    each = []
    for die, count in dice:
        rows = [
            (shown, part(die, reading, tuple(only))) for shown, only in _classes(die, marks).items()
        ]
        each.append([(ways, counts, rows) for counts, ways in shares((1,) * len(rows), count)])
    cells: dict[tuple[int, ...], list[tuple[int, Law]]] = {}
    for split in product(*each):
        told = [
            (n, shown, one)
            for _, counts, rows in split
            for n, (shown, one) in zip(counts, rows, strict=True)
            if n
        ]
        totals = tuple([sum([n * shown[i] for n, shown, _ in told]) for i in range(len(marks))])
        found = law([(one, n) for n, _, one in told])
        cells.setdefault(totals, []).append((prod([ways for ways, _, _ in split]), found))
    return [(dict(zip(marks, shown, strict=True)), Mix(parts)) for shown, parts in cells.items()]


def _classes(die: Die, marks: Marks) -> dict[tuple[int, ...], list[bool]]:
    """The faces of a die by what they mark."""
    nothing = (0,) * len(die.faces)
    table = [marks[name].get(die.name, nothing) for name in marks]
    kinds: dict[tuple[int, ...], list[bool]] = {}
    for i in range(len(die.faces)):
        kinds.setdefault(tuple(column[i] for column in table), [False] * len(die.faces))[i] = True
    return kinds


def ways_to_share(dice: DiceAndCounts, marks: Marks) -> int:
    """In how many ways the dice can be shared out among what they mark."""
    parts = 1
    for die, count in dice:
        others = len(_classes(die, marks)) - 1
        parts *= comb(count + others, others)
    return parts
