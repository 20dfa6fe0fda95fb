"""Code, and descriptions of functions and options."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes

from .. import markup
from .base import BaseWriter


class CodeWriter(BaseWriter):
    """Writes code."""

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
