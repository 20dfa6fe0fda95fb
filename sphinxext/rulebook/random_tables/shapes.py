"""Finds tables and lists of rolls in a page of Markdown or reStructuredText as it stands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from docutils.parsers.rst.tableparser import TableMarkupError
from docutils.utils import column_width

from ..page.source.cell_edits import GRID_BORDER, PIPE_RULE
from ..page.source.cells import Cell, grid_cells, list_cells, simple_cells
from ..page.source.csv_cells import csv_cells
from ..page.source.held_cells import body_below
from ..rules.errors import RulesError
from .html_tables import html_tables

MOST_LINES = 2_000  # of a table whose end has to be looked for


class Shape(Enum):
    """How a table is written."""

    PIPE = "pipe"
    HTML = "html"
    LIST = "list"
    DRAWN = "drawn"  # grid, simple and Pandoc's tables
    DIRECTIVE = "directive"  # list-table and csv-table


@dataclass(frozen=True)
class Row:
    """A row with the line that it begins at."""

    cells: tuple[str, ...]
    line: int  # from 1


@dataclass(frozen=True)
class Around:
    """The texts around a table."""

    headings: tuple[str, ...] = ()  # the nearest first
    caption: str = ""
    above: str = ""  # the paragraph just above
    before: str = ""  # the one before that, under the same heading
    below: str = ""
    is_first: bool = True  # the first table under its heading


@dataclass(frozen=True)
class TextTable:
    """A table as its page writes it."""

    shape: Shape
    rows: tuple[Row, ...]
    heads: int
    around: Around
    first: int  # its lines, from 1
    last: int

    @property
    def head(self) -> tuple[Row, ...]:
        """The heading rows."""
        return self.rows[: self.heads]

    @property
    def body(self) -> tuple[Row, ...]:
        """The rows below the heading."""
        return self.rows[self.heads :]


@dataclass
class _Page:
    lines: list[str]  # without quote marks
    markdown: bool
    headings: list[tuple[int, str]]
    paragraph: list[str]
    paragraphs: list[str]  # under this heading, the last one last
    tables: list[TextTable]
    tables_here: int = 0

    def flush(self) -> None:
        """End the paragraph."""
        if self.paragraph:
            self.paragraphs.append(" ".join(self.paragraph))
            self.paragraph = []

    def head(self, level: int, text: str) -> None:
        """Begin a section."""
        self.flush()
        self.headings = [each for each in self.headings if each[0] < level] + [(level, text)]
        self.paragraphs, self.tables_here = [], 0

    def take(self, shape: Shape, rows: Sequence[Row], heads: int, span: tuple[int, int],
             caption: str = "") -> None:  # fmt: skip
        """Note a table in the lines from one to before another."""
        self.flush()
        first, end = span
        texts = self.paragraphs[-2:]
        around = Around(
            tuple(text for _, text in reversed(self.headings)),
            caption or self._caption_below(end),
            texts[-1] if texts else "",
            texts[0] if len(texts) > 1 else "",
            self._below(end),
            self.tables_here == 0,
        )
        self.tables_here += 1
        self.tables.append(TextTable(shape, tuple(rows), heads, around, first + 1, end))

    def _caption_below(self, end: int) -> str:
        for line in self.lines[end : end + 3]:
            if match := re.match(r"\s*(?:Table)?:\s+(\S.*)", line):
                return match[1]
            if line.strip():
                break
        return ""

    def _below(self, end: int) -> str:
        found: list[str] = []
        for line in self.lines[end : end + 8]:
            if not line.strip():
                if found:
                    break
                continue
            if "|" in line or re.match(r"\s*(?:#|<|=|```|:::)", line):
                break
            found.append(line.strip())
        return " ".join(found)


_RST_RULE = re.compile(r" *={2,}(?: +=+)+ *")
_DASHES = re.compile(r" {0,3}-{2,}(?: +-+)+ *")
_DASH_LINE = re.compile(r" {0,3}-{5,} *")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})(?!.*\{(?:list|csv)-table)")
_SPOKEN = re.compile(
    r"\s*[`~]{3,}\s*(?:ad-|"
    r"\{(?:note|tip|hint|warning|admonition|table|div|card|dropdown|sidebar)\b)"
)
_DIRECTIVE = re.compile(r"\s*(?:\.\.\s+|[`:~]{3,}\{)(list|csv)-table(?:::|\})\s*(.*)")
_ITEM = re.compile(
    r"(?P<indent>\s*)(?:(?P<number>\d{1,4}|#)[.)]|(?P<bullet>[-*+•]))(?P<gap>\s+)(?P<text>\S.*)"
)
_LABEL = r"(?:\*\*|__|`)?(?P<label>\d{1,3}(?:\s?(?:[-–—]|to|,)\s?\d{1,3})*\s?\+?)(?:\*\*|__|`)?"
_LABELLED = re.compile(
    rf"{_LABEL}(?:\s*(?:[:.)=]|\s[-–—])(?:\*\*|__)?\s+|(?<=\*\*)\s+|(?<=__)\s+|\t+)(?P<text>\S.*)"
)


def tables_in(text: str, *, markdown: bool) -> tuple[TextTable, ...]:
    """The tables of a page, and its lists that may be numbered by a roll."""
    raw = text.expandtabs(4).split("\n")
    lines = [re.sub(r"^\s{0,3}(?:>\s?)+", "", line) for line in raw]
    page = _Page(lines, markdown, [], [], [], [])
    html = html_tables("\n".join(lines)) if "<t" in text or "<T" in text else {}
    i = 0
    if lines and lines[0].strip() == "---" and markdown:
        i = next((k for k in range(1, len(lines)) if lines[k].strip() in ("---", "...")), -1) + 1
    while i < len(lines):
        line = lines[i]
        if not line.strip():
            page.flush()
            i += 1
        elif i in html:
            found = html[i]
            page.take(
                Shape.HTML,
                [Row(*row) for row in found.rows],
                found.heads,
                (i, found.end),
                found.caption,
            )
            i = found.end
        else:
            i = _at(page, i)
    page.flush()
    return tuple(page.tables)


def _at(page: _Page, i: int) -> int:
    """The line after what begins at a line."""
    for look in (_comment, _fence, _directive, _pandoc, _heading, _drawn, _pipes, _list):
        end = look(page, i)
        if end is not None:
            return end
    page.paragraph.append(re.sub(r"<[^<>]*>", " ", page.lines[i]).strip())
    return i + 1


def _comment(page: _Page, i: int) -> int | None:
    line = page.lines[i].strip()
    if line.startswith("<!--"):
        lines = page.lines
        return next((k for k in range(i, len(lines)) if "-->" in lines[k]), len(lines) - 1) + 1
    return None


def _fence(page: _Page, i: int) -> int | None:
    fence = _FENCE.match(page.lines[i])
    if not fence or not page.markdown:
        return None
    page.flush()
    close = re.compile(rf"\s*{re.escape(fence[1][0])}{{{len(fence[1])},}}\s*")
    spoken = _SPOKEN.match(page.lines[i])
    if spoken:
        return i + 1
    for k in range(i + 1, len(page.lines)):
        if close.fullmatch(page.lines[k]):
            return k + 1
    return len(page.lines)  # a fence that nobody closes goes on to the end


def _directive(page: _Page, i: int) -> int | None:
    match = _DIRECTIVE.match(page.lines[i])
    if match is None:
        table = re.match(r"\s*(?:\.\.\s+table::|[`:~]{3,}\{table\})\s*(.*)", page.lines[i])
        if table is None:
            return None
        page.flush()
        page.paragraphs.append(table[1])
        return i + 1
    first, end = body_below(page.lines, i)
    read = list_cells if match[1] == "list" else csv_cells
    try:
        cells = read(page.lines, first, end)
    except (RulesError, IndexError):
        return i + 1
    options = "\n".join(page.lines[first:end])
    heads = re.search(r"header-rows:\s*(\d+)", options)
    is_headed = bool(re.search(r"^\s*:?header:", options, re.MULTILINE))
    count = int(heads[1]) if heads else int(is_headed)
    page.take(Shape.DIRECTIVE, _rows(page, cells, i), count, (i, end), match[2])
    return end


def _rows(page: _Page, cells: Sequence[Sequence[Cell]], line: int) -> list[Row]:
    rows = []
    for row in cells:
        texts = tuple(
            " ".join(page.lines[p.line][p.start : p.end].strip() for p in cell) for cell in row
        )
        placed = [cell[0].line for cell in row if cell]
        line = placed[0] if placed else line
        rows.append(Row(texts, line + 1))
    return rows


def _heading(page: _Page, i: int) -> int | None:
    line = page.lines[i]
    if match := re.match(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$", line):
        page.head(len(match[1]), match[2])
        return i + 1
    if match := re.match(r"\s*<h([1-6])[^>]*>(.*?)</h\1>", line, re.IGNORECASE):
        page.head(int(match[1]), re.sub(r"<[^<>]*>", "", match[2]))
        return i + 1
    under = page.lines[i + 1] if i + 1 < len(page.lines) else ""
    mark = re.fullmatch(r"([^\w\s|])\1{2,}\s*", under)
    if mark and not page.paragraph and "|" not in line and line.strip():
        wide = len(under.rstrip()) + 1 >= column_width(line.rstrip())
        if (page.markdown and mark[1] in "=-") or (wide and not page.markdown):
            level = 1 + "=-~^\"'".find(mark[1]) if mark[1] in "=-~^\"'" else 6
            page.head(level, line.strip())
            return i + 2
    if re.fullmatch(r"([^\w\s|])\1{3,}\s*", line) and not _DASH_LINE.fullmatch(line):
        return i + 1
    return None


def _drawn(page: _Page, i: int) -> int | None:
    """A grid table, or a simple one of reStructuredText."""
    line = page.lines[i]
    try:
        if GRID_BORDER.fullmatch(line.strip()) or re.fullmatch(r"\+(?:[:=-]+\+)+", line.strip()):
            end = _while(page.lines, i, lambda text: text.lstrip().startswith(("|", "+")))
            plain = [_without_colons(text) for text in page.lines[i:end]]
            shifted = [*page.lines[:i], *plain]
            cells = grid_cells(shifted, i, end)
            head = next((k for k in range(i + 1, end) if re.match(r"\s*\+=", plain[k - i])), i)
            rows = _rows(page, cells, i)
            page.take(Shape.DRAWN, rows, sum(row.line <= head for row in rows), (i, end))
            return end
        if _RST_RULE.fullmatch(line):
            near = range(i, min(i + MOST_LINES, len(page.lines)))
            borders = list(islice((k for k in near if _RST_RULE.fullmatch(page.lines[k])), 3))
            last = borders[-1]
            if (
                len(borders) == 3
                and not "".join(page.lines[borders[1] + 1 : borders[1] + 2]).strip()
            ):
                last = borders[1]
            if last == i:
                return None
            rows = _rows(page, simple_cells(page.lines, i, last + 1), i)
            heads = sum(row.line <= borders[1] for row in rows) if last != borders[1] else 0
            page.take(Shape.DRAWN, rows, heads, (i, last + 1))
            return last + 1
    except (RulesError, TableMarkupError, AssertionError, IndexError):
        return None
    return None


def _without_colons(line: str) -> str:
    """A border without the colons that align its columns."""
    if not line.lstrip().startswith("+"):
        return line
    return line.replace(":", "=" if "=" in line else "-")


def _pipes(page: _Page, i: int) -> int | None:
    rule = page.lines[i + 1].strip() if i + 1 < len(page.lines) else ""
    if "|" not in page.lines[i] or not PIPE_RULE.fullmatch(rule) or "-" not in rule:
        return None
    if "|" not in rule and page.lines[i].strip().strip("|").count("|"):
        return None
    end = _while(page.lines, i, lambda text: "|" in text)
    rows = [
        Row(_piped(page.lines[k]), k + 1)
        for k in range(i, end)
        if k == i or not re.fullmatch(r"[\s|:+-]*-[\s|:+-]*", page.lines[k])
    ]
    page.take(Shape.PIPE, rows, 1, (i, end))
    return end


def _piped(line: str) -> tuple[str, ...]:
    inner = line.strip()
    inner = inner[1:] if inner.startswith("|") else inner
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", inner))


def _pandoc(page: _Page, i: int) -> int | None:
    """A table that Pandoc reads from columns under dashes."""
    lines = page.lines
    if not page.markdown:
        return None
    multiline = bool(_DASH_LINE.fullmatch(lines[i])) and not page.paragraph
    rule = i if _DASHES.fullmatch(lines[i]) else None
    if rule is None:
        for k in range(i + 1, min(i + (5 if multiline else 2), len(lines))):
            if _DASHES.fullmatch(lines[k]):
                rule = k
                break
            if not lines[k].strip():
                break
    if rule is None:
        return None
    starts = [match.start() for match in re.finditer(r"-+", lines[rule])]
    end = next((k for k in range(rule + 1, min(rule + MOST_LINES, len(lines)))
                if (_DASH_LINE if multiline else _DASHES).fullmatch(lines[k])
                or (multiline and _DASHES.fullmatch(lines[k]))), None)  # fmt: skip
    has_end = end is not None and (multiline or all(line.strip() for line in lines[rule + 1 : end]))
    if not has_end:
        end = _while(lines, rule + 1, lambda text: bool(text.strip()))
    assert end is not None
    if end - rule < 3:
        return None
    head = [_columns(line, starts) for line in lines[i + multiline : rule] if line.strip()]
    rows = [Row(_joined(head), i + 1 + multiline)] if head else []
    body: list[list[tuple[str, ...]]] = [[]]
    places: list[int] = [rule + 2]
    spaced = multiline and any(not line.strip() for line in lines[rule + 1 : end])
    for k in range(rule + 1, end):
        if not lines[k].strip():
            body.append([])
            places.append(k + 2)
        elif spaced or not body[-1]:
            body[-1].append(_columns(lines[k], starts))
        else:
            body.append([_columns(lines[k], starts)])
            places.append(k + 1)
    rows += [Row(_joined(each), at) for each, at in zip(body, places, strict=True) if each]
    page.take(Shape.DRAWN, rows, bool(head), (i, end + has_end))
    return end + has_end


def _columns(line: str, starts: Sequence[int]) -> tuple[str, ...]:
    """The cells of a line; a word that begins before its column belongs to it."""
    cuts = [0]
    for start in starts[1:]:
        cut = min(start, len(line))
        while cut > cuts[-1] and cut < len(line) and " " not in line[cut - 1 : cut + 1]:
            cut -= 1
        cuts.append(cut)
    cuts.append(len(line))
    return tuple(line[low:high].strip() for low, high in itertools.pairwise(cuts))


def _joined(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(" ".join(filter(None, cells)) for cells in zip(*rows, strict=False))


def _list(page: _Page, i: int) -> int | None:
    """A list whose numbers or first words may be rolls."""
    first = _item(page.lines[i])
    if first is None:
        return None
    rows: list[Row] = []
    k, last = i, i
    blanks = 0
    while k < len(page.lines):
        line = page.lines[k]
        item = _item(line)
        if not line.strip():
            blanks += 1
            if blanks > 1:
                break
        elif item is not None and item.indent == first.indent and item.kind == first.kind:
            rows.append(Row((item.label, item.text), k + 1))
            last, blanks = k, 0
        elif len(line) - len(line.lstrip()) > first.indent and (rows and first.kind != "line"):
            last, blanks = k, 0
        elif blanks or re.match(r"\s{0,3}(?:#{1,6}\s|[|<`~:+=-])", line) or first.kind == "line":
            break
        else:
            last = k
        k += 1
    if len(rows) < 3:
        return None
    if first.kind == "number":
        rows = _counted(rows)
    page.take(Shape.LIST, rows, 0, (i, last + 1))
    return last + 1


@dataclass(frozen=True)
class _Item:
    label: str
    text: str
    indent: int
    kind: str


def _item(line: str) -> _Item | None:
    match = _ITEM.fullmatch(line)
    if match is None:
        labelled = _LABELLED.fullmatch(line.strip())
        if labelled is None:
            return None
        indent = len(line) - len(line.lstrip())
        return _Item(labelled["label"], labelled["text"], indent, "line")
    indent = len(match["indent"])
    labelled = _LABELLED.fullmatch(match["text"])
    if match["bullet"]:
        if labelled is None:
            return None
        return _Item(labelled["label"], labelled["text"], indent, "bullet")
    return _Item(match["number"], match["text"], indent, "number")


def _counted(rows: list[Row]) -> list[Row]:
    """The items with the numbers that readers see where all are written alike."""
    labels = [row.cells[0] for row in rows]
    if len(set(labels)) == 1:
        first = int(labels[0]) if labels[0].isdecimal() else 1
        return [Row((str(first + n), *row.cells[1:]), row.line) for n, row in enumerate(rows)]
    return rows


def _while(lines: Sequence[str], first: int, fits: Callable[[str], bool]) -> int:
    end = first
    while end < len(lines) and fits(lines[end]):
        end += 1
    return end
