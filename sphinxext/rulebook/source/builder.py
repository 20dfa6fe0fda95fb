"""Gathers what a parser finds, in the order of the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..rules.errors import RulesError
from ..tables.spans import SpanningRows, spread
from .csv import csv_rows
from .document import Block, Cell, Directive, Document, Kind, Note, NoteKind, Table, TableKind
from .text import Text, joined

CODE = frozenset(  # directives whose body is no prose
    (
        *("code", "code-block", "sourcecode", "parsed-literal", "literalinclude", "raw", "math"),
        *("doctest", "testcode", "testsetup", "testoutput", "prompt", "productionlist"),
        *("mermaid", "graph", "digraph", "graphviz", "plantuml", "toctree", "include", "image"),
        *("highlight", "index", "meta", "role", "default-role", "rulebook-game", "csv-table"),
    )
)
UNSAID = frozenset(("container", "class", "rst-class", "only", "ifconfig", "figure"))  # arguments
TITLED = ("table", "list-table", "csv-table")
_OPTION = re.compile(r":(?P<name>\w[\w-]*):(?:[ \t]+(?P<value>.*)|\s*)$")
_MARKED = re.compile(r"[\\`*_|<\[&]")
_YAML = re.compile(r"(?P<name>\w[\w-]*):(?:[ \t]+(?P<value>.*)|\s*)$")


class Builder:
    """A document while it is read."""

    def __init__(self, document: Document) -> None:
        """Begin with an empty document."""
        self.document = document
        self.path: tuple[int, ...] = ()  # the numbers of the items of lists around
        self.kind = Kind.PARAGRAPH  # of texts, where they are now
        self._line = 1  # of what was added last

    def line(self, text: str | None) -> int:
        """Return the line of a text, or that of what is before it."""
        start = text.start if isinstance(text, Text) else None
        self._line = self._line if start is None else self.document.line(start)
        return self._line

    def block(
        self,
        kind: Kind,
        text: Text,
        notes: Sequence[Note] = (),
        level: int = 0,
        typed: Text | None = None,
    ) -> Block:
        """Take a text in, as readers see it and as it is typed."""
        kind = self.kind if kind is Kind.PARAGRAPH else kind
        block = Block(
            kind, text, self.line(text), notes, level, self.path, text if typed is None else typed
        )
        self.document.items.append(block)
        return block

    @contextmanager
    def table(self, kind: TableKind, line: int) -> Iterator[Table]:
        """Take a table in, and then what is in its cells."""
        table = Table(kind, line, line)
        self.document.items.append(table)
        before, self.kind = self.kind, Kind.CELL
        yield table
        self.kind = before
        table.last = max(line, self._line)

    def cell(self, at: int, room: Text | None, line: int) -> Cell:
        """Return the cell that holds what was added since a place."""
        blocks = [item for item in self.document.items[at:] if isinstance(item, Block)]
        return cell_of(blocks, room, self.line(room) if room is not None else line)

    @contextmanager
    def within(self, directive: Directive) -> Iterator[None]:
        """Take in what is in a directive; a list-table becomes a table then."""
        directive.depth = len(self.path)
        self._line, items = directive.line, self.document.items
        items.append(directive)
        at = len(items)
        yield
        directive.inside = items[at:]
        if directive.name == "list-table":
            table = _listed(directive)
            items.insert(at, table)
            directive.inside.insert(0, table)
        if directive.name in TITLED:
            for item in directive.inside:
                if isinstance(item, Table):
                    item.caption = str(directive.argument)

    def csv(
        self, directive: Directive, lines: Sequence[Text], read: Callable[[list[Text]], object]
    ) -> None:
        """Read a csv-table, a cell that may have markup as its parser does."""
        try:
            rows, form = csv_rows(directive.options, lines)
        except RulesError:
            return  # whoever builds the page hears of it
        with self.table(TableKind.CSV, directive.line) as table:
            table.rows = [[self._csv_cell(text, read) for text in row] for row in rows]
            table.heads = int("header" in directive.options) + _heads(directive)
            table.csv = form if form.name else None

    def _csv_cell(self, text: Text, read: Callable[[list[Text]], object]) -> Cell:
        at, line = len(self.document.items), self.line(text)
        if _MARKED.search(text):
            read(text.lines())
        else:
            self.block(Kind.PARAGRAPH, text)
        return self.cell(at, text, line)


def _heads(directive: Directive) -> int:
    said = str(directive.options.get("header-rows", "")).strip()
    return int(said) if said.isdecimal() else 0


def _listed(directive: Directive) -> Table:
    """Return the table that a list of lists is."""
    depth = directive.depth
    cells: dict[tuple[int, ...], list[Block]] = {}
    for block in directive.inside:
        if isinstance(block, Block) and len(block.path) > depth + 1:
            cells.setdefault(block.path[depth : depth + 2], []).append(block)
    height = max((place[0] for place in cells), default=-1) + 1
    width = max((place[1] for place in cells), default=-1) + 1
    rows: list[list[Cell]] = []
    line = directive.line
    for row in range(height):
        rows.append([])
        for column in range(width):
            rows[-1].append(cell_of(cells.get((row, column), []), None, line))
            line = rows[-1][-1].line
    return Table(TableKind.LIST, directive.line, line, rows, _heads(directive))


def cell_of(blocks: Sequence[Block], room: Text | None = None, line: int = 0) -> Cell:
    """Return the cell that holds some blocks, or the room of an empty one."""
    said = [block for block in blocks if block.kind is not Kind.COMMENT]
    notes = [note for block in said for note in block.notes]
    images = " ".join(note.name for note in notes if note.kind is NoteKind.IMAGE)
    texts = [block.text for block in said if block.text.strip()]
    typed = joined([block.typed for block in said if block.typed], " ").replace("\n", " ")
    if texts:
        text = joined(texts, " ").replace("\n", " ").strip()
        return Cell(text, said[0].line, images, typed)
    empty = room if room is not None else said[0].text if said else Text("")
    return Cell(empty, said[0].line if said else line, images, typed)


def placed_cells(rows: SpanningRows[Cell], many: int, line: int) -> list[list[Cell]]:
    """Return the cells of a table in every place that they cover."""
    return spread(rows, many, Cell(Text(""), line))


def options_of(lines: Sequence[Text]) -> tuple[dict[str, Text], int]:
    """Return the options at the beginning of some lines, and how many lines they take."""
    found: dict[str, Text] = {}
    pattern, at, last = _OPTION, 0, ""
    if lines and lines[0].strip() == "---":
        pattern, at = _YAML, 1
    while at < len(lines):
        line = lines[at].strip()
        if match := pattern.match(line):
            last = match["name"]
            found[last] = line[match.start("value") :] if match["value"] else line[len(line) :]
        elif found and lines[at][:1].isspace() and line:
            found[last] = joined([found[last], line], " ")
        else:
            break
        at += 1
    return found, at + (pattern is _YAML and at < len(lines) and lines[at].strip() == "---")
