"""A grid as docutils nodes: rows, cells, headings, figures to the right, shading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from docutils import nodes

from ..language.markup import as_typed, label_nodes, label_source
from ..rules.errors import RulesError
from ..tables.cells import Cell, Grid
from ..tables.grid import laid_out
from .directive import RulebookDirective

NARROW = 34  # characters that fit on a phone's line
WIDEST = 48  # characters of a column where an output has only characters to measure with


class TableStyle(NamedTuple):
    """The options that say how a table looks."""

    stubs: int
    heads: int
    widths: str | list[int]
    shade: bool


def plain_table(directive: RulebookDirective | None, grid: Grid) -> nodes.table:
    """Return the table as it looks without options.

    Without a directive, as on a page that is written, its words are not for translators.
    """
    style = TableStyle(grid.stubs, len(grid.head), "auto", shade=False)
    made = table_node(directive, grid, style)
    made["classes"].append("rulebook-table")
    if directive is not None:
        directive.set_source_info(made)
    return made


def table_node(directive: RulebookDirective | None, grid: Grid, drawing: TableStyle) -> nodes.table:
    """Return the table, without its caption."""
    layout = laid_out(grid)
    width = len(layout.needs)
    if drawing.heads >= len(layout.rows):
        many = len(layout.rows)
        raise RulesError(
            f"':header-rows:' is {drawing.heads}, but the table has {many} rows in all"
        )
    if drawing.stubs > width:
        raise RulesError(f"':stub-columns:' is {drawing.stubs}, but the table has {width} columns")
    made = nodes.table(classes=["rulebook-generated"])
    group = nodes.tgroup(cols=width)
    made += group
    for i, share in enumerate(_shares(layout.needs, drawing, made)):
        column = nodes.colspec(colwidth=share)
        if i < drawing.stubs:
            column["stub"] = 1
        group += column
    lines = [
        nodes.row("", *[_entry(directive, at, cell, drawing, layout.figures) for at, cell in row])
        for row in layout.rows
    ]
    if grid.footer:
        lines[-1]["classes"].append("rulebook-footer")
    if grid.words:
        made["classes"].append("rulebook-ladder")
    if sum(_natural(layout.needs)) + 2 * width > NARROW:
        made["classes"].append("rulebook-wide")
    if drawing.heads:
        group += nodes.thead("", *lines[: drawing.heads])
    group += nodes.tbody("", *lines[drawing.heads :])
    return made


def _natural(needs: Sequence[int]) -> list[int]:
    """The characters of each column, long texts broken."""
    return [min(WIDEST, need) for need in needs]


def _shares(needs: Sequence[int], drawing: TableStyle, made: nodes.table) -> list[int]:
    if isinstance(drawing.widths, list):
        if len(drawing.widths) != len(needs):
            raise RulesError(
                f"':widths:' names {len(drawing.widths)} columns, but the table has {len(needs)}"
            )
        made["classes"].append("colwidths-given")
        return drawing.widths
    made["classes"].append("colwidths-grid" if drawing.widths == "grid" else "colwidths-auto")
    return _natural(needs)


def _entry(
    directive: RulebookDirective | None,
    at: int,
    cell: Cell,
    drawing: TableStyle,
    figures: Sequence[bool],
) -> nodes.entry:
    """A cell; all of a column of figures is aligned right, its heading too."""
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
    return entry


def _paragraph(directive: RulebookDirective | None, cell: Cell) -> nodes.paragraph:
    """The paragraph of a cell; words are translated, figures are not."""
    has_words = not cell.is_number and any(map(str.isalpha, cell.text))
    if directive is None or not (has_words or cell.markup):
        return nodes.paragraph("", cell.text, translatable=False)
    markdown = directive.is_markdown
    if cell.markup:
        messages: list[nodes.system_message] = []

        def parse(text: str) -> list[nodes.Node]:
            found, said = directive.parse_inline(text, lineno=directive.lineno)
            messages.extend(said)
            return found

        words = label_nodes(cell.text, parse, markdown=markdown)
        paragraph = nodes.paragraph(label_source(cell.text, markdown=markdown), "", *words)
        paragraph += messages
    else:
        paragraph = nodes.paragraph(as_typed(cell.text, markdown=markdown), cell.text)
    if not has_words:
        paragraph["translatable"] = False
    directive.set_source_info(paragraph)
    return paragraph
