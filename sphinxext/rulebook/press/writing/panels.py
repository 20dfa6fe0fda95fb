"""Things side by side: tabs, cards and grids of sphinx-design, and the panels of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes

from .. import markup
from .base import BaseWriter

# What breaks between its lines where a column ends.
FLOWING = (
    nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.definition_list,
    nodes.field_list, nodes.line_block, nodes.Invisible,
)  # fmt: skip
ABREAST = 2  # cards of a grid that a page has room for side by side
LINES = {"landscape": 30}  # that a panel has room for in letters that are easy to read
OTHER_LINES = 44
LINE = 34  # letters in a line of a panel


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
            title = self.children(titles[0]) if titles else ""
            rest = "".join(self(e) for e in _without(node, titles[:1]))
            return markup.block("card", f"[{title}]", body=f"\n{rest.strip()}\n")
        return self.children(node)

    def on_rulebook_sheet(self, node: nodes.Element) -> str:
        """Write a sheet: a page with panels side by side."""
        panels = []
        over = self.where.over
        room = self.builder.panel_room(node["layout"])
        with self.inside(plain=True, room=room, sheet=True, over=""):
            for panel in node.children:
                assert isinstance(panel, nodes.Element)
                for at, part in enumerate(in_parts(panel, node["layout"])):
                    more = f" ({self.builder.words['continued']})" if at else ""
                    panels.append(self._panel(panel, part, panel["title"] + more))
        own = self.words_of(node["title"], node)
        names = [over, own] if own.casefold() != over.casefold() else [over]
        title = f"[{self.flush()}{' · '.join(filter(None, names))}]"
        landscape = markup.boolean(node["layout"] == "landscape")
        return markup.block("sheet", title, landscape, self.label(node), *panels)

    def _panel(self, panel: nodes.Element, part: Sequence[nodes.Node], title: str) -> str:
        """Write a panel, or a part of one."""
        number = self.place(panel)
        mark = f"{markup.mark(number)}{markup.inline('spot', str(number))}"
        body = mark + ("".join(map(self, part)) + self.flush()).strip()
        full = isinstance(next(iter(part), None), nodes.table)
        return markup.dictionary(
            [
                ("kind", markup.string("table" if full else "text")),
                ("title", f"[{self.words_of(title, panel)}]"),
                ("body", f"[{body}]"),
            ]
        )


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


def _without(node: nodes.Element, left_out: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the children of a card without its title."""
    found: list[nodes.Node] = []
    for child in node.children:
        if child in left_out:
            continue
        if isinstance(child, nodes.container) and any(e in child.children for e in left_out):
            found += [e for e in child.children if e not in left_out]
        else:
            found.append(child)
    return found


def in_parts(panel: nodes.Element, layout: str) -> list[list[nodes.Node]]:
    """Return what is in a panel, in as many parts of one height as it needs."""
    whole = [list(panel.children)]
    only = panel.children[0] if len(panel.children) == 1 else None
    if not isinstance(only, nodes.table):
        return whole
    rows = [row for body in only.findall(nodes.tbody) for row in body.children]
    high = [_lines(row) for row in rows]
    many = -(-sum(high) // LINES.get(layout, OTHER_LINES))
    reach_down = any(cell.get("morerows") for cell in only.findall(nodes.entry))
    if many < 2 or many > len(rows) or reach_down or len(list(only.findall(nodes.tbody))) != 1:
        return whole
    return [[_part(only, *each, first=not n)] for n, each in enumerate(_cuts(high, many))]


def _lines(row: nodes.Node) -> int:
    return max(1, -(-len(row.astext()) // LINE))


def _cuts(high: list[int], many: int) -> Iterator[tuple[int, int]]:
    """Yield the first row of each part, and the one after its last."""
    start, done, part = 0, 0, 1
    for end, lines in enumerate(high, 1):
        done += lines
        if end == len(high) or done * many >= part * sum(high):
            yield start, end
            start, part = end, part + 1


def _part(table: nodes.table, first_row: int, end: int, *, first: bool) -> nodes.table:
    """Copy a table with some of its rows. Only the first part can be referred to."""
    part = table.deepcopy()
    [body] = part.findall(nodes.tbody)
    body.children = body.children[first_row:end]
    if not first:
        part["ids"] = part["names"] = []
        for each in [*part.findall(nodes.title), *part.findall(nodes.thead)]:
            for node in each.findall(nodes.Element):
                node["ids"] = []
    return part
