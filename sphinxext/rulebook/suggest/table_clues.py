"""Which cells of a typed table look like figures of the dice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..words.read_figure import Form, read
from .clues import _AGAINST, _CUES, ENOUGH, WEAK
from .passages import NOTATION, SourceTable

_CHANCE_HEAD = re.compile(
    r"\b(?:chances?|odds|probabilit\w+|likelihood|success(?: rate)?|percent|%)|%", re.IGNORECASE
)
_AVERAGE_HEAD = re.compile(r"\b(?:averages?|mean|median|expected)\b", re.IGNORECASE)
_EVENT = re.compile(
    r"\d\s?\+|[≥≤<>=]\s?\d|\bor (?:more|less|better|higher)\b|\bat (?:least|most)\b"
)
_RANGE = re.compile(r"\d+\s?\+|\d+\s?[-–]\s?\d+|\d+(?:, \d+)* or (?:\d+|more|higher|better|less)")
_RANGE_HEAD = re.compile(r"\b(?:succe\w+|success range|rolls?|needs?|faces?|hits?)\b", re.I)


class LookCell(NamedTuple):
    """A cell that may want to be held."""

    row: int
    column: int
    kind: str


def cells_of(table: SourceTable, names: re.Pattern[str] | None) -> Iterator[LookCell]:
    """The cells that look like chances, averages or success ranges."""
    if len(table.texts) < 2:
        return
    heads = _heads(table)
    titles = " ".join(text for row in table.texts[:heads] for text in row)
    around = f"{table.caption} {titles}"
    labels = " ".join(row[0] for row in table.texts if row)
    base = sum(value for cue, value in _CUES if cue.search(f"{around} {labels}"))
    base += min(2, sum(1 for cue, _ in _CUES[:-1] if cue.search(table.heading)))
    base += 2 if _EVENT.search(f"{around} {labels}") else 0
    base += 2 if NOTATION.search(f"{around} {labels}") else 0
    base += 3 if names is not None and names.search(f"{around} {labels}") else 0
    for text in (f"{around} {labels}", titles):  # a column of prices says most against dice
        base -= sum(value for cue, value in _AGAINST[:5] if cue.search(text))
    against = any(value > WEAK and cue.search(f"{titles} {labels}") for cue, value in _AGAINST)
    for column in range(1 if len(table.texts[0]) > 1 else 0, len(table.texts[0])):
        head = " ".join(row[column] for row in table.texts[:heads] if column < len(row))
        if any(cue.search(head) for cue, _ in _AGAINST):
            continue
        for r, row in enumerate(table.texts[heads:], heads):
            if column < len(row) and (
                kind := _kind(row[column], head, around, base, against=against)
            ):
                yield LookCell(r, column, kind)


def _heads(table: SourceTable) -> int:
    """How many rows hold no figure."""
    for i, row in enumerate(table.texts[:3]):
        if any(_read(text) for text in row[1:]):
            return max(1, i)
    return 1


def _read(text: str) -> Form | None:
    written = read(text, "en") if text.strip() else None
    return written.form if written is not None else None


def _kind(text: str, head: str, around: str, base: int, *, against: bool) -> str:
    form = _read(text)
    if not text.strip() or form is Form.BLANK:
        return ""
    if _AVERAGE_HEAD.search(head) and form in (Form.NUMBER, Form.FRACTION):
        return "average" if base >= ENOUGH else ""
    if form in (Form.PERCENT, Form.ONE_IN, Form.FRACTION):
        return "chance" if base >= ENOUGH or (_CHANCE_HEAD.search(head) and not against) else ""
    if form is Form.NUMBER and re.search(r"chance|odds|probabilit|%", f"{head} {around}", re.I):
        shaped = _CHANCE_HEAD.search(head) or "%" in around
        return "chance" if shaped and base >= ENOUGH else ""
    if _RANGE.fullmatch(text.strip()) and _RANGE_HEAD.search(head):
        return "range" if base >= ENOUGH else ""
    return ""


def question_of(table: SourceTable, cell: LookCell) -> str:
    """The words around a cell, from which its question may be guessed."""
    heads = _heads(table)
    head = " ".join(row[cell.column] for row in table.texts[:heads] if cell.column < len(row))
    corner, row = table.texts[0][0], table.texts[cell.row]
    dice = " ".join(text for text in row[1:] if NOTATION.fullmatch(text))
    return f"{table.caption} {corner} {row[0]} {dice} {head}".strip()
