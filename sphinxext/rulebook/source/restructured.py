"""Reads reStructuredText with docutils, whose lines are texts that know where they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile
from typing import Any

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, states

from .builder import CODE, Builder, placed_cells
from .document import Cell, Directive, Document, Kind, Note, NoteKind, TableKind
from .placed_inline import PlacedInliner, Said
from .placed_states import STATES, DirectiveNode, PlacedLines
from .text import Text, joined, lines_of

_TAB = 8
_DEEP = re.compile(r"\s*(?:[-*+•>|] *){20}|\s{80}")  # lists and quotations within others


def read_restructured(source: str) -> Document:
    """Read a source in reStructuredText."""
    document = Document(source)
    read_lines(lines_of(source), Builder(document))
    return document


def read_lines(lines: Sequence[Text], builder: Builder) -> None:
    """Read lines in reStructuredText into a document, without those in too many lists."""
    many = len(builder.document.items)
    shallow = [line[:0] if _DEEP.match(line) else line for line in lines]
    for some in (lines, shallow):
        try:
            _read(some, builder)
        except RecursionError:
            del builder.document.items[many:]
            deep = next((line for line in lines if _DEEP.match(line)), None)
            builder.document.too_deep = builder.line(deep)
        else:
            return


def _read(lines: Sequence[Text], builder: Builder) -> None:
    """Read lines with docutils, and take in what it found."""
    document = utils.new_document("", _settings())
    parser = Parser(inliner=PlacedInliner())
    parser.setup_parse("", document)
    machine = states.RSTStateMachine(state_classes=STATES, initial_state="Body")
    typed = PlacedLines([_expanded(line) for line in lines], source="")
    machine.run(typed, document, inliner=parser.inliner)
    _Walk(builder, document).children(document)


@lru_cache(maxsize=1)
def _settings() -> Any:
    """Return settings under which docutils says nothing and opens no file."""
    given = frontend.get_default_settings(Parser)
    given.report_level, given.halt_level, given.warning_stream = 5, 6, False
    given.file_insertion_enabled = given.raw_enabled = False
    return given


def _expanded(line: Text) -> Text:
    """Return a line as docutils reads it: without tabs and spaces at its end."""
    line = line.rstrip().replace("\v", " ").replace("\f", " ")
    if "\t" not in line:
        return line
    letters: list[str] = []
    places: list[int] = []
    for letter, place in zip(line, line.places, strict=True):
        many = _TAB - len(letters) % _TAB if letter == "\t" else 1
        letters += [" " if letter == "\t" else letter] * many
        places += [place] * many
    return Text("".join(letters), places)


class _Walk:
    """Takes the blocks of a parsed document in, in their order."""

    def __init__(self, builder: Builder, document: nodes.document) -> None:
        self.builder = builder
        self.level = 0  # of headings
        self.defined = {
            name: node
            for definition in document.findall(nodes.substitution_definition)
            for name in definition["names"]
            for node in definition.children
            if isinstance(node, DirectiveNode)
        }

    def children(self, parent: nodes.Node) -> None:
        """Take in what is in a node."""
        for number, child in enumerate(parent.children):
            self._node(child, number)

    def _node(self, node: Any, number: int) -> None:
        match node:
            case nodes.system_message() | nodes.Text():
                return
            case nodes.substitution_definition():
                before, self.builder.kind = self.builder.kind, Kind.DEFINED
                self.children(node)
                self.builder.kind = before
            case nodes.comment():
                if lines := getattr(node, "lines", ()):
                    said = joined([each.strip() for each in lines]).strip()
                    head = getattr(node, "head", None)
                    self.builder.block(Kind.COMMENT, said).line = self.builder.line(head)
            case nodes.literal_block() | nodes.doctest_block():
                lines = getattr(node, "lines", None) or [Text(node.astext())]
                self.builder.block(Kind.CODE, joined(lines).rstrip())
            case nodes.table():
                self._table(node)
            case DirectiveNode():
                self._directive(node)
            case Said():
                self._said(node)
            case nodes.section():
                self.level += 1
                self.children(node)
                self.level -= 1
            case nodes.list_item():
                path = self.builder.path
                self.builder.path = (*path, number)
                self.children(node)
                if not node.children:
                    self.builder.block(Kind.PARAGRAPH, Text(""))
                self.builder.path = path
            case _:
                self.children(node)

    def _said(self, node: Said) -> None:
        is_title = isinstance(node.parent, nodes.title)
        kind = Kind.HEADING if is_title else Kind.PARAGRAPH
        text, notes = self._resolved(node.text, node.notes)
        self.builder.block(kind, text, notes, self.level if is_title else 0, node.typed)

    def _resolved(self, text: Text, notes: Sequence[Note]) -> tuple[Text, Sequence[Note]]:
        """Put in what substitutions mean: all letters of it at the place of the first."""
        found = list(notes)
        for i in reversed(range(len(found))):
            note = found[i]
            node = self.defined.get(note.name) if note.kind is NoteKind.SUBSTITUTION else None
            if node is None:
                continue
            instead = Text("")
            if node.name == "image":
                found[i] = replace(note, kind=NoteKind.IMAGE, name=_image(node))
            elif node.name == "replace":
                said = node.argument if not node.children else _texts(node)
                instead = Text(said, [note.place] * len(said))
            behind = note.at + len(note.text)
            text = joined([text[: note.at], instead, text[behind:]], "")
            more = len(instead) - len(note.text)
            found[i + 1 :] = [replace(each, at=each.at + more) for each in found[i + 1 :]]
        return text, found

    def _directive(self, node: DirectiveNode) -> None:
        builder = self.builder
        line = builder.line(node.head)
        directive = Directive(node.name, line, node.argument, node.options)
        with builder.within(directive):
            if node.name == "image":
                note = Note(
                    NoteKind.IMAGE, _image(node), node.argument, 0, node.argument.start or 0
                )
                builder.block(Kind.PARAGRAPH, node.argument[:0], [note])
            elif node.name == "csv-table":
                builder.csv(directive, node.lines, lambda cell: read_lines(cell, builder))
            elif node.name in CODE and any(each.strip() for each in node.lines):
                lines = list(dropwhile(lambda each: not each.strip(), node.lines))
                builder.block(Kind.CODE, joined(lines).rstrip())
            self.children(node)

    def _table(self, node: Any) -> None:
        builder = self.builder
        rooms = (entry.room for entry in node.findall(nodes.entry))
        line = builder.line(next((room for room in rooms if room is not None), None))
        own: list[list[tuple[Cell, int, int]]] = []
        heads = 0
        with builder.table(TableKind.DRAWN, line) as table:
            for row in node.findall(nodes.row):
                heads += isinstance(row.parent, nodes.thead)
                own.append([])
                for entry in row.children:
                    at = len(builder.document.items)
                    self.children(entry)
                    cell = builder.cell(at, entry.room, line)
                    line = cell.line
                    down, across = entry.get("morerows", 0) + 1, entry.get("morecols", 0) + 1
                    own[-1].append((cell, down, across))
            table.rows, table.heads = placed_cells(own, len(own), line), heads


def _image(node: DirectiveNode) -> str:
    """Return what names an image: its other text, or its file."""
    name = node.argument.rpartition("/")[2].rpartition(".")
    return str(node.options.get("alt") or name[0] or name[2])


def _texts(node: nodes.Node) -> str:
    """Return the texts in a node."""
    return " ".join(said.text for said in node.findall(Said))
