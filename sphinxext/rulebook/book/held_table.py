"""A dice-table with a body: the author's own table, shown as it is and held to the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ..rules.errors import RulesError
from ..source.document import Table, TableKind
from ..tables.specs import RandomTableSpec, TableSpec
from .claims import HeldRolls, HeldTable
from .places import Cells, held_rows, whole_path
from .roles import HeldMark
from .typed_table import sheet

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
