"""Chapters, sections and their titles, and the paragraph that opens a chapter."""

from __future__ import annotations

import re

from docutils import nodes

from .. import markup
from ..book_tree import holds_pages, is_sheet, visible
from ..look import LONG_ENOUGH, may_be_large
from .base import BaseWriter

_WEB_PAGES = re.compile(r"^%(genindex|search|[\w-]*modindex)$")
_INITIAL = re.compile(r"([“‘«„¿¡\"']?)([^\W\d_])(\S*.*)", re.DOTALL)


class StructureWriter(BaseWriter):
    """Writes the parts of a book."""

    def on_start_of_file(self, node: nodes.Element) -> str:
        with self.inside(page=node["docname"]):
            return self.children(node)

    def on_section(self, node: nodes.section) -> str:
        level = self.where.level
        if node is self.builder.front:
            return self._root(node)
        if self.builder.front in node.children:  # below a title that became the subtitle
            return "".join(map(self, node.children[1:]))
        if _is_for_the_web(node):
            return ""
        if is_sheet(node):
            return self._sheet(node)
        with self.inside(level=level + 1):
            return self._titled(node, level + 1) + self._begun(node)

    def _sheet(self, node: nodes.section) -> str:
        """Write a section that is nothing but a sheet: its title is on the sheet."""
        title, *rest = node.children
        with self.inside(plain=True, title=True):
            words = self.children(title)
        self.anchor(node)
        with self.inside(over=words):
            return "".join(map(self, rest))

    def _root(self, node: nodes.section) -> str:
        """Write the first page. Its words before the chapters open the book."""
        front = [each for each in node.children if not isinstance(each, nodes.title)]
        first = next((i for i, each in enumerate(front) if holds_pages(each)), len(front))
        said = "".join(map(self, front[:first])).strip()
        preface = ""
        if said and not self.builder.opening(front[:first]):
            preface = markup.block("preface", body=f"\n{self.flush()}{said}\n")
        with self.inside(level=0 if not self.parts else -1):
            return preface + "".join(map(self, front[first:]))

    def _titled(self, node: nodes.section, level: int) -> str:
        title = next((each for each in node.children if isinstance(each, nodes.title)), None)
        if title is None:
            return ""
        waiting, self.marks = self.marks, []
        with self.inside(plain=True, title=True):
            words = self.children(title)
        self.marks = waiting + self.marks
        label = self.label(node)
        if level == 0:
            return markup.block("part", label, body=words)
        if level == 1:
            kind = f"kind: {markup.string(_kind(node))}"
            return markup.block("chapter", label, kind, body=words)
        return markup.block("section", str(level), label, body=words)

    def _begun(self, node: nodes.section) -> str:
        """Write the rest of a section. A long first paragraph opens a chapter."""
        rest = [each for each in node.children if not isinstance(each, nodes.title)]
        shown = visible(rest)
        first = shown[0] if shown else None
        if self.where.level != 1 or not isinstance(first, nodes.paragraph):
            return "".join(map(self, rest))
        opened = self._opening(first)
        if not opened:
            return "".join(map(self, rest))
        second = shown[1] if len(shown) > 1 else None
        if type(second) is not nodes.paragraph or second["classes"]:
            second = None
        return "".join(
            opened if e is first else self._continued(e) if e is second else self(e) for e in rest
        )

    def _opening(self, node: nodes.paragraph) -> str:
        """Write a paragraph with a large initial, or nothing if it can have none."""
        start = node.children[0] if node.children else None
        text = start.astext() if isinstance(start, nodes.Text) else ""  # without escapes
        match = _INITIAL.fullmatch(text)
        if match is None or len(node.astext()) < LONG_ENOUGH or not may_be_large(match[2]):
            return ""
        assert start is not None
        marks = self.flush()
        rest = self.words_of(match[3], node) + "".join(map(self, node.children[1:]))
        initial = self.string(match[1] + match[2], node)
        number = self.place(node)
        spot = markup.inline("spot", str(number))
        body = f"{spot}{marks}{rest}{self.flush()}"
        return f"{markup.mark(number)}{markup.block('opening', initial, body=body)}"

    def _continued(self, node: nodes.Node) -> str:
        """Write the paragraph after the opening one, which a look may indent."""
        return markup.block("continued", body=self(node).strip())

    def on_rubric(self, node: nodes.Element) -> str:
        return markup.block("rubric", self.label(node), body=self.children(node))

    def on_transition(self, _: nodes.Node) -> str:
        return markup.block("transition")


def _kind(node: nodes.section) -> str:
    """Tell if a chapter begins with text or with a table."""
    shown = (each for each in visible(node.children) if not isinstance(each, nodes.title))
    return "tables" if isinstance(next(shown, None), nodes.table) else "text"


def _is_for_the_web(node: nodes.section) -> bool:
    """Tell if a section only links to the general index and to the search."""
    said = "".join(e.astext() for e in node.children if not isinstance(e, nodes.title)).split()
    links = list(node.findall(nodes.reference))
    linked = "".join(each.astext() for each in links).split()
    return (
        bool(links)
        and said == linked
        and all(_WEB_PAGES.search(e.get("refuri", "")) for e in links)
    )
