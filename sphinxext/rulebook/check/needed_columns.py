"""Columns that say which roll is needed, each beside the column of its chances."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..ask.cells import Grid
from ..figures.chance import CHANCE
from ..figures.needed import rolls_in
from ..page.source.typed_table import TypedCell, TypedTable
from ..words.clue_words import any_of, spoken_in
from .unjudged import grid_width, heads_of


class NeededRoll(NamedTuple):
    """A cell with a roll, in a column of its own."""

    cell: TypedCell
    is_told: bool  # the column's heading says that it is needed


FEWEST = 2  # cells of a column that may say what it is


@lru_cache(maxsize=64)
def _says_need(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of('needed', spoken_in(language))})", re.IGNORECASE)


def with_needed_apart(
    sheet: TypedTable, grid: Grid, language: str
) -> tuple[TypedTable, Mapping[int, NeededRoll]]:
    """The table without the needed rolls behind its first chances, and the rolls of each chance.

    A roll is known by the identity of the cell that its chance is in.
    """
    nothing: dict[int, NeededRoll] = {}
    if not sheet.rows or any(
        cell.kind is not CHANCE for row in grid.body for cell in row[grid.stubs :]
    ):
        return sheet, nothing
    across, width = range(len(sheet.rows[0])), grid_width(grid)
    needed = [column for column in across if column and _is_needed(sheet, column, language)]
    chances = [column for column in across if column not in needed][-width:]
    if not needed or len(needed) != len(chances) or not chances[0]:
        return sheet, nothing
    heads = heads_of(sheet)
    beside = {
        id(row[chance]): NeededRoll(row[roll], _is_told(heads, roll, language))
        for row in sheet.rows[len(heads) :]
        for roll, chance in zip(needed, chances, strict=True)
    }
    behind = {column for column in needed if column > chances[0]}  # others are labels
    rows = tuple(
        tuple(cell for column, cell in enumerate(row) if column not in behind) for row in sheet.rows
    )
    return sheet._replace(rows=rows), beside


def _is_needed(sheet: TypedTable, column: int, language: str) -> bool:
    """Check for rolls in every cell: "5+", or "5" below a heading that says so."""
    heads = heads_of(sheet)
    texts = [row[column].text.strip() for row in sheet.rows[len(heads) :]]
    texts = [text for text in texts if re.search(r"\w", text)]
    if len(texts) < FEWEST or not all(rolls_in(text, language) for text in texts):
        return False
    return not any(map(str.isdecimal, texts)) or _is_told(heads, column, language)


def _is_told(heads: Sequence[Sequence[TypedCell]], column: int, language: str) -> bool:
    return any(_says_need(language).search(row[column].text) for row in heads)
