"""Reads the marks of a Markdown file, whose structure markdown-it knows as CommonMark has it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from ..ask.specs import RandomTableSpec, Request, RequestKind
from ..page.claims import Claim, HeldRolls, HeldTable
from ..page.other_markup import RESTRUCTURED
from ..page.source.typed_table import TypedCell, TypedTable
from ..rules.errors import RulesError
from ..settings import Book
from .drawn import drawn_rows
from .marks import FIGURES, GAME, TABLES, Mark, MarkedPage, MarkedWords, mark_in, table_spec
from .shown_text import MOST_READ, shown
from .words_before import figure_before

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DEEPEST = 60  # lists and quotations within others; at CommonMark's 20, marks in deep lists are lost
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_BAR = re.compile(r"(?<!\\)\|")
_QUOTATION = " \t>*+-0123456789.)"  # signs of quotations and lists before a row
_FRONT = re.compile(r"---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table")


@dataclass
class _BlockReader:
    """A file while its marks are read."""

    source: str
    book: Book
    page: MarkedPage
    lines: list[str]
    starts: list[int]  # of each line
    text: tuple[int, int] | None = None  # the text before the mark: its offsets
    waiting: tuple[Mark, int] | None = None  # a mark of the table that has to follow
    held: list[tuple[Mark, int]] = field(default_factory=list)  # marks in a block of their own

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return bisect(self.starts, offset)


def read_markdown(source: str, file: str, book: Book) -> MarkedPage:
    """Read the claims of a Markdown file."""
    blanked = _FRONT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source, count=1) if (
        source.startswith("---\n")
    ) else source  # fmt: skip
    lines = source.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    reader = _BlockReader(source, book, MarkedPage(file), lines, starts)
    tokens = _parser().parse(blanked)
    column = -1
    for i, token in enumerate(tokens):
        if token.type == "tr_open":
            column = -1
        elif token.type in ("th_open", "td_open"):
            column += 1
        elif token.type == "inline" and token.map:
            is_cell = tokens[i - 1].type in ("th_open", "td_open")
            _inline(reader, token, column if is_cell else None)
        elif token.type == "html_block" and token.map:
            _block(reader, token)
        elif token.type == "table_open" and reader.waiting:
            _table(reader, tuple(_rows(tokens, i, reader.page.file)))
        elif token.type in ("fence", "code_block") and reader.waiting and token.map:
            last = token.map[1] - (token.type == "fence")
            _table(reader, drawn_rows(reader.lines, token.map[0], last, reader.page.file))
        elif reader.waiting and token.nesting == 1 and token.type != "table_open":
            _alone(reader)
    if reader.waiting:
        _alone(reader)
    return reader.page


def _alone(reader: _BlockReader) -> None:
    """A mark of a table with no table below it."""
    assert reader.waiting is not None  # somebody waits
    mark, line = reader.waiting
    reader.waiting = None
    reader.page.wrong(line, mark.kind, "no table comes below this comment")


def _inline(reader: _BlockReader, token: Token, cell: int | None) -> None:
    """Read the marks within a paragraph, a heading or a cell, whose column is known."""
    assert token.map is not None
    first, last = reader.starts[token.map[0]], reader.starts[token.map[1]] - 1
    if cell is not None:
        first, last = _cell_span(reader.source, first, last, cell)
    at = begin = first
    role = None  # that the text before ends with, as in reStructuredText
    for child in token.children or ():
        before, role = role, RESTRUCTURED.search(child.content) if child.type == "text" else None
        if before and child.type == "code_inline":
            _role(reader, before["role"], at)
        if not child.content or child.type not in ("text", "code_inline", "html_inline"):
            continue
        place = _place(reader.source, child.content, at, last)
        if place is None:
            continue
        found, at = place
        comment = _COMMENT.fullmatch(child.content) if child.type == "html_inline" else None
        mark = mark_in(comment[1]) if comment else None
        if mark is not None:
            _figure(reader, mark, begin, found)
            begin = at
    reader.text = begin, last


def _place(source: str, content: str, at: int, last: int) -> tuple[int, int] | None:
    """Find a piece; each of its lines may begin with the signs of a quotation or a list."""
    found = source.find(content, at, last)
    if found >= 0 or "\n" not in content:
        return (found, found + len(content)) if found >= 0 else None
    pattern = r"\n[ \t>]*".join(map(re.escape, re.split(r"\n[ \t>]*", content)))
    match = re.compile(pattern).search(source, at, last)
    return match.span() if match else None


def _role(reader: _BlockReader, name: str, end: int) -> None:
    """A role as in reStructuredText, which no Markdown reads."""
    instead = f"the figure, then <!-- {name}: … -->" if name in FIGURES else "it in words"
    message = f"without Sphinx, :{name}:`…` is shown as it is; write {instead}"
    reader.page.wrong(reader.line(end), name, message)


def _cell_span(source: str, first: int, last: int, cell: int) -> tuple[int, int]:
    """Find a cell in the line of its row: between two bars that no backslash hides."""
    bars = [match.start() for match in _BAR.finditer(source, first, last)]
    if bars and not source[first : bars[0]].strip(_QUOTATION):
        first, bars = bars[0] + 1, bars[1:]  # what is before the first bar is no cell
    ends = [*bars, last]
    begins = [first, *(bar + 1 for bar in bars)]
    return (begins[cell], ends[cell]) if cell < len(ends) else (last, last)


def _figure(reader: _BlockReader, mark: Mark, begin: int, end: int) -> None:
    line = reader.line(end)
    if mark.kind == GAME:
        reader.page.game = mark.text
        return
    if not mark.is_figure:
        reader.page.wrong(
            line, mark.kind, "this comment belongs in a line of its own, right above its table"
        )
        return
    piece = shown(reader.source, max(begin, end - MOST_READ), end, markdown=True)
    span = figure_before(piece.text, mark.kind, mark.text, reader.page.game, reader.book)
    if span is None:
        reader.page.wrong(line, mark.kind, f"no figure comes before '{mark.text}'")
        return
    offset, raw = piece.raw(reader.source, *span)
    words = piece.text[span[0] : span[1]]
    request = Request(RequestKind(mark.kind), reader.page.game, mark.text)
    reader.page.claims.append(Claim(reader.page.file, reader.line(offset), request, words))
    reader.page.spots.append(MarkedWords(offset, reader.line(offset), raw, words, mark.text))


def _block(reader: _BlockReader, token: Token) -> None:
    """Comments in a block of their own: of the text before, or of the table behind."""
    assert token.map is not None
    first, last = reader.starts[token.map[0]], reader.starts[token.map[1]] - 1
    # Up to the last end of one: each that has none would be looked for to the end of the text.
    closed = reader.source.rfind("-->", first, last) + len("-->")
    places = _COMMENT.finditer(reader.source, first, max(first, closed))
    # The token has the text without the signs of a quotation around it.
    for comment, said in zip(places, _COMMENT.finditer(token.content), strict=False):
        mark = mark_in(said[1])
        if mark is None:
            continue
        line = reader.line(comment.start())
        if mark.kind in TABLES:
            if reader.waiting:
                _alone(reader)
            reader.waiting = mark, line
        elif mark.kind == GAME:
            reader.page.game = mark.text
        elif reader.text is None:
            reader.page.wrong(line, mark.kind, f"no figure comes before '{mark.text}'")
        else:
            _figure(reader, mark, *reader.text)


def _table(reader: _BlockReader, rows: tuple[tuple[TypedCell, ...], ...]) -> None:
    """The claim of a table below its mark."""
    assert reader.waiting is not None
    if not rows:
        _alone(reader)
        return
    mark, line = reader.waiting
    reader.waiting = None
    heads = 1
    try:
        spec, said = table_spec(mark, reader.page.game)
    except RulesError as error:
        reader.page.wrong(line, mark.kind, str(error))
        return
    sheet = TypedTable(rows, heads, "")
    held: HeldRolls | HeldTable
    if isinstance(spec, RandomTableSpec):
        held = HeldRolls(reader.page.file, line, spec, sheet)
    else:
        held = HeldTable(reader.page.file, line, spec, sheet, *said)
    reader.page.claims.append(held)


def _rows(tokens: Sequence[Token], place: int, file: str) -> Iterator[tuple[TypedCell, ...]]:
    row: list[TypedCell] = []
    for i in range(place, len(tokens)):
        token = tokens[i]
        if token.type == "inline" and token.map:
            row.append(TypedCell(_said(token), token.map[0] + 1, file))
        elif token.type == "tr_close":
            yield tuple(row)
            row = []
        elif token.type == "table_close":
            return


def _said(token: Token) -> str:
    """The text of a cell as readers see it."""
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in token.children or ()
        if child.type in ("text", "code_inline", "softbreak", "hardbreak")
    ).strip()
