"""How LaTeX sets a table: signs, colours, and columns with figures to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cells import Grid
from .table_nodes import columns_of, figure_columns, shown

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

# Before the author's own preamble, which may change them.
OURS = r"""
\definecolor{rulebookshade}{HTML}{2E7D6F}
\newcommand{\rulebookchartfont}{\normalfont}
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
SHORT = 24  # a column whose cells are all shorter keeps its natural width on paper
LINE = 76  # characters that fit on a line of a page
LONGEST = 60
PADDING = 4  # what the space between columns takes of a narrow one
LONG = 28  # rows, from about which Sphinx lets a table run over several pages


def begin_preamble(_: Sphinx, config: Config) -> None:
    """Name what our tables and charts need; the fonts of pdfLaTeX lack even a minus."""
    signs = SIGNS if config.latex_engine == "pdflatex" else ""
    own = config.latex_elements.get("preamble", "")
    config.latex_elements = {**config.latex_elements, "preamble": f"{OURS}{signs}{own}"}


def text_width(config: Config) -> int:
    """How wide a line of the PDF is, in points."""
    return PAPERS.get(config.latex_elements.get("papersize", ""), LETTER)


def latex_columns(grid: Grid, widths: str | list[int]) -> str:
    """The columns for LaTeX, in the widths that the author gives, if any."""
    columns = columns_of(grid)
    right = figure_columns(grid)
    needs = [max(map(len, map(shown, column)), default=1) for column in columns]
    cells = [cell for row in (*grid.head, *grid.body) for cell in row]
    spanned = any(cell.span > 1 or cell.down > 1 for cell in cells)
    if isinstance(widths, list):
        shares = widths
    elif spanned and len(grid.body) < LONG:
        # Sphinx sets a cell that reaches over others well where tabulary finds the widths.
        return "".join("R" if figures else "L" for figures in right)
    elif not spanned and max(needs) <= SHORT and sum(needs) + 2 * len(needs) <= LINE:
        return "".join("r" if figures else "l" for figures in right)
    else:
        shares = [min(need, LONGEST) + PADDING for need in needs]
    return "".join(
        (r">{\raggedleft\arraybackslash}" if figures else r">{\raggedright\arraybackslash}")
        + rf"\X{{{share}}}{{{sum(shares)}}}"
        for share, figures in zip(shares, right, strict=True)
    )
