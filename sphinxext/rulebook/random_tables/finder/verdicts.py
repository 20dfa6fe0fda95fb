"""Decides of a column whether a roll leads to its rows, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...language.table_words import table_words
from ..columns import RollColumn, crossed, half_of, parts
from ..dice import TableDice, dice_of, readings
from ..heads import spoken
from ..partition import (
    MistakeKind,
    RollLabels,
    RowMistake,
    fitting,
    is_partition,
    labels_of,
    mistakes,
    nearest,
)
from ..rolls import bare, read_rolls
from .around import Clue, DiceSource, is_about, is_introduced
from .columns import Column, ends_of

STANDARD = ("d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d6", "3d6", "d66")
USUAL = (
    *STANDARD, "2d4", "2d8", "2d10", "2d12", "2d20", "4d6", "1d8+1d12", "d88", "d666", "d1000",
    "d2", "d3", "d5", "d7", "d14", "d16", "d24", "d36", "d50",
)  # fmt: skip
FEWEST_ROWS = 3
MOSTLY = 0.75  # of the dice in a row, where other numbers may be meant
MOST_OF = 0.6  # of the dice, which an open end may not hold
LEAST_RIGHT = 0.5  # of the other die of a grid, so that what is wrong with it is a slip
NEAR = 12  # tables that may have the other pieces of one
MOST_WRONG = 2  # rows of a grid, or of a table whose roll may be changed; more are meant


@dataclass(frozen=True)
class ColumnVerdict:
    """The dice of a column and its mistakes."""

    dice: TableDice
    wrong: tuple[RowMistake, ...] = ()


def as_wrong(column: RollColumn, found: Sequence[RowMistake]) -> tuple[RowMistake, ...]:
    """Return the mistakes of a column, at the places of its cells."""
    return tuple(replace(each, place=column.places[each.row]) for each in found)


def verdict_on(
    column: Column, rest: Sequence[Column], everything: Sequence[Column]
) -> ColumnVerdict | None:
    """Return the dice of a column and its mistakes; None where no roll leads to its rows."""
    if not column.is_counted and not column.own_clues:
        return None
    for clue in column.clues:
        if clue.source <= DiceSource.HEADING or clue.is_order:
            for dice in readings(clue.notation):
                on_dice = replace(column.rolls, dice=dice)
                if not any(mistakes(dice, each.labels) for each in parts(on_dice)):
                    return _agreed(column, clue, dice)
    fit = usual_dice(column.labels)
    found = _surest(column)
    if found is None:
        return _implied(column)
    near = nearest(column.labels, readings(found.notation))
    if found.source > DiceSource.PHRASE and fit is not None:
        return _by_text(column, found, near, fit)
    return _wrong_on(column, rest, everything, found, near, fit)


def _agreed(column: Column, clue: Clue, dice: TableDice) -> ColumnVerdict:
    """The table is right on these dice; what else speaks of it must say the same."""
    own = next((each for each in column.clues if each.source is DiceSource.HEAD), clue)
    about = clue.source in (DiceSource.SENTENCE, DiceSource.CAPTION) or clue.is_order
    if own is clue or not about or not readings(own.notation):
        return ColumnVerdict(dice)
    why = f"the rows are those of {dice.name}, as the text says"
    return ColumnVerdict(dice, (_head_wrong(column, own.notation, clue.notation, why),))


def _head_wrong(column: Column, found: str, expected: str, why: str) -> RowMistake:
    return RowMistake(MistakeKind.DICE, 0, found, expected, why, place=column.rolls.head_place)


def usual_dice(labels: Sequence[str]) -> TableDice | None:
    """Return the usual dice that have these rolls; an open end may not hold most of them."""
    every = [rolls for label in labels if (rolls := read_rolls(label))]
    numbers = [number for rolls in every for number in rolls.numbers]
    top = max((number.value for number in numbers), default=0)
    ways = [dice for name in USUAL for dice in readings(name)[:2] if MOST_OF * dice.high <= top]
    return fitting(labels, ways)


def _surest(column: Column) -> Clue | None:
    """Return the surest of the dice that are named for the column."""
    clues = [clue for clue in column.clues if clue.source < DiceSource.NEAR] or [
        replace(clue, source=DiceSource.SENTENCE) for clue in column.clues
        if clue.is_order and (dice := dice_of(clue.notation))
        and ends_of(column.labels) == (dice.low, dice.high)
    ]  # fmt: skip
    near = {clue.notation: clue for clue in column.clues}
    if not clues and column.is_rolled and len(near) == 1:
        return next(iter(near.values()))
    return min(clues, key=lambda clue: clue.source, default=None)


def _by_text(column: Column, clue: Clue, dice: TableDice, fit: TableDice) -> ColumnVerdict | None:
    """Judge rows that fit some dice where a text around names others, perhaps for another roll."""
    fitted = ColumnVerdict(fit) if column.is_rolled else None
    others = {each.notation for each in column.clues if each.source < DiceSource.NEAR}
    about = is_about(column.table.around, clue)
    if clue.is_open or len(others) != 1 or fit.high < 0.5 * dice.high:
        return fitted
    if fit.name in STANDARD and not about:
        return fitted
    is_far = abs(fit.high - dice.high) > max(2, dice.high // 4)
    if column.table.is_list and (is_far or not is_introduced(column.table.around, clue)):
        return None
    return ColumnVerdict(dice, as_wrong(column.rolls, mistakes(dice, column.labels))[:1])


def _implied(column: Column) -> ColumnVerdict | None:
    """Nobody names the dice: the rolls must look like those of a table by themselves."""
    labels = column.labels
    is_percentile = bare(labels[-1]).endswith("00")
    if not column.is_rolled and not is_percentile:
        return None
    for name in ("d100",) if is_percentile else STANDARD:
        for dice in readings(name)[:2]:
            is_long = len(labels) >= 4 and (
                is_percentile or ends_of(labels) == (dice.low, dice.high)
            )
            read = labels_of(dice, labels)
            if is_partition(read) or (is_long and is_trusted(read, 0.8)):
                return ColumnVerdict(dice, as_wrong(column.rolls, mistakes(dice, labels)))
    return None


def _wrong_on(
    column: Column, rest: Sequence[Column], everything: Sequence[Column], clue: Clue,
    dice: TableDice, fit: TableDice | None,
) -> ColumnVerdict | None:  # fmt: skip
    labels = labels_of(dice, column.labels)
    if _leaves_dice(column, labels, clue):
        return _changed(column, labels)
    if _is_piece(column, everything, dice) or is_partition(_without_remarks(labels)):
        return ColumnVerdict(dice)
    said = column.said
    is_plain = not (said.spares_ends or said.may_change)
    if clue.source is DiceSource.HEAD and column.is_first and is_plain and _goes_up(labels):
        wrong = as_wrong(column.rolls, mistakes(dice, column.labels))
        return _other_dice(column, clue, fit) or ColumnVerdict(dice, wrong)
    if not column.is_first and not rest and max(labels.counts.values()) == 1:
        return ColumnVerdict(dice)  # what the first column names needs no more of the dice
    return _slips(column, dice) or _other_dice(column, clue, fit)


def _without_remarks(labels: RollLabels) -> RollLabels:
    """Return the rows that have rolls; others say something of their own, such as "natural 20"."""
    number = table_words().number
    texts = [
        text
        for text in labels.texts
        if read_rolls(text) or not re.search(r"[^\W\d_]{3}", number.sub("", bare(text)))
    ]
    return labels_of(labels.dice, texts)


def _slips(column: Column, dice: TableDice) -> ColumnVerdict | None:
    """Return the mistakes of a column; None where so many are wrong that the dice must be."""
    share = MOSTLY if column.table.is_list else 0.5  # a list may have other numbers
    wrong: list[RowMistake] = []
    if len(column.labels) < FEWEST_ROWS:
        return None
    for part in parts(replace(column.rolls, dice=dice)):
        labels = labels_of(dice, part.labels)
        if is_partition(_without_remarks(labels)):
            continue
        is_short = len(part.labels) < FEWEST_ROWS
        if not is_trusted(labels, MOSTLY if is_short else share):
            return None
        is_spared = column.said.spares_ends and misses_only_ends(labels)
        found = [
            each
            for each in mistakes(dice, part.labels)
            if each.kind is not MistakeKind.GAP or not is_spared
        ]
        if sum(each.kind is MistakeKind.REVERSED for each in found) * 2 > len(labels.texts):
            return ColumnVerdict(dice)  # a table that runs down
        wrong += as_wrong(part, found)
    return ColumnVerdict(dice, tuple(wrong))


def misses_only_ends(labels: RollLabels) -> bool:
    """Check that what is missing is below or above all that is there."""
    held = [value for value, count in labels.counts.items() if count]
    return bool(held) and not any(min(held) < value < max(held) for value in labels.missing)


def _changed(column: Column, labels: RollLabels) -> ColumnVerdict:
    """Judge a table whose roll may be changed: only what is between its ends is held."""
    wide = TableDice(labels.dice.name, tuple(range(min(labels.ends), max(labels.ends) + 1)))
    found = mistakes(wide, column.labels)
    return ColumnVerdict(
        labels.dice, as_wrong(column.rolls, found) if len(found) <= MOST_WRONG else ()
    )


def _other_dice(column: Column, clue: Clue, fit: TableDice | None) -> ColumnVerdict | None:
    """Return the dice that the rows are of, where the head names others."""
    if clue.source is not DiceSource.HEAD or clue.is_open or fit is None:
        return None
    if fit.name not in STANDARD:
        return None
    why = f"the rows are those of {fit.name}"
    return ColumnVerdict(fit, (_head_wrong(column, clue.notation, fit.name, why),))


def is_trusted(labels: RollLabels, share: float) -> bool:
    """Check that so much is right that what is not is a mistake."""
    counts = labels.counts
    once = sum(count == 1 for count in counts.values())
    return once / (len(counts) + len(labels.beyond)) >= share


def _goes_up(labels: RollLabels) -> bool:
    """Check that nearly all rows begin above the one before, as the rows of no other list do."""
    lows = [min(values) for values in labels.values if values]
    is_read = len(lows) > 2 and len(lows) >= 0.75 * len(labels.values)
    steps = sum(after > before for before, after in pairwise(lows))
    return is_read and steps >= 0.75 * (len(lows) - 1) and len(set(lows)) == len(lows)


def _leaves_dice(column: Column, labels: RollLabels, clue: Clue) -> bool:
    """Check that rolls past the dice are meant, because something is added to them."""
    dice, numbers = labels.dice, labels.ends
    if not numbers or dice.low <= min(numbers) <= max(numbers) <= dice.high:
        return clue.is_open
    is_added = any(each.is_open and dice_of(each.notation) == dice for each in column.clues)
    if is_added or spoken(column.rolls.head).endswith("+"):
        return True
    if (min(numbers), max(numbers)) == (0, dice.high) and dice.high in (10, 100, 1000):
        return clue.is_open  # a slip: such dice begin with 1 where they end with 00
    opened = any(rolls.is_open for rolls in labels.beyond)
    return clue.is_open or opened or min(numbers) <= 0 or column.said.may_change


def _is_piece(column: Column, everything: Sequence[Column], dice: TableDice) -> bool:
    """Check that other tables of the page have the rest of the rolls."""
    labels = labels_of(dice, column.labels)
    missing = set(labels.missing)
    if not missing or not misses_only_ends(labels):
        return False
    others: set[int] = set()
    at = next((place for place, other in enumerate(everything) if other is column), 0)
    for other in everything[max(0, at - NEAR) : at + NEAR + 1]:
        its = labels_of(dice, other.labels)
        covered = frozenset().union(*its.values)
        if not its.beyond and covered <= missing:
            others |= covered
    return missing <= others


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
