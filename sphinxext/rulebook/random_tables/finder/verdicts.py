"""Decides of a column whether a roll leads to its rows, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..dice import TableDice, dice_of, readings
from ..partition import (
    MistakeKind,
    RollLabels,
    fits,
    fitting,
    is_partition,
    labels_of,
    mistakes,
    slips_of,
)
from ..rolls import read_rolls
from .around import Clue, DiceSource
from .columns import Column, ends_of
from .evidence import (
    counts_up,
    far_from_ends,
    goes_up,
    is_about,
    is_introduced,
    is_percentile,
    is_piece,
    is_right,
    is_spared,
    is_trusted,
    leaves_dice,
    merged,
    nearest_dice,
    runs_of,
    top_of,
    usual_dice,
    without_remarks,
)
from .text_tables import TableShape
from .wrong_row import ColumnVerdict, WrongRow, as_wrong

STANDARD = ("d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d6", "3d6", "d66")


def verdict_on(
    column: Column, rest: Sequence[Column], everything: Sequence[Column]
) -> ColumnVerdict | None:
    """The dice of a column and its mistakes; None where no roll leads to its rows."""
    slips = slips_of(column.labels)
    if 0 < len(slips) * 3 <= len(column.labels):
        labels = list(column.labels)
        for each in slips:
            labels[each.row] = each.expected
        mended = _verdict(replace(column, labels=tuple(labels)), rest, everything)
        if mended is not None and not mended.wrong:  # nothing but the slips is wrong
            return replace(mended, wrong=as_wrong(column, slips))
    return _verdict(column, rest, everything)


def _verdict(
    column: Column, rest: Sequence[Column], everything: Sequence[Column]
) -> ColumnVerdict | None:
    own = [clue for clue in column.clues if clue.source <= DiceSource.PHRASE]
    if not column.is_counted and not own:
        return None
    levels = any(other.place == 0 and not other.is_counted for other in rest)
    if levels and column.place > 0 and all(clue.source is DiceSource.PHRASE for clue in own):
        return None
    ways = [(clue, dice) for clue in column.clues for dice in readings(clue.notation)]
    for clue, dice in ways:
        is_told = clue.source <= DiceSource.HEADING or clue.is_order
        if is_told and is_right(column, rest, dice):
            return _agreed(column, clue, dice)
    return _unsure(column, rest, everything)


def _agreed(column: Column, clue: Clue, dice: TableDice) -> ColumnVerdict:
    """The table is right on these dice; what else speaks of it must say the same."""
    if clue.source not in (DiceSource.HEAD, DiceSource.PHRASE):
        own = next((c for c in column.clues if c.source is DiceSource.HEAD), None)
        if (
            own is not None
            and not own.is_open
            and (clue.source in (DiceSource.SENTENCE, DiceSource.CAPTION) or clue.is_order)
        ):
            other = dice_of(own.notation)
            if other and other.name != dice.name and not fits(column.labels, own.notation):
                why = f"the rows are those of {dice.name}, as the text says"
                return ColumnVerdict(dice, (_head_wrong(column, own.notation, clue.notation, why),))
    return ColumnVerdict(dice, ())


def _head_wrong(column: Column, found: str, expected: str, why: str) -> WrongRow:
    return WrongRow(column.head_line, MistakeKind.DICE, found, expected, why)


def _unsure(
    column: Column, rest: Sequence[Column], everything: Sequence[Column]
) -> ColumnVerdict | None:
    labels = column.labels
    named = [dice for clue in column.clues for dice in readings(clue.notation)[:1]]
    fitting_dice = fitting(labels, named) or usual_dice(labels)
    clue = _surest(column)
    if clue is None:
        return _implied(column, fitting_dice)
    dice = nearest_dice(labels, readings(clue.notation))
    if dice is None:
        return None
    if clue.source > DiceSource.PHRASE and fitting_dice is not None:
        return _by_text(column, clue, dice, fitting_dice)
    if clue.source > DiceSource.PHRASE and not (
        column.is_rolled or clue.source <= DiceSource.HEADING
    ):
        return None
    return _wrong_on(column, rest, everything, clue, dice, fitting_dice)


def _surest(column: Column) -> Clue | None:
    clues = [clue for clue in column.clues if clue.source < DiceSource.NEAR] or [
        replace(clue, source=DiceSource.SENTENCE) for clue in column.clues
        if clue.is_order and _has_ends(column, clue)
    ]  # fmt: skip
    if not clues and column.is_rolled:
        near = {clue.notation: clue for clue in column.clues}
        return next(iter(near.values())) if len(near) == 1 else None
    return min(clues, key=lambda clue: clue.source, default=None)


def _has_ends(column: Column, clue: Clue) -> bool:
    """Say whether the first and the last row have the ends of the dice."""
    dice = dice_of(clue.notation)
    return dice is not None and ends_of(column.labels) == (dice.low, dice.high)


def _by_text(
    column: Column, clue: Clue, dice: TableDice, fitting_dice: TableDice
) -> ColumnVerdict | None:
    """The rows fit some dice, and a text around names others: perhaps for another roll."""
    if not column.is_counted:
        return ColumnVerdict(fitting_dice, ()) if column.is_rolled else None
    is_title = clue.source is DiceSource.CAPTION or clue.source in (
        DiceSource.HEADING,
        DiceSource.SENTENCE,
    )
    others = {c.notation for c in column.clues if c.source < DiceSource.NEAR}
    is_ordered = clue.is_order and is_about(column, clue)
    near = [c for c in column.clues if dice_of(c.notation) == fitting_dice and not is_ordered]
    is_list = column.table is not None and column.table.shape is TableShape.LIST
    big_enough = fitting_dice.high >= 0.5 * dice.high
    if near or clue.is_open or len(others) != 1 or not is_title or not big_enough:
        return ColumnVerdict(fitting_dice, ()) if column.is_rolled or near else None
    if column.said is not None and column.said.may_change and fitting_dice.high > dice.high:
        return ColumnVerdict(dice, ())
    if fitting_dice.name in STANDARD and not is_about(column, clue):
        return ColumnVerdict(fitting_dice, ()) if column.is_rolled else None
    if is_list and (
        not is_introduced(column, clue)
        or (abs(fitting_dice.high - dice.high) > max(2, dice.high // 4)
            and not (clue.source is DiceSource.SENTENCE and is_about(column, clue)))
    ):  # fmt: skip
        return None
    if column.said is not None and column.said.spares_ends:
        return ColumnVerdict(dice, ())
    rows = as_wrong(column, mistakes(dice, column.labels))
    return ColumnVerdict(dice, rows[:1])


def _implied(column: Column, fitting_dice: TableDice | None) -> ColumnVerdict | None:
    """Nobody names the dice: the rolls must look like those of a table by themselves."""
    if not column.is_rolled and not is_percentile(column.labels):
        return None
    if fitting_dice is not None:
        opened = any(rolls.is_open for label in column.labels if (rolls := read_rolls(label)))
        return None if opened else ColumnVerdict(fitting_dice, ())  # an open end hides the dice
    top = top_of(column.labels)
    bottom = ends_of(column.labels)[0]
    if top is None or bottom is None:
        return None
    names = ["d100"] if is_percentile(column.labels) else [
        name for name in STANDARD
        if (dice := dice_of(name)) and dice.high == top and dice.low == bottom
    ]  # fmt: skip
    for name in names:
        for dice in readings(name)[:2]:
            labels = labels_of(dice, column.labels)
            if len(column.labels) >= 4 and is_trusted(labels, 0.8):
                return _with_mistakes(column, dice)
    return None


def _wrong_on(
    column: Column, rest: Sequence[Column], everything: Sequence[Column], clue: Clue,
    dice: TableDice, fitting_dice: TableDice | None,
) -> ColumnVerdict | None:  # fmt: skip
    if clue.source <= DiceSource.PHRASE and (rest or column.place != 0):
        texts = merged(column.labels)
        if len(texts) < len(column.labels):
            lines = tuple(column.lines[column.labels.index(text)] for text in texts)
            column = replace(column, labels=texts, lines=lines)
    runs = runs_of(column.labels)
    if len(runs) > 1 and sum(is_partition(labels_of(dice, run)) for run in runs) * 2 >= len(runs):
        return _of_runs(column, runs, dice)
    labels = labels_of(dice, column.labels)
    if leaves_dice(column, dice, clue):
        return _changed(column, dice)
    if is_piece(column, everything, dice) or is_partition(
        labels_of(dice, without_remarks(column.labels))
    ):
        return ColumnVerdict(dice, ())
    if counts_up(column.labels) and dice.is_digits:
        return None  # a list of its own
    said = column.said
    is_plain = said is None or not (said.spared or said.spares_ends or said.may_change)
    if clue.source is DiceSource.HEAD and column.is_first and is_plain and goes_up(labels):
        return _other_dice(column, clue, dice, fitting_dice) or _with_mistakes(column, dice)
    if column.place > 0 and not rest and max(labels.counts.values()) == 1:
        return ColumnVerdict(dice, ())  # what the first column names needs no more of the dice
    if not _is_close(column, clue, labels):
        return _other_dice(column, clue, dice, fitting_dice)
    return _slips(column, labels) or _other_dice(column, clue, dice, fitting_dice)


def _of_runs(column: Column, runs: Sequence[tuple[str, ...]], dice: TableDice) -> ColumnVerdict:
    """A column in which the rolls begin anew: each run is a table of its own."""
    wrong: list[WrongRow] = []
    at = 0
    for run in runs:
        part = replace(column, labels=run, lines=column.lines[at : at + len(run)])
        found = _with_mistakes(part, dice).wrong if len(run) > 1 else ()
        wrong += found if len(found) <= 2 else ()
        at += len(run)
    return ColumnVerdict(dice, tuple(wrong))


def _is_close(column: Column, clue: Clue, labels: RollLabels) -> bool:
    """Say whether so much is right on the dice that the rest is a slip."""
    if len(labels.texts) < 3:
        return False
    is_told = clue.source <= DiceSource.HEADING and clue.source is not DiceSource.PHRASE
    share = 0.5 if is_told else 0.7
    if column.table is not None and column.table.shape is TableShape.LIST:
        share = 0.75
    return is_trusted(labels, share) and not far_from_ends(labels)


def _slips(column: Column, labels: RollLabels) -> ColumnVerdict | None:
    """The mistakes of a column; None where there are so many that the dice must be others."""
    dice, said = labels.dice, column.said
    found = mistakes(dice, column.labels)
    if said is not None and found:
        found = tuple(each for each in found if not is_spared(each, labels, said))
    turned = sum(each.kind is MistakeKind.REVERSED for each in found)
    if turned * 2 > len(labels.texts):
        return ColumnVerdict(dice, ())  # a table that runs down
    slips = (MistakeKind.UNREACHED, MistakeKind.REVERSED, MistakeKind.DATE)
    if len(found) > max(2, len(labels.texts) // 3) and any(e.kind not in slips for e in found):
        return None
    return ColumnVerdict(dice, as_wrong(column, found))


def _changed(column: Column, dice: TableDice) -> ColumnVerdict:
    """A table whose roll may be changed: only what is between its ends is held."""
    rolls = [each for label in column.labels if (each := read_rolls(label))]
    numbers = [end for each in rolls for end in each.ends(dice)]
    if dice.is_digits or not numbers:
        return ColumnVerdict(dice, ())
    wide = TableDice(dice.name, tuple(range(min(numbers), max(numbers) + 1)))
    labels = labels_of(wide, column.labels)
    if not is_trusted(labels, 0.75):
        return ColumnVerdict(dice, ())
    found = mistakes(wide, column.labels)
    if len(found) > 2:
        return ColumnVerdict(dice, ())
    return ColumnVerdict(dice, as_wrong(column, found))


def _other_dice(
    column: Column, clue: Clue, dice: TableDice, fitting_dice: TableDice | None
) -> ColumnVerdict | None:
    """The rows are those of other dice than the head says."""
    if clue.source is not DiceSource.HEAD or fitting_dice is None or clue.is_open:
        return None
    if column.said is not None and (column.said.spares_ends or column.said.may_change):
        return ColumnVerdict(dice, ())
    if len(column.labels) < 3:
        return None
    if fitting_dice.name not in STANDARD:
        return None
    why = f"the rows are those of {fitting_dice.name}"
    return ColumnVerdict(
        fitting_dice, (_head_wrong(column, clue.notation, fitting_dice.name, why),)
    )


def _with_mistakes(column: Column, dice: TableDice) -> ColumnVerdict:
    return ColumnVerdict(dice, as_wrong(column, mistakes(dice, column.labels)))
