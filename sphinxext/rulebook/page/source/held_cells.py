"""Finds the cells of a held table in the source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from docutils.parsers.rst.tableparser import TableMarkupError

from ...rules.errors import RulesError
from .cell_edits import GRID_BORDER, PIPE_RULE, SIMPLE_RULE, indent_of
from .cells import SourceCell, grid_cells, list_cells, pipe_cells, simple_cells
from .csv_cells import Csv, csv_cells, csv_table
from .drawn_cells import drawn_cells

NOWHERE = "its table is not found in the source"


class CellsOfTable(NamedTuple):
    """The cells of a table, or its heading and how the file is written that has the others."""

    cells: list[list[SourceCell]]
    csv: Csv | None = None


def cells_below(lines: Sequence[str], line: int) -> CellsOfTable:
    """The cells of the table in the directive that begins at a line, spans repeated."""
    if line >= len(lines) or not re.search("(?:dice|random)-table", lines[line]):
        raise RulesError(NOWHERE)
    if _MARK.match(lines[line]):
        return _below_mark(lines, line)
    if lines[line].lstrip().startswith(">"):  # quoted in Markdown
        lines = [re.sub(r"^[\s>]+", lambda quote: " " * len(quote[0]), text) for text in lines]
    first, last = body_below(lines, line)
    try:
        return _cells_of(lines, first, last)
    except (TableMarkupError, AssertionError, IndexError) as error:  # docutils reads it otherwise
        raise RulesError(NOWHERE) from error


_MARK = re.compile(r"[\s>]*(?:<!--|\.\.)\s*(?:dice|random)-table\s*:(?!:)")


def _below_mark(lines: Sequence[str], line: int) -> CellsOfTable:
    """The cells of the table below a comment that holds it."""
    is_comment = "<!--" in lines[line]
    lines = [re.sub(r"^[\s>]*>", lambda quote: " " * len(quote[0]), text) for text in lines]
    first = line
    while is_comment and first < len(lines) and "-->" not in lines[first]:
        first += 1
    first += 1
    while first < len(lines) and (
        not lines[first].strip()
        or (not is_comment and indent_of(lines[first]) > indent_of(lines[line]))
    ):
        first += 1
    last = first
    while last < len(lines) and lines[last].strip():
        last += 1
    if is_comment and lines[first : first + 1] and lines[first].startswith("    "):
        return CellsOfTable(drawn_cells(lines, first, last))
    if first < len(lines) and SIMPLE_RULE.fullmatch(lines[first]):
        rules = [i for i in range(first, len(lines)) if SIMPLE_RULE.fullmatch(lines[i])][:3]
        last = rules[-1] + 1
    if first < len(lines) and lines[first].lstrip().startswith(".. "):  # a table that is a list
        first, last = first, body_below(lines, first)[1]
    try:
        return _cells_of(lines, first, last)
    except (TableMarkupError, AssertionError, IndexError) as error:
        raise RulesError(NOWHERE) from error


def _cells_of(lines: Sequence[str], first: int, last: int) -> CellsOfTable:
    block = drawn_block(lines, first, last)
    if block != (first, last) and (cells := drawn_cells(lines, *block)):
        return CellsOfTable(cells)
    for i in range(first, last):
        text = lines[i].strip()
        if GRID_BORDER.fullmatch(text):
            return CellsOfTable(grid_cells(lines, i, last))
        if SIMPLE_RULE.fullmatch(lines[i]):
            return CellsOfTable(simple_cells(lines, i, last))
        if re.match(r"(?:\.\.\s+|[`:~]{3,}\{)list-table", text):
            return CellsOfTable(list_cells(lines, i + 1, last))
        if re.match(r"(?:\.\.\s+|[`:~]{3,}\{)csv-table", text):
            form, head, _ = csv_table(lines, i + 1, last)
            return (
                CellsOfTable(head, form)
                if form.file
                else CellsOfTable(csv_cells(lines, i + 1, last))
            )
        if "|" in text and i + 1 < last and PIPE_RULE.fullmatch(lines[i + 1].strip()):
            return CellsOfTable(pipe_cells(lines, i, last))
    code = (
        i for i in range(first, last) if lines[i].startswith("    ") and not lines[i - 1].strip()
    )
    if cells := drawn_cells(lines, next(code, first), last):
        return CellsOfTable(cells)
    raise RulesError(NOWHERE)


_FENCE = re.compile(r"\s*(`{3,}|~{3,})(?!\{(?!code|parsed))")
_CODE = re.compile(
    r"\s*(?:\.\. +(?:code-block|code|sourcecode|parsed-literal)::.*|(?!\s|\.\. ).*::)\s*"
)


def drawn_block(lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """The lines of a code block, without what opens and closes it."""
    places = (i for i in range(first, last) if _FENCE.match(lines[i]) or _CODE.fullmatch(lines[i]))
    first = next(places, first)
    if first >= last:
        return first, last
    if fence := _FENCE.match(lines[first]):
        end = first + 1
        while end < len(lines) and not lines[end].lstrip().startswith(fence[1]):
            end += 1
        return first + 1, end
    if _CODE.fullmatch(lines[first]):
        return first + 1, body_below(lines, first)[1]
    return first, last


def body_below(lines: Sequence[str], line: int) -> tuple[int, int]:
    """The lines of a directive below its first one."""
    head = lines[line]
    fence = re.match(r"\s*(`{3,}|~{3,}|:{3,})\{", head)
    if fence:
        for i in range(line + 1, len(lines)):
            if re.fullmatch(rf"\s*{fence[1][0]}{{{len(fence[1])},}}\s*", lines[i]):
                return line + 1, i
        return line + 1, len(lines)
    last = line + 1
    while last < len(lines):
        if lines[last].strip() and indent_of(lines[last]) <= indent_of(head):
            break
        last += 1
    return line + 1, last
