"""A typed table: as Sphinx read it, where its source has each cell, and what it is held to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ..rules.errors import RulesError
from ..source.document import Cell, Table, TableKind
from ..source.text import Text
from ..tables.spans import spread
from ..tables.specs import RandomTableSpec, TableSpec
from .claims import HeldRolls, HeldTable
from .places import Cells, held_rows, whole_path
from .roles import HeldMark

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_READ = ("unit", "blank", "unjudged")  # how a held table is to be read


def held_table(
    directive: SphinxDirective,
    spec: TableSpec | RandomTableSpec,
    unit: str = "",
    blank: str = "",
    unjudged: str = "",
) -> tuple[nodes.Element, list[nodes.Node]]:
    """The table or code block with a mark in it, and what else the body came to."""
    parsed = directive.parse_content_to_nodes()
    body = nodes.Element("", *parsed)
    tables = list(body.findall(nodes.table))
    blocks = [
        found
        for found in body.findall(nodes.literal_block)
        if not isinstance(found.parent, nodes.system_message)  # the source of a mistake
    ]
    mark = HeldMark("", spec=spec, unit=unit, blank=blank, unjudged=unjudged)
    directive.set_source_info(mark)
    is_dice = isinstance(spec, TableSpec)
    if is_dice and not tables and len(blocks) == 1 and (drawn := _drawn(directive)):
        mark["drawn"] = Table(TableKind.CODE, mark.line or 1, mark.line or 1, drawn, 1)
        blocks[0] += mark
        return blocks[0], _beside(blocks[0], body)
    if len(tables) != 1:
        found = f"there are {len(tables)}" if tables else "there is none"
        if option := re.match(r":([\w-]+):", directive.content[0]):
            found += f"; an option such as '{option[1]}' belongs above the first empty line"
        raise RulesError(f"the body should be one table of any kind; {found}")
    mark["files"] = [whole_path(str(each.source)) for each in (mark, tables[0]) if each.source]
    tables[0] += mark
    return tables[0], _beside(tables[0], body)


def _beside(held: nodes.Element, body: nodes.Element) -> list[nodes.Node]:
    """The rest of the body without what is held, and without a container that held nothing else."""
    inside = held.parent
    inside.remove(held)
    while inside is not body and not inside.children:
        held_only, inside = inside, inside.parent
        inside.remove(held_only)
    return body.children


def _drawn(directive: SphinxDirective) -> Cells:
    """The rows of a table that is drawn with letters in a code block."""
    file, line = directive.get_source_info()
    return held_rows([whole_path(file)], line, (), directive.env)[0]


def claim_of(mark: HeldMark, env: BuildEnvironment) -> HeldTable | HeldRolls:
    """The claim of a table whose page is read; its mark is gone then."""
    table = mark.parent
    table.remove(mark)
    line = mark.line or 1
    if "drawn" in mark:
        return HeldTable(str(mark.source), line, mark["spec"], mark["drawn"], *_read_as(mark))
    assert isinstance(table, nodes.table)
    file = whole_path(str(mark.source))
    cells = sheet(table, mark["files"], line, env)
    if isinstance(mark["spec"], RandomTableSpec):
        return HeldRolls(file, line, mark["spec"], cells)
    return HeldTable(file, line, mark["spec"], cells, *_read_as(mark))


def _read_as(mark: HeldMark) -> tuple[str, ...]:
    """The options of how the table is to be read."""
    return tuple(mark[key] for key in _READ)


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
