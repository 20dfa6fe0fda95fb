"""A typed table as Sphinx read it: what each cell says, and where its source has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes

from ..source.document import Cell, Table, TableKind
from ..source.text import Text
from ..tables.spans import spread
from .lines import whole_path
from .places import held_rows

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

ADDED = "rulebook_added"  # a cell that no author typed
UNSAID = (
    nodes.footnote_reference,
    nodes.citation_reference,
    nodes.image,
    nodes.system_message,
    nodes.comment,
    nodes.raw,
)


def sheet(table: nodes.table, files: Sequence[str], line: int, env: BuildEnvironment) -> Table:
    """The cells of a table whose directive is at a line, each with its own place.

    A cell without a place of its own is at that of its neighbour.
    """
    own: list[list[tuple[Cell, int, int]]] = []
    place, heads = Cell(Text(""), line, file=files[0]), 0
    (group,) = (child for child in table.children if isinstance(child, nodes.tgroup))
    for part in group.children:
        for row in part.children if isinstance(part, nodes.thead | nodes.tbody) else ():
            heads += isinstance(part, nodes.thead)
            own.append([])
            for entry in row.children:
                if isinstance(entry, nodes.entry) and ADDED not in entry:
                    place = _typed(entry, place)
                    down, across = (entry.get(name, 0) + 1 for name in ("morerows", "morecols"))
                    own[-1].append((place, down, across))
    rows = spread(own, len(own), Cell(Text(""), place.line, file=place.file))
    typed, form = held_rows(files, line, [[cell.text for cell in row] for row in rows], env)
    at: dict[int, Cell] = {}
    for cells, found in zip(rows, typed, strict=False):
        for cell, there in zip(cells, found, strict=True):
            place = replace(cell, typed=there.text, file=there.file, line=there.line)
            at.setdefault(id(cell), place)
    rows = [[at.get(id(cell), cell) for cell in cells] for cells in rows]
    title = next(iter(table.findall(nodes.title)), None)
    caption = "" if title is None else title.astext()
    return Table(TableKind.DRAWN, line, line, rows, heads, caption, form)


def _typed(entry: nodes.entry, before: Cell) -> Cell:
    """The cell's text without its footnote marks, and where its first words are."""
    placed: list[nodes.Element] = []
    images: list[str] = []
    text = re.sub(r"\s*\n\s*", " ", _text(entry, placed, images)).strip()
    line, file = before.line, before.file
    if placed:
        source = str(placed[0].source or "").removesuffix(":<translated>")
        line, file = placed[0].line or line, whole_path(source) or file
    translated = any(node.get("translated") for node in placed)
    return Cell(Text(text), line, " ".join(images), file=file, translated=translated)


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
