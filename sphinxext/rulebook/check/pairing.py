"""Pairs typed cells with generated ones by the labels of their rows and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import NamedTuple

from ..ask.cells import Cell, Grid
from ..ask.spans import spread
from ..page.source.typed_table import TypedCell, TypedTable
from ..rules.errors import RulesError, fold
from ..words.normalise import normalise
from ..words.phrases import phrase
from ..words.read_figure import numbers_in
from .layouts import Rows, is_said, layouts
from .shape import Shape


class Pair(NamedTuple):
    """A typed cell with the generated cell that it should say, and where that one is."""

    typed: TypedCell
    cell: Cell
    row: int  # of the grid's body
    column: int  # of the grid's figures


class Paired(NamedTuple):
    """All pairs of a table, and the typed headings around them."""

    pairs: tuple[Pair, ...]
    headings: tuple[str, ...]  # all that is above or before the figures
    labels: dict[int, str]  # for each row of the grid's body what is before it
    heads: dict[int, str]  # for each column of it what is above


MOST_HEADS, MOST_LABELS = 3, 4  # a book's own heading rows and label columns, undeclared


def paired(typed: TypedTable, grid: Grid, language: str) -> Paired:
    """The typed table laid over the generated one, in the layout under which most figures fit."""
    body = [row[grid.stubs :] for row in expanded(grid.body)]
    width = _width(body, len(typed.rows[0]) if typed.rows else 0)
    best = _best(typed, grid, body, width, language)
    if best is None:
        across = len(typed.rows[0]) if typed.rows else 0
        raise RulesError(
            f"the body has {_many(len(typed.rows), 'row')} and {_many(across, 'column')}; the "
            f"rules give {_many(len(body), 'row')} and {_many(width, 'column')} of figures, beside "
            "headings and labels"
        )
    return best.paired


class Fit(NamedTuple):
    """A way to lay a table, and how many of its cells are near what the rules give."""

    paired: Paired
    near: int

    def fits(self, least: Fraction) -> bool:
        """Check that at least such a part of the cells is near."""
        return self.near >= least * len(self.paired.pairs)


def _best(
    typed: TypedTable, grid: Grid, body: list[list[Cell]], width: int, language: str
) -> Fit | None:
    """The layout under which most cells fit, the first of those that do as well.

    One that is not as plain must fit well.
    """
    most = max(MOST_HEADS, typed.heads, len(grid.head))
    own = sum(any(map(is_said, row)) for row in typed.rows[: typed.heads]), grid.stubs
    shape = Shape(grid, language)
    best: Fit | None = None
    for is_plain, found in layouts(typed, len(body), width, grid.stubs, MOST_LABELS):
        for without in (list, partial(_without_sums, grid=grid, body=body, language=language)):
            rows: Rows = without(found)
            heads, labels = len(rows) - len(body), len(rows[0]) - width if rows else 0
            if not 0 <= heads <= most or not 0 <= labels <= MOST_LABELS:
                continue
            if (heads, labels) != own and shape.is_other(rows, heads, labels, own):
                continue
            for i, paired in enumerate(_pairings(rows, heads, labels, grid, body, language)):
                near = (p.cell.kind.is_near(p.typed, p.cell, language) for p in paired.pairs)
                fit = Fit(paired, sum(near))
                if (best is None or fit.near > best.near) and (
                    (is_plain and i == 0) or fit.fits(WELL)
                ):
                    best = fit
                if i == 0 and fit.fits(Fraction(1, 2)):
                    break  # nothing speaks for another order
            if best is not None and best.fits(Fraction(1)):
                return best
    return best


WELL = Fraction(3, 4)


def _sums(body: Sequence[Sequence[Cell]]) -> list[Cell]:
    """For each column what its chances or ways come to together; nothing where it has others."""
    sums = []
    for column in zip(*body, strict=True):
        kind = column[0].kind
        values = [cell.value for cell in column if cell.value is not None and cell.kind is kind]
        if not kind.adds_up or len(values) < len(column):
            return []
        sums.append(Cell("", kind, sum(values, Fraction(0))))
    return sums


def _without_sums(rows: Rows, grid: Grid, body: list[list[Cell]], language: str) -> Rows:
    """The rows without those that say what the columns come to together, and rightly so."""
    sums = _sums(body[:-1] if grid.footer else body)
    if not sums:
        return rows
    return [
        row
        for row in rows
        if len(row) < len(sums)
        or not all(
            each.kind.is_near(typed, each, language)
            for typed, each in zip(row[-len(sums) :], sums, strict=True)
        )
    ]


def _pairings(
    rows: Rows, heads: int, labels: int, grid: Grid, body: list[list[Cell]], language: str
) -> Iterator[Paired]:
    """The rows laid over the generated ones by their labels, else in order, or in another one."""
    width = len(rows[0]) - labels
    before = [[_label(cell) for cell in row[:labels]] for row in rows[heads:]]
    for texts, row in zip(before, rows[heads:], strict=True):
        texts += dice_in([cell.text for cell in row[labels:]], body, language)
    above = [[_label(row[labels + c]) for row in rows[:heads]] for c in range(width)]
    rows_of = _orders(before, [_names(row[: grid.stubs]) for row in expanded(grid.body)], language)
    columns_of = _orders(above, [_names(cells) for cells in _heads(grid, width)], language)
    headings = [text for texts in (*above, *before) for text in texts]
    for row_of, column_of in product(rows_of, columns_of):
        pairs = tuple(
            Pair(row[labels + c], body[row_of[r]][column_of[c]], row_of[r], column_of[c])
            for r, row in enumerate(rows[heads:])
            for c in range(width)
        )
        named = {row_of[r]: " ".join(texts).strip() for r, texts in enumerate(before)}
        over = {column_of[c]: " ".join(texts).strip() for c, texts in enumerate(above)}
        yield Paired(pairs, tuple(headings), named, over)


def dice_in(texts: Sequence[str], body: Sequence[Sequence[Cell]], language: str) -> list[str]:
    """The dice that are beside averages, which name their row as well."""
    if not all(cell.kind.has_dice_beside for row in body for cell in row):
        return []
    return [dice.text for text in texts for dice in phrase(text, language, ranged=False).dice]


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _label(cell: TypedCell) -> str:
    return f"{cell.text} {cell.images}".strip()


def _width(body: Sequence[Sequence[Cell]], across: int) -> int:
    """Count the held columns; words that an author leaves out at the end are not missed."""
    width = len(body[0]) if body else 0
    while width > max(1, across - 1) and all(row[width - 1].kind.is_optional for row in body):
        width -= 1
    return width


def columns_named(typed: TypedTable, grid: Grid, language: str) -> list[int | None]:
    """For each typed column the column of figures that its heading names, if any."""
    body = [row[grid.stubs :] for row in expanded(grid.body)]
    names = [_names(cells) for cells in _heads(grid, len(body[0]) if body else 0)]
    heads = typed.rows[: max(1, typed.heads)]
    columns = range(len(typed.rows[0]) if typed.rows else 0)
    above = [[_label(row[column]) for row in heads] for column in columns]
    return [_place(labels, names, language) for labels in above]


NOTHING = Cell("")


def expanded(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The rows of a grid with spanning cells repeated in every place that they cover."""
    own = [[(cell, cell.down, cell.span) for cell in row if cell.down] for row in rows]
    return spread(own, len(rows), NOTHING)


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


