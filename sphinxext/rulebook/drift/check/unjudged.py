"""Leaves out the columns and rows of a held table that its author wants unjudged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...language.normalise import normalise
from ...rules.errors import RulesError, fold, suggest
from ...source.document import Cell as TypedCell
from ...source.document import Table

MOST_HEADS = 3


def judged_part(sheet: Table, names: str) -> Table:
    """The table without the columns and rows that its author leaves unjudged, by their names."""
    if not names.strip():
        return sheet
    across = len(sheet.rows[0]) if sheet.rows else 0
    heads = [_folded(row[column].text for row in heads_of(sheet)) for column in range(across)]
    labels = [_folded([row[0].text]) for row in sheet.rows]
    columns: set[int] = set()
    rows: set[int] = set()
    for name in filter(None, (each.strip().strip("\"'") for each in names.split(","))):
        wanted = fold(normalise(name))
        found = {column for column, said in enumerate(heads) if wanted in said}
        below = {row for row, said in enumerate(labels) if wanted in said}
        if not found and not below:
            known = {cell.text for row in heads_of(sheet) for cell in row} | {
                row[0].text for row in sheet.rows if row
            }
            near = suggest(name, known)
            raise RulesError(f"no column or row of the table is called '{name}'{near}")
        columns |= found
        rows |= below - set(range(len(heads_of(sheet)))) if not found else set()
    kept = [
        [cell for column, cell in enumerate(row) if column not in columns]
        for number, row in enumerate(sheet.rows)
        if number not in rows
    ]
    return replace(sheet, rows=kept)


def heads_of(sheet: Table) -> Sequence[Sequence[TypedCell]]:
    """The rows of headings."""
    return sheet.rows[: min(MOST_HEADS, max(1, sheet.heads))]


def _folded(texts: Sequence[str] | Iterator[str]) -> set[str]:
    return {fold(normalise(text)) for text in texts if text.strip()}
