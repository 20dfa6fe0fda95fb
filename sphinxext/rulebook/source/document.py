"""A source as its own parser reads it: blocks, tables and marks, each with its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import accumulate

from .text import Text

NOTHING = Text("")


class Kind(Enum):
    """The kinds of blocks."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CELL = "cell"
    CODE = "code"  # as it is typed
    FRONT = "front matter"
    COMMENT = "comment"  # what it says, without its signs
    DEFINED = "definition"  # what a substitution means


class NoteKind(Enum):
    """The kinds of what is within a text."""

    COMMENT = "comment"
    ROLE = "role"
    FOREIGN = "foreign role"  # as the other markup writes one
    IMAGE = "image"
    SUBSTITUTION = "substitution"


@dataclass(frozen=True, slots=True)
class Note:
    """Something in a text that is more than letters."""

    kind: NoteKind
    name: str  # of a role
    text: Text  # what it says, without its signs
    at: int  # the letter of the shown text that it is before
    place: int  # of its first sign in the source


@dataclass(slots=True)
class Block:
    """A text of its own, as readers see it."""

    kind: Kind
    text: Text
    line: int  # from 1
    notes: Sequence[Note] = ()
    level: int = 0  # of a heading
    path: tuple[int, ...] = ()  # the numbers of the items of lists around it
    typed: Text = NOTHING  # the text with its markup


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; one that spans is in every place that it covers."""

    text: Text
    line: int
    images: str = ""  # what names the images in it
    typed: Text = NOTHING  # the text with its markup
    file: str = ""  # that has it
    translated: bool = False


class TableKind(Enum):
    """The ways to write a table."""

    PIPE = "pipe"
    DRAWN = "drawn"  # grid and simple tables
    LIST = "list-table"
    CSV = "csv-table"
    HTML = "html"
    CODE = "code"  # drawn with letters in a block of code


@dataclass(slots=True)
class Table:
    """A table with its cells."""

    kind: TableKind
    line: int  # from 1
    last: int
    rows: Sequence[Sequence[Cell]] = ()
    heads: int = 0  # heading rows
    caption: str = ""
    csv: CsvFile | None = None  # where the other rows are

    def changed(self, change: Callable[[Cell], Cell]) -> Table:
        """Return the table with other cells; one that spans is still one."""
        new = {id(cell): change(cell) for row in self.rows for cell in row}
        return replace(self, rows=[[new[id(cell)] for cell in row] for row in self.rows])


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A file that holds the rows of a table, and how it is written."""

    name: str = ""
    encoding: str = ""
    keepspace: bool = False
    delim: str = ","
    quote: str = '"'
    escape: str = ""


@dataclass(slots=True)
class Directive:
    """A directive: its name, its argument, its options and all that is in it."""

    name: str
    line: int  # from 1
    argument: Text
    options: dict[str, Text]
    depth: int = 0  # how many lists are around it
    inside: list[Item] = field(default_factory=list)


Item = Block | Table | Directive


@dataclass
class Document:
    """A source, and all that its parser found in it, in its order."""

    source: str  # with a newline at the end of each line
    is_markdown: bool = False
    too_deep: int = 0  # the line of lists within so many others that nobody can read them
    items: list[Item] = field(default_factory=list)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self.source.split("\n"))]

    def line(self, place: int) -> int:
        """Return the line of an offset, from 1."""
        return bisect_right(self._starts, place)

    def column(self, place: int) -> int:
        """Return the column of an offset, from 0."""
        return place - self._starts[self.line(place) - 1]

    @property
    def blocks(self) -> Iterator[Block]:
        """Yield the blocks, also those in directives."""
        return (item for item in self.items if isinstance(item, Block))

    @property
    def roles(self) -> Iterator[Note]:
        """Yield the roles in the texts, also those that the other markup writes so."""
        notes = (note for block in self.blocks for note in block.notes)
        return (note for note in notes if note.kind in (NoteKind.ROLE, NoteKind.FOREIGN))

    @cached_property
    def said_in_roles(self) -> dict[str, list[Text]]:
        """Return the texts of the roles of its own markup by what they say, all spaces alike."""
        found: dict[str, list[Text]] = {}
        for note in self.roles:
            if note.kind is NoteKind.ROLE:
                found.setdefault(" ".join(note.text.split()), []).append(note.text)
        return found

    @property
    def directives(self) -> Iterator[Directive]:
        """Yield the directives."""
        return (item for item in self.items if isinstance(item, Directive))
