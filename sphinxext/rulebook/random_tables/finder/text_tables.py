"""A table or list of a page as frozen values: how it is written, its rows, the texts around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ...page.source.cells import SourceCell


class TableShape(Enum):
    """The markup of a table."""

    PIPE = "pipe"
    HTML = "html"
    LIST = "list"
    DRAWN = "drawn"  # grid, simple and Pandoc's tables
    DIRECTIVE = "directive"  # list-table and csv-table


@dataclass(frozen=True)
class Row:
    """A row with the line that it begins at."""

    cells: tuple[str, ...]
    line: int  # from 1


@dataclass(frozen=True)
class Around:
    """The texts around a table."""

    headings: tuple[str, ...] = ()  # the nearest first
    caption: str = ""
    above: str = ""  # the paragraph just above
    before: str = ""  # the one before that, under the same heading
    below: str = ""
    is_first: bool = True  # the first table under its heading
    earlier: str = ""  # the paragraph above an earlier table under the same heading


@dataclass(frozen=True)
class TextTable:
    """A table as its page writes it."""

    shape: TableShape
    rows: tuple[Row, ...]
    heads: int
    around: Around
    first: int  # its lines, from 1
    last: int

    @property
    def head(self) -> tuple[Row, ...]:
        """The heading rows."""
        return self.rows[: self.heads]

    @property
    def body(self) -> tuple[Row, ...]:
        """The rows below the heading."""
        return self.rows[self.heads :]


@dataclass
class TextPage:
    lines: list[str]  # without quote marks
    markdown: bool
    headings: list[tuple[int, str]]
    paragraph: list[str]
    paragraphs: list[str]  # under this heading, the last one last
    tables: list[TextTable]
    tables_here: int = 0
    undrawn: int = 0  # the line after the last lines that look like a grid
    introduced: int = 0  # paragraphs that are before the last table
    lead: str = ""  # the paragraph just above a deeper heading, which may be a table's title
    captions: set[int] = field(default_factory=set)  # lines below tables that are their captions

    def flush(self) -> None:
        """End the paragraph."""
        if self.paragraph:
            self.paragraphs.append(" ".join(self.paragraph))
            self.paragraph = []

    def head(self, level: int, text: str) -> None:
        """Begin a section."""
        self.flush()
        is_deeper = not self.headings or self.headings[-1][0] < level
        self.lead = "".join(self.paragraphs[self.introduced :][-1:]) if is_deeper else ""
        self.headings = [each for each in self.headings if each[0] < level] + [(level, text)]
        self.paragraphs, self.tables_here, self.introduced = [], 0, 0

    def take(self, shape: TableShape, rows: Sequence[Row], heads: int, span: tuple[int, int],
             caption: str = "") -> None:  # fmt: skip
        """Note a table in the lines from one to before another."""
        self.flush()
        first, end = span
        texts = self.paragraphs[max(self.introduced, len(self.paragraphs) - 2) :]
        if not self.paragraphs and not self.tables_here and self.lead:
            texts = [self.lead]
        earlier = self.paragraphs[max(self.introduced - 1, 0) : self.introduced]
        self.introduced = len(self.paragraphs)
        around = Around(
            tuple(text for _, text in reversed(self.headings)),
            caption or self._caption_below(end),
            texts[-1] if texts else "",
            texts[0] if len(texts) > 1 else "",
            self._below(end),
            self.tables_here == 0,
            "".join(earlier),
        )
        self.tables_here += 1
        self.tables.append(TextTable(shape, tuple(rows), heads, around, first + 1, end))

    def _caption_below(self, end: int) -> str:
        for place, line in enumerate(self.lines[end : end + 3], end):
            if match := re.match(r"\s*(?:Table)?:\s+(\S.*)", line):
                self.captions.add(place)
                return match[1]
            if line.strip():
                break
        return ""

    def _below(self, end: int) -> str:
        found: list[str] = []
        for line in self.lines[end : end + 8]:
            if not line.strip():
                if found:
                    break
                continue
            if "|" in line or re.match(r"\s*(?:#|<|=|```|:::)", line):
                break
            found.append(line.strip())
        return " ".join(found)


def rows_of(page: TextPage, cells: Sequence[Sequence[SourceCell]], line: int) -> list[Row]:
    rows = []
    for row in cells:
        texts = tuple(
            " ".join(page.lines[p.line][p.start : p.end].strip() for p in cell) for cell in row
        )
        placed = [cell[0].line for cell in row if cell]
        line = placed[0] if placed else line
        rows.append(Row(texts, line + 1))
    return rows


def end_while(lines: Sequence[str], first: int, fits: Callable[[str], bool]) -> int:
    end = first
    while end < len(lines) and fits(lines[end]):
        end += 1
    return end
