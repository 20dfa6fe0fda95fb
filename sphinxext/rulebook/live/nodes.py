"""The node of an explorer: live on a page for a browser, a table everywhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..book.domain import rulebook_of
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


class ExplorerTable(nodes.General, nodes.Element):
    """The table of an explorer, and what is below it."""


class ExplorerCaption(nodes.caption):
    """The caption of an explorer, above its dials."""


class ForPaper(SphinxPostTransform):
    """Puts a table in the place of each explorer, where nothing can turn."""

    default_priority = 890  # before what outputs do with our tables

    def run(self, **_kwargs: Any) -> None:
        """Replace the explorers of the page, unless a browser or a catalogue takes them."""
        if rulebook_of(self.env).is_for_browsers or rulebook_of(self.env).output == "gettext":
            return
        for node in list(self.document.findall(ExplorerNode)):
            node.replace_self(_on_paper(node))


def _on_paper(node: ExplorerNode) -> list[nodes.Node]:
    """Return the explorer as ordinary nodes: its caption and its name go to the table."""
    (inside,) = node.findall(ExplorerTable)
    table = inside.children[0]
    assert isinstance(table, nodes.table)
    for caption in node.findall(nodes.caption):
        table.insert(0, nodes.title("", "", *caption.deepcopy().children))
    table["ids"], table["names"] = node["ids"], node["names"]
    table["classes"] = [*table["classes"], *node["classes"][1:]]
    return inside.children


def _visit(self: Any, node: ExplorerNode) -> None:
    label = {"aria-label": node["alt"]} if node["alt"] else {}
    self.body.append(self.starttag(node, "figure", **label))


def _depart(self: Any, node: ExplorerNode) -> None:
    self.body.append(f'<script type="application/json">{node["data"]}</script>\n</figure>\n')


def _visit_caption(self: Any, node: ExplorerCaption) -> None:
    self.body.append("<figcaption>\n" + self.starttag(node, "p", ""))
    self.add_fignumber(node.parent)
    self.body.append('<span class="caption-text">')


def _depart_caption(self: Any, node: ExplorerCaption) -> None:
    self.body.append("</span>")
    self.add_permalink_ref(node.parent, _("Link to this table"))
    self.body.append("</p>\n</figcaption>\n")


def _visit_table(self: Any, node: ExplorerTable) -> None:
    for entry in node.findall(nodes.entry):
        # On this page the class names the great figure alone.
        entry["classes"] = [c for c in entry["classes"] if c != "rulebook-figure"]
    self.body.append(self.starttag(node, "div", CLASS="rulebook-slice"))


def _depart_table(self: Any, _: ExplorerTable) -> None:
    self.body.append("</div>\n")


def add_nodes(app: Sphinx) -> None:
    """Make the nodes known; an explorer has the number of its table on paper."""
    app.add_enumerable_node(ExplorerNode, "table", html=(_visit, _depart))
    app.add_node(ExplorerCaption, html=(_visit_caption, _depart_caption))
    app.add_node(ExplorerTable, html=(_visit_table, _depart_table))
    app.add_post_transform(ForPaper)
