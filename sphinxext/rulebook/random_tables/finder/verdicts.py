"""Decides of a column whether a roll leads to its rows, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..dice import TableDice, dice_of, readings
from ..partition import MistakeKind, RowMistake, fits, is_partition, labels_of, mistakes
from ..rolls import read_rolls
from .around import Clue, DiceSource
from .columns import Column, ends_of
from .evidence import (
    begins_anew,
    far_from_ends,
    is_about,
    is_introduced,
    is_percentile,
    is_piece,
    is_right,
    is_spared,
    is_trusted,
    leaves_dice,
    merged,
    names_pairs,
    nearest_dice,
    only_longer,
    other_scale,
    runs_of,
    spares_missing,
    top_of,
    usual_dice,
)
from .text_tables import TableShape

STANDARD = ("d4", "d6", "d8", "d10", "d12", "d20", "d30", "d100", "2d6", "3d6", "d66")


@dataclass(frozen=True)
class WrongRow:
    """A mistake, at the line of its row."""

    line: int
    kind: MistakeKind
    found: str
    expected: str
    why: str


@dataclass(frozen=True)
class ColumnVerdict:
    dice: TableDice
    wrong: tuple[WrongRow, ...]
    is_random: bool = True


def verdict_on(
    column: Column, rest: Sequence[Column], everything: Sequence[Column]
) -> ColumnVerdict | None:
    """The dice of a column and its mistakes; None where no roll leads to its rows."""
    own = [clue for clue in column.clues if clue.source <= DiceSource.PHRASE]
    if not column.is_counted and not own:
        return None
    levels = any(other.place == 0 and not other.is_counted for other in rest)
    if levels and column.place > 0 and all(clue.source is DiceSource.PHRASE for clue in own):
        return None
    ways = [(clue, dice) for clue in column.clues for dice in readings(clue.notation)]
    for clue, dice in ways:
        if clue.source in (
            DiceSource.HEAD,
            DiceSource.PHRASE,
            DiceSource.CAPTION,
            DiceSource.SENTENCE,
            DiceSource.HEADING,
        ) and is_right(column, rest, dice):
            return _agreed(column, clue, dice)
    return _unsure(column, rest, everything)


def _agreed(column: Column, clue: Clue, dice: TableDice) -> ColumnVerdict:
    """The table is right on these dice; what else speaks of it must say the same."""
    if clue.source not in (DiceSource.HEAD, DiceSource.PHRASE):
        own = next((c for c in column.clues if c.source is DiceSource.HEAD), None)
        if (
            own is not None
            and not own.is_open
            and clue.source in (DiceSource.SENTENCE, DiceSource.CAPTION)
        ):
            other = dice_of(own.notation)
            if other and other.name != dice.name and not fits(column.labels, own.notation):
                why = f"the rows are those of {dice.name}, as the text says"
                return ColumnVerdict(dice, (_head_wrong(column, own.notation, clue.notation, why),))
    if clue.source is DiceSource.HEAD:
        sentence = [
            c for c in column.clues if c.source in (DiceSource.SENTENCE, DiceSource.CAPTION)
        ]
        names = {each.name for c in sentence for each in readings(c.notation)}
        if sentence and dice.name not in names and len({c.notation for c in sentence}) == 1:
            told = sentence[0]
            ours = {each.name for each in readings(clue.notation)}
            if (
                not told.is_open
                and not names & ours
                and other_scale(told.notation, dice)
                and is_about(column, told)
            ):
                why = f"the text above says {told.notation}, the table is for {dice.name}"
                return ColumnVerdict(
                    dice, (_head_wrong(column, told.notation, clue.notation, why),)
                )
    return ColumnVerdict(dice, ())


def _head_wrong(column: Column, found: str, expected: str, why: str) -> WrongRow:
    return WrongRow(column.head_line, MistakeKind.DICE, found, expected, why)


def _unsure(
    column: Column, rest: Sequence[Column], everything: Sequence[Column]
) -> ColumnVerdict | None:
    labels = column.labels
    fitting_dice = usual_dice(labels)
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
    if names_pairs(labels):
        return ColumnVerdict(dice, ())
    return _wrong_on(column, rest, everything, clue, dice, fitting_dice)


def _surest(column: Column) -> Clue | None:
    clues = [clue for clue in column.clues if clue.source < DiceSource.NEAR]
    if not clues and column.is_rolled:
        near = {clue.notation: clue for clue in column.clues}
        return next(iter(near.values())) if len(near) == 1 else None
    return min(clues, key=lambda clue: clue.source, default=None)


def _by_text(
    column: Column, clue: Clue, dice: TableDice, fitting_dice: TableDice
) -> ColumnVerdict | None:
    """The rows fit some dice, and a text around names others: perhaps for another roll."""
    if not column.is_counted:
        return None
    is_title = clue.source is DiceSource.CAPTION or clue.source in (
        DiceSource.HEADING,
        DiceSource.SENTENCE,
    )
    others = {c.notation for c in column.clues if c.source < DiceSource.NEAR}
    near = [c for c in column.clues if dice_of(c.notation) == fitting_dice]
    is_list = column.table is not None and column.table.shape is TableShape.LIST
    big_enough = fitting_dice.high >= 0.5 * dice.high
    if near or clue.is_open or len(others) != 1 or not is_title or not big_enough:
        return ColumnVerdict(fitting_dice, ()) if column.is_rolled or near else None
    if column.said is not None and column.said.may_change and fitting_dice.high > dice.high:
        return ColumnVerdict(dice, ())
    if fitting_dice.name in STANDARD and not is_about(column, clue):
        return ColumnVerdict(fitting_dice, ()) if column.is_rolled else None
    if is_list and (
        abs(fitting_dice.high - dice.high) > max(2, dice.high // 4)
        or not is_introduced(column, clue)
    ):
        return None
    if column.said is not None and (column.said.spares_ends or spares_missing(column, dice)):
        return ColumnVerdict(dice, ())
    rows = as_wrong(column, mistakes(dice, column.labels))
    return ColumnVerdict(dice, rows[:1])


def _implied(column: Column, fitting_dice: TableDice | None) -> ColumnVerdict | None:
    """Nobody names the dice: the rolls must look like those of a table by themselves."""
    if not column.is_rolled and not is_percentile(column.labels):
        return None
    if fitting_dice is not None:
        return ColumnVerdict(fitting_dice, ())
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
    said = column.said
    own = clue.source <= DiceSource.PHRASE
    texts = column.labels
    if own and (len(rest) or column.place != 0):
        texts = merged(texts) if begins_anew(rest) else texts
    runs = runs_of(texts)
    if len(runs) > 1 and sum(is_partition(labels_of(dice, run)) for run in runs) * 2 >= len(runs):
        wrong: list[WrongRow] = []
        at = 0
        for run in runs:
            part = replace(column, labels=run, lines=column.lines[at : at + len(run)])
            verdict = _with_mistakes(part, dice) if len(run) > 1 else None
            wrong += verdict.wrong if verdict and len(verdict.wrong) <= 2 else ()
            at += len(run)
        return ColumnVerdict(dice, tuple(wrong))
    column = replace(column, labels=texts) if len(texts) == len(column.labels) else column
    labels = labels_of(dice, column.labels)
    if leaves_dice(column, dice, clue):
        return _changed(column, dice)
    if is_piece(column, everything, dice):
        return ColumnVerdict(dice, ())
    is_list = column.table is not None and column.table.shape is TableShape.LIST
    is_told = clue.source in (
        DiceSource.HEAD,
        DiceSource.CAPTION,
        DiceSource.SENTENCE,
        DiceSource.HEADING,
    )
    share = 0.5 if is_told else 0.7
    if is_list:
        share = 0.75
        if not is_introduced(column, clue):
            return None
    if len(texts) < 3 or not is_trusted(labels, share):
        return _other_dice(column, clue, dice, fitting_dice)
    if clue.source is not DiceSource.HEAD and only_longer(labels) and not is_about(column, clue):
        return None
    if far_from_ends(labels):
        return _other_dice(column, clue, dice, fitting_dice)
    found = mistakes(dice, column.labels)
    if said is not None and found:
        found = tuple(each for each in found if not is_spared(each, labels, said))
    if len(found) > max(2, len(texts) // 3) and not all(
        each.kind in (MistakeKind.UNREACHED, MistakeKind.REVERSED, MistakeKind.DATE)
        for each in found
    ):
        descending = sum(each.kind is MistakeKind.REVERSED for each in found) > len(texts) / 2
        return (
            ColumnVerdict(dice, ()) if descending else _other_dice(column, clue, dice, fitting_dice)
        )
    if all(each.kind is MistakeKind.REVERSED for each in found) and len(found) * 2 > len(texts):
        return ColumnVerdict(dice, ())
    return ColumnVerdict(dice, as_wrong(column, found))


def _changed(column: Column, dice: TableDice) -> ColumnVerdict:
    """A table whose roll may be changed: only what is between its ends is held."""
    rolls = [each for label in column.labels if (each := read_rolls(label))]
    numbers = [number.on(dice) for each in rolls for number in each.numbers]
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
    told = [
        c
        for c in column.clues
        if c is not clue and fitting_dice.name in {d.name for d in readings(c.notation)}
    ]
    if not told and (fitting_dice.name not in STANDARD or fitting_dice.high < dice.high / 2):
        return None
    why = f"the rows are those of {fitting_dice.name}"
    return ColumnVerdict(
        fitting_dice, (_head_wrong(column, clue.notation, fitting_dice.name, why),)
    )


def _with_mistakes(column: Column, dice: TableDice) -> ColumnVerdict:
    return ColumnVerdict(dice, as_wrong(column, mistakes(dice, column.labels)))


def as_wrong(column: Column, found: Sequence[RowMistake]) -> tuple[WrongRow, ...]:
    return tuple(
        WrongRow(column.lines[each.row], each.kind, each.found, each.expected, each.why)
        for each in found
    )
