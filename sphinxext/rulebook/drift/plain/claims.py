"""Reads the claims of a plain document: the figures and tables that its comments hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ...book.claims import Claim, Held, HeldRolls, HeldTable, unread
from ...book.places import KINDS
from ...language.read_figure import is_refused
from ...rules.errors import RulesError
from ...settings import Book
from ...source.document import Block, Cell, Directive, Document, Kind, NoteKind, Table, TableKind
from ...source.drawn import drawn_rows
from ...source.text import Text
from ...tables.specs import RandomTableSpec, Request, RequestKind
from .marks import FIGURES, GAME, TABLES, Mark, mark_in, table_spec
from .words_before import figure_before

_UNMARKED = (Kind.FRONT, Kind.DEFINED)
MOST_READ = 4_000  # letters before a mark, in which its figure is


def claims_of(document: Document, file: str, book: Book) -> list[Held]:
    """Return the claims of a document, in its order."""
    reader = _Reader(document, file, book)
    for item in document.items:
        reader.take(item)
    reader.alone()
    if document.too_deep:
        said = "not read: too many lists or quotations within others; make them fewer"
        reader.claims.append(unread(file, document.too_deep, said))
    return reader.claims


def held_spans(claims: Iterable[Held]) -> Iterator[tuple[int, int]]:
    """Yield where the words of each held figure begin and end."""
    for claim in claims:
        if isinstance(claim, Claim) and isinstance(claim.words, Text) and claim.words.places:
            yield claim.words.places[0], claim.words.places[-1] + 1


@dataclass
class _Reader:
    """A document while its claims are read."""

    document: Document
    file: str
    book: Book
    game: str = ""
    claims: list[Held] = field(default_factory=list)
    before: Text | None = None  # the text that a comment of its own is behind
    waiting: tuple[Mark, int] | None = None  # a mark of the table that has to follow

    def take(self, item: Block | Table | Directive) -> None:
        """Read what an item holds."""
        if isinstance(item, Table):
            self.table(item)
        elif isinstance(item, Block) and item.kind is Kind.COMMENT:
            if mark := mark_in(item.text):
                self.mark(mark, item.line, self.before)
        elif isinstance(item, Block) and item.kind is Kind.CODE:
            if self.waiting:
                rows = [[self._cell(text) for text in row] for row in drawn_rows(item.text.lines())]
                self.table(Table(TableKind.CODE, item.line, item.line, rows, 1))
        elif isinstance(item, Block) and item.kind not in _UNMARKED:
            self.alone()
            self.text(item)

    def _cell(self, text: Text) -> Cell:
        return Cell(text, self.document.line(text.start or 0))

    def text(self, block: Block) -> None:
        """Read the marks within a text."""
        begin = 0
        for note in block.notes:
            line = self.document.line(note.place)
            if note.kind is NoteKind.COMMENT and (mark := mark_in(note.text)):
                if mark.kind in TABLES:
                    said = "this comment belongs in a line of its own, right above its table"
                    self.wrong(line, mark.kind, said)
                else:
                    self.mark(mark, line, block.text[begin : note.at])
                begin = note.at
            elif note.kind is NoteKind.FOREIGN and self.document.is_markdown and note.name in KINDS:
                instead = (
                    f"the figure, then <!-- {note.name}: … -->"
                    if note.name in FIGURES
                    else "it in words"
                )
                said = f"without Sphinx, :{note.name}:`…` is shown as it is; write {instead}"
                self.wrong(line, note.name, said)
        self.before = block.text[begin:]

    def mark(self, mark: Mark, line: int, text: Text | None) -> None:
        """Read the mark of a game, of a table below, or of the figure that ends a text."""
        if mark.kind in TABLES:
            self.alone()
            self.waiting = mark, line
        elif mark.kind == GAME:
            self.game = mark.text
        else:
            text = Text("") if text is None else text[-MOST_READ:]
            span = figure_before(str(text), mark.kind, mark.text, self.game, self.book)
            if span is None:
                self.wrong(line, mark.kind, self._no_figure(str(text), mark.text))
                return
            words = text[slice(*span)]
            request = Request(RequestKind(mark.kind), self.game, mark.text)
            at = line if words.start is None else self.document.line(words.start)
            self.claims.append(Claim(self.file, at, request, words))

    def wrong(self, line: int, kind: str, message: str) -> None:
        """Remember what could not be read."""
        subtype = kind.partition("-")[2]
        self.claims.append(unread(self.file, line, f"{kind}: {message}", subtype))

    def alone(self) -> None:
        """Say that a mark of a table has no table below it."""
        if self.waiting:
            (mark, line), self.waiting = self.waiting, None
            self.wrong(line, mark.kind, "no table comes below this comment")

    def table(self, table: Table) -> None:
        """Read a table that a mark may wait for."""
        if not table.rows:
            self.alone()
        if self.waiting is None:
            return
        (mark, line), self.waiting = self.waiting, None
        try:
            spec, said = table_spec(mark, self.game)
        except RulesError as error:
            self.wrong(line, mark.kind, str(error))
            return
        sheet = table.changed(lambda cell: replace(cell, file=self.file))
        if isinstance(spec, RandomTableSpec):
            self.claims.append(HeldRolls(self.file, line, spec, sheet))
        else:
            self.claims.append(HeldTable(self.file, line, spec, sheet, *said))

    def _no_figure(self, text: str, asked: str) -> str:
        """Tell why no figure is held: there is none, or words beside it may change it."""
        if is_refused(text, self.book.style.language):
            return (
                f"words beside the figure before '{asked}' may change it or be its unit; put the "
                "mark right behind the figure"
            )
        return f"no figure comes before '{asked}'"
