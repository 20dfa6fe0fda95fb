"""A dice-table with a body: the author's own table, shown as it is and held to the rules."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ..ask.specs import RandomTableSpec, TableSpec
from ..rules.errors import RulesError
from .claims import HeldRolls, HeldTable
from .roles import HeldMark
from .source.csv_lines import csv_lines
from .source.drawn_cells import drawn_cells
from .source.held_cells import drawn_block
from .source.typed_table import Top, TypedCell, TypedTable, sheet

_READ = ("unit", "blank", "unjudged")  # how a held table is to be read


def held_table(
    directive: SphinxDirective,
    spec: TableSpec | RandomTableSpec,
    unit: str = "",
    blank: str = "",
    unjudged: str = "",
) -> tuple[nodes.Element, list[nodes.Node]]:
    """The table or code block with a mark in it, and what else the body came to."""
    with csv_lines():
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
        mark["drawn"] = TypedTable(drawn, 1, "")
        blocks[0] += mark
        return blocks[0], _beside(blocks[0], body)
    if len(tables) != 1:
        found = f"there are {len(tables)}" if tables else "there is none"
        if option := re.match(r":([\w-]+):", directive.content[0]):
            found += f"; an option such as '{option[1]}' belongs above the first empty line"
        raise RulesError(f"the body should be one table of any kind; {found}")
    # What the table's own parser says of its place, before the directive gives it another.
    mark["top"] = Top(str(tables[0].source or mark.source or ""), tables[0].line or 0)
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


def _drawn(directive: SphinxDirective) -> tuple[tuple[TypedCell, ...], ...]:
    """The rows of a table that is drawn with letters in a code block."""
    lines = list(directive.content)
    first = directive.content.offset(0) + 1 if lines else 0
    if first <= directive.lineno:  # MyST counts from the first line of the body
        block = directive.block_text.strip("\n").split("\n")
        fences = 2 if block[0].lstrip()[:1] in tuple("`~:") and "{" in block[0] else 0
        first = directive.lineno + 1 + len(block) - fences - len(lines)
    file = directive.get_source_info()[0]
    return tuple(
        tuple(
            TypedCell(lines[part.line][part.start : part.end].strip(), first + part.line, file)
            for (part,) in row
        )
        for row in drawn_cells(lines, *drawn_block(lines, 0, len(lines)))
    )


def claim_of(mark: HeldMark) -> HeldTable | HeldRolls:
    """The claim of a table whose page is read; its mark is gone then."""
    table = mark.parent
    table.remove(mark)
    line = mark.line or 1
    if "drawn" in mark:
        return HeldTable(str(mark.source), line, mark["spec"], mark["drawn"], *_read_as(mark))
    assert isinstance(table, nodes.table)
    top = mark["top"]
    # A table that reads a file has its place there; what holds it is in the page.
    file = str(mark.source or top.file)
    cells = sheet(table, top, line)
    if isinstance(mark["spec"], RandomTableSpec):
        return HeldRolls(file, line, mark["spec"], cells)
    return HeldTable(file, line, mark["spec"], cells, *_read_as(mark))


def _read_as(mark: HeldMark) -> tuple[str, ...]:
    """The options of how the table is to be read."""
    return tuple(mark[key] for key in _READ)
