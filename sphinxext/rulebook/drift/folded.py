"""A typed table brought to the shape that the rules give: unfolded, its margins left away."""

from __future__ import annotations

from collections.abc import Sequence

from .sheet import Typed

Rows = list[list[Typed]]
MOST_FOLDS, MOST_HEADS = 12, 3


def unfolded(rows: Sequence[Sequence[Typed]], wanted: int, usual: int, most: int) -> Rows | None:
    """The blocks of columns that stand beside each other, one below the other.

    The width of a block is the usual one, or the nearest to it that fits.
    """
    across = len(rows[0]) if rows else 0
    widths = [(abs(across // n - usual), n) for n in range(2, MOST_FOLDS + 1) if not across % n]
    for _, folds in sorted(widths):
        if not 1 < across // folds <= most:
            continue
        width = across // folds
        for heads in range(min(MOST_HEADS, len(rows) - 1) + 1):
            body = [
                list(row[start : start + width])
                for start in range(0, across, width)
                for row in rows[heads:]
            ]
            body = [row for row in body if any(cell.text.strip() or cell.images for cell in row)]
            if len(body) == wanted:
                return [*[_heading(row, width) for row in rows[:heads]], *body]
    return None


def _heading(row: Sequence[Typed], width: int) -> list[Typed]:
    """The headings of the first block; where they are empty, those that another has."""
    return [
        next((cell for cell in row[place::width] if cell.text.strip()), row[place])
        for place in range(width)
    ]


def without_margin(rows: Sequence[Sequence[Typed]], heads: int, least: int) -> Rows:
    """The rows without columns of mere words at their end, an author's notes."""
    kept = [list(row) for row in rows]
    while kept and len(kept[0]) > least and not _has_figures(kept, heads):
        kept = [row[:-1] for row in kept]
    return kept


def _has_figures(rows: Rows, heads: int) -> bool:
    """Whether the last column has a figure below its heading, or nothing at all."""
    texts = [row[-1].text for row in rows[heads:]]
    return any(char.isdecimal() for text in texts for char in text) or not any(
        len(text) > 3 for text in texts
    )
