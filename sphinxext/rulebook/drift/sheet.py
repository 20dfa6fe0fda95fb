"""A typed table as a sheet of cells: what each says, and at which line of which file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes

from .lines import source_lines, whole_path


class Typed(NamedTuple):
    """A cell as its author typed it."""

    text: str
    line: int
    file: str = ""
    images: str = ""  # what names the images in the cell
    translated: bool = False


class Sheet(NamedTuple):
    """A typed table; a cell that spans stands in every place that it covers."""

    rows: tuple[tuple[Typed, ...], ...]
    heads: int  # heading rows that were declared
    caption: str


class Top(NamedTuple):
    """Where a table begins, as its own parser says; line 0 where it does not."""

    file: str
    line: int


def sheet(table: nodes.table, top: Top, line: int) -> Sheet:
    """The sheet of a table whose directive stands at a line.

    A cell without a place of its own stands at that of its neighbour.
    """
    rows: list[list[Typed]] = []
    heads = 0
    for group in table.children:
        if isinstance(group, nodes.tgroup):
            heads = sum(len(head) for head in group.children if isinstance(head, nodes.thead))
            rows.extend(_expanded(list(_rows(group)), Typed("", line, top.file)))
    rows = _piped(rows, top) or _aligned(rows)
    title = next(iter(table.findall(nodes.title)), None)
    return Sheet(tuple(map(tuple, rows)), heads, "" if title is None else title.astext())


def _rows(group: nodes.tgroup) -> Iterator[list[nodes.entry]]:
    for part in group.children:
        if isinstance(part, nodes.thead | nodes.tbody):
            for row in part.children:
                if isinstance(row, nodes.row):
                    yield [entry for entry in row.children if isinstance(entry, nodes.entry)]


def _expanded(rows: list[list[nodes.entry]], place: Typed) -> list[list[Typed]]:
    filled: dict[tuple[int, int], Typed] = {}
    width = 0
    for r, row in enumerate(rows):
        column = 0
        for entry in row:
            while (r, column) in filled:
                column += 1
            place = _typed(entry, place)
            for down in range(entry.get("morerows", 0) + 1):
                for across in range(entry.get("morecols", 0) + 1):
                    filled[r + down, column + across] = place
            column += entry.get("morecols", 0) + 1
            width = max(width, column)
    return [
        [filled.get((r, c), Typed("", place.line, place.file)) for c in range(width)]
        for r in range(len(rows))
    ]


def _typed(entry: nodes.entry, before: Typed) -> Typed:
    """The cell's text without its footnote marks, and where its first words stand."""
    placed: list[nodes.Element] = []
    images: list[str] = []
    text = re.sub(r"\s*\n\s*", " ", _text(entry, placed, images))
    line, file = before.line, before.file
    if placed:
        line, file = placed[0].line or line, _file(placed[0]) or file
    translated = any(node.get("translated") for node in placed)
    return Typed(text, line, file, " ".join(images), translated)


def _file(node: nodes.Element) -> str:
    return whole_path(str(node.source or "").removesuffix(":<translated>"))


UNSAID = (
    nodes.footnote_reference,
    nodes.citation_reference,
    nodes.image,
    nodes.system_message,
    nodes.comment,
    nodes.raw,
)


def _text(node: nodes.Node, placed: list[nodes.Element], images: list[str]) -> str:
    """The text of a cell; on the way to it, the elements with a line and the images' names."""
    if isinstance(node, nodes.Text):
        return node.astext()
    between = "" if isinstance(node, nodes.TextElement) else " "
    if isinstance(node, nodes.TextElement | nodes.image) and node.line:
        placed.append(node)
    if isinstance(node, nodes.image):
        name = node.get("uri", "").rpartition("/")[2].rpartition(".")
        images.append(str(node.get("alt") or name[0] or name[2]))
    said = [_text(child, placed, images) for child in node.children]
    return "" if isinstance(node, UNSAID) else between.join(filter(None, said))


_DIVIDER = re.compile(r"[\s>]*\|?(\s*:?-+:?\s*(\||$))+\s*")


SHIFTS = (0, -1, 1, -2, 2)  # how far off a Markdown parser may be, deep in other blocks


def _piped(rows: list[list[Typed]], top: Top) -> list[list[Typed]]:
    """The rows at their lines, where this is a pipe table of Markdown, whose parser counts none."""
    lines = source_lines(top.file)
    for first in (top.line + shift for shift in SHIFTS):
        if 0 < first < len(lines) and _DIVIDER.fullmatch(lines[first]) and "|" in lines[first - 1]:
            return [
                [cell._replace(line=first + r + (1 if r else 0), file=top.file) for cell in row]
                for r, row in enumerate(rows)
            ]
    return []


def _aligned(rows: list[list[Typed]]) -> list[list[Typed]]:
    """The rows moved together to where their words do stand."""
    cells = {id(cell): cell for row in rows for cell in row}
    texts = {file: source_lines(file) for file in {cell.file for cell in cells.values()}}
    words = [
        (texts[cell.file], cell.line - 1, cell.text.split()[0])
        for cell in cells.values()
        if cell.text.strip()
    ]

    def found(shift: int) -> int:
        return sum(
            0 <= line + shift < len(text) and word in text[line + shift]
            for text, line, word in words
        )

    if found(0) == len(words):
        return rows
    shift = max(SHIFTS, key=found)
    moved = {key: cell._replace(line=cell.line + shift) for key, cell in cells.items()}
    return [[moved[id(cell)] for cell in row] for row in rows]
