"""Reads reStructuredText with docutils, whose lines are texts that know where they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import Any, cast

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList
from docutils.utils import column_width, escape2null

from .builder import CODE, UNSAID, Builder, options_of, placed_cells
from .document import Cell, Directive, Document, Kind, Note, NoteKind, TableKind
from .text import Text, joined, lines_of

_TAB = 8
_DEEP = re.compile(r"\s*(?:[-*+•>|] *){20}|\s{80}")  # lists and quotations within others
_OPTION = re.compile(r":\w[\w-]*:(?:\s|$)")
_SIGNS: dict[type[nodes.Node], tuple[int, int]] = {
    nodes.strong: (2, 2), nodes.emphasis: (1, 1), nodes.literal: (2, 2), nodes.target: (2, 1),
}  # fmt: skip


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
    parser = Parser(inliner=_Inliner())
    parser.setup_parse("", document)
    machine = states.RSTStateMachine(state_classes=_STATES, initial_state="Body")
    typed = _Lines([_expanded(line) for line in lines], source="")
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


class _Lines(StringList):
    """Lines that stay texts where docutils pads wide letters."""

    def pad_double_width(self, pad_char: str) -> None:
        """Put a sign behind each wide letter, at the same place."""
        for i, line in enumerate(self.data):
            if isinstance(line, Text) and not line.isascii():
                many = [column_width(letter) for letter in line]
                text = "".join(
                    letter + pad_char * (wide - 1) for letter, wide in zip(line, many, strict=True)
                )
                places = [
                    place
                    for place, wide in zip(line.places, many, strict=True)
                    for _ in range(max(1, wide))
                ]
                self.data[i] = Text(text, places)


class Said(nodes.inline):
    """The text of a block, with what is noted in it."""

    text: Text
    typed: Text
    notes: tuple[Note, ...] = ()


class DirectiveNode(nodes.Inline, nodes.Element):
    """A directive of any name, with what is in it."""

    name: str
    head: Text  # its first line
    argument: Text
    options: dict[str, Text]
    lines: Sequence[Text]  # of its body


class _Inliner(states.Inliner):
    """Reads markup in a text with docutils, and keeps the place of each letter."""

    typed: Text | None = None  # of the paragraph that is read next

    def interpreted(
        self, rawsource: str, text: str, role: str | None, lineno: int
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a node that names the role."""
        del lineno
        return [nodes.inline(rawsource, text, role=role or "")], []

    def parse(
        self, text: str, lineno: int, memo: Any, parent: nodes.Element
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the text as one node that knows where its letters are."""
        typed = text if isinstance(text, Text) else self.typed
        typed = typed[: len(text)] if typed is not None and typed.startswith(text) else Text(text)
        self.typed = None
        self.document, self.language = memo.document, memo.language
        self.reporter, self.parent = self.document.reporter, parent
        shown = _Shown(typed)
        rest, end = shown.whole, len(shown.whole)
        while match := self.patterns.initial.search(rest):
            groups = match.groupdict()
            read: Any = self.dispatch[
                groups["start"] or groups["backquote"] or groups["refend"] or groups["fnend"]
            ]
            at = end - len(rest)
            before, found, rest, _ = read(self, match, lineno)
            shown.plain(at + len(before))
            if found:
                shown.markup(found[0], at + len(before), end - len(rest), self)
        shown.plain(end)
        node = Said(text, shown.text())
        node.text, node.typed, node.notes = shown.text(), typed, tuple(shown.notes)
        return [node], []


class _Shown:
    """The letters that readers see of a text."""

    def __init__(self, typed: Text) -> None:
        self.typed = typed
        self.whole = escape2null(str(typed))
        self.letters: list[int] = []
        self.notes: list[Note] = []
        self.at = 0  # behind what is read

    def text(self) -> Text:
        """Return what is shown so far."""
        return self.typed.chosen(self.letters)

    def plain(self, end: int, *, literal: bool = False) -> None:
        """Show the letters up to a place, without signs that hide others."""
        at = self.at
        while at < end:
            if self.whole[at] == "\0" and not literal:
                at += 1 + (self.whole[at + 1 : at + 2] in (" ", "\n"))
                if at < end and self.whole[at - 1] == "\0":
                    self.letters.append(at)
                    at += 1
                continue
            self.letters.append(at)
            at += 1
        self.at = max(self.at, end)

    def markup(self, node: nodes.Node, start: int, end: int, inliner: _Inliner) -> None:
        """Show what is within the signs of some markup."""
        first, last = self._inside(node, start, end, inliner)
        place = self.typed.places[start] if self.typed.places else 0
        at = len(self.letters)
        self.at = first
        self.plain(last, literal=isinstance(node, nodes.literal))
        if isinstance(node, nodes.inline) and "role" in node:
            said = self.typed.chosen(self.letters[at:])
            self.notes.append(Note(NoteKind.ROLE, node["role"], said, at, place))
        elif isinstance(node, nodes.substitution_reference):
            said = self.typed.chosen(self.letters[at:])
            self.notes.append(Note(NoteKind.SUBSTITUTION, said.strip("|_"), said, at, place))
        self.at = end

    def _inside(self, node: nodes.Node, start: int, end: int, inliner: _Inliner) -> tuple[int, int]:
        """Return where the shown text of some markup begins and ends."""
        if isinstance(node, nodes.footnote_reference | nodes.citation_reference):
            return start, start
        if isinstance(node, nodes.problematic | nodes.substitution_reference):
            return start, end
        if signs := _SIGNS.get(type(node)):
            return start + signs[0], end - signs[1]
        if "`" not in self.whole[start:end]:
            return start, start + len(self.whole[start:end].rstrip("_"))  # a simple reference
        first, last = self.whole.index("`", start) + 1, self.whole.rindex("`", start, end)
        if isinstance(node, nodes.reference):
            link = inliner.patterns.embedded_link.search(self.whole[first:last])
            last = first + link.start() if link and link.start() else last
        return first, last


# docutils looks for the patterns of an inliner in its own class.
for _name, _value in vars(states.Inliner).items():
    if isinstance(_value, str) and not _name.startswith("__"):
        setattr(_Inliner, _name, _value)


class _Placed:
    """Keep the places of letters in every state of docutils."""

    def __init__(self, machine: Any, debug: bool = False) -> None:
        super().__init__(machine, debug)  # type: ignore[call-arg]  # a state of docutils
        known: Any = self
        known.nested_sm_kwargs = {**known.nested_sm_kwargs, "state_classes": _STATES}

    def paragraph(self: Any, lines: Sequence[str], lineno: int) -> Any:
        """Read a paragraph."""
        self.inliner.typed = joined(lines)
        return super().paragraph(lines, lineno)  # type: ignore[misc]

    def line_block_line(self: Any, match: re.Match[str], lineno: int) -> Any:
        """Read a line of a line block."""
        machine = self.state_machine
        lines, at = machine.input_lines, machine.line_offset + 1
        more = takewhile(lambda line: line[:1] == " ", (lines[i] for i in range(at, len(lines))))
        self.inliner.typed = joined([match.string[match.end() :], *(each.strip() for each in more)])
        return super().line_block_line(match, lineno)  # type: ignore[misc]

    def build_table_row(self: Any, rowdata: Any, tableline: int) -> Any:
        """Read the cells of a row, and remember the room of each."""
        row = super().build_table_row(rowdata, tableline)  # type: ignore[misc]
        for entry, cell in zip(row.children, (each for each in rowdata if each), strict=True):
            entry.room = next((line for line in cell[3] if isinstance(line, Text)), None)
        return row

    def comment(self: Any, match: re.Match[str]) -> Any:
        """Read a comment."""
        machine = self.state_machine
        at = machine.line_offset
        found, ends = super().comment(match)  # type: ignore[misc]
        below = machine.input_lines.data[at + 1 : machine.line_offset + 1]
        for node in found[:1]:
            node.head = match.string
            node.lines = [match.string[match.end() :], *below]
        return found, ends

    def literal_block(self: Any) -> Any:
        """Read a block of code."""
        machine = self.state_machine
        at = machine.line_offset + 1
        found = super().literal_block()  # type: ignore[misc]
        below = machine.input_lines.data[at : machine.line_offset + 1]
        for node in found[:1]:
            node.lines = list(dropwhile(lambda line: not line.strip(), below))
        return found

    def directive(self: Any, match: re.Match[str], **_: Any) -> Any:
        """Read a directive of any name: its argument, its options, and its body as prose."""
        block, _indent, offset, ends = self.state_machine.get_first_known_indented(
            match.end(), strip_top=False
        )
        block.disconnect()
        lines = cast("list[Text]", list(block))
        first = next((i for i, each in enumerate(lines) if i and not each.strip()), len(lines))
        option = next((i for i in range(first) if _OPTION.match(lines[i])), first)
        node = DirectiveNode()
        node.name, node.head = match[1], cast("Text", match.string)
        node.argument = joined([each.strip() for each in lines[:option]]).strip()
        node.options, taken = options_of(lines[option:first])
        node.lines = lines[option + taken :]
        said = [(0, option)] if match[1] not in UNSAID else []
        for begin, end in (*said, (option + taken, len(lines))):
            while begin < end and not lines[begin].strip():
                begin += 1
            if begin < end and match[1] not in CODE:
                self.nested_parse(block[begin:end], offset + begin, node)
        return [node], ends


def _late(method: Any) -> Any:
    """Return a way to call a method of a state that may do it otherwise."""
    return lambda state, match: getattr(state, method.__name__)(match)


_EXPLICIT: Any = copy(states.Body.explicit)
_EXPLICIT.constructs = [(_late(method), pattern) for method, pattern in _EXPLICIT.constructs]
_STATES = tuple(
    type(base.__name__, (_Placed, base), {"nested_sm_cache": [], "explicit": _EXPLICIT})
    for base in states.state_classes
)


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
                builder.csv(directive, node.lines)
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
