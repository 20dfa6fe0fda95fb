"""Prepares tables for single outputs: headers for screen readers, spans undone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from .paper import begin_preamble

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator
    from sphinx.writers.latex import LaTeXTranslator


class rulebook_cell(nodes.entry):  # noqa: N801  # writers call their methods by this name
    """A cell that knows its column and what it heads; it is made for HTML alone."""


class rulebook_heading(nodes.entry):  # noqa: N801  # as above
    """A heading over several columns, which is in their middle; it is made for LaTeX alone."""


class rulebook_box(nodes.container):  # noqa: N801  # as above
    """A box that scrolls if its table is wider than the page; made for HTML only."""


class ForHtml(SphinxPostTransform):
    """Lets HTML say what each heading heads, and a wide table scroll in a box of its own."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Put our own cells and boxes in place, for HTML knows them."""
        for table in our_tables(self.document):
            for group in table.children:
                if isinstance(group, nodes.tgroup):
                    _place_rows(group)
            box = rulebook_box(classes=["rulebook-scroll"])
            box["wide"] = "rulebook-wide" in table["classes"]
            box["caption"] = next((t.astext() for t in table.findall(nodes.title)), "")
            table.parent.replace(table, box)
            box += table


def our_tables(document: nodes.document) -> list[nodes.table]:
    """The tables that we made."""
    return [t for t in document.findall(nodes.table) if "rulebook-table" in t["classes"]]


def _place_rows(group: nodes.tgroup) -> None:
    stubs = [each.get("stub", 0) for each in group.children if isinstance(each, nodes.colspec)]
    for part in group.children:
        if isinstance(part, nodes.thead | nodes.tbody):
            for row in part.children:
                assert isinstance(row, nodes.row)
                _place_cells(row, stubs, head=isinstance(part, nodes.thead))


def _place_cells(row: nodes.row, stubs: Sequence[int], *, head: bool) -> None:
    entries = [entry for entry in row.children if isinstance(entry, nodes.entry)]
    # Cells that reach down from above are in a row's first columns.
    covered = at = len(stubs) - sum(map(_across, entries))
    cells: list[nodes.entry] = []
    for entry in entries:
        scope = "col" if head else "row" if stubs[at] else ""
        if scope or covered or "rulebook_data" in entry:
            told = {**entry.attributes, "column": at, "scope": scope}
            cells.append(rulebook_cell("", *entry.children, **told))
        else:
            cells.append(entry)  # docutils counts right, and has nothing more to say
        at += _across(entry)
    row.clear()
    row.extend(cells)


def _across(cell: nodes.entry) -> int:
    return 1 + int(cell.get("morecols", 0))


def _visit_cell(self: HTML5Translator, node: rulebook_cell) -> None:
    # docutils counts its cells here, and forgets those that reach down from above.
    node.parent.column = node["column"]  # type: ignore[union-attr]  # always in a row
    start = len(self.body)
    self.visit_entry(node)
    data: dict[str, str] = node.get("rulebook_data", {})  # for a script of the page
    for name, value in data.items():
        said = f'{name}="{self.attval(value)}"'
        self.body[start] = re.sub(r"<t[dh]\b", rf"\g<0> {said}", self.body[start], count=1)
    if not node["scope"]:
        return
    if len(node):
        self.body[start] = self.body[start].replace("<th", f'<th scope="{node["scope"]}"', 1)
    else:  # nothing to hear: the corner above the row labels
        self.body[start] = self.body[start].replace("<th", "<td", 1)
        self.context[-1] = self.context[-1].replace("</th>", "</td>")


def _depart_cell(self: HTML5Translator, node: rulebook_cell) -> None:
    self.depart_entry(node)


def _visit_heading(self: LaTeXTranslator, node: rulebook_heading) -> None:
    before = len(self.body)
    self.visit_entry(node)
    written = self.bodystack[-1]  # the writer puts the cell's own text aside
    columns = node["morecols"] + 1
    for i in range(before, len(written)):
        if written[i].startswith(r"\sphinxstartmulticolumn"):
            written[i] = f"\\multicolumn{{{columns}}}{{c}}{{%\n"
    self.context[-1] = self.context[-1].replace(r"\sphinxstopmulticolumn", "}%")


def _depart_heading(self: LaTeXTranslator, node: rulebook_heading) -> None:
    self.depart_entry(node)


def _visit_box(self: HTML5Translator, node: rulebook_box) -> None:
    reached: dict[str, Any] = {}
    if node["wide"]:  # the keyboard can scroll only what it can reach
        reached = {"tabindex": "0", "role": "group"}
        reached |= {"aria-label": node["caption"]} if node["caption"] else {}
    self.body.append(self.starttag(node, "div", **reached))


