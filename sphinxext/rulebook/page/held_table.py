"""A dice-table with a body: the author's own table, shown as it is and held to the rules."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ..ask.specs import RandomTableSpec, TableSpec
from ..rules.errors import RulesError
from .claims import HeldRolls, HeldTable
from .roles import Waiting
from .source.csv_lines import csv_lines
from .source.typed_table import Top, sheet

_READ = ("unit", "blank", "unjudged")  # how a held table is to be read


class HeldMark(nodes.Invisible, nodes.Element, Waiting):
    """A mark in a typed table: its question, kept until the page is read to its end."""


def held_table(
    directive: SphinxDirective,
    spec: TableSpec | RandomTableSpec,
    unit: str = "",
    blank: str = "",
    unjudged: str = "",
) -> tuple[nodes.table, list[nodes.Node]]:
    """The table node with a mark in it, and what else the body came to."""
    with csv_lines():
        parsed = directive.parse_content_to_nodes()
    tables = [found for node in parsed for found in node.findall(nodes.table)]
    if len(tables) != 1:
        found = f"there are {len(tables)}" if tables else "there is none"
        if option := re.match(r":([\w-]+):", directive.content[0]):
            found += f"; an option such as '{option[1]}' stands above the first empty line"
        raise RulesError(f"the body should be one table of any kind; {found}")
    mark = HeldMark("", spec=spec, unit=unit, blank=blank, unjudged=unjudged)
    directive.set_source_info(mark)
    # What the table's own parser says of its place, before the directive gives it another.
    mark["top"] = Top(str(tables[0].source or mark.source or ""), tables[0].line or 0)
    tables[0] += mark
    return tables[0], [node for node in parsed if node is not tables[0]]


def claim_of(mark: HeldMark) -> HeldTable | HeldRolls:
    """The claim of a table whose page is read; its mark is gone then."""
    table = mark.parent
    assert isinstance(table, nodes.table)
    table.remove(mark)
    line, top = mark.line or 1, mark["top"]
    # A table that reads a file has its place there; what holds it stands in the page.
    file = str(mark.source or top.file)
    cells = sheet(table, top, line)
    if isinstance(mark["spec"], RandomTableSpec):
        return HeldRolls(file, line, mark["spec"], cells)
    return HeldTable(file, line, mark["spec"], cells, *(mark[key] for key in _READ))
