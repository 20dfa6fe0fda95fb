"""How LaTeX sets the columns of a table: figures to the right, long labels in lines."""

from __future__ import annotations

from .cells import Grid
from .table_nodes import columns_of, shown

SHORT = 24  # a column whose cells are all shorter keeps its natural width on paper
LINE = 76  # characters that fit on a line of a page
LONGEST = 60


def latex_columns(grid: Grid, widths: str | list[int]) -> str:
    """The columns for LaTeX, in the widths that the author gives, if any."""
    columns = columns_of(grid)
    right = [bool(column) and column[-1].is_number for column in columns]
    needs = [max(map(len, map(shown, column)), default=1) for column in columns]
    if isinstance(widths, list):
        shares = widths
    elif max(needs) <= SHORT and sum(needs) + 2 * len(needs) <= LINE:
        return "".join("r" if figures else "l" for figures in right)
    else:
        shares = [max(4, min(need, LONGEST)) for need in needs]
    return "".join(
        (r">{\raggedleft\arraybackslash}" if figures else r">{\raggedright\arraybackslash}")
        + rf"\X{{{share}}}{{{sum(shares)}}}"
        for share, figures in zip(shares, right, strict=True)
    )
