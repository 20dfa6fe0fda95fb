"""Which typed cell stands for which generated one: rows and columns matched by their labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..present.cells import Cell, Grid
from ..rules.errors import RulesError, fold
from .folded import unfolded, without_margin
from .phrases import phrase
from .shape import Shape
from .sheet import Sheet, Typed
from .written import numbers_in, plain


class Pair(NamedTuple):
    """A typed cell with the generated cell that it should say, and where that one stands."""

    typed: Typed
    cell: Cell
    row: int  # of the grid's body
    column: int  # of the grid's figures


class Paired(NamedTuple):
    """All pairs of a table, and the typed headings around them."""

    pairs: tuple[Pair, ...]
    headings: tuple[str, ...]  # all that stands above or before the figures
    labels: dict[int, str]  # for each row of the grid's body what stands before it


MOST_HEADS, MOST_LABELS = 3, 4  # a book's own heading rows and label columns, undeclared


def paired(typed: Sheet, grid: Grid, language: str) -> Paired:
    """The typed table laid over the generated one."""
    rows = [list(row) for row in typed.rows if _holds(row)]
    whole = expanded(grid.body)
    body = [row[grid.stubs :] for row in whole]
    across = len(rows[0]) if rows else 0
    width = _width(body, across)
    heads, labels = len(rows) - len(body), across - width
    if heads < 0 and (long := unfolded(rows, len(body), width + grid.stubs, width + MOST_LABELS)):
        rows = long
    elif heads >= 0 and all(cell.is_number for row in body for cell in row):
        rows = without_margin(rows, heads, width + grid.stubs)
    across = len(rows[0]) if rows else 0
    heads, labels = len(rows) - len(body), across - width
    most = max(MOST_HEADS, typed.heads, len(grid.head))
    own = sum(map(_holds, typed.rows[: typed.heads])), grid.stubs
    if (
        not 0 <= heads <= most
        or not 0 <= labels <= MOST_LABELS
        or ((heads, labels) != own and Shape(grid, language).is_other(rows, heads, labels, own))
    ):
        raise RulesError(
            f"the body has {_many(len(rows), 'row')} and {_many(across, 'column')}; the rules give "
            f"{_many(len(body), 'row')} and {_many(width, 'column')} of figures, beside headings "
            "and labels"
        )
    before = [[_label(cell) for cell in row[:labels]] for row in rows[heads:]]
    for texts, row in zip(before, rows[heads:], strict=True):
        texts += dice_in([cell.text for cell in row[labels:]], body, language)
    above = [[_label(row[labels + c]) for row in rows[:heads]] for c in range(width)]
    row_of = _matched(before, [_names(row[: grid.stubs]) for row in whole], language)
    column_of = _matched(above, [_names(cells) for cells in _heads(grid, width)], language)
    pairs = tuple(
        Pair(row[labels + c], body[row_of[r]][column_of[c]], row_of[r], column_of[c])
        for r, row in enumerate(rows[heads:])
        for c in range(width)
    )
    headings = [text for texts in (*above, *before) for text in texts]
    named = {row_of[r]: " ".join(texts).strip() for r, texts in enumerate(before)}
    return Paired(pairs, tuple(headings), named)


def dice_in(texts: Sequence[str], body: Sequence[Sequence[Cell]], language: str) -> list[str]:
    """The dice that stand beside averages, which name their row as well."""
    if any(cell.kind != "mean" for row in body for cell in row):
        return []
    return [dice.text for text in texts for dice in phrase(text, language, ranged=False).dice]


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _says(cell: Typed) -> bool:
    return bool(cell.text.strip() or cell.images)


def _label(cell: Typed) -> str:
    return f"{cell.text} {cell.images}".strip()


def _holds(row: Sequence[Typed]) -> bool:
    """Whether the row is more than a heading within the table, or nothing."""
    return not _is_divider(row) and any(map(_says, row))


def _is_divider(row: Sequence[Typed]) -> bool:
    """Whether one cell spans the whole row, as a heading within the table does."""
    return len(row) > 1 and all(cell is row[0] for cell in row) and _says(row[0])


def _width(body: Sequence[Sequence[Cell]], across: int) -> int:
    """How many columns are held; words that an author leaves out at the end are not missed."""
    width = len(body[0]) if body else 0
    while width > max(1, across - 1) and all(row[width - 1].kind == "words" for row in body):
        width -= 1
    return width


def expanded(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The rows of a grid with spanning cells repeated in every place that they cover."""
    filled: dict[tuple[int, int], Cell] = {}
    for r, row in enumerate(rows):
        column = 0
        for cell in row:
            if cell.down == 0:
                column += 1  # covered from above
                continue
            while (r, column) in filled:
                column += 1
            for down in range(cell.down):
                for across in range(cell.span):
                    filled[r + down, column + across] = cell
            column += cell.span
    width = max((column for _, column in filled), default=-1) + 1
    return [[filled.get((r, c), Cell("")) for c in range(width)] for r in range(len(rows))]