MOST_TURNED = 4  # columns whose order is not known and may be any


def _orders(
    typed: Sequence[Sequence[str]], names: Sequence[Sequence[tuple[str, ...]]], language: str
) -> list[list[int]]:
    """For each typed row or column its place in the grid: by labels, else in order.

    Where no label says anything, the other orders that it may have.
    """
    order = list(range(len(names)))
    found = [_place(labels, names, language) for labels in typed]
    known = [place for place in found if place is not None]
    if not known and len(order) <= MOST_TURNED:
        return [list(each) for each in permutations(order)]
    if not known:
        return [order, order[::-1]]
    if len(set(known)) != len(known):
        return [order]
    falling = len(known) > 1 and known == sorted(known, reverse=True)
    rest = iter(sorted(set(order) - set(known), reverse=falling))
    return [[place if place is not None else next(rest) for place in found]]


def _place(
    labels: Sequence[str], names: Sequence[Sequence[tuple[str, ...]]], language: str
) -> int | None:
    """Find the one place whose every level is named by one of the labels."""
    texts = [fold(normalise(label)) for label in labels if label.strip()]
    if not texts:
        return None
    bare = [_folded(label) for label in labels]
    wholly = [
        i
        for i, levels in enumerate(names)
        if any(levels) and not any(level and set(level).isdisjoint(bare) for level in levels)
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
WHOLE, SPACED, WORD, NUMBER, BEGUN = 10_000, 5_000, 100, 50, 20
_DICE = re.compile(r"(?<!\w)(\d+)\s?d\d+(?!\w)")  # 3d6 are three dice


def _folded(text: str) -> str:
    return _ONE.sub("", fold(normalise(text)))


def _begins(name: str, text: str) -> bool:
    """Check that the text is the name cut short: "Adv.", "Disadv"."""
    short = text.rstrip(".")
    return len(short) > 2 and short.isalpha() and name.startswith(short)


def _score(text: str, names: tuple[str, ...], language: str) -> int:
    """Rate how well a label names a value: wholly, by a word in it, or by its only number."""
    score = 0
    many, text = _DICE.sub(r"\1", text), _ONE.sub("", text)
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
            if len(numbers) == 1 and numbers_in(many, language) == numbers:
                score = max(score, NUMBER)
            elif _begins(name, text):
                score = max(score, BEGUN)
    return score
