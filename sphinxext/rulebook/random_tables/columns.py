"""Reads the columns of a table: its heads, which cells have rolls, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from ..rules.errors import RulesError
from .dice import TableDice, dice_of, flat, from_zero, readings
from .heads import heading_dice, is_pure, is_roll_word, names_rolls, only_counts
from .model import CellPlace, Modifier
from .numbering import numbered
from .partition import MistakeKind, RowMistake, is_partition, labels_of, mistakes, nearest
from .rolls import bare, read_rolls, style_of, written

DiceOf = Callable[[str], TableDice]
Texts = Sequence[Sequence[str]]  # of the cells of a table
MOST_HEADS = 4
NO_DICE = flat(1)  # of rolls whose dice are not known yet


@dataclass(frozen=True)
class RollColumn:
    """The cells of a column that have rolls, or several columns that go on beside each other."""

    labels: tuple[str, ...]
    places: tuple[CellPlace, ...]
    head: str
    head_place: CellPlace
    is_paired: bool = False  # a column beside it has other dice, so rolls may repeat
    dice: TableDice = NO_DICE

    @property
    def read(self) -> int:
        """Return how many of the cells have rolls."""
        return sum(read_rolls(label) is not None for label in self.labels)

    def chosen(self, rows: Iterable[int]) -> RollColumn:
        """Return some rows of the column."""
        pairs = [(self.labels[row], self.places[row]) for row in rows]
        labels, places = zip(*pairs, strict=True)
        return replace(self, labels=labels, places=places)


@dataclass(frozen=True)
class TypedRolls:
    """Find the rolls of a table as they are typed, whatever its dice are."""

    body: list[int]  # the numbers of the rows below the heads
    columns: list[RollColumn]  # at least half of their cells have rolls
    across: RollColumn | None  # a heading row of rolls, as in a grid of two dice


def typed_rolls(rows: Texts, heads: int) -> TypedRolls:
    """Return the columns of a table that have rolls, and the heading row where it has some."""
    above, body = split_rows(rows, heads)
    lowest = above[-1] if above else 0
    found = [
        column
        for place in range(max(map(len, rows), default=0))
        for column in _segments(rows, body, head_of(above, rows, place), (lowest, place))
        if 0 < column.read >= len(column.labels) / 2
    ]
    return TypedRolls(body, found, _across(rows[lowest], lowest) if above else None)


def _segments(rows: Texts, body: Iterable[int], head: str, at: CellPlace) -> Iterator[RollColumn]:
    """Yield the cells of a column, which begins anew below each head within it."""
    place = at[1]
    kept: list[int] = []
    for r in (*body, None):
        cell = rows[r][place] if r is not None and place < len(rows[r]) else ""
        if r is None or (names_rolls(cell) and not any(map(read_rolls, rows[r]))):
            beside = (*rows[at[0]][max(0, place - 1) : place], *rows[at[0]][place + 1 : place + 2])
            labels = tuple(rows[r][place] for r in kept)
            places = tuple((r, place) for r in kept)
            yield RollColumn(labels, places, head, at, any(map(heading_dice, beside)))
            head, at, kept = cell, (r or 0, place), []
        elif says_something(cell):
            kept.append(r)


def _across(row: Sequence[str], at: int) -> RollColumn | None:
    """Return the rolls of a heading row, in which every other cell has to have some."""
    kept = [c for c in range(1, len(row)) if says_something(row[c])]
    labels = tuple(row[c] for c in kept)
    if len(kept) < 2 or not all(map(read_rolls, labels)):
        return None
    return RollColumn(labels, tuple((at, c) for c in kept), row[0], (at, 0))


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
    typed = typed_rolls(rows, heads)
    found = [each for each in typed.columns if each.places[0][1] == 0 or names_rolls(each.head)]
    if not found:
        raise RulesError(
            "no column says which rolls lead to a row; the first should have '1-2', '3' or '4+'"
        )
    first = found[0]
    said = next(filter(None, map(heading_dice, (*(each.head for each in found), caption))), None)
    if named:
        dice = nearest(first.labels, [named[0], *from_zero(named[0])])
    elif said:
        dice = _best(first.labels, said[0].notation, dice_for)
    else:
        raise RulesError(
            "nothing says which dice are rolled; add ':dice: d20', "
            "or head the first column with them"
        )
    if typed.across and len(found) == 1 and first.places[0][1] == 0:
        own = [die for each in heading_dice(first.head) if (die := dice_of(each.notation))]
        pair = own if len(own) == 2 else named if len(named) == 2 else [half_of(dice) or dice] * 2
        return crossed(first, typed.across, pair)
    columns = []
    for column in joined_beside(found):
        other = heading_dice(column.head) if column.head != first.head else ()
        used = _best(column.labels, other[0].notation, dice_for) if other else dice
        columns += parts(replace(column, dice=used))
    return columns


def slips(
    columns: Sequence[RollColumn], modifier: Modifier, named: Sequence[TableDice] = ()
) -> list[RowMistake]:
    """Return everything that is wrong with the rolls, or with heads that name other dice."""
    found = list(filter(None, (_other_dice(each, named) for each in columns if named)))
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
    return sorted(found, key=lambda each: each.place)


def _other_dice(column: RollColumn, named: Sequence[TableDice]) -> RowMistake | None:
    """Return what is wrong where a head names other dice than the option or the caption does."""
    said = heading_dice(column.head)
    if len(said) != 1 or column.places[0][0] == column.head_place[0]:
        return None
    ours = {each.name for each in readings(said[0].notation)}
    values = [each.values for name in ours if (each := dice_of(name))]
    if any(dice.name in ours or dice.values in values for dice in (column.dice, *named)):
        return None
    name, why = column.dice.name, f"the table is rolled on {column.dice.name}"
    return RowMistake(MistakeKind.DICE, 0, said[0].notation, name, why, column.head_place)


def renumbered(column: RollColumn, modifier: Modifier) -> list[str]:
    """Return the rolls of all rows numbered anew; each row keeps its share where it can."""
    dice = modified(column.dice, column.labels, modifier)
    labels = labels_of(dice, column.labels)
    weights = [Fraction(max(1, len(values))) for values in labels.values]
    like = style_of(column.labels)
    return [written(values, dice, like) for values in numbered(dice, weights)]


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
        )
        is_title = not above or (len(said) <= 1 and len(below) > 2)
        is_first = not any(says_something(cell) for r in above for cell in rows[r])
        if any(map(read_rolls, said[:1])) or not (is_head or (is_title and is_first)):
            break
        above.append(below.pop(0))
    said_above = [r for r in above if any(map(says_something, rows[r]))]
    return said_above, [r for r in below if not _divides(rows[r])]


def head_of(above: Sequence[int], rows: Texts, column: int) -> str:
    """Return the lowest heading of a column that says something."""
    cells = (rows[r][column] for r in reversed(above) if column < len(rows[r]))
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


def joined_beside(columns: Iterable[RollColumn]) -> list[RollColumn]:
    """Return the columns, each with those of the same head that go on beside or below it."""
    found: list[RollColumn] = []
    last: dict[str, int] = {}  # where the column of a head is that was found last
    for each in columns:
        at = last.get(bare(each.head))
        if at is None or low_of(each.labels[0]) == low_of(found[at].labels[0]):
            last[bare(each.head)] = len(found)
            found.append(each)
        else:
            labels = (*found[at].labels, *each.labels)
            found[at] = replace(found[at], labels=labels, places=(*found[at].places, *each.places))
    return found


def _best(labels: Sequence[str], notation: str, dice_for: DiceOf) -> TableDice:
    """Return the way to read a notation that suits the rolls: d10 may begin at 0."""
    ways = readings(notation)
    return nearest(labels, ways) if ways else dice_for(notation)


def crossed(down: RollColumn, across: RollColumn, pair: Sequence[TableDice]) -> list[RollColumn]:
    """Return the rolls of two dice, one down and one across."""
    first, second = pair
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


def parts(column: RollColumn) -> list[RollColumn]:
    """Cut a column where its rolls begin anew, or take its repeated rolls together.

    Of all ways, the one with the fewest mistakes.
    """
    ways = [[column]]
    if len({place for _, place in column.places}) == 1:  # it is not folded
        ways += [[column.chosen(merged(column.labels))]] if column.is_paired else []
        ways += [[column.chosen(run) for run in runs_of(column.labels)]]
    return min(ways, key=lambda way: sum(len(mistakes(each.dice, each.labels)) for each in way))
