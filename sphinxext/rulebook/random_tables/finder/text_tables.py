"""A table or list of a page as frozen values: how it is written, its rows, the texts around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class TableShape(Enum):
    """The markup of a table."""

    PIPE = "pipe"
    HTML = "html"
    LIST = "list"
    DRAWN = "drawn"  # grid and simple tables, and those in code
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
    is_first: bool = True  # the first table under its heading
    earlier: str = ""  # the paragraph above an earlier table under the same heading


@dataclass
class TextTable:
    """A table as its page writes it."""

    shape: TableShape
    rows: list[Row]
    heads: int
    around: Around
    first: int  # its lines, from 1
    last: int
    below: list[str] = field(default_factory=list)  # the paragraph below it

    @property
    def head(self) -> list[Row]:
        """Return the heading rows."""
        return self.rows[: self.heads]

    @property
    def body(self) -> list[Row]:
        """Return the rows below the heading."""
        return self.rows[self.heads :]
