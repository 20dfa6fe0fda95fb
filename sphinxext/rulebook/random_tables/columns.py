"""Reads the columns of a table: its heads, which cells have rolls, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from ..language.language_file import die_letters
from ..rules.errors import RulesError
from .dice import TableDice, dice_of, flat, readings
from .heads import heading_dice, is_pure, is_roll_word, only_counts
from .model import Modifier
from .numbering import numbered
from .partition import MistakeKind, RowMistake, is_partition, labels_of, mistakes
from .rolls import bare, read_rolls, style_of, written

DiceOf = Callable[[str], TableDice]
DIE_LETTERS = frozenset(die_letters())
MOST_HEADS = 4


@dataclass(frozen=True)
class CellPlace:
    """A cell by its row and column."""

    row: int
    column: int


@dataclass(frozen=True)
class Labelled:
    """A cell that has rolls."""

    text: str
    place: CellPlace


@dataclass(frozen=True)
class RollColumn:
    """The cells of a column that have rolls, or several columns that go on beside each other."""

    cells: tuple[Labelled, ...]
    head: str
    dice: TableDice

    @property
    def labels(self) -> tuple[str, ...]:
        """The texts of the cells."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True)
class WrongCell:
    """A cell that is wrong, and what would be right."""

    place: CellPlace
    kind: MistakeKind
    found: str
    expected: str
    why: str


@dataclass(frozen=True)
class TypedRandomTable:
    """A typed table: the texts of its cells, its heading rows and what is said above it."""

    rows: tuple[tuple[str, ...], ...]
    heads: int
    caption: str


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
    table: TypedRandomTable, named: Sequence[TableDice], dice_for: DiceOf
) -> list[RollColumn]:
    """Return the cells of a table that have rolls, with the dice of each group of them."""
    heads, body = split_rows(table.rows, table.heads)
    width = max(map(len, table.rows), default=0)
    found: list[tuple[int, str, list[Labelled]]] = []
    for column in range(width):
        head = head_of([table.rows[r] for r in heads], column)
        cells = [
            Labelled(table.rows[r][column], CellPlace(r, column))
            for r in body
            if column < len(table.rows[r]) and says_something(table.rows[r][column])
        ]
        if _is_rolled(column, head, cells):
            found.append((column, head, cells))
    if not found:
        raise RulesError(
            "no column says which rolls lead to a row; the first should have '1-2', '3' or '4+'"
        )
    across = _across(table, heads, found)
    dice = _dice_of_table(table, found, named, dice_for)
    if across is not None:
        return _grid(found, across, dice, named)
    return _grouped(found, dice, dice_for)


def slips(columns: Sequence[RollColumn], modifier: Modifier) -> list[WrongCell]:
    """Return everything that is wrong with the rolls."""
    found: list[WrongCell] = []
    for column in columns:
        dice = modified(column.dice, column.labels, modifier)
        for each in _mistakes(dice, column):
            cell = column.cells[each.row]
            found.append(WrongCell(cell.place, each.kind, cell.text, each.expected, each.why))
    return found


def renumbered(column: RollColumn, modifier: Modifier) -> list[str]:
    """Return the rolls of all rows numbered anew; each row keeps its share where it can."""
    dice = modified(column.dice, column.labels, modifier)
    labels = labels_of(dice, column.labels)
    weights = [Fraction(max(1, len(values))) for values in labels.values]
    like = style_of(column.labels)
    return [written(values, dice, like) for values in numbered(dice, weights)]


def dice_slips(
    table: TypedRandomTable, columns: Sequence[RollColumn], named: Sequence[TableDice]
) -> list[WrongCell]:
    """Return the heads that name other dice than the option or the caption does."""
    found = []
    for r in split_rows(table.rows, table.heads)[0] if named else ():
        for c, cell in enumerate(table.rows[r]):
            for column in columns:
                said = [m.notation for m in heading_dice(cell)]
                if c != column.cells[0].place.column or len(said) != 1 or cell != column.head:
                    continue
                ours = {each.name for each in readings(said[0])}
                known = [column.dice, *named]
                if not any(dice.name in ours or _side(dice, ours) for dice in known):
                    why = f"the table is rolled on {column.dice.name}"
                    found.append(
                        WrongCell(CellPlace(r, c), MistakeKind.DICE, said[0], column.dice.name, why)
                    )
    return found


def _side(dice: TableDice, names: set[str]) -> bool:
    return any((each := dice_of(name)) is not None and each.values == dice.values for name in names)


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


