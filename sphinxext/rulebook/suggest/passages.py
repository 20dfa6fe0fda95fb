"""The sentences and tables of a source as it is, each with its line; nothing is built."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from docutils.parsers.rst.tableparser import TableMarkupError
from docutils.utils import column_width

from ..page.source.cell_edits import GRID_BORDER, PIPE_RULE
from ..page.source.cells import SourceCell, grid_cells, list_cells, pipe_cells, simple_cells
from ..page.source.csv_cells import csv_cells
from ..page.source.drawn_cells import drawn_cells
from ..page.source.held_cells import body_below
from ..page.source.lines import LineCounter
from ..rules.errors import RulesError
from ..words.clue_words import any_of, every_language
from ..words.dice_patterns import CLEAR_DIE, DIE_SIGN, OTHER_DIE, WORD_END, WORD_START
from .blank import blank
from .masks import masked

NOTATION = re.compile(
    rf"{WORD_START}(?<!\.)\d*(?:{CLEAR_DIE}(?:\d+|%|F)|{OTHER_DIE})(?:!|[kd][hl]?\d*)*(?:\s*[-+−]\s*\d+)?{WORD_END}"
)
_SIMPLE = re.compile(r" *={2,}(?: +=+)+ *")
_UNDER = re.compile(r"\s*([^\w\s])\1{2,}\s*")
_END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(«¿¡„]*[^\W_a-zà-ÿ])|\n\s*(?=[-*•+]\s|\d+[.)]\s)")
_SHORT = re.compile(rf"(?<!\w)(?:{any_of('abbreviations', every_language())})$")


MOST_LETTERS = 600  # of one sentence
FEWEST_DRAWN, MOST_DRAWN = 4, 200  # lines of a table in a code block
_PLAIN_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*(?:te?xt|plain|plaintext|none|console|output)?\s*")


class Sentence(NamedTuple):
    """A sentence, with the line that it begins at and what was said before it."""

    text: str
    line: int  # from 1
    before: str  # the sentence before it in its paragraph
    heading: str
    raw: str = ""  # as it is in the source, roles and all
    dice: str = ""  # the last that the page names before it
    column: int = 0  # that it begins at

    def line_of(self, offset: int) -> int:
        """The line of a place in the sentence."""
        return self.line + self.text.count("\n", 0, offset)

    def column_of(self, offset: int) -> int:
        """The column of a place in the sentence, from 0."""
        end = self.text.rfind("\n", 0, offset)
        return offset - end - 1 if end >= 0 else self.column + offset


class SourceTable(NamedTuple):
    """A table, with the texts of its cells and the lines that these are at."""

    line: int
    texts: tuple[tuple[str, ...], ...]
    lines: tuple[tuple[int, ...], ...]
    caption: str
    heading: str
    dice: str = ""  # the last that the page names before it
    drawn: bool = False  # with lines, in which no cell may grow wider than its column
    columns: tuple[tuple[int | None, ...], ...] = ()  # where each text begins, if in one line
    is_code: bool = False  # drawn in a code block, or printed by a program


class Passages(NamedTuple):
    """The sentences and tables of a source."""

    sentences: tuple[Sentence, ...]
    tables: tuple[SourceTable, ...]
    text: str = ""  # all of it, each letter at its place: code is blank, bars part cells


def passages(text: str, *, markdown: bool) -> Passages:
    """Read the sentences and tables of a source, in its order."""
    prose = masked(text, markdown=markdown)
    lines = prose.split("\n")
    headings = _headings(lines, markdown=markdown)
    raw = text.split("\n")
    drawn = list(_drawn_tables(raw, lines, headings, markdown=markdown))
    tables = sorted((*_tables(raw, lines, headings), *drawn), key=lambda each: each.line)
    sentences = list(_sentences(lines, raw, headings))
    named = [
        (each.line, dice[0])
        for each in sentences
        if DIE_SIGN.search(each.text)
        for dice in NOTATION.finditer(each.text)
    ]

    named_at = [line for line, _ in named]

    def before(line: int) -> str:
        place = bisect_left(named_at, line)
        return named[place - 1][1] if place else ""

    return Passages(
        tuple(each._replace(dice=before(each.line)) for each in sentences),
        tuple(each._replace(dice=before(each.line)) for each in tables),
        _parted(prose, tables),
    )


def _parted(prose: str, tables: Iterable[SourceTable]) -> str:
    """Put a bar for the blank or newline before each cell: no figure goes on in the next one."""
    starts = [0, *accumulate(len(line) + 1 for line in prose.split("\n"))]
    places = sorted(
        starts[line - 1] + column - 1
        for table in tables
        for row in zip(table.lines, table.columns, strict=False)  # those in code have no columns
        for line, column in zip(*row, strict=True)
        if column is not None
    )
    pieces, end = [], 0
    for place in places:
        if place >= end and prose[place].isspace():
            pieces += [prose[end:place], "|"]
            end = place + 1
    return "".join([*pieces, prose[end:]])


def _headings(lines: list[str], *, markdown: bool) -> list[str]:
    """For each line the heading that it is under; underlines are blanked."""
    found: list[str] = []
    current = ""
    for i, line in enumerate(lines):
        if markdown and (match := re.match(r"#{1,6}\s+(.*)", line)):
            current = match[1]
        elif (
            i
            and _UNDER.fullmatch(line)
            and lines[i - 1].strip()
            and len(line.rstrip()) + 1 >= column_width(lines[i - 1].rstrip())
            and not _UNDER.fullmatch(lines[i - 1])
        ):
            current = lines[i - 1].strip()
            found[i - 1] = current
            lines[i] = blank(line)
        found.append(current)
    return found


def _tables(raw: Sequence[str], lines: list[str], headings: Sequence[str]) -> Iterator[SourceTable]:
    """The tables, whose lines are blanked as they are found."""
    i = 0
    while i < len(lines):
        found = _table_at(raw, lines, i)
        if found is None:
            i += 1
            continue
        cells, end = found
        above = (lines[k].strip() for k in range(i - 1, max(i - 4, -1), -1) if lines[k].strip())
        caption = next(above, "")
        if caption.endswith((".", "!", "?", "|")):
            caption = ""  # the end of a paragraph about something else
        texts = tuple(
            tuple(" ".join(lines[p.line][p.start : p.end].strip() for p in cell) for cell in row)
            for row in cells
        )
        places = tuple(tuple(cell[0].line + 1 if cell else i + 1 for cell in row) for row in cells)
        columns = tuple(tuple(_column(lines, cell) for cell in row) for row in cells)
        drawn = bool(re.match(r"\s*[+=]", raw[i]))
        if all(texts):  # a drawn one may have a row without cells
            yield SourceTable(
                i + 1, texts, places, caption, headings[i], drawn=drawn, columns=columns
            )
        lines[i:end] = [blank(each) for each in lines[i:end]]
        i = end


def _drawn_tables(
    raw: Sequence[str], lines: Sequence[str], headings: Sequence[str], *, markdown: bool
) -> Iterator[SourceTable]:
    """The tables in blocks of code, which are blanked, but for programs."""
    i = 0
    while i < len(raw):
        if lines[i].strip() or not raw[i].strip():
            i += 1
            continue
        first = i
        while i < len(raw) and raw[i].strip() and not lines[i].strip():
            i += 1
        fence = _PLAIN_FENCE.fullmatch(raw[first]) if markdown else None
        is_code = fence or _is_literal(raw, first, markdown=markdown)
        if not is_code or not FEWEST_DRAWN <= i - first <= MOST_DRAWN:
            continue
        above = next((lines[k].strip() for k in range(first - 1, max(first - 4, -1), -1)
                      if lines[k].strip()), "")  # fmt: skip
        rows = [[piece for (piece,) in row] for row in drawn_cells(raw, first + bool(fence), i)]
        if len(rows) >= FEWEST_DRAWN:
            texts = tuple(tuple(raw[p.line][p.start : p.end].strip() for p in row) for row in rows)
            places = tuple(tuple(p.line + 1 for p in row) for row in rows)
            caption = above.rstrip(":")
            yield SourceTable(
                first + 1, texts, places, caption, headings[first], drawn=True, is_code=True
            )


def _is_literal(raw: Sequence[str], first: int, *, markdown: bool) -> bool:
    """Check for an indented block of code: in reStructuredText below a line that ends with "::"."""
    if not raw[first].startswith("    " if markdown else " "):
        return False
    above = next((raw[k] for k in range(first - 1, -1, -1) if raw[k].strip()), "")
    return markdown or (above.rstrip().endswith("::") and not above.lstrip().startswith(".."))


def _column(lines: Sequence[str], cell: SourceCell) -> int | None:
    """The column at which the text of a cell of one line begins."""
    if len(cell) != 1:
        return None
    text = lines[cell[0].line][cell[0].start : cell[0].end]
    return cell[0].start + len(text) - len(text.lstrip())


def _table_at(
    raw: Sequence[str], lines: Sequence[str], i: int
) -> tuple[list[list[SourceCell]], int] | None:
    text = lines[i]
    head = raw[i].strip()
    try:
        if GRID_BORDER.fullmatch(text.strip()):
            if i and lines[i - 1].lstrip().startswith(("|", "+")):
                return None  # within a grid that cannot be read
            end = _while(lines, i, lambda line: line.lstrip().startswith(("|", "+")))
            return grid_cells(lines, i, end), end
        if _SIMPLE.fullmatch(text):
            ruled = (k for k in range(i, len(lines)) if _SIMPLE.fullmatch(lines[k]))
            borders = list(islice(ruled, 3))
            last = borders[-1]
            if len(borders) == 3 and any(
                not lines[k + 1 : k + 2] or not lines[k + 1].strip() for k in borders[1:2]
            ):
                last = borders[1]
            return (simple_cells(lines, i, last + 1), last + 1) if last > i else None
        if kind := re.match(r"(?:\.\.\s+|[`:~]{3,}\{)(list|csv)-table", head):
            first, end = body_below(raw, i)
            read = list_cells if kind[1] == "list" else csv_cells
            return read(raw, first, end), end
        rule = lines[i + 1].strip() if i + 1 < len(lines) else ""
        if "|" in text and "|" in rule and PIPE_RULE.fullmatch(rule):
            end = _while(lines, i, lambda line: "|" in line)
            return pipe_cells(lines, i, end), end
    except (RulesError, TableMarkupError, AssertionError, IndexError):
        return None  # no table after all
    return None


def _cut(ends: Iterable[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """The ends of sentences; one that is far too long for a sentence is cut between two words."""
    start = 0
    for stop, following in ends:
        while stop - start > MOST_LETTERS:
            space = text.rfind(" ", start, start + MOST_LETTERS)
            start = space + 1 if space > start else start + MOST_LETTERS
            yield start, start
        yield stop, following
        start = following


def _while(lines: Sequence[str], first: int, fits: object) -> int:
    end = first
    while end < len(lines) and fits(lines[end]):  # type: ignore[operator]  # a plain function
        end += 1
    return end


def _sentences(
    lines: Sequence[str], raw: Sequence[str], headings: Sequence[str]
) -> Iterator[Sentence]:
    first = 0
    for i in range(len(lines) + 1):
        if i < len(lines) and lines[i].strip():
            continue
        if i > first:
            yield from _paragraph(lines[first:i], raw[first:i], first + 1, headings[first])
        first = i + 1


def _paragraph(
    lines: Sequence[str], raw: Sequence[str], line: int, heading: str
) -> Iterator[Sentence]:
    text, whole = "\n".join(lines), "\n".join(raw)
    start, before, places = 0, "", LineCounter(text, line)
    ends = [
        match.span()
        for match in _END.finditer(text)
        if not _SHORT.search(text, max(0, match.start() - 8), match.start())
    ]
    for stop, following in _cut([*ends, (len(text), len(text))], text):
        found = text[start:stop]
        if found.strip():
            number, column = places.at(start)
            yield Sentence(found, number, before, heading, whole[start:stop], column=column)
            before = found
        start = following
