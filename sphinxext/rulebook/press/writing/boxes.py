"""Boxes: admonitions, quotes, sidebars, examples of play and stat blocks."""

from __future__ import annotations

from docutils import nodes

from .. import markup
from .lists import ListsWriter

ADMONITIONS = (
    "attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning",
    "seealso",
)  # fmt: skip
# Boxes of ours, as book/boxes.py makes them.
BOXES = ("example", "read-aloud", "remember")


class BoxesWriter(ListsWriter):
    """Writes boxes."""

    def on_block_quote(self, node: nodes.Element) -> str:
        by = [each for each in node.children if isinstance(each, nodes.attribution)]
        rest = "".join(self(each) for each in node.children if each not in by)
        if _is_wrapper(node):
            return rest
        name = f"by: [{self.children(by[0])}]" if by else ""
        return markup.block("quoted", name, body=rest.strip())

    def on_Admonition(self, node: nodes.Element) -> str:  # noqa: N802  # docutils names it so
        kind = type(node).__name__
        return self._box("admonition", node, kind, self.builder.label_of(kind))

    def on_admonition(self, node: nodes.Element) -> str:
        for name in BOXES:
            if f"rulebook-{name}" in node["classes"]:
                return self._box(name, node, "", "")
        if "rulebook-stat-block" in node["classes"]:
            return self._stat_block(node)
        kind = next((c for c in node["classes"] if c in ADMONITIONS), "note")
        return self._box("admonition", node, kind, "")

    def _stat_block(self, node: nodes.Element) -> str:
        """Write the name, then facts and boxes to tick beside tables."""
        self.anchor(node)
        name, line, facts, left, right = "", "", "", "", ""
        for each in node.children:
            if isinstance(each, nodes.title):
                name = self.flush() + self.children(each)
            elif isinstance(each, nodes.paragraph) and "rulebook-line" in each["classes"]:
                line = self.children(each)
            elif isinstance(each, nodes.field_list):
                facts += self.pairs(each)
            elif isinstance(each, nodes.table | nodes.figure):
                right += self(each)
            else:
                left += self(each)
        return markup.block(
            "stat-block",
            f"[{name}]",
            f"line: [{line}]" if line else "",
            f"facts: ({facts})" if facts else "",
            f"left: [{(left + self.flush()).strip()}]" if left.strip() else "",
            f"right: [{right.strip()}]" if right.strip() else "",
        )

    def on_topic(self, node: nodes.Element) -> str:
        if "contents" in node["classes"]:
            return ""  # the book has its contents at its beginning
        return self._box("sidebar", node, "", "")

    def on_sidebar(self, node: nodes.Element) -> str:
        return self._box("sidebar", node, "", "")

    def _box(self, name: str, node: nodes.Element, kind: str, title: str) -> str:
        """Write a box with its own title, or with the word for its kind."""
        self.anchor(node)
        marks = self.flush()  # in its text, for a look may leave out the title
        own = [each for each in node.children if isinstance(each, nodes.title)]
        words = self.children(own[0]) if own else markup.text(title)
        rest = marks + "".join(self(each) for each in node.children if each not in own).strip()
        rest = (rest + self.flush()).strip()
        first = markup.string(kind) if kind else ""
        return markup.block(name, first, f"[{words}]", body=f"\n{rest}\n")


def _is_wrapper(node: nodes.Element) -> bool:
    """Tell if a quote is only an indented list or table, which quotes nobody."""
    return all(isinstance(e, nodes.Sequential | nodes.table | nodes.figure) for e in node.children)
