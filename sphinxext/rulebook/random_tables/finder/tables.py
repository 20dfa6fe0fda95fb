"""Finds the tables of a document, and its lists that may be numbered by a roll."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from ...language.table_words import table_words
from ...source.builder import CODE
from ...source.document import Block, Cell, Directive, Document, Item, Kind, Table, TableKind
from ...source.text import Text

OURS = frozenset(
    ["dice-table", "random-table", "odds-chart", "odds-explorer", "rulebook-sheet", "example"]
)
FEWEST = 3  # rows of a list
_PLAIN = re.compile(r"\s*(?:te?xt|plain|plaintext|none|console|output|statblock)?\s*$")
_MARKED = re.compile(r"\s*(?:dice|random)-table\s*:")
_LAYOUT = re.compile(r"\s*(?:\{\{[^{}]*|\}\}|\{%.*%\}|\{:.*\})\s*")  # of other programs
_BOLD = re.compile(r"(?P<label>\d{1,4}(?:\s?[-–—,]\s?\d{1,4})*\+?)[:.)]?\s+(?P<text>\S.*)")
_NUMBERS = re.compile(r"\s*(?P<number>\d{1,4})[.)]\s")  # of an item that begins with a list
_NUMBER = re.compile(r"(?:^|[\s>])(?P<number>\d{1,4}|#)[.)]\s*$")


@dataclass(frozen=True)
class Around:
    """The texts around a table."""

    headings: tuple[str, ...]  # the nearest first
    caption: str
    above: str  # the paragraph just above
    before: str  # the one before that, under the same heading
    is_first: bool  # the first table under its heading


@dataclass
class TableInText:
    """A table, or a list as one, with the texts around it."""

    table: Table
    around: Around
    is_list: bool = False
    below: list[str] = field(default_factory=list)  # the paragraph below it


def unheld(document: Document) -> Iterator[tuple[Item, bool]]:
    """Yield what nothing holds of a document, and whether it is a cell of a table."""
    ours = {id(item) for each in document.directives
            if each.name in OURS or (each.name in CODE and not _PLAIN.match(each.argument))
            for item in each.inside}  # fmt: skip
    cells = {id(item) for each in document.directives
             if each.name in ("list-table", "csv-table") for item in each.inside}  # fmt: skip
    is_held = False
    for item in document.items:
        if isinstance(item, Directive) or id(item) in ours:
            continue
        if isinstance(item, Table):
            if not is_held:
                yield item, False
            is_held = False
        elif item.kind is Kind.COMMENT:
            is_held = is_held or _MARKED.match(item.text) is not None
        else:
            is_cell = item.kind is Kind.CELL or id(item) in cells
            is_held = is_held and is_cell
            yield item, is_cell


def tables_in(document: Document) -> list[TableInText]:
    """Return the tables of a document, and its lists that may be numbered by a roll."""
    reader = _Reader(document)
    for item, is_cell in unheld(document):
        if isinstance(item, Table):
            reader.end_list()
            reader.take(replace(item, rows=list(filter(None, item.rows))))
        elif isinstance(item, Block) and not is_cell:
            reader.block(item)
    reader.end_list()
    return reader.tables


@cache
def _labelled() -> re.Pattern[str]:
    """Return a pattern of an entry that begins with its rolls: "3-5: wolves", "**6** a bear"."""
    joint = rf"(?:\s?(?:[-–—,]|{table_words().ends('to')})\s?\d{{1,4}})"
    return re.compile(
        rf"(?P<label>\d{{1,4}}{joint}*\s?\+?)(?:\s*(?:[:.)=]|\s[-–—])\s+|\t+)(?P<text>\S.*)"
    )


class _Reader:
    """The headings and paragraphs above what is read next."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.tables: list[TableInText] = []
        self.headings: list[tuple[int, str]] = []
        self.paragraphs: list[str] = []  # under this heading, the last one last
        self.lead = ""  # the paragraph just above a deeper heading, which may be a table's title
        self.tables_here = self.introduced = 0
        self.rows: list[list[Cell]] = []  # of the list that is read
        self.parent: tuple[int, ...] | None = None  # the path of that list
        self.last = 0

    def block(self, block: Block) -> None:
        """Read a paragraph, an item or a heading."""
        if block.kind is Kind.HEADING:
            self.end_list()
            self._head(block.level, str(block.text))
        elif block.path and block.kind is Kind.PARAGRAPH:
            self._item(block)
        elif block.kind is Kind.PARAGRAPH:
            self._lines(block)

    def _head(self, level: int, text: str) -> None:
        is_deeper = not self.headings or self.headings[-1][0] < level
        self.lead = "".join(self.paragraphs[self.introduced :][-1:]) if is_deeper else ""
        self.headings = [each for each in self.headings if each[0] < level] + [(level, text)]
        self.paragraphs, self.tables_here, self.introduced = [], 0, 0

    def _item(self, block: Block) -> None:
        """Take the first paragraph of an item; what else is in the item is its own."""
        parent = self.parent
        is_inside = parent is not None and block.path[:-1][: len(parent)] == parent
        if not is_inside and (parent is not None or self.rows):
            self.end_list()
        start = block.text.start
        self.parent = block.path[:-1] if self.parent is None else self.parent
        place = block.path[len(self.parent)]
        if start is None or place < len(self.rows):
            return
        before = self.document.source[self.document.source.rfind("\n", 0, start) + 1 : start]
        label, text = "", block.text
        if number := _NUMBER.search(before) or _NUMBERS.match(before):
            label = number["number"]
        elif match := self._labels(block.text):
            label, text = match["label"], Text(match["text"])
        self.rows.append([Cell(Text(label), block.line), Cell(text, block.line)])
        self.last = block.line + len(self._lines_of(block.text)) - 1

    def _labels(self, line: Text) -> re.Match[str] | None:
        """Read a line that begins with rolls; bold ones need no sign behind them."""
        line = line.strip()
        is_bold = line.start is not None and self.document.source[line.start - 1] in "*_`"
        return (_BOLD if is_bold else _labelled()).fullmatch(" ".join(line.split()))

    def _lines_of(self, text: Text) -> list[Text]:
        """Return the lines of a paragraph as the source has them."""
        found, start, source = [], 0, self.document.source
        places = text.places
        at = source.find("\n", places[0]) if places else -1
        while 0 <= at <= (places[-1] if places else 0):
            end = bisect_left(places, at)
            found.append(text[start:end].strip())
            start, at = end, source.find("\n", at + 1)
        return [*found, text[start:].strip()]

    def _lines(self, block: Block) -> None:
        """Read lines that begin with rolls; other paragraphs are what is said around tables."""
        if _LAYOUT.fullmatch(block.text):
            return
        lines = self._lines_of(block.text)
        matches = [self._labels(line) for line in lines]
        if not matches[0] or (self.rows and self.parent is not None):
            self.end_list()
        if matches[0] and block.text.places:
            for line, match in zip(lines, matches, strict=True):
                number = self.document.line(line.places[0]) if line.places else block.line
                if match:
                    self.rows.append([Cell(Text(each), number) for each in match.groups()])
                self.last = number
            return
        if self.tables and not self.tables[-1].below and not self.paragraphs[self.introduced :]:
            self.tables[-1].below.append(str(block.text))
        self.paragraphs.append(str(block.text))

    def end_list(self) -> None:
        """Take the list that was read as a table."""
        rows, self.rows, self.parent = self.rows, [], None
        labels = [str(label.text) for label, _ in rows]
        if len(rows) < FEWEST or not all(labels):
            self.paragraphs += [str(said.text) for _, said in rows]
            return
        if len(set(labels)) == 1:  # readers see them numbered
            first = int(labels[0]) if labels[0].isdecimal() else 1
            rows = [
                [replace(row[0], text=Text(str(n))), row[1]] for n, row in enumerate(rows, first)
            ]
        self.take(Table(TableKind.LIST, rows[0][0].line, self.last, rows), is_list=True)

    def take(self, table: Table, *, is_list: bool = False) -> None:
        """Note a table with what is said around it."""
        texts = self.paragraphs[max(self.introduced, len(self.paragraphs) - 2) :]
        if not self.paragraphs and not self.tables_here and self.lead:
            texts = [self.lead]
        before, above = ["", "", *texts][-2:]
        headings = tuple(text for _, text in reversed(self.headings))
        around = Around(headings, table.caption, above, before, self.tables_here == 0)
        self.introduced = len(self.paragraphs)
        self.tables_here += 1
        if table.rows:
            self.tables.append(TableInText(table, around, is_list))
