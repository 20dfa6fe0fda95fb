"""Code, formulas, and descriptions of functions and options."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes

from .. import markup
from ..maths import MathError, typst_math
from .base import BaseWriter


class CodeWriter(BaseWriter):
    """Writes code and formulas."""

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


def _production(node: nodes.Node) -> str:
    """Write a production with its name, which Sphinx before 8.2 keeps apart; else nothing."""
    name = node.get("tokenname", "") if isinstance(node, nodes.Element) else ""
    text = node.astext()
    return f"{name} ::= {text}" if name and name not in text.split("::=")[0] else ""
