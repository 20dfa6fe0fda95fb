"""The ways in which an author may have laid out the table that the rules give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..page.source.typed_table import TypedCell, TypedTable
from ..words.read_figure import read

Rows = list[list[TypedCell]]
MOST_FOLDS, MOST_HEADS = 12, 3


def layouts(
    typed: TypedTable, wanted: int, width: int, stubs: int, most: int
) -> Iterator[tuple[bool, Rows]]:
    """The typed rows in each way that could be meant, the plainest first, and whether it is plain.

    So many rows of so many figures are wanted, with as many labels as usual or at most.
    """
    rows = _as_typed(typed)
    for tidy in (list, _tidied):
        each = tidy(rows)
        if len(each) < wanted and (long := unfolded(each, wanted, width + stubs, width + most)):
            yield True, long
        yield True, without_margin(each, width + stubs)
        yield True, each
        turned = [list(row) for row in zip(*each, strict=True)]
        yield False, without_margin(turned, width + stubs)


def _as_typed(typed: TypedTable) -> Rows:
    """The rows with something in them, but for headings that span the table."""
    return [list(row) for row in typed.rows if not _is_divider(row) and any(map(is_said, row))]


def is_said(cell: TypedCell) -> bool:
    """Check that the cell is not empty."""
    return bool(cell.text.strip() or cell.images)


def _is_divider(row: Sequence[TypedCell]) -> bool:
    """Check that one cell spans the whole row, as a heading within the table does."""
    return len(row) > 1 and all(cell is row[0] for cell in row) and is_said(row[0])


def _tidied(rows: Rows) -> Rows:
    """The rows without repeated headings, headings and notes of their own row, and without
    empty columns."""
    first = [cell.text for cell in rows[0]] if rows else []
    kept = [
        row
        for i, row in enumerate(rows)
        if i == 0 or (any(map(is_said, row[1:])) and [cell.text for cell in row] != first)
    ]
    said = [c for c in range(len(first)) if any(is_said(row[c]) for row in kept)]
    return [[row[c] for c in said] for row in kept]


def unfolded(
    rows: Sequence[Sequence[TypedCell]], wanted: int, usual: int, most: int
) -> Rows | None:
    """The blocks of columns that are beside each other, one below the other.

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


def _heading(row: Sequence[TypedCell], width: int) -> list[TypedCell]:
    """The headings of the first block; where they are empty, those that another has."""
    return [
        next((cell for cell in row[place::width] if cell.text.strip()), row[place])
        for place in range(width)
    ]


def without_margin(rows: Sequence[Sequence[TypedCell]], least: int) -> Rows:
    """The rows without columns at their end without any figure, an author's notes."""
    kept = [list(row) for row in rows]
    while kept and len(kept[0]) > least and not _has_figures(kept):
        kept = [row[:-1] for row in kept]
    return kept


def _has_figures(rows: Rows) -> bool:
    """Check that the last column has a figure, or no words of some length."""
    texts = [row[-1].text for row in rows[1:]]
    figures = [text for text in texts if text.strip() and read(text, "en") is not None]
    return len(figures) * 2 > len(texts) or not any(len(text) > 3 for text in texts)
