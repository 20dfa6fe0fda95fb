"""Edits of single lines that keep the tables around them in their columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from docutils.utils import column_width

GRID_BORDER = re.compile(r"\+[-=+]+\+")
SIMPLE_RULE = re.compile(r"\s*=+(?:\s+=+)+\s*")
SIMPLE_SPAN = re.compile(r"\s*-+(?:\s+-+)*\s*")
PIPE_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
QUOTED = "> \t"  # what is before a line that Markdown quotes
UNDERLINE = re.compile(r"([^\w\s])\1+")


class Edit(NamedTuple):
    """A part of a line and what should be there."""

    line: int
    start: int
    end: int
    new: str


def rewritten(lines: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """The lines with the edits made, tables widened where a new figure needs room."""
    page = _EditedPage(list(lines))
    page.rest = sorted(edits)
    while page.rest:
        _make(page, page.rest.pop())
    return page.lines


class _EditedPage:
    """The lines while they are edited, and the edits that wait."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.rest: list[Edit] = []

    def splice(self, line: int, start: int, end: int, new: str) -> None:
        """Put a text in the place of another; edits to its right move along."""
        text = self.lines[line]
        self.lines[line] = text[:start] + new + text[end:]
        shift = len(new) - (end - start)
        self.rest = [
            edit._replace(start=edit.start + shift, end=edit.end + shift)
            if edit.line == line and edit.start >= end
            else edit
            for edit in self.rest
        ]


def _make(page: _EditedPage, edit: Edit) -> None:
    text = page.lines[edit.line]
    longer = column_width(edit.new) - column_width(text[edit.start : edit.end])
    before = text
    page.splice(edit.line, edit.start, edit.end, edit.new)
    end = edit.start + len(edit.new)
    if not longer or "\t" in text.lstrip():
        return  # a tab between cells gives way by itself
    if block := grid_block(page.lines, edit.line):
        _in_grid(page, block, edit.line, edit.start, end, longer)
    elif block := pipe_block(page.lines, edit.line):
        _in_pipes(page, block, edit.line, end, longer)
    elif block := simple_block(page.lines, edit.line):
        _in_simple(page, block, edit.line, edit.start, longer)
    else:
        _title(page, edit.line, before)


def display(text: str, index: int) -> int:
    """The column on the screen of a place in the text, tabs drawn out as docutils does."""
    return int(column_width(text[:index].expandtabs()))


def index_at(text: str, column: int) -> int | None:
    """The place in the text that is in a column of the screen."""
    for i in range(len(text) + 1):
        if (at := display(text, i)) >= column:
            return i if at == column or text[i - 1 : i] == "\t" else None
    return None


def _walk(lines: Sequence[str], line: int, marks: str) -> tuple[int, int]:
    first = last = line
    while first > 0 and lines[first - 1].lstrip().startswith(tuple(marks)):
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].lstrip().startswith(tuple(marks)):
        last += 1
    return first, last


def grid_block(lines: Sequence[str], line: int) -> tuple[int, int] | None:
    """The first and the last line of the grid table around a line."""
    if not lines[line].lstrip().startswith(("|", "+")):
        return None
    first, last = _walk(lines, line, "|+")
    borders = [GRID_BORDER.fullmatch(lines[i].strip()) for i in (first, last)]
    return (first, last) if all(borders) and first < line < last else None


def pipe_block(lines: Sequence[str], line: int) -> tuple[int, int] | None:
    """The first and the last line of the pipe table around a line."""
    if "|" not in lines[line]:
        return None
    first = last = line
    while first > 0 and "|" in lines[first - 1]:
        first -= 1
    while last + 1 < len(lines) and "|" in lines[last + 1]:
        last += 1
    rules = [
        i
        for i in range(first, last + 1)
        if PIPE_RULE.fullmatch(lines[i].strip(QUOTED)) and "-" in lines[i]
    ]
    if not rules or rules[0] == first:
        return None
    return rules[0] - 1, last


