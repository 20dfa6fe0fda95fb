"""Reads the marks of a reStructuredText file, whose structure docutils knows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict, deque
from dataclasses import dataclass
from itertools import accumulate

from docutils import nodes
from docutils.core import publish_doctree
from docutils.utils import Reporter

from ..ask.specs import RandomTableSpec, Request, RequestKind
from ..page.claims import Claim, HeldRolls, HeldTable
from ..page.source.typed_table import Top, TypedCell, TypedTable, sheet
from ..rules.errors import RulesError
from ..settings import Book
from .drawn import drawn_rows
from .marks import FIGURES, GAME, TABLES, Mark, MarkedPage, MarkedWords, mark_in, table_spec
from .shown_text import MOST_READ, shown
from .words_before import figure_before

_COMMENT = re.compile(
    rf"^(?P<indent>[ \t]*)\.\.[ \t]+(?:{'|'.join((*FIGURES, *TABLES, GAME))})[ \t]*:(?!:).*"
    r"(?:\n(?P=indent)[ \t]+\S.*)*",
    re.MULTILINE,
)
_ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")
SETTINGS = {
    "report_level": Reporter.SEVERE_LEVEL + 1,
    "halt_level": Reporter.SEVERE_LEVEL + 1,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "smart_quotes": False,
}


@dataclass(frozen=True)
class _SplitText:
    """A file: its text, its lines and where each begins."""

    text: str
    lines: list[str]
    starts: list[int]

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return bisect_right(self.starts, offset)


def read_restructured(source: str, file: str, book: Book) -> MarkedPage:
    """Read the claims of a reStructuredText file."""
    page = MarkedPage(file)
    found = list(_COMMENT.finditer(source))
    if not found:
        return page
    document = publish_doctree(source, source_path=file, settings_overrides=SETTINGS)
    comments = [each for each in document.findall(nodes.comment) if mark_in(each.astext())]
    lines = source.split("\n")
    typed = _SplitText(source, lines, [0, *accumulate(len(line) + 1 for line in lines)])
    ends = _ends_of_text(lines)
    behind = _behind(document)
    places: defaultdict[str, deque[re.Match[str]]] = defaultdict(deque)
    for each in found:
        places[_said(each)].append(each)
    for comment in comments:
        mark = mark_in(comment.astext())
        same = places[_one_spaced(comment.astext())]
        if mark is None or not same:
            continue
        line = typed.line(same.popleft().start())
        if mark.kind == GAME:
            page.game = mark.text
        elif mark.kind in TABLES:
            _table(page, mark, behind[comment], line, lines)
        else:
            _figure(page, mark, typed, _paragraph(typed, ends[line - 1]), line, book)
    return page


def _said(place: re.Match[str]) -> str:
    return _one_spaced(place[0].strip()[2:])


def _one_spaced(text: str) -> str:
    return " ".join(text.split())


def _ends_of_text(lines: list[str]) -> list[int]:
    """For each line the one behind the text above it, past blank lines and comments of ours."""
    ends = [0]
    within = False  # a comment of ours
    for number, line in enumerate(lines):
        goes_on = number and re.match(r"\s+\S", line)
        within = _COMMENT.match(line) is not None or bool(goes_on and within)
        ends.append(number + 1 if line.strip() and not within else ends[-1])
    return ends


def _paragraph(source: _SplitText, last: int) -> tuple[int, int]:
    """The offsets of the paragraph that ends before a line, or of as much as is read of it."""
    first, end = last, max(0, source.starts[last] - 1)
    least = max(0, end - MOST_READ)
    while first and source.lines[first - 1].strip() and source.starts[first] > least:
        first -= 1
        if _ITEM.match(source.lines[first]):
            break  # an item of a list, or a cell of a list-table
    begin = max(source.starts[first], least)
    return begin, max(begin, end)


def _behind(document: nodes.document) -> dict[nodes.comment, nodes.Node | None]:
    """The next block behind each comment that is no comment itself."""
    found: dict[nodes.comment, nodes.Node | None] = {}
    for parent in document.findall(nodes.Element):
        following: nodes.Node | None = None
        for child in reversed(parent.children):
            if isinstance(child, nodes.comment):
                found[child] = following
            else:
                following = child
    return found


def _figure(
    page: MarkedPage, mark: Mark, source: _SplitText, text: tuple[int, int], line: int, book: Book
) -> None:
    piece = shown(source.text, *text, markdown=False)
    span = figure_before(piece.text, mark.kind, mark.text, page.game, book)
    if span is None:
        page.wrong(line, mark.kind, f"no figure comes before '{mark.text}'")
        return
    offset, raw = piece.raw(source.text, *span)
    words = piece.text[span[0] : span[1]]
    request = Request(RequestKind(mark.kind), page.game, mark.text)
    at = source.line(offset)
    page.claims.append(Claim(page.file, at, request, words))
    page.spots.append(MarkedWords(offset, at, raw, words, mark.text))


def _drawn(
    block: nodes.Node | None, lines: list[str], line: int, file: str
) -> tuple[tuple[TypedCell, ...], ...]:
    """The rows of a literal block below a line."""
    if not isinstance(block, nodes.literal_block):
        return ()
    first = line
    while first < len(lines) and (not lines[first].strip() or lines[first].startswith("   ")):
        first += 1  # the rest of the comment
    return drawn_rows(lines, first, first + 1, file)


def _table(
    page: MarkedPage, mark: Mark, table: nodes.Node | None, line: int, lines: list[str]
) -> None:
    drawn = _drawn(table, lines, line, page.file)
    if not isinstance(table, nodes.table) and not drawn:
        page.wrong(line, mark.kind, "no table comes below this comment")
        return
    try:
        spec, said = table_spec(mark, page.game)
    except RulesError as error:
        page.wrong(line, mark.kind, str(error))
        return
    if isinstance(table, nodes.table):
        cells = sheet(table, Top(page.file, table.line or line), line)
    else:
        cells = TypedTable(drawn, 1, "")
    held: HeldRolls | HeldTable
    if isinstance(spec, RandomTableSpec):
        held = HeldRolls(page.file, line, spec, cells)
    else:
        held = HeldTable(page.file, line, spec, cells, *said)
    page.claims.append(held)
