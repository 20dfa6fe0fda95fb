"""The table of an explorer: the most telling part of its odds, for paper and without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..figures import CHANCE, MEAN
from ..language import formatter
from ..language.labels import Label, event_label
from ..language.phrasebook import words_of
from ..tables.cells import Cell, Grid
from ..tables.grid import heading, label_cell
from ..tables.places import Axis, AxisKind, Place
from .dials import Dial
from .made import Made
from .sayings import sayings_of

MOST_ROWS = 20
ROUND = (2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_ACROSS = 8
OPEN = Fraction(1, 100)  # a chance nearer to 0 or 1 says little


class Slice(NamedTuple):
    """A table, at which settings of the other dials, and where the page finds each figure."""

    grid: Grid
    fixed: str = ""
    down: int = -1  # the dial down the side
    rows: tuple[int, ...] = ()  # its values
    cells: tuple[tuple[int, int, int], ...] = ()

    @property
    def data(self) -> dict[str, Any] | None:
        """For the script, which keeps the table in step."""
        if self.down < 0:
            return None
        return {"down": self.down, "rows": list(self.rows), "cells": [list(c) for c in self.cells]}


class Across(NamedTuple):
    """The columns: for each the dial that it turns, to which value, and its figure.

    No dial is -1, and so is the great figure.
    """

    axis: Axis
    cells: tuple[tuple[int, int, int], ...]


def slice_of(made: Made) -> Slice:
    """The table: the first dial down the side, and what it is about across."""
    if not made.dials:
        return _without_dials(made)
    plain = (k for k, dial in enumerate(made.dials) if not dial.is_difficulty)
    down = next(plain, 0)
    across = _across(made, down)
    dial = made.dials[down]
    rows = _rows(made, down, across)
    axis = Axis((AxisKind.PARAMETER,), (dial.title,), tuple(dial.places[i] for i in rows), (False,))
    body = tuple(
        (
            label_cell(dial.places[i].labels[0]),
            *[_cell(made, *at) for at in _row(made, down, i, across)],
        )
        for i in rows
    )
    moved = {down, *[turned for turned, _, _ in across.cells]}
    fixed = ", ".join(
        f"{one.label}: {one.labels[one.start]}"
        for k, one in enumerate(made.dials)
        if k not in moved
    )
    said = sayings_of(made.ask.style.language).set_at.format(settings=fixed) if fixed else ""
    return Slice(Grid(heading(axis, across.axis), 1, body), said, down, rows, across.cells)


def _row(made: Made, down: int, i: int, across: Across) -> list[tuple[tuple[int, ...], int]]:
    """The setting and the column of each cell of a row."""
    found = []
    for turned, value, column in across.cells:
        picked = list(made.start)
        picked[down] = i
        if turned >= 0:
            picked[turned] = value
        at = tuple(picked)
        found.append((at, made.column_at(at) if column == -1 else column))
    return found


def _cell(made: Made, picked: tuple[int, ...], column: int) -> Cell:
    """The figure of one setting, as the page has it."""
    law = made.law_at(picked)
    if law < 0:
        return Cell("–", CHANCE, is_number=True)
    event, value = made.event_of(column, picked), made.figure(law, column)
    asked = "" if event is None else str(made.question_at(picked, event))
    if event is not None and event.is_average:
        return Cell(formatter.average(value, made.ask.style), MEAN, value, asked, is_number=True)
    return Cell(formatter.chance(value, made.ask.style), CHANCE, value, asked, is_number=True)


def _across(made: Made, down: int) -> Across:
    shown, words = made.shown, words_of(made.ask.style.language)
    if shown.event is None and made.difficulty not in (None, down):
        assert made.difficulty is not None
        dial = made.dials[made.difficulty]
        cells = tuple((made.difficulty, i, -1) for i in range(len(dial.places)))
        return Across(Axis((AxisKind.DIFFICULTIES,), (dial.title,), dial.places, (False,)), cells)
    if shown.event is not None or made.difficulty == down:
        return _other_dial(made, down)
    if made.columns.named:
        places = tuple(Place((Label(name),), ()) for name in made.columns.names)
        axis = Axis((AxisKind.OUTCOMES,), (Label(words.outcome),), places, (False,))
        return Across(axis, tuple((-1, 0, k) for k in range(made.columns.many)))
    return _or_more(made)


def _other_dial(made: Made, down: int) -> Across:
    """A second dial across, where there is a short one; else one column."""
    for k, dial in enumerate(made.dials):
        if k != down and 1 < len(dial.places) <= MOST_ACROSS:
            axis = Axis((AxisKind.PARAMETER,), (dial.title,), dial.places, (not dial.is_words,))
            return Across(axis, tuple((k, i, -1) for i in range(len(dial.places))))
    words = words_of(made.ask.style.language)
    said = (
        event_label(made.shown.event, words, made.ask.check).text
        if made.shown.event
        else words.chance
    )
    axis = Axis((AxisKind.ONE,), (Label(""),), (Place((Label(said),), ()),), (False,))
    return Across(axis, ((-1, 0, -1),))


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
    chosen = chosen[:: -(-len(chosen) // MOST_ACROSS)]
    numbers = [str(columns.low + k * columns.width).replace("-", "−") for k in chosen]
    places = tuple(Place((Label(f"≥ {number}"),), ()) for number in numbers)
    check = made.ask.check
    title = check.noun.many if check and check.noun else ""
    axis = Axis((AxisKind.COUNTS,), (Label(title),), places, (True,))
    return Across(axis, tuple((-1, 0, columns.many + k - 1 if k else 0) for k in chosen))


def _rows(made: Made, down: int, across: Across) -> tuple[int, ...]:
    """The values of the dial that are in the table: of a long one the stretch that tells most."""
    dial = made.dials[down]
    many = len(dial.places)
    if many <= MOST_ROWS:
        return tuple(range(many))
    telling = [
        i
        for i in range(many)
        if any(
            (law := made.law_at(at)) >= 0 and OPEN < made.figure(law, column) < 1 - OPEN
            for at, column in _row(made, down, i, across)
        )
    ] or list(range(many))
    return some_of(dial, range(min(telling), max(telling) + 1), MOST_ROWS)


def some_of(dial: Dial, places: Sequence[int], most: int) -> tuple[int, ...]:
    """Return at most so many places of a dial, evenly: those of round numbers where it has some."""
    if len(places) <= most:
        return tuple(places)
    step = -(-len(places) // most)
    if not dial.is_words:
        for each in ROUND:
            found = [i for i in places if dial.numbers[i] % each == 0]
            if len(places) / step / 2 <= len(found) <= most:
                return tuple(found)
    return tuple(places[::step])


def _without_dials(made: Made) -> Slice:
    """The table of a check with nothing to turn: what may come of it, and how likely."""
    words, columns = words_of(made.ask.style.language), made.columns
    check = made.ask.check
    noun = check.noun if check else None
    title = words.outcome if columns.named else (noun.many if noun else "")
    body = tuple((Cell(name), _cell(made, (), k)) for k, name in enumerate(columns.names))
    return Slice(Grid(((Cell(title), Cell(words.chance)),), 1, body))
