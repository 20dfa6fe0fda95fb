"""Places the cells of a table of which some reach over several rows or columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeVar

T = TypeVar("T")
SpanningRows = Iterable[Iterable[tuple[T, int, int]]]  # each cell, its rows and its columns


class CoveredPlaces(NamedTuple):
    """The first row and column of a cell, and how many it has of both."""

    row: int
    column: int
    down: int
    across: int


def placed(rows: SpanningRows[T]) -> Iterator[tuple[CoveredPlaces, T]]:
    """Yield each cell with its place, past the cells that reach down from above."""
    taken: set[tuple[int, int]] = set()
    for row, cells in enumerate(rows):
        column = 0
        for cell, down, across in cells:
            while (row, column) in taken:
                column += 1
            yield CoveredPlaces(row, column, down, across), cell
            if down > 1:
                taken.update(product(range(row + 1, row + down), range(column, column + across)))
            column += across


def placed_rows(rows: Sequence[Iterable[tuple[T, int, int]]]) -> list[list[tuple[int, T]]]:
    """Return each row's own cells with their first columns."""
    lines: list[list[tuple[int, T]]] = [[] for _ in rows]
    for at, cell in placed(rows):
        lines[at.row].append((at.column, cell))
    return lines


def spread(rows: SpanningRows[T], many: int, nothing: T) -> list[list[T]]:
    """Return so many rows, each cell in every place that it covers."""
    filled: dict[tuple[int, int], T] = {}
    for at, cell in placed(rows):
        covered = product(range(at.row, at.row + at.down), range(at.column, at.column + at.across))
        filled |= dict.fromkeys(covered, cell)
    width = max((column for _, column in filled), default=-1) + 1
    return [[filled.get((row, column), nothing) for column in range(width)] for row in range(many)]