def simple_block(lines: Sequence[str], line: int) -> tuple[int, int] | None:
    """The first and the last line of the simple table around a line."""
    start = 0
    while start <= line:
        if not SIMPLE_RULE.fullmatch(lines[start]):
            start += 1
            continue
        width, borders, end = len(lines[start].rstrip()), 1, start
        for i in range(start + 1, len(lines)):
            if SIMPLE_RULE.fullmatch(lines[i]) and len(lines[i].rstrip()) == width:
                borders += 1
                end = i
                if borders == 3 or i + 1 == len(lines) or not lines[i + 1].strip():
                    break
            elif lines[i].strip() and indent_of(lines[i]) < indent_of(lines[start]):
                break
        if borders > 1 and start < line < end:
            return start, end
        start = max(end, start) + 1
    return None


def indent_of(text: str) -> int:
    """The column at which a line begins."""
    return display(text, len(text) - len(text.lstrip()))


def _pad(page: _EditedPage, line: int, cell: tuple[int, int], few: int) -> None:
    """Spaces put where the cell has its room: before a figure at its right edge, else after it."""
    text = page.lines[line][cell[0] : cell[1]]
    at = cell[0] if _at_right(text) else cell[1]
    page.splice(line, at, at, " " * few)


def _at_right(cell: str) -> bool:
    lead, trail = len(cell) - len(cell.lstrip()), len(cell) - len(cell.rstrip())
    return bool(cell.strip()) and lead > 1 and trail <= 1


def _take(page: _EditedPage, line: int, cell: tuple[int, int], few: int) -> int:
    """Count the spaces of the cell that a longer figure may use."""
    text = page.lines[line][cell[0] : cell[1]]
    lead, trail = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    if _at_right(text):
        taken = min(few, lead - 1)
        page.splice(line, cell[0], cell[0] + taken, "")
    else:
        taken = min(few, max(0, trail - 1))
        page.splice(line, cell[1] - taken, cell[1], "")
    return taken


def _in_grid(
    page: _EditedPage, block: tuple[int, int], line: int, start: int, end: int, longer: int
) -> None:
    columns = {
        display(text, i)
        for text in page.lines[block[0] : block[1] + 1]
        if text.lstrip().startswith("+")
        for i, char in enumerate(text)
        if char == "+"
    }
    text = page.lines[line]
    bars = [i for i, char in enumerate(text) if char in "|+"]
    right = next((i for i in bars if i >= end and display(text, i) - longer in columns), None)
    left = next((i for i in reversed(bars) if i < start and display(text, i) in columns), None)
    if right is None or left is None:
        return
    border = display(text, right) - longer
    if longer < 0:
        _pad(page, line, (left + 1, right), -longer)
        return
    missing = longer - _take(page, line, (left + 1, right), longer)
    if missing:
        for other in range(block[0], block[1] + 1):
            if other != line:
                _widen_grid(page, other, border, missing, columns)


def _widen_grid(page: _EditedPage, line: int, border: int, few: int, columns: set[int]) -> None:
    text = page.lines[line]
    at = index_at(text, border)
    while at is not None and at < len(text):
        if text[at] in "|+" and display(text, at) in columns:
            fill = text[at - 1] if text[at] == "+" and text[at - 1] in "-=" else " "
            page.splice(line, at, at, fill * few)
            return
        at += 1


def _in_pipes(page: _EditedPage, block: tuple[int, int], line: int, end: int, longer: int) -> None:
    text = page.lines[line]
    right = _next_bar(text, end)
    if right is None:
        return
    border = display(text, right) - longer
    others = [i for i in range(block[0], block[1] + 1) if i != line]
    for other in others:
        at = index_at(page.lines[other], border)
        if at is None or page.lines[other][at : at + 1] != "|":
            return  # the author keeps no columns
    left = text.rfind("|", 0, end)
    if longer < 0:
        _pad(page, line, (left + 1, right), -longer)
        return
    missing = longer - _take(page, line, (left + 1, right), longer)
    for other in others if missing else ():
        at = index_at(page.lines[other], border)
        assert at is not None  # it is a bar
        head = page.lines[other][:at]
        if PIPE_RULE.fullmatch(page.lines[other].strip(QUOTED)):
            at = len(head.rstrip(": "))
            page.splice(other, at, at, "-" * missing)
        elif _at_right(head[head.rfind("|") + 1 :]):
            at = head.rfind("|") + 1
            page.splice(other, at, at, " " * missing)
        else:
            page.splice(other, at, at, " " * missing)


