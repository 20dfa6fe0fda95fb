"""Grids: one die down the first column, the other across the head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..dice import TableDice, dice_of, flat, readings
from ..partition import is_partition, labels_of, mistakes
from .columns import Column
from .evidence import counts_up, is_trusted, misses_only_ends
from .wrong_row import ColumnVerdict, as_wrong

LEAST_RIGHT = 0.5  # of the other die, so that what is wrong with it is a slip


def verdict_on_grid(columns: Sequence[Column]) -> ColumnVerdict | None:
    """The verdict on a grid of two dice; None where the table is none, or is unlike any."""
    by_place = {column.place: column for column in columns}
    down, across = by_place.get(0), by_place.get(-1)
    if down is None or across is None:
        return None
    for dice, ways in _pairs(across):
        for first, second in ways:
            verdict = _judged(down, across, dice, (first, second))
            if verdict is not None:
                return verdict
    return None


def side_of(dice: TableDice) -> int | None:
    """The sides of each die of a pair."""
    if dice.is_digits:
        return int(str(dice.high)[0])
    match = re.fullmatch(r"2d(\d+)", dice.name)
    return int(match[1]) if match else None


def _pairs(across: Column) -> Iterator[tuple[TableDice, tuple[tuple[TableDice, TableDice], ...]]]:
    """The dice that a text names, and the two that may cross in the grid."""
    for clue in across.clues:
        for dice in readings(clue.notation):
            sides = side_of(dice)
            if sides is not None:
                yield dice, ((flat(sides), flat(sides)),)
    corner = [die for clue in across.own_clues if (die := dice_of(clue.notation))]
    if len(corner) == 1:
        yield corner[0], ((corner[0], corner[0]),)
    elif len(corner) == 2:
        yield corner[0], ((corner[0], corner[1]), (corner[1], corner[0]))


def _judged(
    down: Column, across: Column, dice: TableDice, crossed: tuple[TableDice, TableDice]
) -> ColumnVerdict | None:
    is_told = side_of(dice) is not None or crossed[0] is not crossed[1]
    read = [labels_of(die, each.labels) for die, each in zip(crossed, (down, across), strict=True)]
    right = [is_partition(labels) for labels in read]
    if all(right):
        return ColumnVerdict(dice, ())
    if not any(right):
        return None
    at = right.index(False)
    column = (down, across)[at]
    wrong = mistakes(crossed[at], column.labels)
    missing = {value for value, count in read[at].counts.items() if not count}
    is_end = bool(missing) and misses_only_ends(missing, read[at]) and not is_told
    if is_end and column is across and counts_up(across.labels):
        return ColumnVerdict(dice, ())  # the head may count something else, such as levels
    if is_end or len(wrong) > 2 or not is_trusted(read[at], LEAST_RIGHT):
        return None
    return ColumnVerdict(dice, as_wrong(column, wrong))
