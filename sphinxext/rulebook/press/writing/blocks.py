"""Writes blocks: lists, boxes, code and formulas, and things side by side."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes
from sphinx import addnodes

from .. import markup
from ..maths import MathError, typst_math
from .base import BaseWriter, classes_of

FEW, FEW_LETTERS = 8, 500  # of a list that stays on one page
ADMONITIONS = (
    "attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning",
    "seealso",
)  # fmt: skip
# Boxes of ours, as book/boxes.py makes them.
BOXES = ("example", "read-aloud", "remember")
# What breaks between its lines where a column ends.
FLOWING = (
    nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.definition_list,
    nodes.field_list, nodes.line_block, nodes.Invisible,
)  # fmt: skip
ABREAST = 2  # cards of a grid that a page has room for side by side


class BlocksWriter(BaseWriter):
    """Writes blocks."""

    def on_bullet_list(self, node: nodes.Element) -> str:
        return self._list("bullets", node)

    def on_enumerated_list(self, node: nodes.Element) -> str:
        style = {
            "loweralpha": "a", "upperalpha": "A", "lowerroman": "i", "upperroman": "I",
        }.get(node.get("enumtype", ""), "1")  # fmt: skip
        pattern = f"{node.get('prefix', '')}{style}{node.get('suffix', '.')}"
        start = f"start: {node.get('start', 1)}"
        return self._list("numbers", node, f"pattern: {markup.string(pattern)}", start)

    def _list(self, name: str, node: nodes.Element, *arguments: str) -> str:
        self.anchor(node)
        if all("rulebook-box" in classes_of(each) for each in node.children):
            return markup.block("ticks", *(f"[{self._item(each)}]" for each in node.children))
        tight = all(map(_is_short, node.children))
        items = [markup.content(self._item(each)) for each in node.children]
        whole = len(items) <= FEW and len(node.astext()) <= FEW_LETTERS
        kept = "whole: true" if whole else ""
        return markup.block(name, *arguments, f"tight: {markup.boolean(tight)}", kept, *items)

    def _item(self, node: nodes.Node) -> str:
        return (self.children(node) + self.flush()).strip()

    def on_definition_list(self, node: nodes.Element) -> str:
        return self._definitions(node, "definitions")

    def on_glossary(self, node: nodes.Element) -> str:
        found = ""
        for each in node.children:
            if isinstance(each, nodes.definition_list):
                found += self._definitions(each, "glossary")
            else:
                found += self(each)
        return found

    def _definitions(self, node: nodes.Element, name: str) -> str:
        entries = []
        for item in node.children:
            terms: list[str] = []
            for each in getattr(item, "children", []):
                if isinstance(each, nodes.term | nodes.classifier):
                    self.anchor(each)
                    body = self.children(each)
                    terms.append(self.flush() + body)
                    if isinstance(each, nodes.classifier):
                        terms[-2:] = [" – ".join(terms[-2:])]
            rest = [e for e in item.children if isinstance(e, nodes.definition)]
            said = "".join(map(self.children, rest)).strip()
            entries.append(f"({markup.array(map(markup.content, terms))}, [{said}])")
        return markup.block(name, *entries)

    def on_field_list(self, node: nodes.Element) -> str:
        return markup.block("fields", self.pairs(node).removesuffix(", "))

    def on_option_list(self, node: nodes.Element) -> str:
        pairs = []
        for item in node.children:
            names, text = item.children[0], item.children[-1]
            shown = ", ".join(each.astext() for each in names.children)
            code = markup.inline("code", self.string(shown, item))
            pairs.append(f"([{code}], [{self.children(text).strip()}])")
        return markup.block("fields", *pairs)

    def on_line_block(self, node: nodes.Element) -> str:
        return markup.block("verse", body=self._lines(node))

    def _lines(self, node: nodes.Element, deep: int = 0) -> str:
        found = []
        for each in node.children:
            if isinstance(each, nodes.line_block):
                found.append(self._lines(each, deep + 1))
            else:
                indent = f"#h({deep * 1.5}em);" * bool(deep)
                found.append(indent + (self.children(each).strip() or "#v(0.5em);"))
        return " \\\n".join(found)

    def on_hlist(self, node: nodes.Element) -> str:
        columns = [markup.content(self.children(each)) for each in node.children]
        return markup.block("beside", f"{len(columns)}", *columns)

    def pairs(self, node: nodes.Element) -> str:
        """Write the fields of a list, each with its comma."""
        found = ""
        for item in node.children:
            name, body = item.children[0], item.children[-1]
            found += f"([{self.children(name)}], [{self.children(body).strip()}]), "
        return found

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

    def on_math(self, node: nodes.Element) -> str:
        return self.flush() + self._math(node, block=False)

    def on_math_block(self, node: nodes.Element) -> str:
        label = self.label(node)
        number = f"({node['number']})" if node.get("number") else ""
        body = self._math(node, block=True)
        return markup.block("equation", label, f"number: {markup.string(number)}", body=body)

    def _math(self, node: nodes.Element, *, block: bool) -> str:
        source = node.astext()
        try:
            found = typst_math(source)
        except MathError as error:
            self.warn(f"the formula '{source}' cannot be set: {error}", node, "advice")
            return markup.inline("code", markup.string(source))
        said = f"alt: {markup.string(' '.join(source.split()))}"
        shape = f"block: {markup.boolean(block)}"
        return markup.inline("math.equation", said, shape, f"$ {found} $")

    def on_literal_block(self, node: nodes.Element) -> str:
        self.anchor(node)
        language = node.get("language", "")
        lang = f"lang: {markup.string(language)}" if language not in ("none", "default", "") else ""
        code = self.string(node.astext(), node)
        return (self.flush() and "") + markup.block("code-block", code, lang)

    on_doctest_block = on_literal_block

    def on_productionlist(self, node: nodes.Element) -> str:
        lines = [_production(each) for each in node.children]
        text = "\n".join(lines) if any(lines) else node.astext()
        return markup.block("code-block", self.string(text, node))

    def on_desc(self, node: nodes.Element) -> str:
        signatures = [e for e in node.children if isinstance(e, addnodes.desc_signature)]
        for each in signatures:
            self.anchor(each)
        shown = " \\\n".join(
            markup.inline("code", self.string(each.astext(), each)) for each in signatures
        )
        rest = "".join(
            self.children(e) for e in node.children if isinstance(e, addnodes.desc_content)
        )
        return markup.block("definitions", f"(([{self.flush()}{shown}],), [{rest.strip()}])")

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


def _is_short(item: nodes.Node) -> bool:
    """Tell if a list's item is one paragraph, perhaps with a list below it."""
    inner = [e for e in item.children if not isinstance(e, nodes.bullet_list | nodes.Invisible)]
    return len(inner) <= 1


def _is_wrapper(node: nodes.Element) -> bool:
    """Tell if a quote is only an indented list or table, which quotes nobody."""
    return all(isinstance(e, nodes.Sequential | nodes.table | nodes.figure) for e in node.children)


def _production(node: nodes.Node) -> str:
    """Write a production with its name, which Sphinx before 8.2 keeps apart; else nothing."""
    name = node.get("tokenname", "") if isinstance(node, nodes.Element) else ""
    text = node.astext()
    return f"{name} ::= {text}" if name and name not in text.split("::=")[0] else ""


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
