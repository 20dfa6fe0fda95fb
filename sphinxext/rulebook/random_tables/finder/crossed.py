"""Tables of two dice that cross in a grid, one down and one across."""

from __future__ import annotations

from collections.abc import Iterator

from ..columns import crossed, half_of
from ..dice import TableDice, dice_of, readings
from ..partition import is_partition, labels_of, mistakes
from .columns import Column
from .verdicts import ColumnVerdict, as_wrong, is_trusted, misses_only_ends

LEAST_RIGHT = 0.5  # of the other die, so that what is wrong with it is a slip
MOST_WRONG = 2  # rows of a grid


def verdict_on_crossed(columns: list[Column], across: Column | None) -> ColumnVerdict | None:
    """Return the verdict on a table of two dice; None where the table is none."""
    down = next((column for column in columns if column.is_first), None)
    if down is None or across is None:
        return None
    judged = (_on_grid(down, across, *each) for each in _crossings(across))
    return next(filter(None, judged), None)


def _crossings(across: Column) -> Iterator[tuple[TableDice, tuple[TableDice, TableDice]]]:
    """Yield dice that a text names, and the two that may cross in the grid."""
    for clue in across.clues:
        for dice in readings(clue.notation):
            if half := half_of(dice):
                yield dice, (half, half)
    corner = [die for clue in across.own_clues if (die := dice_of(clue.notation))]
    if 0 < len(corner) < 3:
        yield corner[0], (corner[0], corner[-1])


def _on_grid(
    down: Column, across: Column, dice: TableDice, pair: tuple[TableDice, TableDice]
) -> ColumnVerdict | None:
    read = [labels_of(each.dice, each.labels) for each in crossed(down.rolls, across.rolls, pair)]
    right = list(map(is_partition, read))
    if all(right):
        return ColumnVerdict(dice)
    if not any(right):
        return None
    at = right.index(False)
    wrong = mistakes(read[at].dice, read[at].texts)
    is_told = half_of(dice) is not None or pair[0] is not pair[1]
    if read[at].missing and misses_only_ends(read[at]) and not is_told:
        counts = read[at].texts == tuple(str(n + 1) for n in range(len(read[at].texts)))
        return ColumnVerdict(dice) if at and counts else None  # the head may count levels
    if len(wrong) > MOST_WRONG or not is_trusted(read[at], LEAST_RIGHT):
        return None
    return ColumnVerdict(dice, as_wrong((down, across)[at].rolls, wrong))
