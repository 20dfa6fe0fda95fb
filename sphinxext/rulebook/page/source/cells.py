"""The cells of a table as its source writes it: grid, simple, pipe and list tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from docutils.parsers.rst.tableparser import GridTableParser, SimpleTableParser
from docutils.statemachine import StringList
from docutils.utils import column_width

from .cell_edits import SIMPLE_RULE, indent_of, index_at


class CellPiece(NamedTuple):
    """The text of a cell on one line."""

    line: int
    start: int
    end: int


SourceCell = tuple[CellPiece, ...]


def _block(lines: Sequence[str], first: int, last: int) -> tuple[int, list[str]]:
    """The table's lines without what is before all of them, wide letters padded."""
    indent = indent_of(lines[first])
    block = []
    for i in range(first, last):
        text = lines[i].expandtabs()[indent:].rstrip()
        block.append("".join(char + "\0" * (column_width(char) - 1) for char in text))
    while block and not block[-1]:
        block.pop()
    return indent, block


def _piece(lines: Sequence[str], line: int, low: int, high: int) -> CellPiece | None:
    """The text between two columns of the screen in a line, without the spaces around it."""
    text = lines[line]
    start = index_at(text, low)
    if start is None:
        return None
    end = index_at(text, high)
    return trimmed(text, line, start, len(text) if end is None else end)


def grid_cells(lines: Sequence[str], first: int, last: int) -> list[list[SourceCell]]:
    """The cells of a grid table."""
    end = first
    while end < last and lines[end].lstrip().startswith(("|", "+")):
        end += 1
    indent, block = _block(lines, first, end)
    widths, head, body = GridTableParser().parse(StringList(block, source="table"))
    starts = [indent + 1]
    for width in widths:
        starts.append(starts[-1] + width + 1)
    return _placed(lines, first, [*head, *body], starts, [s - 1 for s in starts[1:]])


def simple_cells(lines: Sequence[str], first: int, last: int) -> list[list[SourceCell]]:
    """The cells of a simple table."""
    indent, block = _block(lines, first, last)
    borders = [i for i, text in enumerate(block) if SIMPLE_RULE.fullmatch(text)]
    block = block[: borders[min(2, len(borders) - 1)] + 1]
    parser = SimpleTableParser()
    _, head, body = parser.parse(StringList(block, source="table"))
    spans = [(indent + low, indent + high) for low, high in parser.columns]
    ends = [span[1] for span in spans]
    ends[-1] = 100_000
    return _placed(lines, first, [*head, *body], [span[0] for span in spans], ends)


def _placed(
    lines: Sequence[str],
    first: int,
    rows: Sequence[Sequence[tuple[int, int, int, Sequence[str]] | None]],
    starts: Sequence[int],
    ends: Sequence[int],
) -> list[list[SourceCell]]:
    """The cells that docutils' own parsers found, each in every place that it covers."""
    filled: dict[tuple[int, int], SourceCell] = {}
    for r, row in enumerate(rows):
        column = 0
        for found in row:
            if found is None:
                continue
            down, across, offset, text = found
            while (r, column) in filled:
                column += 1
            pieces = [
                _piece(lines, first + offset + i, starts[column], ends[column + across])
                for i in range(max(1, len(text)))
                if first + offset + i < len(lines)
            ]
            cell = tuple(piece for piece in pieces if piece is not None)
            for below in range(down + 1):
                for beside in range(across + 1):
                    filled[r + below, column + beside] = cell
            column += across + 1
    width = max((c + 1 for _, c in filled), default=0)
    return [[filled.get((r, c), ()) for c in range(width)] for r in range(len(rows))]


def pipe_cells(lines: Sequence[str], first: int, last: int) -> list[list[SourceCell]]:
    """The cells of a pipe table."""
    rows = []
    for line in range(first, last):
        text = lines[line]
        if "|" not in text:
            break
        if line == first + 1:
            continue
        bars = [i for i, c in enumerate(text) if c == "|" and text[i - 1 : i] != "\\"]
        if not text.lstrip().startswith("|"):
            bars = [-1, *bars]
        if not text.rstrip().endswith("|"):
            bars = [*bars, len(text)]
        row: list[SourceCell] = []
        for low, high in pairwise(bars):
            row.append((trimmed(text, line, low + 1, high),))
        rows.append(row)
    return rows


def trimmed(text: str, line: int, start: int, end: int) -> CellPiece:
    """The text in a part of a line, without the spaces around it."""
    inner = text[start:end]
    if not inner.strip():
        return CellPiece(line, start, end)
    return CellPiece(line, start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip()))


def list_cells(lines: Sequence[str], first: int, last: int) -> list[list[SourceCell]]:
    """The cells of a list-table."""
    rows: list[list[list[CellPiece]]] = []
    inner = 0
    for line in range(first, last):
        text = lines[line]
        if match := re.match(r"(\s*[*+-]\s+)[*+-](?:\s+|$)", text):
            inner = len(match[1])
            rows.append([[]])
        elif rows and re.match(rf"\s{{{inner}}}[*+-](?:\s|$)", text):
            rows[-1].append([])
        elif not rows or not text.strip():
            continue
        start = 0
        if match := re.match(rf".{{{inner}}}[*+-](?:\s+|$)", text):
            start = match.end()
        if text[start:].strip():
            rows[-1][-1].append(trimmed(text, line, start, len(text)))
    return [[tuple(cell) for cell in row] for row in rows]
