"""A chart on paper: a picture, and over it its words, which LaTeX sets in the book's own font."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from .outputs import FORMULAS

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.latex import LaTeXTranslator


class rulebook_lettered(nodes.TextElement):  # noqa: N801  # writers call their methods by this name
    """A picture with the words that belong over it; it is made for LaTeX alone."""


def _visit(self: LaTeXTranslator, _: rulebook_lettered) -> None:
    # The picture is measured, since LaTeX makes one smaller that is wider than its page.
    self.body.append(r"\begingroup\setbox0\hbox{")


def _depart(self: LaTeXTranslator, node: rulebook_lettered) -> None:
    width, height, words = node["words"]
    lines = [
        r"}\ifdim\ht0>.85\textheight",  # the caption is on the page, too
        r"\setbox0\hbox{\resizebox{!}{.85\textheight}{\box0}}\fi",
        rf"\setlength{{\unitlength}}{{\dimexpr\wd0/{round(width)}\relax}}",
        rf"\begin{{picture}}({width:g},{height:g})\put(0,0){{\box0}}",
    ]
    for x, y, text, size, anchor, bold, colour, turned in words:
        font = rf"\fontsize{{{size:g}\unitlength}}{{{size:g}\unitlength}}\rulebookchartfont"
        look = r"\bfseries\boldmath" if bold else ""
        look += rf"\color[HTML]{{{colour[1:].upper()}}}" if colour else ""
        side = {"start": "l", "middle": "c", "end": "r"}[anchor]
        box = rf"\makebox[0pt][{side}]{{{font}{look} {_encoded(self, text)}}}"
        box = rf"\rotatebox{{90}}{{{box}}}" if turned else box
        lines.append(rf"\put({x:.2f},{y:.2f}){{{box}}}")
    lines.append(r"\end{picture}\endgroup")
    self.body.append("%\n".join(lines) + "\n")


def _encoded(self: LaTeXTranslator, text: str) -> str:
    """The text as LaTeX reads it, with signs that every font has."""
    text = self.encode(text)
    for sign, formula in FORMULAS.items():
        text = text.replace(sign, rf"\ensuremath{{{formula}}}")
    return text


def add_lettering(app: Sphinx) -> None:
    """Make the node known to LaTeX."""
    app.add_node(rulebook_lettered, latex=(_visit, _depart))
