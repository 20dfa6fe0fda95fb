"""Lays a typed table over the one that the rules give: by its labels, else in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...rules.errors import RulesError
from ...source.document import Cell as TypedCell
from ...source.document import Table
from ...tables.cells import Cell, Grid
from .layout import (
    AskedTable,
    FoundTable,
    Rows,
    are_numbers,
    is_said,
    judged_part,
    laid,
    said_rows,
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
    wrong: tuple[WrongLabel, ...]
    unasked: tuple[str, ...]  # columns and rows of figures that are not judged


def aligned(sheet: Table, grid: Grid, unjudged: str, language: str) -> Aligned:
    """Lay the typed table over the generated one; an error says why it does not fit."""
    typed = judged_part(sheet, unjudged)
    body = [row[grid.stubs :] for row in expanded(grid.body)]
    asked = AskedTable(body, *sides(grid, len(body[0]), language), language)
    rows = said_rows(typed.rows)
    straight = _laid(rows, typed.heads, asked)
    turned = _laid(said_rows(list(zip(*rows, strict=True))), 0, asked)
    # A table is on its side if its labels say so, and if nothing else is in it.
    if isinstance(turned, FoundTable) and _is_turned(straight, turned, asked):
        on_side = _paired(turned, asked)
        if not on_side.unasked:
            return on_side
    if straight is None:
        blocks = (_laid(each, typed.heads, asked) for each in unfolded(rows, *asked.size))
        found = (each for each in blocks if isinstance(each, FoundTable))
        straight = next((each for each in found if each.rows_named >= len(body) - 1), None)
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


def _laid(rows: Rows, heads: int, asked: AskedTable) -> FoundTable | RulesError | None:
    try:
        return laid(rows, heads, asked)
    except RulesError as unclear:
        return unclear


def _is_turned(straight: object, turned: FoundTable, asked: AskedTable) -> bool:
    """Decide which side is down: the labels, else the corner and the headings, else as declared."""
    if not isinstance(straight, FoundTable):
        return turned.named * 2 >= len(asked.body)
    if turned.named != straight.named:
        return turned.named > straight.named
    left, top = straight.left, straight.above
    corner = [text_of(cell) for row in straight.rows[: straight.heads] for cell in row[: len(left)]]
    for word in " ".join(corner).split():
        if asked.down.says_title(word) or asked.across.says_title(word):
            return not asked.down.says_title(word)  # "attacker / defender": the first is down
    as_declared = _titles(asked.down, left) + _titles(asked.across, top)
    return _titles(asked.across, left) + _titles(asked.down, top) > as_declared


def _titles(side: TableSide, lines: Rows) -> int:
    return sum(side.says_title(text_of(cell)) for line in lines for cell in line)


def _paired(found: FoundTable, asked: AskedTable) -> Aligned:
    rows, body = found.rows, asked.body
    columns = list(zip(found.columns, found.column_places, strict=True))
    pairs = tuple(
        Pair(rows[r][c], body[row][column], row, column)
        for r, row in zip(found.body, found.row_places, strict=True)
        for c, column in columns
    )
    left, above = found.left, found.above
    titles = [[row[c].text for row in rows[: found.heads]] for c in range(len(left))]
    wrong = (
        *_wrong_labels(asked.down, left, titles, found.row_places, lambda p: body[p][0].question),
        *_wrong_labels(asked.across, above, [], found.column_places, lambda p: body[0][p].question),
    )
    headings = tuple(text_of(cell) for line in (*left, *above) for cell in line)
    return Aligned(pairs, headings, wrong, tuple(_unasked(found, asked)))


def _wrong_labels(
    side: TableSide,
    lines: Rows,
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
        right, cells, known = said[level, line], lines[line], values[level, line]
        said = {pair: each for pair, each in said.items() if level != pair[0] and line != pair[1]}
        if max(right.count(True), known) * 2 < len(places):
            above = [text for text in titles[line] if text.strip()] if titles else []
            is_other = above and not any(map(side.says_title, above))
            own = (side.is_bare_value(cell.text, level) for cell in cells if is_said(cell))
            if is_other or not all(own):
                continue
        odd = side.of_other_dice([cell.text for cell in cells], level)
        seen: set[int] = set()
        for cell, place, is_right in zip(cells, places, right, strict=True):
            if (is_right is False or cell.text in odd) and id(cell) not in seen:
                seen.add(id(cell))
                wanted = odd.get(cell.text) or side.right(cell.text, place, level)
                yield WrongLabel(cell, wanted, question(place))


def _unasked(found: FoundTable, asked: AskedTable) -> Iterator[str]:
    """Yield the headings and labels of figures that nobody asked for."""
    rows = found.rows
    for column in [each for each in range(len(rows[0])) if each not in found.columns]:
        cells = [rows[r][column] for r in found.body]
        own = [
            any(asked.down.is_said(text_of(cell), place, n) for n in range(asked.down.levels))
            for cell, place in zip(cells, found.row_places, strict=True)
        ]
        if sum(own) * 2 < len(own) and are_numbers(cells):  # not the labels of the rows
            heading = " ".join(text_of(row[column]) for row in rows[: found.heads]).strip()
            yield heading or f"column {column + 1}"
    for number in found.unasked:
        if are_numbers([rows[number][c] for c in found.columns]):
            yield text_of(rows[number][0])


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
