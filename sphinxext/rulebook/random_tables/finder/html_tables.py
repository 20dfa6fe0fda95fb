"""Reads the HTML tables and numbered lists of a Markdown page."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

CellsAt = tuple[tuple[str, ...], int]


@dataclass
class HtmlTable:
    """A table as its tags write it; ``end`` is the line after its last one."""

    rows: list[CellsAt] = field(default_factory=list)
    heads: int = 0
    caption: str = ""
    end: int = 0


def html_tables(text: str) -> dict[int, HtmlTable]:
    """The tables of a text, by the line at which each begins, from 0."""
    reader = _HtmlReader()
    reader.feed(text)
    return reader.found


def html_lists(text: str) -> dict[int, HtmlTable]:
    """The numbered lists of a text, each item a row with its number and its text."""
    reader = _ListReader()
    reader.feed(text)
    return reader.found


class _HtmlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[int, HtmlTable] = {}
        self.depth = 0
        self.table = HtmlTable()
        self.first = 0
        self.row: list[str] | None = None
        self.row_line = 0
        self.spans: dict[int, tuple[int, str]] = {}  # column: rows left, text
        self.waiting: dict[int, tuple[int, str]] = {}  # those that reach into the next rows
        self.cell: list[str] | None = None
        self.size = (1, 1)
        self.is_head = True
        self.in_head = False
        self.in_caption = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.depth += 1
            if self.depth == 1:
                self.table, self.first = HtmlTable(), self.getpos()[0] - 1
                self.spans, self.row, self.cell = {}, None, None
        if self.depth != 1:
            return
        if tag == "thead":
            self.in_head = True
        elif tag == "tbody":
            self.in_head = False
        elif tag == "caption":
            self.in_caption = True
        elif tag == "tr":
            self._end_row()
            self.row, self.row_line, self.is_head = [], self.getpos()[0], True
        elif tag in ("td", "th") and self.row is not None:
            self._end_cell()
            self.is_head &= tag == "th"
            said = dict(attrs)
            self.size = _size(said.get("rowspan")), _size(said.get("colspan"))
            self.cell = []
        elif tag in ("br", "p", "li", "div") and self.cell is not None:
            self.cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self.depth:
            self.depth -= 1
            if not self.depth:
                self._end_row()
                self.table.end = self.getpos()[0]
                if self.table.rows:
                    self.found[self.first] = self.table
        if self.depth != 1:
            return
        if tag == "caption":
            self.in_caption = False
        elif tag == "thead":
            self._end_row()
            self.in_head = False
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag == "tr":
            self._end_row()

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.append(data)
        elif self.in_caption:
            self.table.caption += data

    def _end_cell(self) -> None:
        if self.cell is None or self.row is None:
            return
        text = " ".join("".join(self.cell).split())
        self._fill()
        for _ in range(self.size[1]):
            if self.size[0] > 1:
                self.spans[len(self.row)] = self.size[0] - 1, text
            self.row.append(text)
        self.cell = None

    def _fill(self) -> None:
        """Repeat the cells that reach down from rows above."""
        assert self.row is not None
        while len(self.row) in self.spans:
            column = len(self.row)
            left, text = self.spans.pop(column)
            self.row.append(text)
            if left > 1:
                self.waiting[column] = left - 1, text

    def _end_row(self) -> None:
        self._end_cell()
        if self.row is None:
            return
        self._fill()
        if self.row:
            is_head = (self.in_head or self.is_head) and len(self.table.rows) == self.table.heads
            self.table.rows.append((tuple(self.row), self.row_line))
            self.table.heads += is_head
        self.spans |= self.waiting
        self.waiting.clear()
        self.row = None


class _ListReader(HTMLParser):
    """Reads the outermost lists; a list within an item is a part of its text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[int, HtmlTable] = {}
        self.open: list[str] = []  # the lists around
        self.first = 0
        self.number = 1
        self.items: list[tuple[int, list[str], int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag in ("ol", "ul", "table"):
            if not self.open:
                start = said.get("start") or "1"
                self.number = int(start) if start.isdecimal() and len(start) < 5 else 1
                self.first, self.items = self.getpos()[0] - 1, []
            self.open.append(tag)
        elif tag == "li" and self.open == ["ol"]:
            value = said.get("value") or ""
            self.number = int(value) if value.isdecimal() and len(value) < 5 else self.number
            self.items.append((self.number, [], self.getpos()[0]))
            self.number += 1

    def handle_endtag(self, tag: str) -> None:
        if not self.open or tag != self.open[-1]:
            return
        self.open.pop()
        if tag == "ol" and not self.open and self.items:
            found = HtmlTable(end=self.getpos()[0])
            for number, said, line in self.items:
                found.rows.append(((str(number), " ".join("".join(said).split())), line))
            self.found[self.first] = found

    def handle_data(self, data: str) -> None:
        if self.open and self.items:
            self.items[-1][1].append(data)


def _size(text: str | None) -> int:
    return max(1, min(200, int(text))) if text and text.isdecimal() else 1
