"""Reads a page as its readers see it: one text, its sentences and its tables, all with places."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...language.clue_words import any_of, every_language, language_of
from ...random_tables.finder.tables import unheld
from ...source.document import Block, Cell, Document, Kind, NoteKind, Table, TableKind
from ...source.drawn import drawn_rows
from ...source.text import Text
from .suggestion import Suggestion
from .typed import CLEAR_DIE, DIE_SIGN, OTHER_DIE, WORD_END, WORD_START

NOTATION = re.compile(
    rf"{WORD_START}(?<!\.)\d*(?:{CLEAR_DIE}(?:\d+|%|F)|{OTHER_DIE})(?:!|[kd][hl]?\d*)*(?:\s*[-+−]\s*\d+)?{WORD_END}"
)
MOST_LETTERS = 600  # of one sentence
FEWEST_DRAWN, MOST_DRAWN = 4, 200  # rows of a table in a code block
_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(«¿¡„]*[^\W_a-zà-ÿ])|\n\s*(?=[-*•+]\s|\d+[.)]\s)")
_SHORT = re.compile(rf"(?<!\w)(?:{any_of('abbreviations', every_language())})$")
# Blocks that are printed, and are no program.
_PLAIN = re.compile(r"\s*(?:(?:te?xt|plain|plaintext|none|console|output|statblock)\s*)?$")
_FENCE = re.compile(rf"\s*(?:[`~]{{3,}}{_PLAIN.pattern})?")
_CREATURE = re.compile(rf"(?i)\b(?:{any_of('hit_points', every_language())})\W{{1,4}}\d")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with what was said before it."""

    text: Text
    before: str  # the sentence before it in its paragraph
    heading: str
    dice: str  # the last that the page names before it


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table that nothing holds."""

    table: Table
    texts: tuple[tuple[str, ...], ...]
    caption: str
    heading: str
    dice: str

    def cell(self, row: int, column: int) -> Cell:
        """Return a cell."""
        return self.table.rows[row][column]

    @property
    def around(self) -> str:
        """Return the words above it, and the dice that the page names last before it."""
        return f"{self.caption}; {self.texts[0][0]}; {self.heading}; {self.dice}"


class Page:
    """All that nothing holds of a document."""

    def __init__(
        self, document: Document, file: str = "", held: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Read a document; what is held already is no news."""
        self.document, self.file, self._held = document, file, held
        self.texts: list[Text] = []
        self.sentences: list[Sentence] = []
        self.tables: list[SourceTable] = []
        self.front = 0  # the last line of the front matter, which holds no role
        self._heading = self._dice = self._above = ""
        for item, is_cell in unheld(self.document):
            if isinstance(item, Table):
                self._table(item)
            elif isinstance(item, Block) and item.kind is Kind.CODE:
                self._code(item)
            elif isinstance(item, Block):
                self._block(item, is_cell=is_cell)

    @cached_property
    def language(self) -> str:
        """Return the language in which the page is written."""
        return language_of("\n\n".join(self.texts))

    def figure(self, text: Text, start: int, found: str) -> Suggestion:
        """Return a figure of a text at its place in the file."""
        at = text.places[min(start, len(text.places) - 1)] if text.places else 0
        line, column = self.document.line(at), self.document.column(at)
        return Suggestion(self.file, line, found, column=column)

    def _block(self, block: Block, *, is_cell: bool) -> None:
        text = self._unheld(block)
        self.texts.append(text)
        if block.kind is Kind.HEADING:
            self._heading = str(text)
        if block.kind is Kind.FRONT:
            self.front = block.line + text.count("\n")
        elif not is_cell:
            before = ""
            for sentence in sentences_of(text):
                self.sentences.append(Sentence(sentence, before, self._heading, self._dice))
                if DIE_SIGN.search(sentence):
                    named = list(NOTATION.finditer(sentence))
                    self._dice = named[-1][0] if named else self._dice
                before = str(sentence)
            self._above = str(text)

    def _unheld(self, block: Block) -> Text:
        """Return the text of a block, with blanks for what is held."""
        text, places = str(block.text), block.text.places
        spans = [(each.at, each.at + len(each.text)) for each in block.notes
                 if each.kind in (NoteKind.ROLE, NoteKind.FOREIGN)]  # fmt: skip
        spans += [(bisect_left(places, first), bisect_left(places, last))
                  for first, last in self._held
                  if places and first <= places[-1] and places[0] < last]  # fmt: skip
        for first, last in spans:
            text = text[:first] + " " * len(text[first:last]) + text[last:]
        return Text(text, places)

    def _table(self, table: Table) -> None:
        rows = table.rows
        if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
            return
        caption = table.caption or self._above.split("\n")[-1]
        if not table.caption and caption.endswith((".", "!", "?", "|")):
            caption = ""  # the end of a paragraph about something else
        texts = tuple(tuple(" ".join(cell.text.split()) for cell in row) for row in rows)
        self.tables.append(SourceTable(table, texts, caption, self._heading, self._dice))

    def _code(self, block: Block) -> None:
        """Read a table, or the values of a creature, in a block of code that is no program."""
        first = block.text.start
        if first is None or block.text.lstrip().startswith((">>>", "$ ")):
            return
        source = self.document.source
        end = source.rfind("\n", 0, first)
        above = source[source.rfind("\n", 0, max(0, end)) + 1 : max(0, end)]
        if not _FENCE.fullmatch(above):
            return
        if _CREATURE.search(block.text):
            self.texts.append(block.text)
        rows = drawn_rows(block.text.lines())
        if FEWEST_DRAWN <= len(rows) <= MOST_DRAWN:
            cells = [[Cell(text, self.document.line(text.start or 0)) for text in row]
                     for row in rows]  # fmt: skip
            last = block.line + block.text.count("\n")
            self._table(Table(TableKind.CODE, block.line, last, cells))


def sentences_of(text: Text) -> Iterator[Text]:
    """Yield the sentences of a paragraph; one far too long is cut between two words."""
    start = 0
    ends = [
        match.span()
        for match in _END.finditer(text)
        if not _SHORT.search(text, max(0, match.start() - 8), match.start())
    ]
    for stop, following in [*ends, (len(text), len(text))]:
        while stop - start > MOST_LETTERS:
            space = text.rfind(" ", start, start + MOST_LETTERS)
            end = space + 1 if space > start else start + MOST_LETTERS
            yield text[start:end]
            start = end
        if text[start:stop].strip():
            yield text[start:stop]
        start = following
