"""Reads Markdown with markdown-it, plain and as MyST has it, each letter with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .builder import CODE, UNSAID, Builder, cell_of, options_of, placed_cells
from .document import Cell, Directive, Document, Kind, TableKind
from .html import HtmlTable, html_end, html_tables
from .markdown_inline import parser_for, shown
from .restructured import read_lines as read_restructured_lines
from .text import Text, joined, lines_of

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_NESTED = 12  # directives within others
SPOKEN = frozenset(  # directives that plain Markdown is read with as well
    (
        *("list-table", "csv-table", "table", "note", "tip", "hint", "warning", "admonition"),
        *("div", "card", "dropdown", "sidebar"),
    )
)
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_DIRECTIVE = re.compile(r"\{(?P<name>[^\s}]+)\}\s*(?P<argument>.*)")
_BAR = re.compile(r"(?<!\\)\|")
_PREFIX = re.compile(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*[\s>]*")  # of lists and quotations


def read_markdown(source: str, *, myst: bool = False) -> Document:
    """Read a source in Markdown."""
    document = Document(source, is_markdown=True)
    read_lines(lines_of(source), Builder(document), myst=myst)
    return document


def read_lines(lines: Sequence[Text], builder: Builder, *, myst: bool) -> None:
    """Read lines in Markdown into a document."""
    _Reader(lines, builder, myst, 0).read()


@dataclass
class _Reader:
    """Some lines while they are read."""

    lines: Sequence[Text]
    builder: Builder
    myst: bool
    depth: int  # of directives around
    skipped: int = 0  # the line behind a table in HTML
    is_open: bool = False  # a table in HTML that does not end

    def read(self) -> None:
        """Read the lines."""
        tokens = parser_for(self.myst).parse("\n".join(self.lines))
        items: list[int] = []  # the numbers of the items of lists around
        path = self.builder.path
        for i, token in enumerate(tokens):
            if token.map and token.map[0] < self.skipped:
                continue
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    items.append(-1)
                case "bullet_list_close" | "ordered_list_close" if items:
                    items.pop()
                case "list_item_open" if items:
                    items[-1] += 1
                    if tokens[i + 1].type == "list_item_close":
                        self.builder.path = (*path, *items)
                        self.builder.block(Kind.PARAGRAPH, Text(""))
                case "table_open":
                    self.table(tokens, i)
                case "inline" if tokens[i - 1].type not in ("th_open", "td_open"):
                    self.builder.path = (*path, *items)
                    self.block(token, tokens[i - 1])
                case "html_block":
                    self.builder.path = (*path, *items)
                    self.html(token)
                case "fence" | "colon_fence" | "code_block" | "front_matter":
                    self.builder.path = (*path, *items)
                    self.fence(token)
        self.builder.path = path

    def within(self, token: Token, below: int = 0) -> list[Text]:
        """Return the lines of a token with their places: each is the end of a line."""
        assert token.map is not None
        said = token.content.rstrip("\n")
        return [_ending(self.lines[token.map[0] + below + i], line)
                for i, line in enumerate(said.split("\n") if said else ())]  # fmt: skip

    def block(self, token: Token, around: Token) -> None:
        """Take in a paragraph or a heading."""
        is_heading = around.type == "heading_open"
        typed = joined(self.within(token))
        text, notes = shown(typed, myst=self.myst)
        kind, level = (Kind.HEADING, int(around.tag[1:])) if is_heading else (Kind.PARAGRAPH, 0)
        self.builder.block(kind, text, notes, level, typed)

    def table(self, tokens: Sequence[Token], i: int) -> None:
        """Take in a table with bars."""
        builder, line = self.builder, tokens[i].map
        rows: list[list[Cell]] = []
        heads, first = 0, self.lines[line[0]] if line else None
        with builder.table(TableKind.PIPE, builder.line(first)) as table:
            while tokens[i].type != "table_close":
                token = tokens[i]
                if token.type == "tr_open":
                    rows.append([])
                    cells: list[Text] = []
                    heads += tokens[i - 1].type == "thead_open"
                elif token.type == "inline" and token.map:
                    row, number = self.lines[token.map[0]], len(rows[-1])
                    cells = cells or _cells(row)
                    content = cells[number] if number < len(cells) else row[len(row) :]
                    if content != token.content:  # it may take a sign of a list for a part of it
                        end = (content.end or 0) - (row.start or 0)
                        content = _ending(row[:end], token.content)
                    text, notes = shown(content, myst=self.myst)
                    at = builder.line(row)
                    block = builder.block(Kind.PARAGRAPH, text, notes, typed=content)
                    rows[-1].append(cell_of([block], text, at))
                i += 1
            table.rows, table.heads = rows, heads

    def html(self, token: Token) -> None:
        """Take in the comments and the tables of a block in HTML."""
        assert token.map is not None
        lines = self.within(token)
        tables: list[HtmlTable] = []
        if any("<table" in line.lower() for line in lines) and not self.is_open:
            end = html_end(self.lines, token.map[0])
            self.is_open = end is None  # and so would be each below
            behind = self.lines[token.map[0] + len(lines) : (end or 0) + 1]
            lines += [line.lstrip(" \t>") for line in behind]  # past empty lines
            self.skipped = token.map[0] + len(lines)
            tables = html_tables(joined(lines))
        text = joined(lines)
        at = 0
        for table in tables:
            self.comments(text, at, table.start)
            self.html_table(text, table)
            at = table.end
        self.comments(text, at, len(text))

    def comments(self, text: Text, start: int, end: int) -> None:
        """Take in the comments of a part of a text; any other text is none that readers see."""
        closed = text.rfind("-->", start, end) + len("-->")  # one without an end is none
        for comment in _COMMENT.finditer(text, start, max(start, closed)):
            said = text[comment.start(1) : comment.end(1)]
            self.builder.block(Kind.COMMENT, said).line = self.builder.line(text[comment.start() :])

    def html_table(self, text: Text, found: HtmlTable) -> None:
        """Take in a table in HTML."""
        builder = self.builder
        own: list[list[tuple[Cell, int, int]]] = []
        with builder.table(TableKind.HTML, builder.line(text[found.start :])) as table:
            for row in found.rows:
                own.append([])
                for cell in row:
                    block = builder.block(Kind.PARAGRAPH, cell.text, cell.notes)
                    own[-1].append(
                        (cell_of([block], cell.text, block.line), cell.down, cell.across)
                    )
            table.rows = placed_cells(own, len(own), table.line)
            table.heads, table.caption = found.heads, " ".join(found.caption.split())

    def fence(self, token: Token) -> None:
        """Take in a block of code, a directive or front matter."""
        assert token.map is not None
        builder, below = self.builder, token.type != "code_block"
        lines = self.within(token, below)
        found = _DIRECTIVE.match(token.info.strip()) if "fence" in token.type else None
        name = found["name"] if found else ""
        if not found or not (self.myst or name in SPOKEN) or self.depth > MOST_NESTED:
            kind = Kind.FRONT if token.type == "front_matter" else Kind.CODE
            builder.block(kind, joined(lines))
            return
        options, taken = options_of(lines)
        argument = _ending(self.lines[token.map[0]], found["argument"])
        directive = Directive(name, builder.line(self.lines[token.map[0]]), argument, options)
        with builder.within(directive):
            if argument and name not in CODE | UNSAID:
                text, notes = shown(argument, myst=self.myst)
                builder.block(Kind.PARAGRAPH, text, notes)
            if name == "eval-rst":
                read_restructured_lines(lines, builder)
            elif name == "csv-table":
                builder.csv(directive, lines[taken:], self.inside)
            elif name in CODE:
                builder.block(Kind.CODE, joined(lines[taken:]))
            else:
                self.inside(lines[taken:])

    def inside(self, lines: Sequence[Text]) -> None:
        """Read lines that are within these."""
        _Reader(lines, self.builder, self.myst, self.depth + 1).read()


def _ending(line: Text, content: str) -> Text:
    """Return the part of a line that its parser read: its end, but for signs behind a heading."""
    line, content = line.rstrip(), content.rstrip()
    if (at := line.rfind(content)) < 0:
        content = content.lstrip()  # a tab is cut in it
        at = line.rfind(content)
    return line[at : at + len(content)] if at >= 0 else Text(content)


def _cells(line: Text) -> list[Text]:
    """Return the cells of a row: what is between two bars that no backslash hides."""
    prefix = _PREFIX.match(line)
    start = prefix.end() if prefix else 0
    bars = [bar.start() for bar in _BAR.finditer(line, start)]
    begins = [*([] if bars[:1] == [start] else [start]), *(bar + 1 for bar in bars)]
    ends = [*bars[bars[:1] == [start] :], len(line)]
    return [_cell(line, *span) for span in zip(begins, ends, strict=True)]


def _cell(line: Text, start: int, end: int) -> Text:
    """Return the text between two places of a row."""
    found = line[start:end].strip()
    if not found:
        at = start + (end - start > 1)  # a space stays before what is written there
        return line[at:at]
    if "\\|" in found:
        return found.chosen(i for i in range(len(found)) if found[i : i + 2] != "\\|")
    return found
