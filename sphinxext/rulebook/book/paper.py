"""Gives LaTeX the names that our tables and charts need, and tells the width of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

# Before the author's own preamble, which may change them.
OURS = r"""
\definecolor{rulebookshade}{HTML}{2E7D6F}
"""
SIGNS = r"""
\DeclareUnicodeCharacter{2212}{\ensuremath{-}}
\DeclareUnicodeCharacter{2248}{\ensuremath{\approx}}
\DeclareUnicodeCharacter{2260}{\ensuremath{\neq}}
\DeclareUnicodeCharacter{2264}{\ensuremath{\leq}}
\DeclareUnicodeCharacter{2265}{\ensuremath{\geq}}
"""
# The width of the text on a sheet of paper, in points: an inch less on either side.
PAPERS = {"a4paper": 453, "a5paper": 276, "b5paper": 356, "executivepaper": 379}
LETTER = 469


def begin_preamble(_: Sphinx, config: Config) -> None:
    """Name what our tables and charts need; the fonts of pdfLaTeX lack even a minus."""
    signs = SIGNS if config.latex_engine == "pdflatex" else ""
    own = config.latex_elements.get("preamble", "")
    config.latex_elements = {**config.latex_elements, "preamble": f"{OURS}{signs}{own}"}


def text_width(config: Config) -> int:
    """The width of a line in the PDF, in points."""
    return PAPERS.get(config.latex_elements.get("papersize", ""), LETTER)
