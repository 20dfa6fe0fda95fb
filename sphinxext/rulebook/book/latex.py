"""The column specification of a table in LaTeX, figures to the right."""

from __future__ import annotations

from ..tables.grid import Layout

SHORT = 24  # a column whose cells are all shorter keeps its natural width on paper
LINE = 76  # characters that fit on a line of a page
LONGEST = 60
PADDING = 4  # what the space between columns takes of a narrow one
MOST_ROWS = 30  # of a table on one page; Sphinx lets a longer one run over several


def latex_columns(layout: Layout, widths: str | list[int]) -> str:
    """The columns for LaTeX, in the widths that the author gives, if any."""
    right, needs = layout.figures, layout.needs
    spanned = any(cell.span > 1 or cell.down > 1 for row in layout.rows for _, cell in row)
    if isinstance(widths, list):
        shares = widths
    elif spanned and len(layout.rows) <= MOST_ROWS:
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
