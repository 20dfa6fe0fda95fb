"""The table of an explorer, for paper and without scripts: an ordinary one, and its questions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from ..language.labels import Label
from ..rules.errors import RulesError
from ..rules.language.query import Event, EventKind, Query
from ..tables.axes import read_axis
from ..tables.cells import Grid
from ..tables.grid import grid_of, one_column
from ..tables.places import Axis, AxisKind, Place, together
from ..tables.plan import plan_of, question
from .dials import Dial
from .made import Made
from .sayings import sayings_of

MOST_ROWS = 20
MOST_ACROSS = 8
OPEN = Fraction(1, 100)  # a chance nearer to 0 or 1 says little


def table_of(made: Made) -> tuple[Grid, str]:
    """Return the table, and a line that says where the dials start that it does not turn."""
    dials = list(made.dials)
    event = made.shown.event
    spec = replace(made.ask.spec, event=str(event or ""))
    target = made.ask._replace(spec=spec, event=event or "", spares=RulesError)
    down = next((dial for dial in dials if not dial.is_difficulty), dials[0] if dials else None)
    if down is None:
        rows = _results(made, len(made.columns.names))
        return grid_of(plan_of(target, rows, one_column(target, rows))), ""
    turned = [down]
    columns = one_column(target, down.axis)
    hard = next((dial for dial in dials if dial.is_difficulty), None)
    if event is not None or hard is down:
        short = (d for d in dials if d is not down and 1 < len(d.places) <= MOST_ACROSS)
        turned += [second] if (second := next(short, None)) else []
    elif hard is not None:
        turned.append(hard)
    else:
        columns = _results(made, MOST_ACROSS)
    columns = turned[1].axis if len(turned) > 1 else columns
    others = [dial for dial in dials if dial not in turned]
    fixed = together(_starts(others))._replace(labels=())
    columns = columns._replace(places=tuple([each.within(fixed) for each in columns.places]))
    step = -(-len(down.places) // MOST_ROWS)
    rows = down.axis._replace(places=down.places[down.start % step :: step])
    starts = ", ".join(f"{dial.label}: {dial.labels[dial.start]}" for dial in others)
    said = sayings_of(made.ask.style.language).set_at.format(settings=starts) if starts else ""
    return grid_of(plan_of(target, rows, columns)), said


def _starts(dials: Iterable[Dial]) -> list[Place]:
    """Return where the dials start."""
    return [dial.places[dial.start] for dial in dials]


def _results(made: Made, most: int) -> Axis:
    """Return the outcomes or, of at most so many, each "n or more" that is open at some setting.

    Where all are sure or hopeless, as of a number that is certain, it is each that differs between
    settings. Without dials it is each number alone.
    """
    columns = made.columns
    if columns.named:
        return read_axis("outcomes", made.ask)
    starts = [columns.low + k * columns.width for k in range(columns.many)]
    if not made.dials and columns.width == 1:
        named = zip(columns.names, columns.events, strict=False)
        places = tuple([Place((Label(name),), event=event) for name, event in named])
        return Axis((AxisKind.COUNTS,), (Label(made.ask.counted),), places, (True,))
    shown = [columns.figures(law) for law in made.answers.laws]
    tails = {k: {row[columns.many + k - 1] for row in shown} for k in range(1, columns.many)}
    is_open = [k for k, tail in tails.items() if any(OPEN < chance < 1 - OPEN for chance in tail)]
    moves = [k for k, tail in tails.items() if len(tail) > 1]
    chosen = is_open or moves or list(tails) or [0]
    numbers = [str(starts[k]) for k in chosen[:: -(-len(chosen) // most)]]
    return read_axis(f"counts >= {', '.join(numbers)}", made.ask)


def questions(made: Made) -> list[Query]:
    """List the questions of an explorer: each value of each dial, and each outcome."""
    check, event = made.ask.check, made.shown.event or ""
    start = _starts(made.dials)
    turned = [
        together([*start[:k], place, *start[k + 1 :]])
        for k, dial in enumerate(made.dials)
        for place in dial.places
    ]
    found = [question(made.ask, place, event) for place in (*turned, together(start))]
    outcomes = check.outcomes if made.columns.named and check is not None else ()
    asked = found[-1] if made.dials else question(made.ask, Place(), "")
    return [*found, *[asked._replace(event=Event(EventKind.IS, each.name)) for each in outcomes]]
