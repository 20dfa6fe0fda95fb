"""The cells of a table as its source writes it: grid, simple, pipe, list and csv tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from docutils.parsers.rst.tableparser import GridTableParser, SimpleTableParser
from docutils.statemachine import StringList
from docutils.utils import column_width

from ..rules.errors import RulesError
from .columns import GRID_BORDER, PIPE_RULE, index_at


class Piece(NamedTuple):
    """The text of a cell on one line."""

    line: int
    start: int
    end: int


Cell = tuple[Piece, ...]
_SIMPLE = re.compile(r" *=+(?: +=+)+ *")


def cells_below(lines: Sequence[str], line: int) -> list[list[Cell]]:
    """The cells of the table in the directive that begins at a line, spans repeated."""
    if line >= len(lines) or "dice-table" not in lines[line]:
        raise RulesError("its figures come from a file that the table reads")
    first, last = _body(lines, line)
    for i in range(first, last):
        text = lines[i].strip()
        if GRID_BORDER.fullmatch(text):
            return grid_cells(lines, i, last)
        if _SIMPLE.fullmatch(lines[i]):
            return simple_cells(lines, i, last)
        if re.match(r"(?:\.\.\s+|[`:~]{3,}\{)list-table", text):
            return list_cells(lines, i + 1, last)
        if re.match(r"(?:\.\.\s+|[`:~]{3,}\{)csv-table", text):
            return csv_cells(lines, i + 1, last)
        if "|" in text and i + 1 < last and PIPE_RULE.fullmatch(lines[i + 1].strip()):
            return pipe_cells(lines, i, last)
    raise RulesError("its table is not found in the source")


def _body(lines: Sequence[str], line: int) -> tuple[int, int]:
    """The lines of a directive below its first one."""
    head = lines[line]
    fence = re.match(r"\s*(`{3,}|~{3,}|:{3,})\{", head)
    if fence:
        for i in range(line + 1, len(lines)):
            if re.fullmatch(rf"\s*{fence[1][0]}{{{len(fence[1])},}}\s*", lines[i]):
                return line + 1, i
        return line + 1, len(lines)
    indent = len(head) - len(head.lstrip())
    last = line + 1
    while last < len(lines):
        text = lines[last]
        if text.strip() and len(text) - len(text.lstrip()) <= indent:
            break
        last += 1
    return line + 1, last


def _block(lines: Sequence[str], first: int, last: int) -> tuple[int, list[str]]:
    """The table's lines without what stands before all of them, wide letters padded."""
    indent = len(lines[first]) - len(lines[first].lstrip())
    block = []
    for i in range(first, last):
        text = "".join(
            char + "\0" * (column_width(char) - 1) for char in lines[i][indent:].rstrip()
        )
        block.append(text)
    while block and not block[-1]:
        block.pop()
    return indent, block


def _piece(lines: Sequence[str], line: int, low: int, high: int) -> Piece | None:
    """What stands between two columns of the screen in a line, spaces left out."""
    text = lines[line]
    start = index_at(text, low)
    if start is None:
        return None
    end = index_at(text, high)
    end = len(text) if end is None else end
    inner = text[start:end]
    if not inner.strip():
        return Piece(line, start, end)
    return Piece(line, start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip()))


def grid_cells(lines: Sequence[str], first: int, last: int) -> list[list[Cell]]:
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


def simple_cells(lines: Sequence[str], first: int, last: int) -> list[list[Cell]]:
    """The cells of a simple table."""
    indent, block = _block(lines, first, last)
    borders = [i for i, text in enumerate(block) if _SIMPLE.fullmatch(text)]
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
) -> list[list[Cell]]:
    """What docutils' own parsers found, each cell in every place that it covers."""
    filled: dict[tuple[int, int], Cell] = {}
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


def pipe_cells(lines: Sequence[str], first: int, last: int) -> list[list[Cell]]:
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
        row: list[Cell] = []
        for low, high in pairwise(bars):
            row.append((_trimmed(text, line, low + 1, high),))
        rows.append(row)
    return rows


def _trimmed(text: str, line: int, start: int, end: int) -> Piece:
    inner = text[start:end]
    if not inner.strip():
        return Piece(line, start, end)
    return Piece(line, start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip()))


def list_cells(lines: Sequence[str], first: int, last: int) -> list[list[Cell]]:
    """The cells of a list-table."""
    rows: list[list[list[Piece]]] = []
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
            rows[-1][-1].append(_trimmed(text, line, start, len(text)))
    return [[tuple(cell) for cell in row] for row in rows]


def csv_cells(lines: Sequence[str], first: int, last: int) -> list[list[Cell]]:
    """The cells of a csv-table."""
    rows: list[list[Cell]] = []
    mark = ","
    line = first
    while line < last and (match := re.match(r"\s*:([\w-]+):\s*(.*)", lines[line])):
        if match[1] in ("file", "url"):
            raise RulesError(f"its figures come from a {match[1]} that csv-table reads")
        if match[1] == "delim":
            mark = {"tab": "\t", "space": " "}.get(match[2], match[2] or ",")
        if match[1] == "header":
            rows.append(_fields(lines[line], line, match.start(2), mark))
        line += 1
    for number in range(line, last):
        text = lines[number]
        if text.strip() and not re.fullmatch(r"\s*[`:~]{3,}\s*", text):
            rows.append(_fields(text, number, len(text) - len(text.lstrip()), mark))
    return rows


def _fields(text: str, line: int, start: int, mark: str) -> list[Cell]:
    """The fields of one line; a field that goes on below is not found again, and left alone."""
    cells: list[Cell] = []
    at = start
    while at <= len(text):
        while at < len(text) and text[at] == " ":
            at += 1
        if text[at : at + 1] == '"':
            end = at + 1
            while end < len(text) and not (text[end] == '"' and text[end + 1 : end + 2] != '"'):
                end += 2 if text[end] == '"' else 1
            cells.append((Piece(line, at + 1, end),))
            at = text.find(mark, end)
        else:
            end = text.find(mark, at)
            end = len(text) if end < 0 else end
            cells.append((_trimmed(text, line, at, end),))
            at = end
        if at < 0 or at >= len(text):
            break
        at += len(mark)
    return cells
