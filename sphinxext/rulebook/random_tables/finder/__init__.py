"""Finds random tables in a page that knows no rules, and says what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...source.document import Document, TableKind
from ..partition import RowMistake
from .columns import Column, columns_of
from .tables import TableInText, tables_in
from .verdicts import verdict_on, verdict_on_crossed


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
    tables = [(table, *columns_of(table)) for table in tables_in(document)]
    everything = [column for _, columns, _ in tables for column in columns]
    found = (_found(table, columns, across, everything) for table, columns, across in tables)
    return tuple(filter(None, found))


def _found(
    found: TableInText, columns: list[Column], across: Column | None, everything: Sequence[Column]
) -> FoundTable | None:
    crossed = verdict_on_crossed(columns, across)
    every = columns if across is None else [*columns, across]
    judged = [
        verdict_on(column, [other for other in every if other is not column], everything)
        for column in every
    ] if crossed is None else [crossed]  # fmt: skip
    verdicts = list(filter(None, judged))
    if not verdicts:
        return None
    wrong = dict.fromkeys(each for verdict in verdicts for each in verdict.wrong)
    placed = sorted(wrong, key=lambda each: each.place)
    table, dice = found.table, verdicts[0].dice.name
    lined = tuple(replace(each, line=table.rows[each.place[0]][0].line) for each in placed)
    return FoundTable(table.line, table.last, None if found.is_list else table.kind, dice, lined)
