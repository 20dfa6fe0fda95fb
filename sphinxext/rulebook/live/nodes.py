"""The node of an explorer: live on a page for a browser, a table everywhere else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..book.domain import rulebook_of
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
            made.append(child)
    return made


def _visit(self: Any, node: ExplorerNode) -> None:
    label = {"aria-label": node["alt"]} if node["alt"] else {}
    self.body.append(self.starttag(node, "figure", **label))


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


def _depart_part(self: Any, _: ExplorerPart) -> None:
    self.body.append("</div>\n")


def note_odds(app: Sphinx, doctree: nodes.document) -> None:
    """Note the script files of a page, named after the odds in the book's language."""
    names = [odds_file(node["data"]) for node in doctree.findall(ExplorerNode)]
    if any(names):
        rulebook_of(app.env).odds_files[app.env.docname] = [name for name in names if name]


def add_nodes(app: Sphinx) -> None:
    """Make the nodes known; an explorer has the number of its table on paper."""
    app.add_enumerable_node(ExplorerNode, "table", html=(_visit, _depart))
    app.add_node(ExplorerCaption, html=(_visit_caption, _depart_caption))
    app.add_node(ExplorerPart, html=(_visit_part, _depart_part))
    app.add_post_transform(ForPaper)
