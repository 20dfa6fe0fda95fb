"""A typed table as a sheet of cells: what each says, and at which line of which file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from docutils import nodes

from ..tables.spans import spread
from .lines import whole_path
from .places import PlacedRows, held_rows


class TypedCell(NamedTuple):
    """A cell as its author typed it."""

    text: str
    line: int
    file: str = ""
    images: str = ""  # what names the images in the cell
    translated: bool = False


class TypedTable(NamedTuple):
    """A typed table; a cell that spans is in every place that it covers."""

    rows: tuple[tuple[TypedCell, ...], ...]
    heads: int  # heading rows that were declared
    caption: str


ADDED = "rulebook_added"  # a cell that no author typed


def sheet(table: nodes.table, files: Sequence[str], line: int, folder: Path) -> TypedTable:
    """The sheet of a table whose directive is at a line, each cell at its own line.

    A cell without a place of its own is at that of its neighbour.
    """
    rows: list[list[TypedCell]] = []
    heads = 0
    for group in table.children:
        if isinstance(group, nodes.tgroup):
            heads = sum(len(head) for head in group.children if isinstance(head, nodes.thead))
            rows.extend(_expanded(list(_rows(group)), TypedCell("", line, files[0])))
    texts = [[cell.text for cell in row] for row in rows]
    rows = _placed(rows, held_rows(files, line, texts, folder))
    title = next(iter(table.findall(nodes.title)), None)
    return TypedTable(tuple(map(tuple, rows)), heads, "" if title is None else title.astext())


def _placed(rows: list[list[TypedCell]], places: PlacedRows) -> list[list[TypedCell]]:
    """The rows at the places that their source has; a cell that spans stays one."""
    at = {
        id(cell): place
        for row, placed in reversed(list(zip(rows, places, strict=False)))
        for cell, place in reversed(list(zip(row, placed, strict=True)))
    }
    moved = {
        id(cell): cell._replace(file=at[id(cell)].file, line=at[id(cell)].line)
        if id(cell) in at
        else cell
        for row in rows
        for cell in row
    }
    return [[moved[id(cell)] for cell in row] for row in rows]


def _rows(group: nodes.tgroup) -> Iterator[list[nodes.entry]]:
    for part in group.children:
        if isinstance(part, nodes.thead | nodes.tbody):
            for row in part.children:
                if isinstance(row, nodes.row):
                    cells = (cell for cell in row.children if isinstance(cell, nodes.entry))
                    yield [cell for cell in cells if ADDED not in cell]


def _expanded(rows: list[list[nodes.entry]], place: TypedCell) -> list[list[TypedCell]]:
    own: list[list[tuple[TypedCell, int, int]]] = []
    for row in rows:
        own.append([])
        for entry in row:
            place = _typed(entry, place)
            across, down = entry.get("morecols", 0) + 1, entry.get("morerows", 0) + 1
            own[-1].append((place, down, across))
    return spread(own, len(rows), TypedCell("", place.line, place.file))


def _typed(entry: nodes.entry, before: TypedCell) -> TypedCell:
    """The cell's text without its footnote marks, and where its first words are."""
    placed: list[nodes.Element] = []
    images: list[str] = []
    text = re.sub(r"\s*\n\s*", " ", _text(entry, placed, images))
    line, file = before.line, before.file
    if placed:
        line, file = placed[0].line or line, _file(placed[0]) or file
    translated = any(node.get("translated") for node in placed)
    return TypedCell(text.strip(), line, file, " ".join(images), translated)


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


def _text(node: nodes.Element, placed: list[nodes.Element], images: list[str]) -> str:
    """The text of a cell; on the way to it, the elements with a line and the images' names."""
    is_text = isinstance(node, nodes.TextElement)
    if node.line and (is_text or isinstance(node, nodes.image)):
        placed.append(node)
    if isinstance(node, UNSAID):
        if isinstance(node, nodes.image):
            name = node.get("uri", "").rpartition("/")[2].rpartition(".")
            images.append(str(node.get("alt") or name[0] or name[2]))
        return " " if isinstance(node, nodes.raw) else ""  # such as a line break in HTML
    said = [
        _text(child, placed, images) if isinstance(child, nodes.Element) else child.astext()
        for child in node.children
    ]
    return ("" if is_text else " ").join(filter(None, said))
