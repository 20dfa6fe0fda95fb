"""Reads the columns of a table: its heads, which cells have rolls, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from ..language.language_file import die_letters
from ..rules.errors import RulesError
from .dice import TableDice, dice_of, flat, readings
from .heads import heading_dice, is_pure, is_roll_word, only_counts
from .model import Modifier
from .numbering import numbered
from .partition import MistakeKind, RowMistake, fitting, is_partition, labels_of, mistakes
from .rolls import bare, read_rolls, style_of, written

DiceOf = Callable[[str], TableDice]
Texts = Sequence[Sequence[str]]  # of the cells of a table
CellPlace = tuple[int, int]  # row and column
DIE_LETTERS = frozenset(die_letters())
MOST_HEADS = 4


@dataclass(frozen=True)
class RollColumn:
    """The cells of a column that have rolls, or several columns that go on beside each other."""

    labels: tuple[str, ...]
    places: tuple[CellPlace, ...]
    head: str
    dice: TableDice

    def chosen(self, rows: Iterable[int]) -> RollColumn:
        """Return some rows of the column."""
        pairs = [(self.labels[row], self.places[row]) for row in rows]
        labels, places = zip(*pairs, strict=True)
        return replace(self, labels=labels, places=places)


def modified(dice: TableDice, labels: Sequence[str], modifier: Modifier) -> TableDice:
    """Return the dice with a modifier on the roll; past its ends a table is read as at its ends."""
    if not modifier.least and not modifier.most:
        return dice
    if dice.is_digits:
        raise RulesError(f"':modifier:' adds to a total, and {dice.name} has none")
    numbers = [n.value for label in labels if (each := read_rolls(label)) for n in each.numbers]
    low = max(dice.low + modifier.least, min([*numbers, dice.low]))
    high = min(dice.high + modifier.most, max([*numbers, dice.high]))
    return TableDice(dice.name, tuple(range(low, high + 1)))


def roll_columns(
    rows: Texts, heads: int, caption: str, named: Sequence[TableDice], dice_for: DiceOf
) -> list[RollColumn]:
    """Return the cells of a table that have rolls, with the dice of each group of them.

    Dice that an option names come before those of a heading or the caption.
    """
    above, body = split_rows(rows, heads)
    found: list[RollColumn] = []
    for column in range(max(map(len, rows), default=0)):
        head = head_of([rows[r] for r in above], column)
        places = tuple((r, column) for r in body
                       if column < len(rows[r]) and says_something(rows[r][column]))  # fmt: skip
        labels = tuple(rows[r][column] for r, _ in places)
        if _is_rolled(column, head, labels):
            found.append(RollColumn(labels, places, head, flat(1)))
    if not found:
        raise RulesError(
            "no column says which rolls lead to a row; the first should have '1-2', '3' or '4+'"
        )
    first = found[0]
    said = next(filter(None, map(heading_dice, (*(each.head for each in found), caption))), None)
    if named:
        dice = named[0]
    elif said:
        dice = _best(first.labels, said[0].notation, dice_for)
    else:
        raise RulesError(
            "nothing says which dice are rolled; add ':dice: d20', "
            "or head the first column with them"
        )
    if above and len(found) == 1 and first.places[0][1] == 0:
        row = above[-1]
        across = RollColumn(
            tuple(rows[row][1:]),
            tuple((row, c) for c in range(1, len(rows[row]))),
            first.head,
            dice,
        )
        if len(across.labels) > 1 and all(map(read_rolls, across.labels)):
            return _grid(first, across, dice, named)
    return _grouped(found, dice, dice_for)


def slips(columns: Sequence[RollColumn], modifier: Modifier) -> list[RowMistake]:
    """Return everything that is wrong with the rolls."""
    found: list[RowMistake] = []
    for column in columns:
        dice = modified(column.dice, column.labels, modifier)
        wrong = mistakes(dice, column.labels)
        lost = any(each.expected == "–" for each in wrong)
        new = (
            renumbered(column, modifier) if lost and len(column.labels) <= len(dice.values) else ()
        )
        for each in wrong:
            expected = new[each.row] if new and each.expected == "–" else each.expected
            found.append(replace(each, place=column.places[each.row], expected=expected))
    return found


def renumbered(column: RollColumn, modifier: Modifier) -> list[str]:
    """Return the rolls of all rows numbered anew; each row keeps its share where it can."""
    dice = modified(column.dice, column.labels, modifier)
    labels = labels_of(dice, column.labels)
    weights = [Fraction(max(1, len(values))) for values in labels.values]
    like = style_of(column.labels)
    return [written(values, dice, like) for values in numbered(dice, weights)]


def dice_slips(
    rows: Texts, heads: int, columns: Sequence[RollColumn], named: Sequence[TableDice]
) -> list[RowMistake]:
    """Return the heads that name other dice than the option or the caption does."""
    found = []
    for r in split_rows(rows, heads)[0] if named else ():
        for column in columns:
            c = column.places[0][1]
            said = heading_dice(column.head)
            if c >= len(rows[r]) or rows[r][c] != column.head or len(said) != 1:
                continue
            ours = {each.name for each in readings(said[0].notation)}
            values = [each.values for name in ours if (each := dice_of(name))]
            if not any(
                dice.name in ours or dice.values in values for dice in (column.dice, *named)
            ):
                name = column.dice.name
                why = f"the table is rolled on {name}"
                found.append(RowMistake(MistakeKind.DICE, r, said[0].notation, name, why, (r, c)))
    return found


def split_rows(rows: Sequence[Sequence[str]], heads: int) -> tuple[list[int], list[int]]:
    """Return the numbers of the heading rows, also of those under an empty head, and of the rest.

    A row that only names the part of the table below it is neither.
    """
    above, below = list(range(heads)), list(range(heads, len(rows)))
    if heads == 1 and below and _has_rolls(rows[0]) and _has_rolls(rows[1]):
        above, below = [], [0, *below]  # pipe tables need a head: the first row has to be it
    while below and len(above) < MOST_HEADS:
        row = rows[below[0]]
        said = [cell for cell in row if says_something(cell)]
        first = row[0] if row else ""
        is_head = (
            any(heading_dice(cell) and is_pure(cell) for cell in row)
            or is_roll_word(first)
            or (says_something(first) and only_counts(first))
            or bare(first).casefold() in DIE_LETTERS
        )
        is_title = not above or (len(said) <= 1 and len(below) > 2)
        is_first = not any(says_something(cell) for r in above for cell in rows[r])
        if any(map(read_rolls, said[:1])) or not (is_head or (is_title and is_first)):
            break
        above.append(below.pop(0))
    said_above = [r for r in above if any(map(says_something, rows[r]))]
    return said_above, [r for r in below if not _divides(rows[r])]


def head_of(heads: Sequence[Sequence[str]], column: int) -> str:
    """Return the lowest heading of a column that says something."""
    cells = (row[column] for row in reversed(heads) if column < len(row))
    return next((cell for cell in cells if says_something(cell) or "🎲" in cell), "")


def says_something(cell: str) -> bool:
    """Check for any letter, digit or face of a die."""
    return bool(re.search(r"[^\W_]|[⚀-⚅]", bare(cell)))


def _has_rolls(row: Sequence[str]) -> bool:
    """Check that a row begins with rolls and goes on with words."""
    rest = "".join(row[1:])
    return bool(row and read_rolls(row[0])) and any(map(str.isalpha, rest))


def _divides(row: Sequence[str]) -> bool:
    said = {cell for cell in row if says_something(cell)}
    return len(said) <= 1 and not any(read_rolls(cell) for cell in said)


def low_of(text: str) -> int | None:
    """Return the least number that a cell names."""
    rolls = read_rolls(text)
    return min((number.value for number in rolls.numbers), default=None) if rolls else None


def merged(texts: Sequence[str]) -> list[int]:
    """Return the numbers of the texts, without those that repeat the one before."""
    plain = list(map(bare, texts))
    return [n for n, text in enumerate(plain) if not n or text != plain[n - 1]]


def runs_of(texts: Sequence[str]) -> list[range]:
    """Return the texts as runs that begin anew; a run of one text is a roll typed twice."""
    lows = list(map(low_of, texts))
    anew = [n for n in merged(texts) if lows[n] is not None and lows[n] == lows[0]]
    starts = sorted({0, *anew})
    runs = [range(*ends) for ends in pairwise([*starts, len(texts)])]
    return [range(len(texts))] if any(len(run) == 1 for run in runs) else runs


def _is_rolled(column: int, head: str, labels: Sequence[str]) -> bool:
    read = sum(read_rolls(label) is not None for label in labels)
    if not read or read * 2 < len(labels):
        return False
    return column == 0 or (bool(heading_dice(head)) and is_pure(head)) or is_roll_word(head)


def _best(labels: Sequence[str], notation: str, dice_for: DiceOf) -> TableDice:
    """Return the way to read a notation that suits the rolls: d10 may begin at 0."""
    return fitting(labels, readings(notation)) or dice_for(notation)


def _grid(
    down: RollColumn, across: RollColumn, dice: TableDice, named: Sequence[TableDice]
) -> list[RollColumn]:
    """Return the rolls of two dice, one down and one across."""
    said = [dice_of(each.notation) for each in heading_dice(down.head)]
    pair = [each for each in said if each is not None] if len(said) == 2 else list(named[:2])
    half = half_of(dice) or dice
    first, second = pair if len(pair) == 2 else (half, half)
    turned = ((second, down), (first, across))
    if all(is_partition(labels_of(die, each.labels)) for die, each in turned):
        first, second = second, first  # "d6 x d8" says not which of them runs down
    return [replace(down, dice=first), replace(across, dice=second)]


def half_of(dice: TableDice) -> TableDice | None:
    """Return one of two dice that are crossed: d66 and 2d6 are each two d6."""
    if dice.is_digits:
        return flat(int(str(dice.high)[0]))
    match = re.fullmatch(r"2d(\d+)", dice.name)
    return flat(int(match[1])) if match else None


def _grouped(found: Sequence[RollColumn], dice: TableDice, dice_for: DiceOf) -> list[RollColumn]:
    """Return a column for each that is whole, or one for all that go on beside each other."""
    groups: dict[str, list[RollColumn]] = {}
    for each in found:
        own = heading_dice(each.head) if each.head != found[0].head else ()
        used = _best(each.labels, own[0].notation, dice_for) if own else dice
        groups.setdefault(bare(each.head), []).append(replace(each, dice=used))
    columns: list[RollColumn] = []
    for group in groups.values():
        if len({low_of(column.labels[0]) for column in group}) == 1:
            columns += [one for each in group for one in _nested(each, is_paired=len(found) > 1)]
        else:
            labels = tuple(label for each in group for label in each.labels)
            places = tuple(place for each in group for place in each.places)
            columns.append(replace(group[0], labels=labels, places=places))
    return columns


def _nested(column: RollColumn, *, is_paired: bool) -> list[RollColumn]:
    """Cut the column where its rolls begin anew, or take its repeated rolls together."""
    if is_partition(labels_of(column.dice, column.labels)):
        return [column]
    once = column.chosen(merged(column.labels))
    if is_paired and is_partition(labels_of(column.dice, once.labels)):
        return [once]
    return [column.chosen(run) for run in runs_of(column.labels)]
