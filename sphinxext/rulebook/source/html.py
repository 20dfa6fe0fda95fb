"""Reads tables in HTML, each letter with its place."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

from .document import Note, NoteKind
from .text import Text

MOST_SPANNED = 200
_BREAKS = frozenset(("br", "p", "li", "div"))
_TABLE = re.compile(r"<(/?)table\b", re.IGNORECASE)


class HtmlCell(NamedTuple):
    """A cell as readers see it, what is noted in it, and how many rows and columns it covers."""

    text: Text
    notes: list[Note]
    down: int
    across: int


@dataclass
class HtmlTable:
    """A table in HTML: its rows, and how many of them head it."""

    start: int  # of its text
    end: int = 0
    rows: list[list[HtmlCell]] = field(default_factory=list)
    heads: int = 0
    caption: str = ""


def html_end(lines: Sequence[str], first: int) -> int | None:
    """Return the line in which the first table from a line on ends; None if it does not end."""
    depth = 0
    for number in range(first, len(lines)):
        for tag in _TABLE.finditer(lines[number]):
            depth += -1 if tag[1] else 1
            if depth <= 0:
                return number
    return None


def html_tables(text: Text) -> list[HtmlTable]:
    """Return the outermost tables of a text that have rows."""
    reader = _Reader(text)
    reader.feed(str(text))
    reader.close()
    return [table for table in reader.found if table.rows and table.end]


class _Reader(HTMLParser):
    """Reads the outermost tables; one within a cell is a part of its text."""

    def __init__(self, text: Text) -> None:
        super().__init__(convert_charrefs=False)
        self.text = text
        self.starts = [0, *accumulate(len(line) + 1 for line in str(text).split("\n"))]
        self.found: list[HtmlTable] = []
        self.depth = 0
        self.row: list[HtmlCell] | None = None
        self.said: list[tuple[str, int]] | None = None  # the letters of a cell, and where
        self.notes: list[Note] = []
        self.size = (1, 1)
        self.room = 0  # of the cell
        self.is_head = self.in_head = self.in_caption = False

    @property
    def here(self) -> int:
        """Return how far it has read."""
        line, column = self.getpos()
        return self.starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a table, a row or a cell."""
        said = dict(attrs)
        if tag == "table":
            self.depth += 1
            if self.depth == 1:
                self.found.append(HtmlTable(self.here))
        elif tag == "img":
            self._note(NoteKind.IMAGE, said.get("alt") or "", "")
        if tag in _BREAKS:
            self._say(" ", self.here)
        if self.depth != 1:
            return
        if tag in ("thead", "tbody"):
            self._end_row()
            self.in_head = tag == "thead"
        elif tag == "caption":
            self.in_caption = True
        elif tag == "tr":
            self._end_row()
            self.row, self.is_head = [], True
        elif tag in ("td", "th") and self.row is not None:
            self._end_cell()
            self.is_head &= tag == "th"
            self.size = _size(said.get("rowspan")), _size(said.get("colspan"))
            self.said, self.notes = [], []
            self.room = self.here + len(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Close a table, a row or a cell."""
        if tag == "table" and self.depth:
            self.depth -= 1
            if not self.depth:
                self._end_row()
                self.found[-1].end = self.here + len("</table>")
        if self.depth != 1:
            return
        if tag == "caption":
            self.in_caption = False
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "thead"):
            self._end_row()
            self.in_head &= tag != "thead"

    def handle_data(self, data: str) -> None:
        """Read letters."""
        self._say(data, self.here)

    def handle_entityref(self, name: str) -> None:
        """Read a letter that is named."""
        self._say(html.unescape(f"&{name};")[:1], self.here)

    def handle_charref(self, name: str) -> None:
        """Read a letter that is numbered."""
        self.handle_entityref(f"#{name}")

    def handle_comment(self, data: str) -> None:
        """Note a comment."""
        self._note(NoteKind.COMMENT, "", data)

    def _say(self, letters: str, at: int) -> None:
        if self.said is not None:
            self.said += zip(letters, range(at, at + len(letters)), strict=True)
        elif self.in_caption and self.depth == 1:
            self.found[-1].caption += letters

    def _note(self, kind: NoteKind, name: str, text: str) -> None:
        if self.said is not None:
            place = self.text.places[self.here] if self.text.places else 0
            self.notes.append(Note(kind, name, Text(text), len(self.said), place))

    def _end_cell(self) -> None:
        if self.said is None or self.row is None:
            return
        raw = "".join(letter for letter, _ in self.said)
        kept = [i for i, letter in enumerate(raw)
                if not letter.isspace() or (i and not raw[i - 1].isspace())]  # fmt: skip
        if kept and raw[kept[-1]].isspace():
            kept.pop()
        known = self.text.places
        places: Sequence[int] = [known[self.said[i][1]] for i in kept] if known else ()
        if not kept and known:
            start = known[min(self.room, len(known) - 1)]
            places = range(start, start)
        text = Text("".join(" " if raw[i].isspace() else raw[i] for i in kept), places)
        notes = [replace(note, at=bisect_left(kept, note.at)) for note in self.notes]
        self.row.append(HtmlCell(text, notes, *self.size))
        self.said = None

    def _end_row(self) -> None:
        self._end_cell()
        if self.row and self.found:
            table = self.found[-1]
            is_head = (self.in_head or self.is_head) and len(table.rows) == table.heads
            table.rows.append(self.row)
            table.heads += is_head
        self.row = None


def _size(text: str | None) -> int:
    return max(1, min(MOST_SPANNED, int(text))) if text and text.isdecimal() else 1
