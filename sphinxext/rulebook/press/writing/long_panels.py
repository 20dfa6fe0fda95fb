"""Parts of a table that is too long for one panel of a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

LINES = {"landscape": 30}  # that a panel has room for in letters that are easy to read
OTHER_LINES = 44
LINE = 34  # letters in a line of a panel


def in_parts(panel: nodes.Element, layout: str) -> list[list[nodes.Node]]:
    """Return what is in a panel, in as many parts of one height as it needs."""
    whole = [list(panel.children)]
    only = panel.children[0] if len(panel.children) == 1 else None
    if not isinstance(only, nodes.table):
        return whole
    rows = [row for body in only.findall(nodes.tbody) for row in body.children]
    high = [_lines(row) for row in rows]
    many = -(-sum(high) // LINES.get(layout, OTHER_LINES))
    reach_down = any(cell.get("morerows") for cell in only.findall(nodes.entry))
    if many < 2 or many > len(rows) or reach_down or len(list(only.findall(nodes.tbody))) != 1:
        return whole
    return [[_part(only, *each, first=not n)] for n, each in enumerate(_cuts(high, many))]


def _lines(row: nodes.Node) -> int:
    return max(1, -(-len(row.astext()) // LINE))


def _cuts(high: list[int], many: int) -> Iterator[tuple[int, int]]:
    """Yield the first row of each part, and the one after its last."""
    start, done, part = 0, 0, 1
    for end, lines in enumerate(high, 1):
        done += lines
        if end == len(high) or done * many >= part * sum(high):
            yield start, end
            start, part = end, part + 1


def _part(table: nodes.table, first_row: int, end: int, *, first: bool) -> nodes.table:
    """Copy a table with some of its rows. Only the first part can be referred to."""
    part = table.deepcopy()
    [body] = part.findall(nodes.tbody)
    body.children = body.children[first_row:end]
    if not first:
        part["ids"] = part["names"] = []
        for each in [*part.findall(nodes.title), *part.findall(nodes.thead)]:
            for node in each.findall(nodes.Element):
                node["ids"] = []
    return part
