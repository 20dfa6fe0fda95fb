"""Finds what a source holds: the words of its roles and comments, and the cells of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...book.claims import Claim, Held, HeldRolls, HeldTable
from ...book.places import HOLDING, is_myst
from ...book.roles import HELD, split
from ...settings import Book
from ...source.catalogue import SUFFIX, messages, read_catalogue
from ...source.csv import records, squared
from ...source.document import Block, CsvFile, Directive, Document, Kind, NoteKind, Table
from ...source.drawn import drawn_rows
from ...source.read import read_document
from ...source.text import Text, lines_of
from ..plain.claims import claims_of
from ..plain.sources import is_markdown

Cells = Sequence[Sequence[Text]]
NOTHING = Text("")


class Mark(NamedTuple):
    """Something that a source holds: words with their question, or the cells of a table."""

    line: int  # from 1
    words: Text = NOTHING
    question: str = ""
    cells: Cells = ()
    csv: CsvFile | None = None  # of the other cells

    @property
    def shape(self) -> object:
        """Return what no fix may change."""
        return normal(self.question), [len(row) for row in self.cells]


def normal(text: str) -> str:
    """Return the text with all spaces and line ends alike."""
    return " ".join(text.split())


def texts(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the texts of cells."""
    return [[normal(cell) for cell in row] for row in cells]


class Reading(NamedTuple):
    """Marks of a source, and all texts that readers see in it."""

    marks: list[Mark]
    shown: list[Text]


class Form(NamedTuple):
    """The way to read a file."""

    path: Path
    book: Book
    plain: bool
    csv: CsvFile | None = None  # of rows for a table

    def read(self, text: str) -> Reading:
        """Read a text in this form."""
        text = text.encode("utf-8", "replace").decode("utf-8")
        if self.csv:
            cells = squared(records(lines_of(text), self.csv))
            return Reading([Mark(1, cells=cells)], [cell for row in cells for cell in row])
        if self.path.suffix == SUFFIX:
            whole = list(messages(text))
            found = [read_catalogue(text, markdown=markdown) for markdown in (False, True)]
            held = [mark for document in found for mark in _marks(document)]
            said = [Mark(text.count("\n", 0, each.start) + 1, each) for each in whole]
            return Reading([*held, *said], whole)
        markdown = is_markdown(self.path) if self.plain else is_myst(self.path, text)
        document = read_document(text, markdown=markdown, myst=not self.plain)
        if self.plain:
            marks = list(_claimed(claims_of(document, str(self.path), self.book)))
        else:
            marks = list(_marks(document))
        return Reading(marks, [block.text for block in document.blocks])


def _claimed(claims: Sequence[Held]) -> Iterator[Mark]:
    """Yield what the comments of a plain page hold."""
    for claim in claims:
        if isinstance(claim, Claim) and isinstance(claim.words, Text):
            yield Mark(claim.line, claim.words, claim.request.text)
        elif isinstance(claim, HeldTable | HeldRolls):
            cells = [[cell.text for cell in row] for row in claim.sheet.rows]
            yield Mark(claim.line, cells=[[_placed(text) for text in row] for row in cells])


def _placed(text: str) -> Text:
    return text if isinstance(text, Text) else Text(text)


def _marks(document: Document) -> Iterator[Mark]:
    """Yield what the roles and directives of a page hold."""
    for item in document.items:
        if isinstance(item, Directive) and item.name in HOLDING:
            yield _table(item)
        for note in item.notes if isinstance(item, Block) else ():
            if note.kind is NoteKind.ROLE and (held := HELD.fullmatch(note.text.strip())):
                said = note.text.strip()
                words = said[held.start("words") : held.end("words")]
                yield Mark(document.line(note.place), words, split(str(note.text))[1])


def _table(directive: Directive) -> Mark:
    """Return the table that a directive holds."""
    for item in directive.inside:
        if isinstance(item, Table):
            cells = [[cell.text for cell in row] for row in item.rows]
            return Mark(directive.line, cells=cells, csv=item.csv)
    for item in directive.inside:
        if isinstance(item, Block) and item.kind is Kind.CODE:
            return Mark(directive.line, cells=drawn_rows(item.text.lines()))
    return Mark(directive.line)
