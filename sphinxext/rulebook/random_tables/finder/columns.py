"""The columns of a table that may hold rolls, joined where a table goes on elsewhere."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...language.language_file import die_letters
from ..dice import dice_of
from ..heads import heading_dice, is_pure, is_roll_word, measures, only_counts
from ..partition import fits
from ..rolls import bare, read_rolls
from .around import Clue, DiceSource, SaidOfRoll, around_clues
from .text_tables import Row, TableShape, TextTable

DIE_LETTERS = frozenset(die_letters())
MOST_COLUMNS = 60  # no page is wide enough for more


@dataclass(frozen=True)
class Column:
    """A column, or a heading row, that may hold rolls."""

    labels: tuple[str, ...]
    lines: tuple[int, ...]
    head: str
    head_line: int
    place: int
    clues: tuple[Clue, ...]
    is_rolled: bool  # its head says so, with dice or without
    is_counted: bool  # its head says nothing against it
    is_first: bool = True
    table: TextTable | None = None
    said: SaidOfRoll | None = None

    @property
    def own_clues(self) -> list[Clue]:
        """The dice that its own head names."""
        return [clue for clue in self.clues if clue.source <= DiceSource.PHRASE]


def columns_of(table: TextTable) -> list[Column]:
    """The columns of a table that have rolls."""
    said = around_clues(table.around, "".join(table.below))
    if table.shape is TableShape.LIST:
        labels = tuple(row.cells[0] for row in table.rows)
        lines = tuple(row.line for row in table.rows)
        column = Column(labels, lines, "", table.first, 0, said.clues, False, True)
        return [replace(column, table=table, said=said)] if _reads(labels) else []
    heads, body = split_heads(table)
    width = min(MOST_COLUMNS, max((len(row.cells) for row in table.rows), default=0))
    body = [row for row in body if not _divides(row)]
    found = []
    for place in range(width):
        cells = [row.cells[place] if place < len(row.cells) else "" for row in body]
        kept = [
            (cell, row.line) for cell, row in zip(cells, body, strict=True) if says_something(cell)
        ]
        labels = tuple(cell for cell, _ in kept)
        if len(labels) < 2 or not _reads(labels):
            continue
        head_cells = [row.cells[place] for row in heads if place < len(row.cells)]
        said_heads = (cell for cell in head_cells[::-1] if says_something(cell) or "🎲" in cell)
        head = next(said_heads, "")
        found.append(
            _column(table, said, labels, tuple(line for _, line in kept), head, heads, place)
        )
    found += _across(table, said, heads, body, found)
    if not any(_is_text(row, {column.place for column in found}) for row in body):
        return []
    return found


def _column(
    table: TextTable, said: SaidOfRoll, labels: tuple[str, ...], lines: tuple[int, ...], head: str,
    heads: Sequence[Row], place: int,
) -> Column:  # fmt: skip
    mentions = () if measures(head) else heading_dice(head)
    source = DiceSource.HEAD if is_pure(head) else DiceSource.PHRASE
    clues = [Clue(each.notation, source, each.is_open) for each in mentions]
    above = [row.cells[place] for row in heads[:-1] if place < len(row.cells)]
    clues += [
        Clue(each.notation, DiceSource.CAPTION, each.is_open)
        for cell in dict.fromkeys(above)
        if cell != head
        for each in heading_dice(cell)
    ]
    beside = [cell for row in heads for cell in row.cells[:MOST_COLUMNS] if cell != head]
    if not clues:
        clues += [
            Clue(each.notation, DiceSource.NEAR, each.is_open)
            for cell in beside
            for each in heading_dice(cell)
        ]
    letter = bare(head).casefold() if len(bare(head)) == 1 else "-"
    is_letter = any(letter in each.notation.casefold() for each in said.clues)
    rolled = bool(mentions) or is_roll_word(head) or (is_letter and letter.isalpha())
    counted = rolled or only_counts(head)
    return Column(
        labels, lines, head, heads[-1].line if heads else table.first, place,
        (*clues, *said.clues), rolled, counted, place == 0, table, said,
    )  # fmt: skip


def split_heads(table: TextTable) -> tuple[list[Row], list[Row]]:
    """The heading rows, also those that are in the body under an empty head."""
    heads, body = list(table.head), list(table.body)
    if len(heads) == 1 and body and _has_rolls(heads[0]) and _has_rolls(body[0]):
        body.insert(0, heads.pop())  # pipe tables need a head: the first row has to be it
    while body and len(heads) < 4:
        cells = [cell for cell in body[0].cells if says_something(cell)]
        rolls = [cell for cell in cells if read_rolls(cell)]
        named = [cell for cell in body[0].cells if heading_dice(cell) and is_pure(cell)]
        first = body[0].cells[0] if body[0].cells else ""
        worded = is_roll_word(first) or (says_something(first) and only_counts(first))
        worded = worded or bare(first).casefold() in DIE_LETTERS
        is_head = (named or worded) and not read_rolls(first)
        is_title = len(cells) <= 1 and not rolls and len(body) > 2
        if not (
            is_head or (is_title and not any(says_something(c) for row in heads for c in row.cells))
        ):
            break
        heads.append(body.pop(0))
    return [row for row in heads if any(says_something(cell) for cell in row.cells)], body


def _has_rolls(row: Row) -> bool:
    """Say whether a row begins with rolls and goes on with words."""
    rest = "".join(row.cells[1:])
    return bool(row.cells and read_rolls(row.cells[0])) and any(map(str.isalpha, rest))


def says_something(cell: str) -> bool:
    """Say whether a cell has any letter, digit or face of a die."""
    return bool(re.search(r"[^\W_]|[⚀-⚅]", bare(cell)))


def _reads(labels: Sequence[str]) -> bool:
    """Say whether nearly all cells are rolls."""
    read = sum(read_rolls(label) is not None for label in labels)
    return read >= 2 and read >= 0.75 * len(labels)


def _divides(row: Row) -> bool:
    """Say whether a row only names the part of the table below it."""
    said = {cell for cell in row.cells if says_something(cell)}
    return len(said) <= 1 and not any(read_rolls(cell) for cell in said)


def _is_text(row: Row, places: set[int]) -> bool:
    return any(says_something(cell) for place, cell in enumerate(row.cells) if place not in places)


def _across(
    table: TextTable,
    said: SaidOfRoll,
    heads: Sequence[Row],
    body: Sequence[Row],
    down: list[Column],
) -> Iterator[Column]:
    """The heading row where it has rolls, as in a grid of two dice or a table that lies down."""
    if not heads:
        return
    row = heads[-1]
    labels = tuple(cell for cell in row.cells[1:] if says_something(cell))
    if len(labels) < 3 or not all(read_rolls(label) for label in labels):
        return
    corner = row.cells[0] if row.cells else ""
    mentions = heading_dice(corner)
    is_unsaid = not mentions and not only_counts(corner) and not is_roll_word(corner)
    if is_unsaid or (len(body) > 1 and not any(column.place == 0 for column in down)):
        return
    clues = tuple(Clue(each.notation, DiceSource.PHRASE, each.is_open) for each in mentions)
    lines = tuple(row.line for _ in labels)
    yield Column(
        labels, lines, corner, row.line, -1, (*clues, *said.clues), bool(mentions), bool(mentions),
        False, table, said,
    )  # fmt: skip


def joined_pieces(
    tables: list[tuple[TextTable, list[Column]]],
) -> list[tuple[TextTable, list[Column]]]:
    """Joins a table that goes on in the next one."""
    found: list[tuple[TextTable, list[Column]]] = []
    for table, columns in tables:
        last = found[-1][1] if found else []
        if len(last) == len(columns) == 1 and _goes_on(last[0], columns[0]):
            joined = replace(
                last[0],
                labels=last[0].labels + columns[0].labels,
                lines=last[0].lines + columns[0].lines,
                clues=(*last[0].clues, *columns[0].clues),
            )
            found[-1] = (found[-1][0], [joined])
        else:
            found.append((table, columns))
    return found


def _goes_on(first: Column, second: Column) -> bool:
    end, start = ends_of(first.labels)[1], ends_of(second.labels)[0]
    if end is None or start is None or start <= 1 or not first.is_counted:
        return False
    dice, other = (
        next((dice_of(c.notation) for c in each.clues if c.source <= DiceSource.PHRASE), None)
        for each in (first, second)
    )
    if (dice and other and dice.name != other.name) or end != _highest(first.labels):
        return False
    following = dice.after(end) if dice and end in dice.places else end + 1
    return start == following and (second.is_counted or first.head == second.head)


def _highest(labels: Sequence[str]) -> int | None:
    """The greatest number of all labels."""
    tops = [top for label in labels if (top := ends_of([label])[1]) is not None]
    return max(tops, default=None)


def ends_of(labels: Sequence[str]) -> tuple[int | None, int | None]:
    first, last = read_rolls(labels[0]), read_rolls(labels[-1])
    low = min((number.value for number in first.numbers), default=None) if first else None
    high = max((number.value for number in last.numbers), default=None) if last else None
    return low, high


def joined_beside(columns: list[Column]) -> list[Column]:
    """Joins the columns of a table that goes on beside itself."""
    heads = Counter(bare(column.head) for column in columns if column.place >= 0)
    found: list[Column] = []
    for head, count in heads.items():
        same = [c for c in columns if bare(c.head) == head and c.place >= 0]
        notation = next((c.notation for c in same[0].clues if c.source <= DiceSource.PHRASE), "")
        if count == 1 or not same[0].is_counted or all(fits(c.labels, notation) for c in same):
            found += same
            continue
        labels = tuple(label for column in same for label in column.labels)
        lines = tuple(line for column in same for line in column.lines)
        joined = replace(same[0], labels=labels, lines=lines)
        sorted_ = _in_order(joined)
        ends = [ends_of(column.labels) for column in same]
        follow = all(
            a[1] is not None and b[0] is not None and b[0] >= a[1]
            for a, b in itertools.pairwise(ends)
        )
        if fits(sorted_.labels, notation) or follow or not _restarts(same):
            found.append(sorted_)
        else:
            found += same
    return found + [column for column in columns if column.place < 0]


def _restarts(columns: Sequence[Column]) -> bool:
    """Say whether each column begins with the same roll."""
    return len({ends_of(column.labels)[0] for column in columns}) == 1


def _in_order(column: Column) -> Column:
    def low(pair: tuple[str, int]) -> int:
        rolls = read_rolls(pair[0])
        numbers = (
            [n.value if n.value or n.width == 1 else 10**n.width for n in rolls.numbers]
            if rolls
            else []
        )
        return min(numbers, default=0)

    pairs = sorted(zip(column.labels, column.lines, strict=True), key=low)
    return replace(column, labels=tuple(p[0] for p in pairs), lines=tuple(p[1] for p in pairs))
