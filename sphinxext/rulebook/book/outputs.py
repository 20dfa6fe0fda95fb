"""Prepares our tables for single outputs: headers for screen readers, spans undone, shading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes

from .chart import ChartData
from .marks import placed_cells, rows_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.writers.html5 import HTML5Translator


# Before the author's own preamble, which may change them.
OURS = r"""
\definecolor{rulebookshade}{HTML}{2E7D6F}
"""
SIGNS = r"""
\DeclareUnicodeCharacter{2212}{\ensuremath{-}}
\DeclareUnicodeCharacter{2248}{\ensuremath{\approx}}
\DeclareUnicodeCharacter{2260}{\ensuremath{\neq}}
\DeclareUnicodeCharacter{2264}{\ensuremath{\leq}}
\DeclareUnicodeCharacter{2265}{\ensuremath{\geq}}
"""


class rulebook_cell(nodes.entry):  # noqa: N801  # writers call their methods by this name
    """A cell that knows its column and what it heads; it is made for HTML alone."""


class rulebook_box(nodes.container):  # noqa: N801  # as above
    """A box that scrolls if its table is wider than the page; made for HTML only."""


def prepare_tables(app: Sphinx, doctree: nodes.document, _: str) -> None:
    """Prepare the tables that we made for the writer of a page."""
    output = app.builder.format
    for table in [t for t in doctree.findall(nodes.table) if "rulebook-table" in t["classes"]]:
        if output == "html":
            _place_cells(table)
            _put_into_box(table)
        elif output in ("texinfo", "man"):  # which have no cells that reach over others
            _undo_spans(table)
            if output == "man":
                _caption_before(table)
        elif output == "latex" and "rulebook-generated" in table["classes"]:
            _shade(table)


def _put_into_box(table: nodes.table) -> None:
    """Let a wide table scroll in a box of its own."""
    box = rulebook_box(classes=["rulebook-scroll"])
    # The figures of a chart stand in less room than other tables.
    box["wide"] = "rulebook-wide" in table["classes"] or isinstance(table.parent, ChartData)
    titles = [title.astext() for title in table.findall(nodes.title)]
    box["caption"] = titles[0] if titles else table.get("said", "")
    table.parent.replace(table, box)
    box += table


def _place_cells(table: nodes.table) -> None:
    """Let each heading say what it heads."""
    for group in table.findall(nodes.tgroup):
        stubs = [bool(each.get("stub")) for each in group.findall(nodes.colspec)]
        for part in (nodes.thead, nodes.tbody):
            rows = rows_of(group, part)
            for row, cells in zip(rows, placed_cells(rows), strict=True):
                row.clear()
                for at, entry in cells:
                    scope = "col" if part is nodes.thead else "row" if stubs[at] else ""
                    told = {**entry.attributes, "column": at, "scope": scope}
                    row += rulebook_cell("", *entry.children, **told)


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


def _visit_box(self: HTML5Translator, node: rulebook_box) -> None:
    reached: dict[str, Any] = {}
    if node["wide"]:  # the keyboard can scroll only what it can reach
        reached = {"tabindex": "0", "role": "group"}
        reached |= {"aria-label": node["caption"]} if node["caption"] else {}
    self.body.append(self.starttag(node, "div", **reached))


def _depart_box(self: HTML5Translator, _: rulebook_box) -> None:
    self.body.append("</div>\n")


def _undo_spans(table: nodes.table) -> None:
    """Keep each cell in its first place, and leave the others that it reached over empty."""
    for group in table.findall(nodes.tgroup):
        for part in (nodes.thead, nodes.tbody):
            rows = rows_of(group, part)
            for row, cells in zip(rows, placed_cells(rows), strict=True):
                own = dict(cells)
                row.clear()
                row += [own.get(at, nodes.entry()) for at in range(group["cols"])]
                for entry in own.values():
                    entry.attributes.pop("morecols", None)
                    entry.attributes.pop("morerows", None)


def _caption_before(table: nodes.table) -> None:
    """Put a caption before its table; a manual page would take it for the title of a section."""
    for title in list(table.findall(nodes.title)):
        caption = nodes.paragraph("", "", nodes.emphasis("", "", *title.children))
        table.parent.insert(table.parent.index(table), caption)
        table.remove(title)


def _shade(table: nodes.table) -> None:
    """Lay behind each shaded cell its colour, as pale as on a page."""
    for paragraph in table.findall(nodes.paragraph):
        entry = paragraph.parent
        for name in entry["classes"] if isinstance(entry, nodes.entry) else ():
            if name.startswith("rulebook-shade-"):
                share = 2 + 4 * int(name.removeprefix("rulebook-shade-"))
                colour = rf"\cellcolor{{rulebookshade!{share}}}"
                paragraph += nodes.raw("", colour, format="latex")


def begin_preamble(_: Sphinx, config: Config) -> None:
    """Name what our tables and charts need; the fonts of pdfLaTeX lack even a minus."""
    signs = SIGNS if config.latex_engine == "pdflatex" else ""
    own = config.latex_elements.get("preamble", "")
    config.latex_elements = {**config.latex_elements, "preamble": f"{OURS}{signs}{own}"}


def add_outputs(app: Sphinx) -> None:
    """Make the outputs' own ways known."""
    app.add_node(rulebook_cell, html=(_visit_cell, None))
    app.add_node(rulebook_box, html=(_visit_box, _depart_box))
    app.connect("config-inited", begin_preamble)
    app.connect("doctree-resolved", prepare_tables, priority=600)  # after charts are tables
