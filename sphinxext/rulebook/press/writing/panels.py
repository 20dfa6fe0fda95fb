"""Things side by side: tabs, cards and grids of sphinx-design, and the panels of a sheet."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

from .. import markup
from .base import BaseWriter

# What breaks between its lines where a column ends.
FLOWING = (
    nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.definition_list,
    nodes.field_list, nodes.line_block, nodes.Invisible,
)  # fmt: skip
ABREAST = 2  # cards of a grid that a page has room for side by side


class PanelsWriter(BaseWriter):
    """Writes tabs, cards, grids and sheets."""

    def on_container(self, node: nodes.Element) -> str:
        kind = node.get("design_component", "")
        if kind in ("tab-set", "dropdown", "card") or kind.startswith("grid"):
            return self._design(kind, node)
        if "literal-block-wrapper" in node["classes"]:
            return self._code_with_caption(node)
        is_single = self.builder.sheet.columns == 1 and not self.where.room
        if "two-columns" in node["classes"] and is_single:
            return self._two_columns(node)
        self.anchor(node)
        return self.children(node)

    def _two_columns(self, node: nodes.Element) -> str:
        """Write what is in two columns, block by block."""
        self.anchor(node)
        with self.inside(room=self.builder.column_room()):
            items = [markup.content(self(each) + self.flush()) for each in node.children]
        flowing = f"flowing: {markup.boolean(all(isinstance(e, FLOWING) for e in node.children))}"
        return markup.block("two-columns", flowing, *items)

    def _code_with_caption(self, node: nodes.Element) -> str:
        label = self.label(node)
        caption = next((e for e in node.children if isinstance(e, nodes.caption)), None)
        words = self.caption(node, caption, "code-block")
        rest = "".join(self(each) for each in node.children if each is not caption)
        return markup.block("rubric", label, body=words) + rest

    def _design(self, kind: str, node: nodes.Element) -> str:
        """Write tabs, cards and grids of sphinx-design: one after the other, or side by side."""
        if kind == "tab-set":
            tabs = []
            for item in node.children:
                name = next(iter(item.children), None)
                rest = "".join(map(self, item.children[1:])).strip()
                tabs.append(f"([{self.children(name) if name else ''}], [{rest}])")
            return markup.block("tabs", *tabs)
        if kind == "grid-container" or kind == "grid-row":
            items = list(_findall_design(node, "grid-item"))
            if items:
                shown = [markup.content(self.children(e).strip()) for e in items]
                cards = f"cards: {markup.boolean(all(map(_is_card, items)))}"
                return markup.block("beside", str(min(ABREAST, len(items))), cards, *shown)
            return self.children(node)
        if kind in ("card", "dropdown"):
            titles = [e for e in node.findall(nodes.Element) if "sd-card-title" in e["classes"]]
            titles += [e for e in node.findall(nodes.rubric) if not titles]
            title = ""
            for each in titles[:1]:
                title = self.children(each)
                each.parent.remove(each)
            return markup.block("card", f"[{title}]", body=f"\n{self.children(node).strip()}\n")
        return self.children(node)

    def on_rulebook_sheet(self, node: nodes.Element) -> str:
        """Write a sheet: a page with panels side by side."""
        panels = []
        over = self.where.over
        room = self.builder.panel_room(node["layout"])
        with self.inside(plain=True, room=room, sheet=True, over=""):
            for panel in node.children:
                assert isinstance(panel, nodes.Element)
                panels.append(self._panel(panel))
        own = self.words_of(node["title"], node)
        names = [over, own] if own.casefold() != over.casefold() else [over]
        title = f"[{self.flush()}{' · '.join(filter(None, names))}]"
        landscape = markup.boolean(node["layout"] == "landscape")
        return markup.block("sheet", title, landscape, self.label(node), *panels)

    def _panel(self, panel: nodes.Element) -> str:
        number = self.place(panel)
        mark = f"{markup.mark(number)}{markup.inline('spot', str(number))}"
        body = mark + (self.children(panel) + self.flush()).strip()
        kind = "table" if isinstance(next(iter(panel.children), None), nodes.table) else "text"
        title = self.words_of(panel["title"], panel)
        return f"(kind: {markup.string(kind)}, title: [{title}], body: [{body}])"


def _findall_design(node: nodes.Element, kind: str) -> Iterable[nodes.Element]:
    for child in node.children:
        if isinstance(child, nodes.container):
            if child.get("design_component") == kind:
                yield child
            else:
                yield from _findall_design(child, kind)


def _is_card(item: nodes.Element) -> bool:
    """Tell if all of an item is one card."""
    inner = [e for e in item.children if isinstance(e, nodes.Element)]
    return len(inner) == 1 and inner[0].get("design_component") == "card"
