"""A dice-table with a body: the author's own table, shown as it is and held to the rules."""

from __future__ import annotations

from docutils import nodes

from ..drift.claims import HeldTable, Typed, matrix
from ..drift.lines import rows_by_text
from ..rules.errors import RulesError
from .cells import TableSpec
from .directive import RulebookDirective


def held_table(
    directive: RulebookDirective, spec: TableSpec, unit: str
) -> tuple[nodes.table, list[nodes.Node], HeldTable]:
    """The table node, what else the body came to, and the claim that it makes."""
    parsed = directive.parse_content_to_nodes()
    tables = [found for node in parsed for found in node.findall(nodes.table)]
    if len(tables) != 1:
        what = "no table" if not tables else f"{len(tables)} tables"
        raise RulesError(f"the body should be one table of any kind, not {what}")
    table = tables[0]
    source, line = directive.get_source_info()
    rows, heads, stubs = matrix(table, line)
    rows = _with_lines(directive, rows)
    claim = HeldTable(
        file=source,
        line=line,
        spec=spec,
        rows=tuple(tuple(row) for row in rows),
        heads=heads,
        stubs=stubs,
        unit=unit,
        caption=directive.arguments[0] if directive.arguments else _caption(table),
    )
    rest = [node for node in parsed if node is not table]
    return table, rest, claim


def _caption(table: nodes.table) -> str:
    title = next(iter(table.findall(nodes.title)), None)
    return "" if title is None else title.astext()


def _with_lines(directive: RulebookDirective, rows: list[list[Typed]]) -> list[list[Typed]]:
    """The rows with the line of each, where the parser gave all of them the same."""
    if len({cell.line for row in rows for cell in row}) > 1 or len(rows) < 2:
        return rows
    if directive.is_markdown:
        lines = [
            (directive.content_offset + i + 1, text) for i, text in enumerate(directive.content)
        ]
    else:
        lines = [
            (offset + 1, text)
            for (_, offset), text in zip(directive.content.items, directive.content, strict=True)
        ]
    found = rows_by_text([[cell.text for cell in row] for row in rows], lines)
    return [
        [cell._replace(line=line) for cell in row] if line is not None else row
        for row, line in zip(rows, found, strict=True)
    ]
