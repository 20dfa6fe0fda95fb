"""Which typed cell stands for which generated one: rows and columns matched by their labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..present.cells import Cell, Grid
from ..rules.errors import RulesError, fold
from .claims import HeldTable, Typed
from .written import numbers_in, plain


class Pair(NamedTuple):
    """A typed cell with the generated cell that it should say, and where both stand."""

    typed: Typed
    cell: Cell
    row: int  # of the grid's body
    column: int  # of the grid's figures


class Paired(NamedTuple):
    """All pairs of a table, and the typed headings around them."""

    pairs: tuple[Pair, ...]
    headings: tuple[tuple[str, ...], ...]  # for each figure column what stands above it
    labels: tuple[tuple[str, ...], ...]  # for each body row of the grid what stands before it


def paired(held: HeldTable, grid: Grid) -> Paired:
    """The typed table laid over the generated one."""
    rows = [row for row in held.rows if not _is_divider(row)]
    body = expanded(grid.body)
    stubs = grid.stubs
    figures = [row[stubs:] for row in body]
    width = len(figures[0]) if figures else 0
    heads = len(rows) - len(body)
    labels = (len(rows[0]) if rows else 0) - width
    if heads < 0 or labels < 0 or heads > max(3, held.heads) or labels > 4:
        raise RulesError(_misshapen(rows, len(body), width, labels))
    if held.heads and heads > held.heads + 1:
        raise RulesError(_misshapen(rows, len(body), width, labels))
    typed_labels = [[cell.text + " " + cell.other for cell in row[:labels]] for row in rows[heads:]]
    grid_labels = [[_names(cell) for cell in row[:stubs]] for row in body]
    row_of = _matched(typed_labels, grid_labels)
    typed_heads = [
        [rows[r][labels + c].text + " " + rows[r][labels + c].other for r in range(heads)]
        for c in range(width)
    ]
    head_rows = expanded(grid.head)
    head_cells = [
        [row[stubs + c] for row in head_rows if len(row) > stubs + c] for c in range(width)
    ]
    column_of = _matched(typed_heads, [[_names(cell) for cell in cells] for cells in head_cells])
    pairs = []
    for r, row in enumerate(rows[heads:]):
        for c in range(width):
            cell = figures[row_of[r]][column_of[c]]
            pairs.append(Pair(row[labels + c], cell, row_of[r], column_of[c]))
    return Paired(
        tuple(pairs),
        tuple(tuple(heads_) for heads_ in typed_heads),
        tuple(tuple(labels_) for labels_ in typed_labels),
    )


def _is_divider(row: Sequence[Typed]) -> bool:
    """Whether one cell spans the whole row, as a heading within the table does."""
    return len(row) > 1 and all(cell is row[0] for cell in row) and bool(row[0].text.strip())


def _misshapen(rows: Sequence[object], body: int, width: int, labels: int) -> str:
    have_rows, have_columns = len(rows), width + labels
    return (
        f"the body has {have_rows} rows and {have_columns} columns; the rules give {body} rows "
        f"and {width} columns of figures, beside headings and labels"
    )


def expanded(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The rows of a grid with spanning cells repeated in every place that they cover."""
    filled: dict[tuple[int, int], Cell] = {}
    width = 0
    out: list[list[Cell]] = []
    for r, row in enumerate(rows):
        column = 0
        for cell in row:
            if cell.down == 0:
                column += 1  # covered from above
                continue
            while (r, column) in filled:
                column += 1
            for down in range(cell.down):
                for across in range(cell.span):
                    filled[r + down, column + across] = cell
            column += cell.span
        width = max(width, *[c + 1 for (at, c) in filled if at == r], 0)
        out.append([])
    for r in range(len(rows)):
        out[r] = [filled.get((r, c), Cell("")) for c in range(width)]
    return out


def _names(cell: Cell) -> tuple[str, ...]:
    return tuple(fold(plain(name)) for name in (cell.text, *cell.names) if name)


def _matched(
    typed: Sequence[Sequence[str]], names: Sequence[Sequence[tuple[str, ...]]]
) -> list[int]:
    """For each typed row or column its place in the grid: by labels, else in order."""
    count = len(names)
    found = [_place(labels, names) for labels in typed]
    order = list(range(count))
    known = [place for place in found if place is not None]
    if len(set(known)) != len(known) or not known:
        return order
    if all(place is None or place == i for i, place in enumerate(found)):
        return order
    rest = iter([place for place in order if place not in known])
    return [place if place is not None else next(rest) for place in found]


def _place(labels: Sequence[str], names: Sequence[Sequence[tuple[str, ...]]]) -> int | None:
    """The one place whose every level is named by one of the labels."""
    texts = [fold(plain(label)) for label in labels if label.strip()]
    if not texts:
        return None
    best: list[int] = []
    most = 0
    for i, levels in enumerate(names):
        scores = [max((_score(text, level) for text in texts), default=0) for level in levels]
        if not scores or min(scores) == 0:
            continue
        total = sum(scores)
        if total > most:
            best, most = [i], total
        elif total == most:
            best.append(i)
    return best[0] if len(best) == 1 else None


def _score(text: str, names: tuple[str, ...]) -> int:
    """How well a label names a value: wholly, by its only number, or by a word in it."""
    if not names:
        return 1  # a level without a name says nothing against it
    score = 0
    for name in names:
        if text == name:
            return 10_000
        if name.lstrip("-").isdigit():
            if [str(n) for n in numbers_in(text, "en")] == [name]:
                score = max(score, 100)
        elif any(char.isalpha() for char in name) and re.search(
            rf"(?<!\w){re.escape(name)}(?!\w)", text
        ):
            score = max(score, 100 + len(name))
        elif name.replace(" ", "") == text.replace(" ", ""):
            score = max(score, 5_000)
    return score