def _depart_box(self: HTML5Translator, _: rulebook_box) -> None:
    self.body.append("</div>\n")


class ForLatex(SphinxPostTransform):
    """LaTeX sets a heading over several columns well, but leaves white what reaches down."""

    default_priority = 900
    builders = ("latex",)

    def run(self, **_: Any) -> None:
        """Put the words of a cell that reaches down into one of its rows."""
        for table in our_tables(self.document):
            if "rulebook-generated" not in table["classes"]:
                continue  # an author's own table stays as typed
            _signs_as_formulas(table)
            _undo_spans(table, across=False)
            _shade(table)
            for head in table.findall(nodes.thead):
                for entry in list(head.findall(nodes.entry)):
                    if entry.get("morecols"):
                        over = rulebook_heading("", *entry.children, **entry.attributes)
                        entry.parent.replace(entry, over)


class ForTexinfo(SphinxPostTransform):
    """Texinfo and manual pages have no cells that reach over others."""

    default_priority = 900
    builders = ("texinfo", "man")

    def run(self, **_: Any) -> None:
        """Put the words into one of the places and leave the others empty."""
        for table in our_tables(self.document):
            _undo_spans(table, across=True)


class ForMan(SphinxPostTransform):
    """Manual pages would take a table's caption for the title of the page or of a section."""

    default_priority = 901
    builders = ("man",)

    def run(self, **_: Any) -> None:
        """Put captions before their tables."""
        for table in our_tables(self.document):
            _caption_before(table)


def _caption_before(table: nodes.table) -> None:
    for title in list(table.findall(nodes.title)):
        caption = nodes.paragraph("", "", nodes.emphasis("", "", *title.children))
        table.parent.insert(table.parent.index(table), caption)
        table.remove(title)


FORMULAS = {"≥": r"\geq", "≤": r"\leq", "≠": r"\neq"}


def _signs_as_formulas(table: nodes.table) -> None:
    """Write the signs of our headings so that every font of LaTeX has them."""
    for text in list(table.findall(nodes.Text)):
        sign, space, rest = text.partition(" ")
        if sign in FORMULAS:
            new = [nodes.math(sign, FORMULAS[sign]), nodes.Text(space + rest)]
            text.parent.replace(text, new)


def _shade(table: nodes.table) -> None:
    """Lay behind each shaded cell its colour, as pale as on a page."""
    for paragraph in table.findall(nodes.paragraph):
        entry = paragraph.parent
        for name in entry["classes"] if isinstance(entry, nodes.entry) else ():
            if name.startswith("rulebook-shade-"):
                share = 2 + 4 * int(name.removeprefix("rulebook-shade-"))
                colour = rf"\cellcolor{{rulebookshade!{share}}}"
                paragraph += nodes.raw("", colour, format="latex")


def _undo_spans(table: nodes.table, *, across: bool) -> None:
    for group in table.findall(nodes.tgroup):
        for part in group.children:
            if isinstance(part, nodes.thead | nodes.tbody):
                _undo_spans_of(part, group["cols"], across=across)


def _undo_spans_of(part: nodes.Element, width: int, *, across: bool) -> None:
    """A heading is at the foot of the rows it reached over, a label at their top."""
    foot = isinstance(part, nodes.thead)
    waiting: list[tuple[int, list[nodes.Node]]] = [(0, [])] * width
    for row in part.children:
        assert isinstance(row, nodes.row)
        entries = iter([entry for entry in row.children if isinstance(entry, nodes.entry)])
        row.clear()
        at = 0
        while at < width:
            left, words = waiting[at]
            if left:
                row += nodes.entry("", *(words if left == 1 else []))
                waiting[at] = (left - 1, words)
                at += 1
                continue
            entry = next(entries, None)
            if entry is None:
                break
            wide = int(entry.get("morecols", 0))
            down = int(entry.attributes.pop("morerows", 0))
            words = []
            if down and foot:
                words = entry.children
                entry.clear()
            waiting[at : at + wide + 1] = [(down, words), *[(down, [])] * wide]
            row += entry
            if across:
                entry.attributes.pop("morecols", None)
                row += [nodes.entry() for _ in range(wide)]
            at += wide + 1


def add_outputs(app: Sphinx) -> None:
    """Make the outputs' own ways known."""
    app.add_node(rulebook_cell, html=(_visit_cell, _depart_cell))
    app.add_node(rulebook_heading, latex=(_visit_heading, _depart_heading))
    app.add_node(rulebook_box, html=(_visit_box, _depart_box))
    app.connect("config-inited", begin_preamble)
    for transform in (ForHtml, ForLatex, ForTexinfo, ForMan):
        app.add_post_transform(transform)
