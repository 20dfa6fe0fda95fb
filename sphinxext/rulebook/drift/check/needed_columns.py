"""Columns that say which roll is needed, each beside the column of its chances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...figures.needed import rolls_in
from ...language.clue_words import any_of, spoken_in
from ...source.document import Cell as TypedCell


class NeededRoll(NamedTuple):
    """A cell with a roll, in a column of its own."""

    cell: TypedCell
    is_told: bool  # the column's heading says that it is needed


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
