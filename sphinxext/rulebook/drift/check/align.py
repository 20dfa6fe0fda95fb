"""Lays a typed table over the one that the rules give: by its labels, else in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...figures.chance import CHANCE
from ...rules.errors import RulesError
from ...source.document import Cell as TypedCell
from ...source.document import Table
from ...tables.cells import Cell, Grid
from .columns import NeededRoll, is_needed, is_told, judged_part
from .layout import (
    AskedTable,
    FoundTable,
    Rows,
    are_numbers,
    is_said,
    laid,
    plain,
    text_of,
    unfolded,
)
from .side import TableSide, expanded, sides


class Pair(NamedTuple):
    """A typed cell with the generated cell that it should say, and where that one is."""

    typed: TypedCell
    cell: Cell
    row: int  # of the grid's body
    column: int  # of the grid's figures


class WrongLabel(NamedTuple):
    """A label that reads as a value and is not that of its row or column."""

    typed: TypedCell
    right: str
    question: str  # of the first figure in its line


class Aligned(NamedTuple):
    """All pairs of a table, the words around them, and what nobody asked for."""

    pairs: tuple[Pair, ...]
    headings: tuple[str, ...]  # all that is above or before the figures
    labels: Mapping[int, str]  # for each row of the grid's body what is before it
    heads: Mapping[int, str]  # for each column of it what is above
    wrong: tuple[WrongLabel, ...]
    needed: Mapping[int, NeededRoll]  # the roll beside a chance, by the identity of its cell
    unasked: tuple[str, ...]  # columns and rows of figures that are not judged


def aligned(sheet: Table, grid: Grid, unjudged: str, language: str) -> Aligned:
    """Lay the typed table over the generated one; an error says why it does not fit."""
    typed = judged_part(sheet, unjudged)
    body = [row[grid.stubs :] for row in expanded(grid.body)]
    asked = AskedTable(body, *sides(grid, len(body[0]), language), language)
    straight = _first(plain(typed.rows), typed.heads, asked)
    turned = _first(plain(list(zip(*typed.rows, strict=True))), 0, asked)
    # A table is on its side if its labels say so, and if nothing else is in it.
    if isinstance(turned, FoundTable) and _is_turned(straight, turned, asked):
        on_side = _paired(turned, asked)
        if not on_side.unasked:
            return on_side
    if straight is None:
        blocks = (each for rows in plain(typed.rows) for each in unfolded(rows, *asked.size))
        straight = _first(blocks, typed.heads, asked, least=len(body) - 1)
    if isinstance(straight, FoundTable):
        return _paired(straight, asked)
    if straight is not None:
        raise straight
    across = len(typed.rows[0]) if typed.rows else 0
    raise RulesError(
        f"the body has {_many(len(typed.rows), 'row')} and {_many(across, 'column')}; the "
        f"rules give {_many(len(body), 'row')} and {_many(len(body[0]), 'column')} of figures, "
        "beside headings and labels"
    )


def _first(
    layouts: Iterable[Rows], heads: int, asked: AskedTable, least: int = 0
) -> FoundTable | RulesError | None:
    """Return the first layout that has all that is asked for, or why none has."""
    error = None
    for rows in layouts:
        try:
            found = laid(rows, heads, asked)
        except RulesError as unclear:
            error = error or unclear
            continue
        if found is not None and found.rows_named >= least:
            return found
    return error


def _is_turned(straight: object, turned: FoundTable, asked: AskedTable) -> bool:
    """Decide which side is down: the labels, else the corner and the headings, else as declared."""
    if not isinstance(straight, FoundTable):
        return turned.named * 2 >= len(asked.body)
    if turned.named != straight.named:
        return turned.named > straight.named
    rows, heads, labels = straight.rows, straight.heads, straight.labels
    for row in rows[:heads]:
        for word in " ".join(text_of(row[c]) for c in labels).split():
            if asked.down.says_title(word) or asked.across.says_title(word):
                return not asked.down.says_title(word)  # "attacker / defender": the first is down
    left = [text_of(rows[r][c]) for r in straight.body for c in labels]
    top = [text_of(row[c]) for row in rows[:heads] for c in straight.columns]
    as_declared = _says(asked.down, left) + _says(asked.across, top)
    return _says(asked.across, left) + _says(asked.down, top) > as_declared


def _says(side: TableSide, texts: Sequence[str]) -> int:
    return sum(side.says_title(text) for text in texts)


def _paired(found: FoundTable, asked: AskedTable) -> Aligned:
    rows, body = found.rows, asked.body
    lines = list(zip(found.body, found.row_places, strict=True))
    columns = list(zip(found.columns, found.column_places, strict=True))
    pairs = tuple(
        Pair(rows[r][c], body[row][column], row, column)
        for r, row in lines
        for c, column in columns
    )
    labels = {row: _joined(rows[r][c] for c in found.labels) for r, row in lines}
    heads = {column: _joined(row[c] for row in rows[: found.heads]) for c, column in columns}
    down = [[rows[r][c] for r in found.body] for c in found.labels]
    above = [[row[c] for c in found.columns] for row in rows[: found.heads]]
    titles = [[row[c].text for row in rows[: found.heads]] for c in found.labels]
    wrong = (
        *_wrong_labels(asked.down, down, titles, found.row_places, lambda p: body[p][0].question),
        *_wrong_labels(asked.across, above, [], found.column_places, lambda p: body[0][p].question),
    )
    needed = _needed(found, asked)
    apart = {id(roll.cell) for roll in needed.values()}
    unasked = tuple(_unasked(found, asked, apart))
    return Aligned(
        pairs, (*labels.values(), *heads.values()), labels, heads, wrong, needed, unasked
    )


def _wrong_labels(
    side: TableSide,
    lines: Sequence[Sequence[TypedCell]],
    titles: Sequence[Sequence[str]],
    places: Sequence[int],
    question: Callable[[int], str],
) -> Iterator[WrongLabel]:
    """Yield the labels that read as a value and are not that of their row or column.

    Each level of nested headings has a line of its own, the one that names the most values. Numbers
    of which few are values are labels only where nothing says that they are something else.
    """
    said = {
        (level, line): [
            side.is_said(text_of(cell), place, level)
            for cell, place in zip(cells, places, strict=True)
        ]
        for level in range(side.levels)
        for line, cells in enumerate(lines)
    }
    values = {
        (level, line): len(side.values_in(map(text_of, lines[line]), level)) for level, line in said
    }
    while said:
        level, line = max(said, key=lambda pair: (said[pair].count(True), values[pair]))
        right, known = said[level, line], values[level, line]
        said = {pair: each for pair, each in said.items() if level != pair[0] and line != pair[1]}
        if max(right.count(True), known) * 2 < len(places):
            above = [text for text in titles[line] if text.strip()] if titles else []
            is_other = above and not any(map(side.says_title, above))
            cells = [cell for cell in lines[line] if is_said(cell)]
            if is_other or not all(side.is_bare_value(cell.text, level) for cell in cells):
                continue
        odd = side.of_other_dice([cell.text for cell in lines[line]], level)
        seen: set[int] = set()
        for cell, place, is_right in zip(lines[line], places, right, strict=True):
            if (is_right is False or cell.text in odd) and id(cell) not in seen:
                seen.add(id(cell))
                wanted = odd.get(cell.text) or side.right(cell.text, place, level)
                yield WrongLabel(cell, wanted, question(place))


def _needed(found: FoundTable, asked: AskedTable) -> Mapping[int, NeededRoll]:
    """Find the rolls in columns of their own, one such column for each column of chances."""
    rows, heads = found.rows, found.heads
    if any(cell.kind is not CHANCE for row in asked.body for cell in row):
        return {}
    rolls = [
        column
        for column in range(1, len(rows[0]))
        if column not in found.columns and is_needed(rows, heads, column, asked.language)
    ]
    if len(rolls) != len(found.columns):
        return {}
    return {
        id(rows[r][chance]): NeededRoll(rows[r][roll], is_told(rows[:heads], roll, asked.language))
        for r in found.body
        for chance, roll in zip(found.columns, rolls, strict=True)
    }


def _unasked(found: FoundTable, asked: AskedTable, apart: set[int]) -> Iterator[str]:
    """Yield the headings and labels of figures that nobody asked for."""
    rows = found.rows
    for column in range(len(rows[0])):
        cells = [rows[r][column] for r in found.body]
        if column in found.columns or any(id(cell) in apart for cell in cells):
            continue
        own = [
            any(asked.down.is_said(text_of(cell), place, n) for n in range(asked.down.levels))
            for cell, place in zip(cells, found.row_places, strict=True)
        ]
        if sum(own) * 2 < len(own) and are_numbers(cells):  # not the labels of the rows
            yield _joined(row[column] for row in rows[: found.heads]) or f"column {column + 1}"
    for number in found.unasked:
        if are_numbers([rows[number][c] for c in found.columns]):
            yield text_of(rows[number][0])


def _joined(cells: Iterable[TypedCell]) -> str:
    return " ".join(map(text_of, cells)).strip()


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
