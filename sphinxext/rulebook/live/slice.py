"""The table of an explorer: the most telling part of its odds, for paper and without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..figures import CHANCE, MEAN
from ..language.labels import Label, event_label
from ..tables.cells import Cell, Grid
from ..tables.grid import heading, label_cell
from ..tables.places import Axis, Place
from .dials import Dial
from .made import Made
from .sayings import sayings_of

MOST_ROWS = 20
ROUND = (2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_ACROSS = 8
OPEN = Fraction(1, 100)  # a chance nearer to 0 or 1 says little

Setting = tuple[int, ...]


class Slice(NamedTuple):
    """A table, at which settings of the other dials, and how the page keeps it in step."""

    grid: Grid
    fixed: str = ""
    data: dict[str, Any] | None = None


class Column(NamedTuple):
    """A column of the table: its label, the dial that it turns and to which value, and its figure.

    No dial is -1, and so is the great figure.
    """

    label: Label
    dial: int = -1
    value: int = 0
    figure: int = -1


class Across(NamedTuple):
    """The columns of the table, with their title."""

    title: Label
    columns: list[Column]
    bare: bool = False

    @property
    def axis(self) -> Axis:
        """Return the columns as a heading has them."""
        places = tuple(Place((column.label,)) for column in self.columns)
        return Axis((), (self.title,), places, (self.bare,))


def slice_of(made: Made) -> Slice:
    """The table: the first dial down the side, and what it is about across."""
    if not made.dials:
        return Slice(_without_dials(made))
    down = next((k for k, dial in enumerate(made.dials) if not dial.is_difficulty), 0)
    across, dial = _across(made, down), made.dials[down]
    rows = _rows(made, down, across)
    body = tuple(
        (
            label_cell(dial.places[i].labels[0]),
            *[_cell(made, *at) for at in _row(made, down, i, across)],
        )
        for i in rows
    )
    moved = {down, *[column.dial for column in across.columns]}
    fixed = ", ".join(
        f"{one.label}: {one.labels[one.start]}"
        for k, one in enumerate(made.dials)
        if k not in moved
    )
    said = sayings_of(made.ask.style.language).set_at.format(settings=fixed) if fixed else ""
    grid = Grid(heading(Axis((), (dial.title,), ()), across.axis), 1, tuple(body))
    found = [list(column[1:]) for column in across.columns]
    return Slice(grid, said, {"down": down, "rows": list(rows), "cells": found})


def _row(made: Made, down: int, i: int, across: Across) -> list[tuple[Setting, int]]:
    """The setting and the column of each cell of a row."""
    found = []
    for _, dial, value, figure in across.columns:
        picked = list(made.start)
        picked[down] = i
        if dial >= 0:
            picked[dial] = value
        at = tuple(picked)
        found.append((at, made.column_at(at) if figure == -1 else figure))
    return found


def _cell(made: Made, picked: Setting, column: int) -> Cell:
    """The figure of one setting, as the page has it."""
    law = made.law_at(picked)
    if law < 0:
        return Cell("–", CHANCE, is_number=True)
    event, value = made.event_of(column, picked), made.figure(law, column)
    asked = "" if event is None else str(made.question_at(picked, event))
    kind = MEAN if event is not None and event.is_average else CHANCE
    return Cell(kind.write(value, made.ask.style), kind, value, asked, is_number=True)


def _across(made: Made, down: int) -> Across:
    shown, words = made.shown, made.ask.words
    if shown.event is not None or made.difficulty == down:
        return _other_dial(made, down)
    if made.difficulty is not None:
        return _turned(made.difficulty, made.dials[made.difficulty])
    if made.columns.named:
        names = enumerate(made.columns.names)
        return Across(Label(words.outcome), [Column(Label(name), figure=k) for k, name in names])
    return _or_more(made)


def _turned(k: int, dial: Dial) -> Across:
    """Return a column for each value of a dial."""
    columns = [Column(place.labels[0], k, i) for i, place in enumerate(dial.places)]
    return Across(dial.title, columns, bare=not dial.is_words)


def _other_dial(made: Made, down: int) -> Across:
    """A second dial across, where there is a short one; else one column."""
    for k, dial in enumerate(made.dials):
        if k != down and 1 < len(dial.places) <= MOST_ACROSS:
            return _turned(k, dial)
    event, words = made.shown.event, made.ask.words
    said = event_label(event, words, made.ask.check).text if event else words.chance
    return Across(Label(""), [Column(Label(said))])


def _or_more(made: Made) -> Across:
    """Return a column for each "n or more" that is neither sure nor hopeless at every setting.

    Where all are, as of a number that is certain, a column for each that differs between settings.
    """
    columns, laws = made.columns, made.answers.laws
    shown = [columns.figures(law) for law in laws]
    tails = {k: {row[columns.many + k - 1] for row in shown} for k in range(1, columns.many)}
    is_open = [k for k, tail in tails.items() if any(OPEN < chance < 1 - OPEN for chance in tail)]
    moves = [k for k, tail in tails.items() if len(tail) > 1]
    chosen = is_open or moves or list(tails) or [0]
    found = []
    for k in chosen[:: -(-len(chosen) // MOST_ACROSS)]:
        number = str(columns.low + k * columns.width).replace("-", "−")
        found.append(Column(Label(f"≥ {number}"), figure=columns.many + k - 1 if k else 0))
    return Across(Label(made.ask.counted), found, bare=True)


def _rows(made: Made, down: int, across: Across) -> Sequence[int]:
    """The values of the dial that are in the table: of a long one the stretch that tells most.

    There are few, evenly: those of round numbers where it has some.
    """
    dial = made.dials[down]
    places = range(len(dial.places))
    if len(places) <= MOST_ROWS:
        return places
    telling = [
        i
        for i in places
        if any(
            (law := made.law_at(at)) >= 0 and OPEN < made.figure(law, column) < 1 - OPEN
            for at, column in _row(made, down, i, across)
        )
    ] or places
    places = range(min(telling), max(telling) + 1)
    step = -(-len(places) // MOST_ROWS)
    if step > 1 and not dial.is_words:
        for each in ROUND:
            found = [i for i in places if dial.numbers[i] % each == 0]
            if len(places) / step / 2 <= len(found) <= MOST_ROWS:
                return found
    return places[::step]


def _without_dials(made: Made) -> Grid:
    """The table of a check with nothing to turn: what may come of it, and how likely."""
    words, columns = made.ask.words, made.columns
    title = words.outcome if columns.named else made.ask.counted
    body = tuple((Cell(name), _cell(made, (), k)) for k, name in enumerate(columns.names))
    return Grid(((Cell(title), Cell(words.chance)),), 1, body)
