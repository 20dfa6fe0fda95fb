"""Finds random tables in a page that knows no rules, and says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...source.document import Document, TableKind
from ..partition import RowMistake
from .columns import Column, columns_of, joined_beside
from .crossed import verdict_on_crossed
from .tables import TextTable, tables_in
from .verdicts import ColumnVerdict, verdict_on


@dataclass(frozen=True)
class FoundTable:
    """A random table of a page."""

    line: int
    last: int
    kind: TableKind | None  # None of a list
    dice: str
    wrong: tuple[RowMistake, ...]


def find(document: Document) -> tuple[FoundTable, ...]:
    """Return the random tables of a page."""
    tables = [(table, columns_of(table)) for table in tables_in(document)]
    everything = [column for _, columns in tables for column in columns]
    found = (_found(table, columns, everything) for table, columns in tables)
    return tuple(filter(None, found))


def _found(
    table: TextTable, columns: list[Column], everything: Sequence[Column]
) -> FoundTable | None:
    verdicts = list(_verdicts(columns, everything))
    if not verdicts:
        return None
    wrong = dict.fromkeys(each for verdict in verdicts for each in verdict.wrong)
    ordered = tuple(sorted(wrong, key=lambda each: each.line))
    dice = verdicts[0].dice.name
    return FoundTable(table.first, table.last, table.kind, dice, ordered)


def _verdicts(columns: list[Column], everything: Sequence[Column]) -> Iterator[ColumnVerdict]:
    crossed = verdict_on_crossed(columns)
    if crossed is not None:
        yield crossed
        return
    columns = joined_beside(columns)
    for column in columns:
        rest = [other for other in columns if other is not column]
        verdict = verdict_on(column, rest, everything)
        if verdict is not None:
            yield verdict
