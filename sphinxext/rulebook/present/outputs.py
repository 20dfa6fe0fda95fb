"""What a single output needs of our tables: headers that a screen reader hears, spans undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class rulebook_header(nodes.entry):  # noqa: N801  # writers call their methods by this name
    """A cell that heads its row or column; it is made for HTML alone."""


class ScopedHeaders(SphinxPostTransform):
    """Marks the heading cells of our tables, so that HTML says what each of them heads."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Put a header in the place of every heading cell."""
        for table in self.document.findall(is_ours):
            for entry in list(table.findall(nodes.entry)):
                scope = _scope(entry)
                if scope:
                    header = rulebook_header("", *entry.children, **entry.attributes, scope=scope)
                    entry.replace_self(header)


def is_ours(node: nodes.Node) -> bool:
    """Whether the node is a table that we made."""
    return isinstance(node, nodes.table) and "rulebook-table" in node["classes"]


def _scope(entry: nodes.entry) -> str:
    row = entry.parent
    if isinstance(row.parent, nodes.thead):
        return "col"
    stubs = [column.get("stub", 0) for column in row.parent.parent.findall(nodes.colspec)]
    # Cells that reach down from above stand in a row's first columns, and stubs are the first.
    before = row.children[: row.index(entry)]
    at = len(stubs) - sum(map(_across, row.children)) + sum(map(_across, before))
    return "row" if at < len(stubs) and stubs[at] else ""


def _across(cell: nodes.Node) -> int:
    return 1 + int(cell.get("morecols", 0)) if isinstance(cell, nodes.entry) else 0


def _visit_header(self: HTML5Translator, node: rulebook_header) -> None:
    start = len(self.body)
    self.visit_entry(node)
    empty = isinstance(node.parent.parent, nodes.thead) and not len(node)
    if empty:  # nothing to hear: the corner above the row labels
        self.body[start] = self.body[start].replace("<th", "<td", 1)
        self.context[-1] = self.context[-1].replace("</th>", "</td>")
    else:
        self.body[start] = self.body[start].replace("<th", f'<th scope="{node["scope"]}"', 1)


def _depart_header(self: HTML5Translator, node: rulebook_header) -> None:
    self.depart_entry(node)


class PlainCells(SphinxPostTransform):
    """Undoes cells that reach over others, for writers that can only set one cell a place."""

    default_priority = 900
    builders = ("man", "texinfo")

    def run(self, **_: Any) -> None:
        """Let the words stand in the first of the places and leave the others empty."""
        for table in self.document.findall(is_ours):
            for group in table.findall(nodes.tgroup):
                for part in group.children:
                    if isinstance(part, nodes.thead | nodes.tbody):
                        _undo_spans(part, group["cols"])


def _undo_spans(part: nodes.Element, width: int) -> None:
    taken = [0] * width
    for row in part.children:
        assert isinstance(row, nodes.row)
        entries = iter(list(row.children))
        row.clear()
        at = 0
        while at < width:
            if taken[at]:
                taken[at] -= 1
                row += nodes.entry()
                at += 1
                continue
            entry = next(entries, None)
            if not isinstance(entry, nodes.entry):
                break
            wide, deep = entry.get("morecols", 0), entry.get("morerows", 0)
            for key in ("morecols", "morerows"):
                entry.attributes.pop(key, None)
            row += [entry, *[nodes.entry() for _ in range(wide)]]
            taken[at : at + wide + 1] = [deep] * (wide + 1)
            at += wide + 1


def add_outputs(app: Sphinx) -> None:
    """Make the outputs' own ways known."""
    app.add_node(rulebook_header, html=(_visit_header, _depart_header))
    app.add_post_transform(ScopedHeaders)
    app.add_post_transform(PlainCells)
