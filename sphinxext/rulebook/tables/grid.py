"""A table as the rules give it: labels and figures in rows, before anything of a page is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ..language.formatter import Style
from ..language.labels import Label, event_label
from ..language.markup import plain_text
from ..rules.errors import RulesError
from ..rules.language.parse import parse_event
from ..rules.language.query import Event
from ..rules.rules import Rules
from .axes import read_axis
from .cells import Cell, Grid
from .ladders import degrees, ladder
from .places import Axis, AxisKind, Place, Show
from .plan import Plan, one_place, plan_of, refuse_idle, refuse_numbers
from .shows import matrix
from .spans import placed_rows
from .specs import TableSpec
from .target import Target, target_of

_WORDED = {(AxisKind.DIFFICULTIES,): ladder, (AxisKind.OUTCOMES,): degrees}


def table(rules: Rules, style: Style, spec: TableSpec) -> Grid:
    """Return the table that the options ask for."""
    target = target_of(rules, style, spec)
    if not spec.rows:
        raise RulesError("':rows:' is missing; write ':rows: dice = 1..8' or another axis")
    rows = read_axis(spec.rows, target)
    if not spec.columns and not spec.event and not spec.show and rows.kinds in _WORDED:
        refuse_numbers(target)
        found = _WORDED[rows.kinds](target, rows)._replace(about=target)
        return _with_footer(found, target, [Place()])
    columns = read_axis(spec.columns, target) if spec.columns else one_column(target, rows)
    refuse_idle(target, rows, columns)
    found = grid_of(plan_of(target, rows, columns))._replace(about=target)
    return _with_footer(found, target, columns.places)


def grid_of(plan: Plan) -> Grid:
    """Return the table of a plan, its questions asked; it is refused where all figures are."""
    found = matrix(plan)
    body = [
        (*map(label_cell, row.labels), *cells)
        for row, cells in zip(plan.rows.places, found, strict=True)
    ]
    stubs = len(plan.rows.titles)
    axes = plan.rows, plan.columns
    grid = Grid(heading(*axes), stubs, _merged_stubs(body, stubs), axes=axes)
    if len(grid.refused) == sum(map(len, found)) > 0:
        raise RulesError(grid.refused[0])
    return grid


def label_cell(label: Label) -> Cell:
    """Return the cell of a label."""
    return Cell(label.text, names=label.names, markup=label.markup)


def one_column(target: Target, rows: Axis) -> Axis:
    """Return the one column of a table without columns, headed by what it shows."""
    words = target.words
    titles = {
        Show.MEAN: words.average,
        Show.MEDIAN: words.average,
        Show.WAYS: words.ways,
        Show.CHANCE: words.chance,
    }
    shows = {place.show or target.show for place in rows.places}
    title = Label(titles.get(shows.pop(), "") if len(shows) == 1 else "")
    if target.spec.event and isinstance(target.event, Event):
        title = event_label(target.event, words, target.check)
    return one_place(title)


def heading(rows: Axis, columns: Axis) -> tuple[tuple[Cell, ...], ...]:
    """Return the heading rows: one for each level of the columns.

    There is one more for the title of a level whose labels, such as bare numbers, say nothing
    without it.
    """
    head: list[tuple[Cell, ...]] = []
    for level, title in enumerate(columns.titles):
        if columns.bare[level] and title.text:
            # The title is over every group of columns that the levels above make.
            over = label_cell(title)
            head.append(tuple(over._replace(span=n) for _, n in _spans(columns, level)))
        # Neighbours with the same labels so far are under one heading.
        spans = _spans(columns, level + 1)
        head.append(tuple(label_cell(path[-1])._replace(span=n) for path, n in spans))
    corners = [label_cell(title)._replace(down=len(head)) for title in rows.titles]
    return ((*corners, *head[0]), *head[1:])


def _spans(columns: Axis, level: int) -> list[tuple[tuple[Label, ...], int]]:
    """Return the labels down to a level, each with how many columns it reaches across."""
    paths = [place.labels[:level] for place in columns.places]
    return [(path, len(list(same))) for path, same in groupby(paths)]


def _merged_stubs(body: Sequence[tuple[Cell, ...]], stubs: int) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows with equal outer labels drawn together into one that reaches down."""
    rows = [list(row) for row in body]
    for level in range(stubs - 1):
        outer = [[cell.text for cell in row[: level + 1]] for row in body]
        start = 0
        for _, same in groupby(outer):
            many = len(list(same))
            for i in range(start, start + many):
                rows[i][level] = rows[i][level]._replace(down=many if i == start else 0)
            start += many
    return tuple(map(tuple, rows))


def _with_footer(grid: Grid, target: Target, columns: Sequence[Place]) -> Grid:
    """Return the table with a last row: one event under every column, whatever it asks itself."""
    if not target.spec.footer:
        return grid
    try:
        return _footed(grid, target, columns)
    except RulesError as error:
        raise RulesError(f"':footer:': {error}") from None


def _footed(grid: Grid, target: Target, columns: Sequence[Place]) -> Grid:
    event = parse_event(target.spec.footer)
    width = sum(cell.span for cell in (grid.head or grid.body)[0])
    title = event_label(event, target.words, target.check)
    label = label_cell(title)._replace(span=max(1, grid.stubs))
    show = Show.CHANCE if target.show in (Show.MEAN, Show.MEDIAN) else target.show
    target = target._replace(event=event, show=show, spec=replace(target.spec, show=""))
    own = [_without_event(place) for place in columns]
    asked = Axis((), (), tuple(place for place in own if place.show is not Show.RULE))
    (found,) = matrix(plan_of(target, one_place(Label("")), asked))
    figures = iter(found)
    cells = [Cell("") if place.show is Show.RULE else next(figures) for place in own]
    cells += [Cell("")] * (width - label.span - len(cells))
    return grid._replace(body=(*grid.body, (label, *cells)), footer=True)


def _without_event(place: Place) -> Place:
    """Return what a column changes beside its event and its face."""
    if place.face:
        place = place._replace(face=0, star="", show=None)
    base = place.base and _without_event(place.base)
    return place._replace(event=None, template="", base=base)


class Layout(NamedTuple):
    """A grid's cells in their columns."""

    rows: list[list[tuple[int, Cell]]]  # each cell with the column where it begins
    figures: list[bool]  # for each column whether it holds figures, whatever is above and below
    needs: list[int]  # the characters that each column needs for its own cells


def laid_out(grid: Grid) -> Layout:
    """Return the grid with each cell in its column."""
    width = sum(cell.span for cell in (grid.head or grid.body)[0])
    # A cell that one above it covers takes no row of its own.
    own = [
        [(cell, cell.down, cell.span) for cell in row if cell.down]
        for row in (*grid.head, *grid.body)
    ]
    rows = placed_rows(own)
    unlike, filled = [False] * width, [False] * width
    for row in rows[len(grid.head) : len(rows) - grid.footer] or rows:
        for at, cell in row:
            filled[at] = True
            unlike[at] = unlike[at] or not cell.is_number
    figures = [full and not other for full, other in zip(filled, unlike, strict=True)]
    needs = [1] * width
    for row in rows:
        for at, cell in row:
            if cell.span == 1:
                needs[at] = max(needs[at], len(plain_text(cell.text) if cell.markup else cell.text))
    return Layout(rows, figures, needs)
