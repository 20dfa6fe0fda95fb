"""Columns that hold no chances: those of the rolls needed, and those left unjudged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...figures.needed import rolls_in
from ...language.clue_words import any_of, spoken_in
from ...language.normalise import normalise
from ...rules.errors import RulesError, fold, suggest
from ...source.document import Cell as TypedCell
from ...source.document import Table


class NeededRoll(NamedTuple):
    """A cell with a roll, in a column of its own."""

    cell: TypedCell
    is_told: bool  # the column's heading says that it is needed


MOST_HEADS = 3
FEWEST = 2  # cells of a column that may say what it is


@lru_cache(maxsize=64)
def _says_need(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of('needed', spoken_in(language))})", re.IGNORECASE)


def is_needed(rows: Sequence[Sequence[TypedCell]], heads: int, column: int, language: str) -> bool:
    """Return whether every cell is a roll: "5+", or "5" below a heading that says so."""
    texts = [row[column].text.strip() for row in rows[heads:]]
    texts = [text for text in texts if re.search(r"\w", text)]
    if len(texts) < FEWEST or not all(rolls_in(text, language) for text in texts):
        return False
    return not any(map(str.isdecimal, texts)) or is_told(rows[:heads], column, language)


def is_told(heads: Sequence[Sequence[TypedCell]], column: int, language: str) -> bool:
    """Return whether the heading of a column says that it has the rolls needed."""
    return any(_says_need(language).search(row[column].text) for row in heads)


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
