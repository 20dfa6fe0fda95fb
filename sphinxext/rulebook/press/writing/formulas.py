"""Formulas, in a line or on lines of their own."""

from __future__ import annotations

from docutils import nodes

from .. import markup
from ..maths import MathError, typst_math
from .base import BaseWriter


class FormulasWriter(BaseWriter):
    """Writes formulas."""

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
