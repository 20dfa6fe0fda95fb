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
from .places import held_rows, whole_path

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
    text = re.sub(r"\s*\n\s*", " ", _text(entry)).strip()
    placed = [node for node in entry.findall(nodes.Element)
              if node.line and isinstance(node, nodes.TextElement | nodes.image)]  # fmt: skip
    line, file = before.line, before.file
    for node in placed[:1]:
        source = str(node.source or "").removesuffix(":<translated>")
        line, file = node.line or line, whole_path(source) or file
    names = [(image.get("alt"), image.get("uri", "").rpartition("/")[2].rpartition("."))
             for image in entry.findall(nodes.image)]  # fmt: skip
    images = " ".join(str(alt or name[0] or name[2]) for alt, name in names)
    translated = any(node.get("translated") for node in placed)
    return Cell(Text(text), line, images, file=file, translated=translated)


def _text(node: nodes.Element) -> str:
    """The text of a cell as readers see it."""
    if isinstance(node, UNSAID):
        return " " if isinstance(node, nodes.raw) else ""  # such as a line break in HTML
    said = [
        _text(child) if isinstance(child, nodes.Element) else child.astext()
        for child in node.children
    ]
    return ("" if isinstance(node, nodes.TextElement) else " ").join(filter(None, said))
