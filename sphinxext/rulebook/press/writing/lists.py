"""Lists of every kind: bullets, numbers, terms, fields, options and lines."""

from __future__ import annotations

from docutils import nodes

from .. import markup
from .base import BaseWriter, classes_of

FEW, FEW_LETTERS = 8, 500  # of a list that stays on one page


class ListsWriter(BaseWriter):
    """Writes lists."""

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


def _is_short(item: nodes.Node) -> bool:
    """Tell if a list's item is one paragraph, perhaps with a list below it."""
    inner = [e for e in item.children if not isinstance(e, nodes.bullet_list | nodes.Invisible)]
    return len(inner) <= 1
