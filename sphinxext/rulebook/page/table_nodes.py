"""A grid as docutils nodes: rows, cells, headings, figures to the right, shading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from docutils import nodes

from ..ask.cells import Cell, Grid
from ..rules.errors import RulesError
from ..words.markup import escaped, label_nodes, label_source, plain_text
from .directive import RulebookDirective

NARROW = 34  # characters that fit on a phone's line
WIDEST = 48  # characters of a column where an output has only characters to measure with


class TableStyle(NamedTuple):
    """The options that say how a table looks."""

    stubs: int
    heads: int
    widths: str | list[int]
    shade: bool


def table_node(directive: RulebookDirective, grid: Grid, drawing: TableStyle) -> nodes.table:
    """The table, without its caption."""
    rows = [*grid.head, *grid.body]
    columns = columns_of(grid)
    made = nodes.table(classes=["rulebook-generated"])
    group = nodes.tgroup(cols=len(columns))
    made += group
    for i, share in enumerate(_shares(columns, drawing, made)):
        column = nodes.colspec(colwidth=share)
        if i < drawing.stubs:
            column["stub"] = 1
        group += column
    figures = figure_columns(grid)
    placed = placed_cells(rows, len(columns))
    lines = [nodes.row("", *_entries(directive, row, drawing, figures)) for row in placed]
    if grid.footer:
        lines[-1]["classes"].append("rulebook-footer")
    if grid.words:
        made["classes"].append("rulebook-ladder")
    if sum(natural_widths(columns)) + 2 * len(columns) > NARROW:
        made["classes"].append("rulebook-wide")
    if drawing.heads >= len(lines):
        raise RulesError(
            f"':header-rows:' is {drawing.heads}, but the table has {len(lines)} rows in all"
        )
    if drawing.stubs > len(columns):
        raise RulesError(
            f"':stub-columns:' is {drawing.stubs}, but the table has {len(columns)} columns"
        )
    if drawing.heads:
        group += nodes.thead("", *lines[: drawing.heads])
    group += nodes.tbody("", *lines[drawing.heads :])
    return made


def figure_columns(grid: Grid) -> list[bool]:
    """For each column whether it holds figures, whatever stands above and below them."""
    rows = placed_cells([*grid.head, *grid.body], _width(grid))
    body = rows[len(grid.head) : len(rows) - grid.footer] or rows
    columns: list[list[Cell]] = [[] for _ in range(_width(grid))]
    for row in body:
        for at, cell in row:
            columns[at].append(cell)
    return [bool(column) and all(cell.is_number for cell in column) for column in columns]


def columns_of(grid: Grid) -> list[list[Cell]]:
    """For each column its own cells, without those that reach over several."""
    placed = placed_cells([*grid.head, *grid.body], _width(grid))
    columns: list[list[Cell]] = [[] for _ in range(_width(grid))]
    for row in placed:
        for at, cell in row:
            if cell.span == 1:
                columns[at].append(cell)
    return columns


def _width(grid: Grid) -> int:
    first = (grid.head or grid.body)[0]
    return sum(cell.span for cell in first)


def placed_cells(rows: Sequence[Sequence[Cell]], width: int) -> list[list[tuple[int, Cell]]]:
    """The rows with the column where each cell begins, past those that reach down into them."""
    taken = [0] * width  # how many rows more each column is covered from above
    placed = []
    for row in rows:
        line, at = [], 0
        for cell in row:
            if not cell.down:
                continue  # the cell above it reaches down to here
            while at < width and taken[at]:
                at += 1
            line.append((at, cell))
            for covered in range(at, min(width, at + cell.span)):
                taken[covered] = cell.down
            at += cell.span
        placed.append(line)
        taken = [max(0, left - 1) for left in taken]
    return placed


def cell_text(cell: Cell) -> str:
    """The words of a cell, to measure it."""
    return plain_text(cell.text) if cell.markup else cell.text


def natural_widths(columns: Sequence[Sequence[Cell]]) -> list[int]:
    """The number of characters that each column needs, long texts broken."""
    return [min(WIDEST, max(map(len, map(cell_text, c)), default=1)) or 1 for c in columns]


def _shares(columns: Sequence[Sequence[Cell]], drawing: TableStyle, made: nodes.table) -> list[int]:
    if isinstance(drawing.widths, list):
        if len(drawing.widths) != len(columns):
            raise RulesError(
                f"':widths:' names {len(drawing.widths)} columns, but the table has {len(columns)}"
            )
        made["classes"].append("colwidths-given")
        return drawing.widths
    made["classes"].append("colwidths-grid" if drawing.widths == "grid" else "colwidths-auto")
    return natural_widths(columns)


def _entries(
    directive: RulebookDirective,
    row: Sequence[tuple[int, Cell]],
    drawing: TableStyle,
    figures: Sequence[bool],
) -> list[nodes.entry]:
    """The cells of a row; all of a column of figures stands to the right, its heading too."""
    found = []
    for at, cell in row:
        entry = nodes.entry()
        if cell.span > 1:
            entry["morecols"] = cell.span - 1
        if cell.down > 1:
            entry["morerows"] = cell.down - 1
        if cell.span > 1 and all(figures[at : at + cell.span]):
            entry["classes"].append("rulebook-over")
        elif cell.span == 1 and figures[at]:
            entry["classes"].append("rulebook-figure")
        if drawing.shade and cell.kind.is_shaded and cell.value is not None:
            entry["classes"].append(f"rulebook-shade-{int(cell.value * 10)}")
        if cell.text:
            entry += _paragraph(directive, cell)
        found.append(entry)
    return found


def _paragraph(directive: RulebookDirective, cell: Cell) -> nodes.paragraph:
    """The paragraph of a cell; words are translated, figures are not."""
    if cell.is_number:
        return nodes.paragraph("", cell.text, translatable=False)
    markdown = directive.is_markdown
    label = cell.text if cell.markup else escaped(cell.text)
    messages: list[nodes.system_message] = []

    def parse(text: str) -> list[nodes.Node]:
        found, said = directive.parse_inline(text, lineno=directive.lineno)
        messages.extend(said)
        return found

    words = label_nodes(label, parse, markdown=markdown)
    paragraph = nodes.paragraph(label_source(label, markdown=markdown), "", *words)
    paragraph += messages
    if not any(char.isalpha() for char in cell.text):
        paragraph["translatable"] = False
    directive.set_source_info(paragraph)
    return paragraph
