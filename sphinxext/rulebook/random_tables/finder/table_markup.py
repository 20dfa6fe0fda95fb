"""Reads tables that are drawn in a page: with pipes, as a grid, or in columns under dashes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from itertools import islice

from docutils.parsers.rst.tableparser import TableMarkupError
from docutils.utils import column_width

from ...page.source.cell_edits import GRID_BORDER, PIPE_RULE
from ...page.source.cells import grid_cells, simple_cells
from ...rules.errors import RulesError
from .text_tables import Row, TableShape, TextPage, end_while, rows_of

MOST_LINES = 2_000  # of a table whose end has to be looked for
_RST_RULE = re.compile(r" *={2,}(?: +=+)+ *")
_DASHES = re.compile(r" {0,3}-{2,}(?: +-+)+ *")
_GRID_RULE = re.compile(rf"{GRID_BORDER.pattern}|\+(?:[:=-]+\+)+")
_UNREADABLE = (RulesError, TableMarkupError, AssertionError, IndexError)
DASH_LINE = re.compile(r" {0,3}-{5,} *")


def drawn_table(page: TextPage, i: int) -> int | None:
    """A grid table, or a simple one of reStructuredText."""
    line = page.lines[i]
    if i >= page.undrawn and _GRID_RULE.fullmatch(line.strip()):
        return _grid(page, i)
    return _simple(page, i) if _RST_RULE.fullmatch(line) else None


def _grid(page: TextPage, i: int) -> int | None:
    end = end_while(page.lines, i, lambda text: text.lstrip().startswith(("|", "+")))
    lines = [_without_colons(text) for text in page.lines[i:end]]
    try:
        cells = grid_cells(lines, 0, len(lines))
    except _UNREADABLE:
        page.undrawn = end  # none of its lines begins another
        return None
    head = next((k for k, text in enumerate(lines) if k and re.match(r"\s*\+=", text)), 0)
    rows = rows_of(page, [[tuple(p._replace(line=p.line + i) for p in cell) for cell in row]
                          for row in cells], i)  # fmt: skip
    page.take(TableShape.DRAWN, rows, sum(row.line <= i + head for row in rows), (i, end))
    return end


def _simple(page: TextPage, i: int) -> int | None:
    near = range(i, min(i + MOST_LINES, len(page.lines)))
    borders = list(islice((k for k in near if _RST_RULE.fullmatch(page.lines[k])), 3))
    last = borders[-1]
    if len(borders) == 3 and not "".join(page.lines[borders[1] + 1 : borders[1] + 2]).strip():
        last = borders[1]
    if last == i:
        return None
    try:
        rows = rows_of(page, simple_cells(page.lines, i, last + 1), i)
    except _UNREADABLE:
        return None
    heads = sum(row.line <= borders[1] for row in rows) if last != borders[1] else 0
    page.take(TableShape.DRAWN, rows, heads, (i, last + 1))
    return last + 1


def _without_colons(line: str) -> str:
    """A border without the colons that align its columns."""
    if not line.lstrip().startswith("+"):
        return line
    return line.replace(":", "=" if "=" in line else "-")


def pipes_table(page: TextPage, i: int) -> int | None:
    rule = page.lines[i + 1].strip() if i + 1 < len(page.lines) else ""
    if "|" not in page.lines[i] or not PIPE_RULE.fullmatch(rule) or "-" not in rule:
        return None
    if "|" not in rule and page.lines[i].strip().strip("|").count("|"):
        return None
    end = end_while(page.lines, i, lambda text: "|" in text)
    rows = [
        Row(_piped(page.lines[k]), k + 1)
        for k in range(i, end)
        if k == i or not re.fullmatch(r"[\s|:+-]*-[\s|:+-]*", page.lines[k])
    ]
    page.take(TableShape.PIPE, rows, 1, (i, end))
    return end


def _piped(line: str) -> tuple[str, ...]:
    inner = line.strip()
    inner = inner[1:] if inner.startswith("|") else inner
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", inner))


def pandoc_table(page: TextPage, i: int) -> int | None:
    """A table that Pandoc reads from columns under dashes."""
    lines = page.lines
    if not page.markdown:
        return None
    multiline = bool(DASH_LINE.fullmatch(lines[i])) and not page.paragraph
    rule = i if _DASHES.fullmatch(lines[i]) else None
    if rule is None:
        for k in range(i + 1, min(i + (5 if multiline else 2), len(lines))):
            if _DASHES.fullmatch(lines[k]):
                rule = k
                break
            if not lines[k].strip():
                break
    if rule is None:
        return None
    starts = [match.start() for match in re.finditer(r"-+", lines[rule])]
    end = next((k for k in range(rule + 1, min(rule + MOST_LINES, len(lines)))
                if (DASH_LINE if multiline else _DASHES).fullmatch(lines[k])
                or (multiline and _DASHES.fullmatch(lines[k]))), None)  # fmt: skip
    has_end = end is not None and (multiline or all(line.strip() for line in lines[rule + 1 : end]))
    if not has_end:
        end = end_while(lines, rule + 1, lambda text: bool(text.strip()))
    assert end is not None
    if end - rule < 3:
        return None
    head = [_columns(line, starts) for line in lines[i + multiline : rule] if line.strip()]
    rows = [Row(_joined(head), i + 1 + multiline)] if head else []
    body: list[list[tuple[str, ...]]] = [[]]
    places: list[int] = [rule + 2]
    spaced = multiline and any(not line.strip() for line in lines[rule + 1 : end])
    for k in range(rule + 1, end):
        if not lines[k].strip():
            body.append([])
            places.append(k + 2)
        elif spaced or not body[-1]:
            body[-1].append(_columns(lines[k], starts))
        else:
            body.append([_columns(lines[k], starts)])
            places.append(k + 1)
    rows += [Row(_joined(each), at) for each, at in zip(body, places, strict=True) if each]
    page.take(TableShape.DRAWN, rows, bool(head), (i, end + has_end))
    return end + has_end


def _columns(line: str, starts: Sequence[int]) -> tuple[str, ...]:
    """The cells of a line; a word that begins before its column belongs to it."""
    line = _in_columns(line)
    cuts = [0]
    for start in starts[1:]:
        cut = min(start, len(line))
        while cut > cuts[-1] and cut < len(line) and " " not in line[cut - 1 : cut + 1]:
            cut -= 1
        cuts.append(cut)
    cuts.append(len(line))
    cells = (line[low:high] for low, high in itertools.pairwise(cuts))
    return tuple(cell.replace(_FILLER, "").strip() for cell in cells)


_FILLER = "\N{NULL}"  # the second column of a wide character


def _in_columns(line: str) -> str:
    """A line in which each character has one column."""
    if line.isascii():
        return line
    return "".join(char + _FILLER * (column_width(char) - 1) for char in line)


def _joined(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(" ".join(filter(None, cells)) for cells in zip(*rows, strict=False))
