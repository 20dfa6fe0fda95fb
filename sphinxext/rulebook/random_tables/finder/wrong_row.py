"""The verdict on a column: its dice, and each row that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..dice import TableDice
from ..partition import MistakeKind, RowMistake
from .columns import Column


@dataclass(frozen=True)
class WrongRow:
    """A mistake, at the line of its row."""

    line: int
    kind: MistakeKind
    found: str
    expected: str
    why: str


@dataclass(frozen=True)
class ColumnVerdict:
    """The dice of a column and its mistakes."""

    dice: TableDice
    wrong: tuple[WrongRow, ...]


def as_wrong(column: Column, found: Sequence[RowMistake]) -> tuple[WrongRow, ...]:
    """The mistakes of a column, at the lines of its rows."""
    return tuple(
        WrongRow(column.lines[each.row], each.kind, each.found, each.expected, each.why)
        for each in found
    )
