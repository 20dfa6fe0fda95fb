"""Percentages that share a hundred: the rows or columns of a table that come to 100% together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .typed import Numeral, numeral

_CELL = re.compile(r"[*_~≈]*(\d{1,3}(?:[.,]\d{1,4})?)\s?%[*_]*")
_EMPTY = frozenset({"", "-", "–", "—", "0"})
FEWEST = 3  # rows that come to 100%, before another one is said to be wrong


@dataclass(frozen=True)
class Share:
    """A cell that would have to say something else for its row to come to 100%."""

    row: int
    column: int
    found: str
    right: str
    why: str


def shared(texts: Sequence[Sequence[str]]) -> Iterator[Share]:
    """Rows that do not come to 100% where most rows of the table do; the same for columns."""
    rows = [list(row) for row in texts[1:]]
    if not rows or len({len(row) for row in rows}) != 1:
        return
    found = list(_of_lines(rows))
    if not found:
        columns = [list(column) for column in zip(*rows, strict=True)]
        found = [(column, row) for row, column in _of_lines(columns)]
        for row, column in found:
            line = [each[column] for each in rows]
            yield _share(rows, row, column, line, "column")
        return
    for row, column in found:
        yield _share(rows, row, column, rows[row], "row")


def _share(
    rows: Sequence[Sequence[str]], row: int, column: int, line: Sequence[str], what: str
) -> Share:
    cells = [each for each in map(_read, line) if each is not None]
    total = sum((each.value for each in cells), Fraction(0))
    typed = _read(rows[row][column])
    assert typed is not None  # it is a percentage, and so part of the sum
    right = typed.at(typed.value + 100 - total, typed.digits)
    why = f"the {what} adds up to {float(total):g}% where the others add up to 100%"
    return Share(row + 1, column, rows[row][column], f"{right}%", why)


def _of_lines(lines: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """Each line off 100 among lines that come to it, and its largest cell, which may be the one."""
    sums: list[tuple[int, list[tuple[int, Numeral]]]] = []
    for i, line in enumerate(lines):
        cells = [(c, each) for c, text in enumerate(line) if (each := _read(text)) is not None]
        rest = [text for c, text in enumerate(line) if c and not _CELL.fullmatch(text.strip())]
        if len(cells) >= 2 and all(text.strip() in _EMPTY for text in rest):
            sums.append((i, cells))
    right = [i for i, cells in sums if _is_hundred([each for _, each in cells])]
    if len(right) < FEWEST or len(right) * 4 < len(sums) * 3:
        return
    for i, cells in sums:
        if i not in right:
            largest = max(cells, key=lambda each: each[1].value)
            total = sum((each.value for _, each in cells), Fraction(0))
            if largest[1].value + 100 - total > 0:
                yield i, largest[0]


def _is_hundred(cells: Sequence[Numeral]) -> bool:
    room = sum((Fraction(1, 2 * 10**each.digits) for each in cells), Fraction(0))
    return abs(sum((each.value for each in cells), Fraction(0)) - 100) <= room


def _read(text: str) -> Numeral | None:
    match = _CELL.fullmatch(text.strip())
    return numeral(match[1]) if match else None
