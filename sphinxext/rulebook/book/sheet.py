"""A sheet for the table: named tables, charts, lists and terms of the book, gathered on one page.

The page keeps the names; what they name is copied in when the book is written, so that a sheet
always shows what the book shows.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..rules.errors import suggest
from .directive import COMMON, RulebookDirective
from .domain import rulebook_of
from .warn import warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

LAYOUTS = ("landscape", "portrait")
ENTRY = re.compile(r"(?:[-*]\s+)?(?:(?P<title>.+?)\s*<(?P<named>[^<>]+)>|(?P<name>.+))")
MARK = "rulebook-sheet"  # in a page's metadata


class rulebook_sheet(nodes.container):  # noqa: N801  # writers call their methods so
    """Panels side by side, filling a page."""


class rulebook_panel(nodes.container):  # noqa: N801  # as above
    """One panel of a sheet; until the book is written it knows only a name."""


class SheetDirective(RulebookDirective):
    """Gathers what the names in its body name; a line that names nothing is a panel's own text."""

    has_content = True
    option_spec: ClassVar[Any] = {
        **COMMON,
        "layout": lambda argument: directives.choice(argument, LAYOUTS),
    }

    def run(self) -> list[nodes.Node]:
        """The sheet with panels that wait for what they show."""
        self.assert_has_content()
        sheet = rulebook_sheet("", classes=["rulebook-sheet", *self.options.get("class", [])])
        sheet["layout"] = self.options.get("layout", LAYOUTS[0])
        sheet["classes"].append(f"rulebook-sheet-{sheet['layout']}")
        sheet["title"] = self.arguments[0] if self.arguments else ""
        self.set_source_info(sheet)
        self.add_name(sheet)
        # Markdown counts the lines of a body from its own first one.
        before = self.lineno + self.content_offset if self.is_markdown else 0
        for source, number, line in self.content.xitems():
            match = ENTRY.fullmatch(line.strip())
            if match is None:
                continue
            panel = rulebook_panel("", classes=["rulebook-panel"])
            panel["wanted"] = match["named"] or match["name"]
            panel["title"] = match["title"] or ""
            panel.source, panel.line = source, before + number + 1
            sheet += panel
        self.env.metadata[self.env.docname][MARK] = "yes"
        return [sheet]


class FillSheets(SphinxPostTransform):
    """Copies what the panels name into them, before references are resolved."""

    default_priority = 5

    def run(self, **_: Any) -> None:
        """Fill each panel, or warn at its line and leave it out."""
        numbers = count(1)
        for sheet in list(self.document.findall(rulebook_sheet)):
            docname = self.env.docname
            for panel in list(sheet.findall(rulebook_panel)):
                found = named_in_book(self.env, panel["wanted"])
                if found is None:
                    names = [label for label, *_ in _labels(self.env)]
                    hint = suggest(panel["wanted"], names)
                    message = f"rulebook-sheet: nothing in the book is named '{panel['wanted']}'"
                    warn("sheet", f"{message}{hint}", f"{panel.source}:{panel.line}")
                    sheet.remove(panel)
                    continue
                title, copies = found
                panel["title"] = panel["title"] or title
                panel += [_loosened(each, docname, numbers) for each in copies]
            if not any(panel.children for panel in sheet.findall(rulebook_panel)):
                sheet.parent.remove(sheet)
            elif rulebook_of(self.env).output != "rulebook-pdf":  # which sets the titles itself
                _head(sheet, "rulebook-sheet-title")
                for panel in sheet.findall(rulebook_panel):
                    _head(panel, "rulebook-panel-title")


def _head(node: nodes.Element, name: str) -> None:
    """Begin a sheet or a panel with its title, if it has one."""
    if node["title"]:
        node.insert(0, nodes.rubric("", node["title"], classes=[name]))


def named_in_book(env: BuildEnvironment, name: str) -> tuple[str, list[nodes.Node]] | None:
    """The title and the nodes of what a name of the book names."""
    wanted = name.strip()
    for label, docname, target in _labels(env):
        if label == wanted.lower():
            node = _with_id(env.get_doctree(docname), target)
            return None if node is None else _panel_of(node)
    for docname in sorted(env.found_docs & set(env.all_docs)):
        if (docname, wanted.lower()) in _terms(env):
            return _term(env.get_doctree(docname), wanted)
    return None


def _labels(env: BuildEnvironment) -> Iterator[tuple[str, str, str]]:
    """Every name on a page of the book; Sphinx also names pages of its own, such as the index."""
    std: Any = env.get_domain("std")
    for label, (docname, target) in std.anonlabels.items():
        if docname in env.found_docs:
            yield label, docname, target


def _terms(env: BuildEnvironment) -> set[tuple[str, str]]:
    std: Any = env.get_domain("std")
    return {(doc, name.lower()) for (kind, name), (doc, _) in std.objects.items() if kind == "term"}


def _with_id(doctree: nodes.document, target: str) -> nodes.Element | None:
    for node in doctree.findall(nodes.Element):
        if target in node.get("ids", []):
            if isinstance(node, nodes.target):  # what it names follows it
                return node.next_node(nodes.Element, descend=False, siblings=True, ascend=True)
            return node
    return None


def _panel_of(node: nodes.Element) -> tuple[str, list[nodes.Node]]:
    """The title that a node has, and the node without it."""
    copy = node.deepcopy()
    title = next((e for e in copy.children if isinstance(e, nodes.title | nodes.caption)), None)
    words = title.astext() if title is not None else ""
    if title is not None:
        copy.remove(title)
    for inner in list(copy.findall(rulebook_sheet)):
        inner.parent.remove(inner)  # a sheet may be in a section that it shows
    if isinstance(copy, nodes.section | nodes.admonition | nodes.topic | nodes.sidebar):
        return words, list(copy.children)
    return words, [copy]


def _term(doctree: nodes.document, name: str) -> tuple[str, list[nodes.Node]] | None:
    for item in doctree.findall(nodes.definition_list_item):
        for term in item.findall(nodes.term):
            if term.astext().lower() == name.lower():
                said = [e.deepcopy() for d in item.findall(nodes.definition) for e in d.children]
                return term.astext(), said
    return None


def _loosened(node: nodes.Node, docname: str, numbers: Iterator[int]) -> nodes.Node:
    """A copy without the names of what it was copied from, its references seen from this page."""
    if isinstance(node, nodes.Element):
        for each in [node, *node.findall(nodes.Element)]:
            each["ids"], each["names"] = [], []
            is_explorer = "rulebook-explorer" in each.get("classes", [])
            if is_explorer or isinstance(each, nodes.table | nodes.figure):  # Sphinx numbers these
                each["ids"] = [f"rulebook-sheet-{next(numbers)}"]
            if isinstance(each, addnodes.pending_xref) and each.get("reftype") != "doc":
                each["refdoc"] = docname
        for index in list(node.findall(addnodes.index)):
            index.parent.remove(index)
    return node


def write_sheets_again(_: Sphinx, env: BuildEnvironment) -> list[str]:
    """A sheet shows other pages, so it is written whenever one of them may have changed."""
    return [name for name in env.all_docs if MARK in env.metadata.get(name, {})]


def add_sheets(app: Sphinx) -> None:
    """Make the directive and its nodes known."""
    app.add_directive("rulebook-sheet", SheetDirective)
    app.add_node(rulebook_sheet)
    app.add_node(rulebook_panel)
    app.add_post_transform(FillSheets)
    app.connect("env-get-updated", write_sheets_again)
