"""Finds the tables and lists of a page of Markdown or reStructuredText as it is."""

from __future__ import annotations

import re

from docutils.utils import column_width

from ...page.source.cells import list_cells
from ...page.source.csv_cells import csv_cells
from ...page.source.held_cells import body_below
from ...rules.errors import RulesError
from .html_tables import html_lists, html_tables
from .lists import defined_list, rolled_list
from .table_markup import DASH_LINE, drawn_table, pandoc_table, pipes_table
from .text_tables import Row, TableShape, TextPage, TextTable, rows_of

_FENCE = re.compile(r"\s*(`{3,}|~{3,})(?!.*\{(?:list|csv)-table)")
_SPOKEN = re.compile(
    r"\s*[`~]{3,}\s*(?:ad-|"
    r"\{(?:note|tip|hint|warning|admonition|table|div|card|dropdown|sidebar)\b)"
)


_HTML_HEADING = re.compile(r"\s*<h([1-6])[^>]*>(.*?)</h\1>", re.IGNORECASE)
_DIRECTIVE = re.compile(r"\s*(?:\.\.\s+|[`:~]{3,}\{)(list|csv)-table(?:::|\})\s*(.*)")


def tables_in(text: str, *, markdown: bool) -> tuple[TextTable, ...]:
    """The tables of a page, and its lists that may be numbered by a roll."""
    raw = text.expandtabs(4).split("\n")
    lines = [re.sub(r"^\s{0,3}(?:>\s?)+", "", line) for line in raw]
    page = TextPage(lines, markdown, [], [], [], [])
    whole = "\n".join(lines)
    html = html_tables(whole) if "<t" in text or "<T" in text else {}
    listed = html_lists(whole) if "<ol" in text or "<OL" in text else {}
    i = 0
    if lines and lines[0].strip() == "---" and markdown:
        i = next((k for k in range(1, len(lines)) if lines[k].strip() in ("---", "...")), -1) + 1
    while i < len(lines):
        line = lines[i]
        if not line.strip() or i in page.captions:
            page.flush()
            i += 1
        elif i in html or len(listed[i].rows if i in listed else ()) > 2:
            found, shape = (html[i], TableShape.HTML) if i in html else (listed[i], TableShape.LIST)
            _before_tag(page, i)
            rows = [Row(*row) for row in found.rows]
            page.take(shape, rows, found.heads, (i, found.end), found.caption)
            i = found.end
        else:
            i = _after(page, i)
    page.flush()
    return tuple(page.tables)


def _before_tag(page: TextPage, i: int) -> None:
    """Read what is in a line before its table or list."""
    text = re.split(r"<(?:table|ol)\b", page.lines[i], maxsplit=1, flags=re.IGNORECASE)[0]
    if match := _HTML_HEADING.match(text):
        page.head(int(match[1]), _untagged(match[2]))
    elif said := _untagged(text):
        page.paragraph.append(said)


def _untagged(text: str) -> str:
    return re.sub(r"<[^<>]*>", " ", text).strip()


def _after(page: TextPage, i: int) -> int:
    """The line after what begins at a line."""
    for look in READERS:
        end = look(page, i)
        if end is not None:
            return end
    page.paragraph.append(_untagged(page.lines[i]))
    return i + 1


def _comment(page: TextPage, i: int) -> int | None:
    line = page.lines[i].strip()
    if line.startswith("<!--"):
        lines = page.lines
        return next((k for k in range(i, len(lines)) if "-->" in lines[k]), len(lines) - 1) + 1
    return None


def _fence(page: TextPage, i: int) -> int | None:
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


def _directive(page: TextPage, i: int) -> int | None:
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
    closes = end < len(page.lines) and re.fullmatch(r"\s*[`:~]{3,}\s*", page.lines[end])
    end += bool(closes)
    page.take(TableShape.DIRECTIVE, rows_of(page, cells, i), count, (i, end), match[2])
    return end


_LAYOUT = re.compile(r"\s*(?:\{\{[^{}]*|\}\}|\{%.*%\}|\{:.*\}|\\[A-Za-z]+)\s*")


def _layout(page: TextPage, i: int) -> int | None:
    """A line that only lays the page out: of Homebrewery, Jekyll or LaTeX."""
    if not page.markdown or not _LAYOUT.fullmatch(page.lines[i]):
        return None
    page.flush()
    return i + 1


def _heading(page: TextPage, i: int) -> int | None:
    line = page.lines[i]
    if match := re.match(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$", line):
        page.head(len(match[1]), match[2])
        return i + 1
    if match := _HTML_HEADING.match(line):
        page.head(int(match[1]), _untagged(match[2]))
        return i + 1
    under = page.lines[i + 1] if i + 1 < len(page.lines) else ""
    mark = re.fullmatch(r"([^\w\s|])\1{2,}\s*", under)
    if mark and not page.paragraph and "|" not in line and line.strip():
        wide = len(under.rstrip()) + 1 >= column_width(line.rstrip())
        if (page.markdown and mark[1] in "=-") or (wide and not page.markdown):
            level = 1 + "=-~^\"'".find(mark[1]) if mark[1] in "=-~^\"'" else 6
            page.head(level, line.strip())
            return i + 2
    if re.fullmatch(r"([^\w\s|])\1{3,}\s*", line) and not DASH_LINE.fullmatch(line):
        return i + 1
    if page.markdown and re.fullmatch(r" {0,3}([-_*])(?: *\1){2,} *", line):
        page.flush()
        return i + 1
    return None


READERS = (
    _comment, _layout, _fence, _directive, pandoc_table, _heading, drawn_table, pipes_table,
    defined_list, rolled_list,
)  # fmt: skip