def _heads(grid: Grid, width: int) -> list[list[Cell]]:
    """For each column of figures the generated headings above it."""
    rows = expanded(grid.head)
    rows = [row[grid.stubs :][:width] for row in rows]
    # A title over all columns tells none of them from the others.
    rows = [row for row in rows if len(row) == width and len({cell.text for cell in row}) > 1]
    return [[row[c] for row in rows] for c in range(width)]


def _names(cells: Sequence[Cell]) -> list[tuple[str, ...]]:
    """For each level the words that name its value."""
    return [
        tuple(_folded(name) for name in (cell.text, *cell.names) if name.strip()) for cell in cells
    ]


def _matched(
    typed: Sequence[Sequence[str]], names: Sequence[Sequence[tuple[str, ...]]], language: str
) -> list[int]:
    """For each typed row or column its place in the grid: by labels, else in order."""
    order = list(range(len(names)))
    found = [_place(labels, names, language) for labels in typed]
    known = [place for place in found if place is not None]
    if not known or len(set(known)) != len(known):
        return order
    falling = len(known) > 1 and known == sorted(known, reverse=True)
    rest = iter(sorted(set(order) - set(known), reverse=falling))
    return [place if place is not None else next(rest) for place in found]


def _place(
    labels: Sequence[str], names: Sequence[Sequence[tuple[str, ...]]], language: str
) -> int | None:
    """The one place whose every level is named by one of the labels."""
    texts = [_folded(label) for label in labels if label.strip()]
    if not texts:
        return None
    wholly = [
        i
        for i, levels in enumerate(names)
        if any(levels) and not any(level and set(level).isdisjoint(texts) for level in levels)
    ]
    if wholly:
        return wholly[0] if len(wholly) == 1 else None
    best: list[int] = []
    most = 0
    for i, levels in enumerate(names):
        scores = [max((_score(text, level, language) for text in texts), default=0)
                  for level in levels if level]  # fmt: skip
        if not scores or min(scores) == 0 or sum(scores) < most:
            continue
        best = [i] if sum(scores) > most else [*best, i]
        most = sum(scores)
    return best[0] if len(best) == 1 else None


_ONE = re.compile(r"(?<!\d)1(?=d\d)")  # 1d20 is a d20


def _folded(text: str) -> str:
    return _ONE.sub("", fold(plain(text)))


WHOLE, SPACED, WORD, NUMBER = 10_000, 5_000, 100, 50


def _score(text: str, names: tuple[str, ...], language: str) -> int:
    """How well a label names a value: wholly, by a word in it, or by its only number."""
    score = 0
    for name in names:
        if text == name:
            return WHOLE
        if name.replace(" ", "") == text.replace(" ", ""):
            score = max(score, SPACED)
        elif any(char.isalpha() for char in name) and re.search(
            rf"(?<!\w){re.escape(name)}(?!\w)", text
        ):
            score = max(score, WORD + len(name))
        else:
            numbers = numbers_in(name, language)
            if len(numbers) == 1 and numbers_in(text, language) == numbers:
                score = max(score, NUMBER)
    return score
