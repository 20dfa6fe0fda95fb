"""The node of an explorer: live on a page for a browser, a table and a chart everywhere else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..page.alt_text import alt_text
from ..page.chart_directive import OddsChartNode
from ..page.domain import rulebook_of
from .pages import odds_file, write_odds
from .translated import put_into, with_word, words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


FIXED = "rulebook-fixed"  # the line that says at which settings the table is


class ExplorerNode(nodes.General, nodes.Element, addnodes.translatable):
    """An explorer: a caption, and the parts of its checks. Its data hold words as well."""

    def preserve_original_messages(self) -> None:
        """Keep the words of the data for a catalogue."""
        self["rawwords"] = words_of(self["data"])

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Put the words of another language into the data."""
        self["data"] = with_word(self["data"], original_message, translated_message)
        for line in self.findall(nodes.paragraph):
            if FIXED in line["classes"]:
                said = put_into(line.astext(), original_message, translated_message)
                line.clear()
                line += nodes.Text(said)

    def extract_original_messages(self) -> Sequence[str]:
        """Return the words for a catalogue."""
        words: list[str] = self.get("rawwords", [])
        return words


class ExplorerPart(nodes.General, nodes.Element):
    """One check of an explorer: its table, and what is below it."""


class ExplorerChart(nodes.General, nodes.Element):
    """The place of a part's chart. On paper it is a figure, with a number if it has a caption."""


class ExplorerCaption(nodes.caption):
    """The caption of an explorer, above its dials."""


class ForPaper(SphinxPostTransform):
    """Puts a table and a chart in the place of each explorer, where nothing can turn."""

    default_priority = 890  # before what outputs do with our tables

    def run(self, **_kwargs: Any) -> None:
        """Replace the explorers of the page, unless a browser or a catalogue takes them."""
        if rulebook_of(self.env).is_for_browsers or rulebook_of(self.env).output == "gettext":
            return
        for node in list(self.document.findall(ExplorerNode)):
            node.replace_self(_on_paper(node))


def _on_paper(node: ExplorerNode) -> list[nodes.Node]:
    """The explorer as ordinary nodes: the caption and the name go to the first table."""
    made: list[nodes.Node] = []
    caption = next(iter(node.findall(nodes.caption)), None)
    for n, part in enumerate(node.findall(ExplorerPart)):
        for child in part.children:
            if isinstance(child, nodes.table):
                if n:
                    made.append(nodes.paragraph("", "", nodes.strong("", part["title"])))
                elif caption is not None:
                    child.insert(0, nodes.title("", "", *caption.deepcopy().children))
                if not n:
                    child["ids"], child["names"] = node["ids"], node["names"]
                child["classes"] = [*child["classes"], *node["classes"][1:]]
            if not isinstance(child, ExplorerChart):
                made.append(child)
                continue
            figure = _chart(part)
            figure["ids"] = child["ids"]
            if child["title"]:
                figure += _caption(caption, part["title"])
            made.append(figure)
    return made


def _caption(caption: nodes.Element | None, title: str) -> nodes.caption:
    """Return the caption of a chart: that of the explorer, and the check if it has several."""
    words = list(caption.deepcopy().children) if caption is not None else []
    joined = [nodes.Text(": ")] if words and title else []
    return nodes.caption("", "", *words, *joined, *([nodes.Text(title)] if title else []))


def _chart(part: ExplorerPart) -> nodes.figure:
    drawing = part["drawing"]
    chart = OddsChartNode("", classes=[])
    chart["drawing"], chart["width"] = drawing, ""
    chart["alt"] = part["alt"] or alt_text(drawing.chart)
    return nodes.figure("", chart, classes=["rulebook-chart"], align="default")


def _visit(self: Any, node: ExplorerNode) -> None:
    self.body.append(self.starttag(node, "figure"))


def _depart(self: Any, node: ExplorerNode) -> None:
    data = node["data"]
    if name := odds_file(data):
        write_odds(self.builder, name, data)
        self.body.append(f'<div class="rulebook-odds" data-script="{name}"></div>\n')
    else:
        self.body.append(f'<script type="application/json">{data}</script>\n')
    self.body.append("</figure>\n")


def _visit_caption(self: Any, node: ExplorerCaption) -> None:
    self.body.append("<figcaption>\n" + self.starttag(node, "p", ""))
    self.add_fignumber(node.parent)
    self.body.append('<span class="caption-text">')


def _depart_caption(self: Any, node: ExplorerCaption) -> None:
    self.body.append("</span>")
    for chart in node.parent.findall(ExplorerChart):
        self.body.append(" ")
        self.add_fignumber(chart)  # which other outputs draw
    self.add_permalink_ref(node.parent, _("Link to this table"))
    self.body.append("</p>\n</figcaption>\n")


def _visit_part(self: Any, node: ExplorerPart) -> None:
    for entry in node.findall(nodes.entry):
        # On this page the class names the great figure alone.
        entry["classes"] = [c for c in entry["classes"] if c != "rulebook-figure"]
    attributes = {"data-title": node["title"]} if node["title"] else {}
    self.body.append(self.starttag(node, "div", CLASS="rulebook-slice", **attributes))
    if node["title"]:
        self.body.append(f'<p class="rulebook-slice-title">{escape(node["title"])}</p>\n')


def _visit_chart(_self: Any, _node: ExplorerChart) -> None:
    raise nodes.SkipNode


def _depart_chart(_self: Any, _node: ExplorerChart) -> None:
    raise NotImplementedError  # it is never entered


def _depart_part(self: Any, _: ExplorerPart) -> None:
    self.body.append("</div>\n")


def note_odds(app: Sphinx, doctree: nodes.document) -> None:
    """Note the script files of a page, named after the odds in the book's language, and charts."""
    names = [odds_file(node["data"]) for node in doctree.findall(ExplorerNode)]
    memory, page = rulebook_of(app.env), app.env.docname
    if any(names):
        memory.odds_files[page] = [name for name in names if name]
    charts = [part["drawing"] for part in doctree.findall(ExplorerPart) if "drawing" in part]
    if charts:
        memory.paper_charts[page] = charts


def add_nodes(app: Sphinx) -> None:
    """Make the nodes known; an explorer has the numbers of its table and charts on paper."""
    app.add_enumerable_node(ExplorerNode, "table", html=(_visit, _depart))
    app.add_enumerable_node(ExplorerChart, "figure", _title, html=(_visit_chart, _depart_chart))
    app.add_node(ExplorerCaption, html=(_visit_caption, _depart_caption))
    app.add_node(ExplorerPart, html=(_visit_part, _depart_part))
    app.add_post_transform(ForPaper)


def _title(chart: nodes.Node) -> str:
    assert isinstance(chart, ExplorerChart)
    return str(chart["title"])