def _is_rolled(column: int, head: str, cells: Sequence[Labelled]) -> bool:
    read = sum(read_rolls(cell.text) is not None for cell in cells)
    if not read or read * 2 < len(cells):
        return False
    if column == 0:
        return True
    return (bool(heading_dice(head)) and is_pure(head)) or is_roll_word(head)


def _across(
    table: TypedRandomTable, heads: Sequence[int], found: Sequence[tuple[int, str, list[Labelled]]]
) -> list[Labelled] | None:
    """Return the rolls in the heading row of a grid of two dice."""
    if not heads or found[0][0] != 0 or len(found) > 1:
        return None
    r = heads[-1]
    cells = [Labelled(cell, CellPlace(r, c)) for c, cell in enumerate(table.rows[r]) if c]
    if len(cells) < 2 or not all(read_rolls(cell.text) for cell in cells):
        return None
    return cells


def _dice_of_table(
    table: TypedRandomTable,
    found: Sequence[tuple[int, str, list[Labelled]]],
    named: Sequence[TableDice],
    dice_for: DiceOf,
) -> TableDice:
    if named:
        return named[0]
    for text in (*(head for _, head, _ in found), table.caption):
        said = heading_dice(text)
        if said:
            return _best([cell.text for cell in found[0][2]], said[0].notation, dice_for)
    raise RulesError(
        "nothing says which dice are rolled; add ':dice: d20', or head the first column with them"
    )


def _best(labels: Sequence[str], notation: str, dice_for: DiceOf) -> TableDice:
    """The way to read a notation that suits the rolls: d10 may begin at 0."""
    for dice in readings(notation):
        if is_partition(labels_of(dice, labels)):
            return dice
    return dice_for(notation)


def _grid(
    found: Sequence[tuple[int, str, list[Labelled]]],
    across: Sequence[Labelled],
    dice: TableDice,
    named: Sequence[TableDice],
) -> list[RollColumn]:
    _, head, down = found[0]
    said = [dice_of(each.notation) for each in heading_dice(head)]
    pair = [each for each in said if each is not None] if len(said) == 2 else list(named[:2])
    half = half_of(dice) or dice
    first, second = pair if len(pair) == 2 else (half, half)
    turned = ((second, down), (first, across))
    if all(is_partition(labels_of(die, [each.text for each in cells])) for die, cells in turned):
        first, second = second, first  # "d6 x d8" says not which of them runs down
    return [RollColumn(tuple(down), head, first), RollColumn(tuple(across), head, second)]


def half_of(dice: TableDice) -> TableDice | None:
    """Return one of two dice that are crossed: d66 and 2d6 are each two d6."""
    if dice.is_digits:
        return flat(int(str(dice.high)[0]))
    match = re.fullmatch(r"2d(\d+)", dice.name)
    return flat(int(match[1])) if match else None


def _grouped(
    found: Sequence[tuple[int, str, list[Labelled]]], dice: TableDice, dice_for: DiceOf
) -> list[RollColumn]:
    """Return a column for each that is whole, or one for all that go on beside each other."""
    groups: dict[str, list[RollColumn]] = {}
    for _, head, cells in found:
        own, used = heading_dice(head), dice
        if own and head != found[0][1]:
            used = _best([cell.text for cell in cells], own[0].notation, dice_for)
        groups.setdefault(bare(head), []).append(RollColumn(tuple(cells), head, used))
    columns: list[RollColumn] = []
    for group in groups.values():
        if len({low_of(column.labels[0]) for column in group}) == 1:
            columns += [one for each in group for one in _nested(each, is_paired=len(found) > 1)]
        else:
            every = tuple(cell for column in group for cell in column.cells)
            columns.append(replace(group[0], cells=every))
    return columns


def _nested(column: RollColumn, *, is_paired: bool) -> list[RollColumn]:
    """Cut the column where its rolls begin anew, or take its repeated rolls together."""
    if is_partition(labels_of(column.dice, column.labels)):
        return [column]
    cells = tuple(column.cells[n] for n in merged(column.labels))
    if is_paired and is_partition(labels_of(column.dice, [cell.text for cell in cells])):
        return [replace(column, cells=cells)]
    runs = runs_of(column.labels)
    return [replace(column, cells=column.cells[run.start : run.stop]) for run in runs]


def _mistakes(dice: TableDice, column: RollColumn) -> list[RowMistake]:
    found = list(mistakes(dice, column.labels))
    if any(each.expected == "–" for each in found) and len(column.cells) <= len(dice.values):
        new = renumbered(replace(column, dice=dice), Modifier())
        return [
            replace(each, expected=new[each.row]) if each.expected == "–" else each
            for each in found
        ]
    return found
