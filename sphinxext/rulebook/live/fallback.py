"""The table of an explorer, for paper and without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..figures import CHANCE, MEAN
from ..language.labels import Label, event_label
from ..tables.cells import Cell, Grid
from ..tables.grid import heading, label_cell
from ..tables.places import Axis, Place
from .dials import Dial
from .made import Made
from .sayings import sayings_of

MOST_ROWS = 20
MOST_ACROSS = 8
OPEN = Fraction(1, 100)  # a chance nearer to 0 or 1 says little


class Column(NamedTuple):
    """A column: its label, the dial that it turns, to which value, and the figure that it shows.

    No dial is -1, and so is the great figure.
    """

    label: Label
    dial: int = -1
    value: int = 0
    figure: int = -1


def table_of(made: Made) -> tuple[Grid, str]:
    """Return the table, and a line that says where the dials start that it does not turn."""
    if not made.dials:
        return _without_dials(made), ""
    down = next((k for k, dial in enumerate(made.dials) if not dial.is_difficulty), 0)
    title, columns, is_bare = _across(made, down)
    dial = made.dials[down]
    step = -(-len(dial.places) // MOST_ROWS)
    body = tuple(
        (label_cell(dial.places[i].labels[0]), *[_turned(made, down, i, each) for each in columns])
        for i in range(dial.start % step, len(dial.places), step)
    )
    across = Axis((), (title,), tuple([Place((each.label,)) for each in columns]), (is_bare,))
    turned = {down, *[column.dial for column in columns]}
    others = [dial for k, dial in enumerate(made.dials) if k not in turned]
    starts = ", ".join(f"{dial.label}: {dial.labels[dial.start]}" for dial in others)
    said = sayings_of(made.ask.style.language).set_at.format(settings=starts) if starts else ""
    return Grid(heading(Axis((), (dial.title,), ()), across), 1, body), said


def _turned(made: Made, down: int, i: int, column: Column) -> Cell:
    """Return a figure with the dials turned as its row and its column say."""
    picked = list(made.start)
    picked[down] = i
    if column.dial >= 0:
        picked[column.dial] = column.value
    at = tuple(picked)
    return _cell(made, at, made.column_at(at) if column.figure == -1 else column.figure)


def _cell(made: Made, picked: tuple[int, ...], column: int) -> Cell:
    """Return the figure of one setting, as the page has it."""
    law = made.law_at(picked)
    if law < 0:
        return Cell("–", CHANCE, is_number=True)
    event, value = made.event_of(column, picked), made.figure(law, column)
    asked = "" if event is None else str(made.question_at(picked, event))
    kind = MEAN if event is not None and event.is_average else CHANCE
    return Cell(kind.write(value, made.ask.style), kind, value, asked, is_number=True)


def _across(made: Made, down: int) -> tuple[Label, Sequence[Column], bool]:
    """Return the columns with their title, and whether their labels say nothing without it."""
    words, event, hard = made.ask.words, made.shown.event, made.difficulty
    if event is not None or hard == down:
        short = (k for k, dial in enumerate(made.dials) if 1 < len(dial.places) <= MOST_ACROSS)
        if (k := next((k for k in short if k != down), None)) is not None:
            return _values(k, made.dials[k])
        said = event_label(event, words, made.ask.check).text if event else words.chance
        return Label(""), [Column(Label(said))], False
    if hard is not None:
        return _values(hard, made.dials[hard])
    if made.columns.named:
        names = enumerate(made.columns.names)
        return Label(words.outcome), [Column(Label(name), figure=k) for k, name in names], False
    return Label(made.ask.counted), _or_more(made), True


def _values(k: int, dial: Dial) -> tuple[Label, Sequence[Column], bool]:
    """Return a column for each value of a dial."""
    columns = [Column(place.labels[0], k, i) for i, place in enumerate(dial.places)]
    return dial.title, columns, not dial.is_words


def _or_more(made: Made) -> list[Column]:
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
    return found


def _without_dials(made: Made) -> Grid:
    """Return the table of a check with nothing to turn: what may come of it, and how likely."""
    words, columns = made.ask.words, made.columns
    title = words.outcome if columns.named else made.ask.counted
    body = tuple((Cell(name), _cell(made, (), k)) for k, name in enumerate(columns.names))
    return Grid(((Cell(title), Cell(words.chance)),), 1, body)