def _next_bar(text: str, start: int) -> int | None:
    for i in range(start, len(text)):
        if text[i] == "|" and text[i - 1] != "\\":
            return i
    return None


def simple_columns(border: str) -> list[tuple[int, int]]:
    """The ends of the columns of a simple table, from its border."""
    return [match.span() for match in re.finditer("=+", border.expandtabs())]


def _in_simple(
    page: _EditedPage, block: tuple[int, int], line: int, start: int, longer: int
) -> None:
    text = page.lines[line]
    columns = simple_columns(page.lines[block[0]])
    at = display(text, start)
    number = max((i for i, column in enumerate(columns) if column[0] <= at), default=0)
    limit = columns[number][1]
    if number + 1 == len(columns):
        _last_simple(page, block, line, columns[number], longer)
        return
    following = columns[number + 1][0] + longer
    cut = index_at(text, following)
    if cut is None or not text[cut:].strip():
        cut = len(text)  # nothing is after the cell
        over = display(text, len(text.rstrip())) - limit
        if over > 0:
            _widen_simple(page, block, line, limit, over)
        return
    first = index_at(text, columns[number][0]) or 0
    cell = text[first:cut]
    width = limit - columns[number][0]
    right = _at_right(cell.rstrip()) and column_width(cell.rstrip()) == width + longer
    if longer < 0:
        place = first if right else cut
        page.splice(line, place, place, " " * -longer)
        return
    lead = len(cell) - len(cell.lstrip())
    if right:
        taken = min(longer, lead)
        page.splice(line, first, first + taken, "")
        cut -= taken
    else:
        room = limit - (columns[number][0] + column_width(cell.rstrip()))
        taken = min(longer, max(0, room + longer))
        page.splice(line, cut - taken, cut, "")
    if missing := longer - taken:
        _widen_simple(page, block, line, limit, missing)


def _widen_simple(
    page: _EditedPage, block: tuple[int, int], line: int, limit: int, few: int
) -> None:
    for other in range(block[0], block[1] + 1):
        text = page.lines[other]
        at = index_at(text, limit)
        if other == line or at is None or at > len(text):
            continue
        if SIMPLE_RULE.fullmatch(text) or SIMPLE_SPAN.fullmatch(text):
            page.splice(other, at, at, text[at - 1] * few)
            continue
        while at < len(text) and text[at] != " ":
            at += 1  # the text of a cell that spans
        if text[at:].strip():
            page.splice(other, at, at, " " * few)


def _last_simple(
    page: _EditedPage, block: tuple[int, int], line: int, column: tuple[int, int], longer: int
) -> None:
    text = page.lines[line]
    width = display(text, len(text.rstrip()))
    first = index_at(text, column[0])
    if first is not None and text[first:].strip():
        cell = text[first:].rstrip()
        lead = len(cell) - len(cell.lstrip())
        if lead and width - longer == column[1]:  # figures are at the right edge
            if longer < 0:
                page.splice(line, first, first, " " * -longer)
                return
            taken = min(lead, longer)
            page.splice(line, first, first + taken, "")
            width -= taken
    if width > column[1]:
        for other in range(block[0], block[1] + 1):
            text = page.lines[other].rstrip()
            if SIMPLE_RULE.fullmatch(text) or SIMPLE_SPAN.fullmatch(text):
                page.splice(other, len(text), len(text), text[-1] * (width - column[1]))


def _title(page: _EditedPage, line: int, before: str) -> None:
    """Lines under and over a title drawn out where it became longer than they are."""
    lines = page.lines
    wide = column_width(lines[line].rstrip())
    if line + 1 >= len(lines) or not UNDERLINE.fullmatch(lines[line + 1].rstrip()):
        return
    under = lines[line + 1].rstrip()
    over = lines[line - 1].rstrip() if line else ""
    if column_width(before.strip()) > len(under) or wide <= len(under):
        return
    for other in (line + 1, *([line - 1] if over == under else [])):
        page.splice(other, len(under), len(under), under[0] * (wide - len(under)))
