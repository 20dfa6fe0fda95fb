"""Decides of a column whether a roll leads to its rows, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..dice import TableDice, dice_of, readings
from ..heads import names_table
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
from ..rolls import RollSlip, read_rolls
from .around import Clue, DiceSource
from .columns import Column, ends_of
from .evidence import (
    begins_anew,
    climbs,
    far_from_ends,
    has_one_slip,
    is_about,
    is_introduced,
    is_percentile,
    is_piece,
    is_right,
    is_spared,
    is_trusted,
    leaves_dice,
    merged,
    misses_only_ends,
    names_pairs,
    nearest_dice,
    only_longer,
    other_scale,
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
    named = [dice for clue in column.clues for dice in readings(clue.notation)[:1]]
    fitting_dice = fitting(labels, named) or usual_dice(labels)
    changed = _dice_with_modifier(column)
    if changed is not None and fitting_dice is not None and column.is_rolled:
        return ColumnVerdict(changed, ())
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


def _dice_with_modifier(column: Column) -> TableDice | None:
    """The only dice that any text names, where the roll may leave them and an end is open."""
    is_open = any(rolls.is_open for label in column.labels if (rolls := read_rolls(label)))
    names = {clue.notation for clue in column.clues}
    if not is_open or len(names) != 1 or column.said is None or not column.said.may_change:
        return None
    return dice_of(names.pop())


def _surest(column: Column) -> Clue | None:
    clues = [clue for clue in column.clues if clue.source < DiceSource.NEAR] or [
        replace(clue, source=DiceSource.SENTENCE) for clue in column.clues
        if clue.is_order and _has_ends(column, clue)
    ]  # fmt: skip
    if not clues and column.is_rolled:
        near = {clue.notation: clue for clue in column.clues}
        only = next(iter(near.values())) if len(near) == 1 else None
        return only if only and _may_be_meant(column, only) else None
    return min(clues, key=lambda clue: clue.source, default=None)


def _has_ends(column: Column, clue: Clue) -> bool:
    """Say whether the first and the last row have the ends of the dice."""
    dice = dice_of(clue.notation)
    return dice is not None and ends_of(column.labels) == (dice.low, dice.high)


def _may_be_meant(column: Column, clue: Clue) -> bool:
    """Say whether the rows may be those of dice that are named nearby, with a slip or two."""
    low, top = ends_of(column.labels)[0], top_of(column.labels)
    if clue.is_open or top is None or (column.said is not None and column.said.may_change):
        return True
    return any(dice.low == low and top <= dice.high * 1.1 for dice in readings(clue.notation))


def _by_text(
    column: Column, clue: Clue, dice: TableDice, fitting_dice: TableDice
) -> ColumnVerdict | None:
    """The rows fit some dice, and a text around names others: perhaps for another roll."""
    if not column.is_counted or not _is_announced(column, clue):
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
        return _dated(column)
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
            is_clear = is_trusted(labels, 0.8) or has_one_slip(column, labels)
            if len(column.labels) >= 4 and is_clear:
                return _with_mistakes(column, dice)
    return None


def _dated(column: Column) -> ColumnVerdict | None:
    """A column that nothing names, in which a spreadsheet made a date of some rolls."""
    slips = [rolls.slip for label in column.labels if (rolls := read_rolls(label))]
    top = top_of(column.labels)
    dice = dice_of(f"d{top}") if top and len(slips) > 2 and column.is_counted else None
    if dice is None or slips.count(RollSlip.DATE) not in (1, 2):
        return None
    labels = labels_of(dice, column.labels)
    if not (is_trusted(labels, 0.9) and column.is_first):
        return None
    found = [each for each in mistakes(dice, column.labels) if each.kind is MistakeKind.DATE]
    return ColumnVerdict(dice, as_wrong(column, found)) if found else None


def _wrong_on(
    column: Column, rest: Sequence[Column], everything: Sequence[Column], clue: Clue,
    dice: TableDice, fitting_dice: TableDice | None,
) -> ColumnVerdict | None:  # fmt: skip
    if clue.source <= DiceSource.PHRASE and (rest or column.place != 0) and begins_anew(rest):
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
    if not _is_announced(column, clue):
        return None
    said = column.said
    is_plain = said is None or not (said.spared or said.spares_ends or said.may_change)
    if clue.source is DiceSource.HEAD and column.is_first and is_plain and climbs(labels):
        return _with_mistakes(column, dice)
    if column.place > 0 and not rest and _stops_short(column, clue, labels):
        return ColumnVerdict(dice, ())  # what the first column names needs no more of the dice
    if not _is_close(column, clue, labels):
        return _other_dice(column, clue, dice, fitting_dice)
    if clue.source is not DiceSource.HEAD and only_longer(labels) and not is_about(column, clue):
        return None
    slips = _slips(column, labels)
    if slips is None or (dice.is_flat and only_longer(labels)):
        return _other_dice(column, clue, dice, fitting_dice) or slips
    return slips


def _stops_short(column: Column, clue: Clue, labels: RollLabels) -> bool:
    """Say whether only the ends of the dice are missing, and no text around names these dice."""
    counts = labels.counts
    missing = {value for value, count in counts.items() if not count}
    is_alone = all(other.source <= DiceSource.PHRASE for other in column.clues
                   if other.notation == clue.notation)  # fmt: skip
    return (
        is_alone and all(labels.values) and max(counts.values()) == 1
        and misses_only_ends(missing, labels)
    )  # fmt: skip


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


def _is_announced(column: Column, clue: Clue) -> bool:
    """Say whether rows that only count are announced as rows to roll for."""
    assert column.table is not None
    if column.table.shape is TableShape.LIST:
        return is_introduced(column, clue)
    if clue.source is DiceSource.HEADING and not column.is_rolled:
        return names_table(column.table.around.headings[0], clue.notation)
    return True


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
    if fitting_dice.name not in STANDARD or fitting_dice.high < dice.high / 2:
        return None
    why = f"the rows are those of {fitting_dice.name}"
    return ColumnVerdict(
        fitting_dice, (_head_wrong(column, clue.notation, fitting_dice.name, why),)
    )


def _with_mistakes(column: Column, dice: TableDice) -> ColumnVerdict:
    return ColumnVerdict(dice, as_wrong(column, mistakes(dice, column.labels)))
