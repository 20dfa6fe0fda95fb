"""Reads a table that is drawn with letters in a code block."""

from __future__ import annotations

from collections.abc import Sequence

from ..page.source.drawn_cells import drawn_cells
from ..page.source.held_cells import drawn_block
from ..page.source.typed_table import TypedCell


def drawn_rows(
    lines: Sequence[str], first: int, last: int, file: str
) -> tuple[tuple[TypedCell, ...], ...]:
    """The rows of a code block that begins and ends at some lines; none if it is no table."""
    cells = drawn_cells(lines, *drawn_block(lines, first, last))
    return tuple(
        tuple(
            TypedCell(lines[piece.line][piece.start : piece.end].strip(), piece.line + 1, file)
            for (piece,) in row
        )
        for row in cells
    )
