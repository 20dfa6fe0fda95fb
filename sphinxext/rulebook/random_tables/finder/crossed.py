"""Tables of two dice: as a grid, one down and one across, or side by side, for each pair a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from ..columns import half_of, runs_of
from ..dice import TableDice, dice_of, readings
from ..partition import MistakeKind, RowMistake, is_partition, labels_of, mistakes
from ..rolls import style_of, written
from .columns import Column
from .verdicts import ColumnVerdict, as_wrong, is_trusted, misses_only_ends

Block = frozenset[tuple[int, int]]  # pairs of faces
LEAST_RIGHT = 0.5  # of the other die, so that what is wrong with it is a slip
MOST_WRONG = 2  # rows of a grid
MOST_FACES = 20


def verdict_on_crossed(columns: Sequence[Column]) -> ColumnVerdict | None:
    """Return the verdict on a table of two dice; None where the table is none."""
    by_place = {column.place: column for column in columns}
    down, beside, across = by_place.get(0), by_place.get(1), by_place.get(-1)
    found = _on_pairs(down, beside) if down and beside else None
    if found is None and down and across:
        judged = (_on_grid(down, across, *each) for each in _crossings(across))
        found = next(filter(None, judged), None)
    return found


def _crossings(across: Column) -> Iterator[tuple[TableDice, TableDice, TableDice]]:
    """Yield dice that a text names, and the two that may cross in the grid, down and across."""
    for clue in across.clues:
        for dice in readings(clue.notation):
            if half := half_of(dice):
                yield dice, half, half
    corner = [die for clue in across.own_clues if (die := dice_of(clue.notation))]
    if len(corner) == 1:
        yield corner[0], corner[0], corner[0]
    elif len(corner) == 2:
        yield corner[0], corner[0], corner[1]
        yield corner[0], corner[1], corner[0]


def _on_grid(
    down: Column, across: Column, dice: TableDice, first: TableDice, second: TableDice
) -> ColumnVerdict | None:
    read = [labels_of(first, down.labels), labels_of(second, across.labels)]
    right = [is_partition(labels) for labels in read]
    if all(right):
        return ColumnVerdict(dice)
    if not any(right):
        return None
    at = right.index(False)
    wrong = mistakes(read[at].dice, read[at].texts)
    missing = {value for value, count in read[at].counts.items() if not count}
    is_told = half_of(dice) is not None or first is not second
    if missing and misses_only_ends(missing, read[at]) and not is_told:
        counts = read[at].texts == tuple(str(n + 1) for n in range(len(read[at].texts)))
        return ColumnVerdict(dice) if at and counts else None  # the head may count levels
    if len(wrong) > MOST_WRONG or not is_trusted(read[at], LEAST_RIGHT):
        return None
    return ColumnVerdict(dice, as_wrong((down, across)[at], wrong))


def _on_pairs(first: Column, second: Column) -> ColumnVerdict | None:
    """Return the verdict where every pair of faces should be in one row, once."""
    dice = [die for each in (first, second) if (die := _die(each))]
    repeats = 2 * len(set(first.labels)) <= len(first.labels) + 1
    if first.lines != second.lines or len(dice) != 2 or not repeats:
        return None
    down, across = (_values(die, each) for die, each in zip(dice, (first, second), strict=True))
    if len(runs_of(second.labels)) < 2 or not all(down) or not all(across):
        return None
    every = frozenset(product(dice[0].values, dice[1].values))
    blocks = [frozenset(product(a, b)) for a, b in zip(down, across, strict=True)]
    counts = Counter(pair for block in blocks for pair in block)
    if counts.keys() == every and max(counts.values()) == 1:
        return ColumnVerdict(dice[0])
    found = []
    for row, block in enumerate(blocks):
        others = counts - Counter(block)
        left = every - others.keys()
        if max(others.values(), default=0) < 2 and left and _is_block(left):
            found.append((len(left ^ block), -row, left))
    if not found:
        return None
    _, row, right = min(found, key=lambda each: each[:2])
    own = blocks[-row]
    place = 0 if {pair[0] for pair in right} != {pair[0] for pair in own} else 1
    column = (first, second)[place]
    values = sorted({pair[place] for pair in right})
    is_gap = own < right
    wrong = RowMistake(
        MistakeKind.GAP if is_gap else MistakeKind.OVERLAP,
        -row,
        column.labels[-row],
        written(values, dice[place], style_of(column.labels)),
        f"some rolls of the two dice are in {'no row' if is_gap else 'another row too'}",
    )
    return ColumnVerdict(dice[0], as_wrong(column, [wrong]))


def _values(die: TableDice, column: Column) -> list[frozenset[int]]:
    """Return the faces that each row names; a row with "any" has all of them."""
    labels = labels_of(die, column.labels)
    return [
        frozenset(die.values) if rolls is None and not any(map(str.isdigit, text)) else values
        for text, rolls, values in zip(labels.texts, labels.rolls, labels.values, strict=True)
    ]


def _die(column: Column) -> TableDice | None:
    """Return the one die that the column's own head names."""
    said = {clue.notation for clue in column.own_clues}
    die = dice_of(said.pop()) if len(said) == 1 else None
    return die if die is not None and die.is_flat and die.high <= MOST_FACES else None


def _is_block(pairs: Block) -> bool:
    """Check for all pairs of some faces of the one die and some of the other."""
    return len(pairs) == len({a for a, _ in pairs}) * len({b for _, b in pairs})
