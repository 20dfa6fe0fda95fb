"""Finds random tables in a page that knows no rules, and says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...source.document import Document
from ..heads import spoken
from .columns import Column, columns_of, joined_beside, joined_pieces
from .grids import verdict_on_grid
from .page_tables import tables_in
from .pairs import verdict_on_pair
from .text_tables import TableShape, TextTable
from .verdicts import verdict_on
from .wrong_row import ColumnVerdict, WrongRow

__all__ = ["FoundTable", "TableShape", "WrongRow", "find"]


@dataclass(frozen=True)
class FoundTable:
    """A random table of a page."""

    line: int
    last: int
    shape: TableShape
    dice: str
    title: str
    wrong: tuple[WrongRow, ...]


def find(document: Document) -> tuple[FoundTable, ...]:
    """The random tables of a page."""
    tables = tables_in(document)
    columns = [(table, columns_of(table)) for table in tables]
    columns = joined_pieces(columns)
    everything = [column for _, some in columns for column in some]
    found = []
    for table, some in columns:
        one = _found(table, some, everything)
        if one is not None:
            found.append(one)
    return tuple(found)


def _found(
    table: TextTable, columns: list[Column], everything: Sequence[Column]
) -> FoundTable | None:
    verdicts = list(_verdicts(columns, everything))
    if not verdicts:
        return None
    wrong = tuple(dict.fromkeys(each for verdict in verdicts for each in verdict.wrong))
    title = table.around.caption or (table.around.headings[0] if table.around.headings else "")
    dice = verdicts[0].dice.name
    ordered = tuple(sorted(wrong, key=lambda each: each.line))
    return FoundTable(table.first, table.last, table.shape, dice, spoken(title), ordered)


def _verdicts(columns: list[Column], everything: Sequence[Column]) -> Iterator[ColumnVerdict]:
    pair = verdict_on_pair(columns)
    if pair is not None:
        yield pair
        return
    grid = verdict_on_grid(columns)
    if grid is not None:
        yield grid
        return
    columns = joined_beside(columns)
    for column in columns:
        rest = [other for other in columns if other is not column]
        verdict = verdict_on(column, rest, everything)
        if verdict is not None:
            yield verdict
