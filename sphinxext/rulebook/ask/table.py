"""A table as the rules give it: labels and figures, before anything of a page is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ..rules.errors import RulesError
from ..rules.language.parse import parse_event
from ..rules.rules import Rules
from ..words.formatter import Style
from ..words.labels import Label, event_label
from .axes import read_axis
from .cells import Asking, Cell, Grid, asking
from .idle_options import refuse_idle, refuse_numbers
from .ladders import degrees, ladder
from .places import Axis, AxisKind, Patches, Place, Show
from .shows import row_cells, show_of, shown
from .specs import TableSpec

MOST_CELLS = 20_000
_WORDED = {(AxisKind.DIFFICULTIES,): ladder, (AxisKind.OUTCOMES,): degrees}


def table(rules: Rules, style: Style, spec: TableSpec) -> Grid:
    """The table that the options ask for."""
    ask = asking(rules, style, spec)
    if not spec.rows:
        raise RulesError("':rows:' is missing; write ':rows: dice = 1..8' or another axis")
    rows = read_axis(spec.rows, ask.asked)
    if not spec.columns and not spec.event and not spec.show and rows.kinds in _WORDED:
        refuse_numbers(spec)
        return _with_footer(_WORDED[rows.kinds](ask, rows), ask, [()])
    columns = read_axis(spec.columns, ask.asked) if spec.columns else _one_column(ask, rows)
    if len(rows.places) * len(columns.places) > MOST_CELLS:
        raise RulesError(f"the table would have more than {MOST_CELLS:,} cells")
    refuse_idle(ask, rows, columns)
    body = []
    for row in rows.places:
        cells = row_cells(ask, row, columns)
        body.append((*[label_cell(label) for label in row.labels], *cells))
    stubs = len(rows.titles)
    merged = _merged_stubs(body, stubs)
    grid = Grid(heading(rows, columns), stubs, merged, axes=(rows, columns))
    if len(grid.refused) == len(rows.places) * len(columns.places) > 0:
        raise RulesError(grid.refused[0])
    return _with_footer(grid, ask, [place.patches for place in columns.places])


def label_cell(label: Label) -> Cell:
    return Cell(label.text, names=label.names, markup=label.markup)


def _one_column(ask: Asking, rows: Axis) -> Axis:
    """The one column of chances that a table without columns has."""
    words = ask.asked.words
    averages = {Show.MEAN: words.average, Show.MEDIAN: words.average}
    titles = {**averages, Show.WAYS: words.ways, Show.CHANCE: words.chance}
    shows = {show_of(ask, place.patches) for place in rows.places}
    title = Label(titles.get(shows.pop(), "") if len(shows) == 1 else "")
    if ask.spec.event and "*" not in ask.spec.event:
        title = event_label(parse_event(ask.spec.event), words, ask.asked.check)
    return Axis((AxisKind.ONE,), (Label(""),), (Place((title,), ()),))


def heading(rows: Axis, columns: Axis) -> tuple[tuple[Cell, ...], ...]:
    """The heading rows: one for each level of the columns, and one more for the title of a level
    whose labels, such as bare numbers, say nothing without it."""
    head: list[tuple[Cell, ...]] = []
    bare = columns.bare or (False,) * len(columns.titles)
    for level, title in enumerate(columns.titles):
        if bare[level] and title.text:
            # The title is over every group of columns that the levels above make.
            head.append(
                tuple(label_cell(title)._replace(span=n) for _, n in _spans(columns, level))
            )
        # Neighbours with the same labels so far are under one heading.
        spans = _spans(columns, level + 1)
        head.append(tuple(label_cell(path[-1])._replace(span=n) for path, n in spans))
    corners = [label_cell(title)._replace(down=len(head)) for title in rows.titles]
    return ((*corners, *head[0]), *head[1:])


def _spans(columns: Axis, level: int) -> list[tuple[tuple[Label, ...], int]]:
    """The labels down to a level, each with how many columns it reaches across."""
    paths = [place.labels[:level] for place in columns.places]
    return [(path, len(list(same))) for path, same in groupby(paths)]


def _merged_stubs(body: Sequence[tuple[Cell, ...]], stubs: int) -> tuple[tuple[Cell, ...], ...]:
    """The rows with equal outer labels drawn together into one cell that reaches down."""
    rows = [list(row) for row in body]
    for level in range(stubs - 1):
        start = 0
        for i in range(1, len(rows) + 1):
            same = i < len(rows) and all(
                body[i][k].text == body[start][k].text for k in range(level + 1)
            )
            if not same:
                rows[start][level] = rows[start][level]._replace(down=i - start)
                for covered in range(start + 1, i):
                    rows[covered][level] = rows[covered][level]._replace(down=0)
                start = i
    return tuple(tuple(row) for row in rows)


def _with_footer(grid: Grid, ask: Asking, columns: Sequence[Patches]) -> Grid:
    """The table with a last row: one event under every column, whatever the column asks."""
    if not ask.spec.footer:
        return grid
    try:
        return _footed(grid, ask, columns)
    except RulesError as error:
        raise RulesError(f"':footer:': {error}") from None


def _footed(grid: Grid, ask: Asking, columns: Sequence[Patches]) -> Grid:
    event = parse_event(ask.spec.footer)
    width = sum(cell.span for cell in (grid.head or grid.body)[0])
    label = label_cell(event_label(event, ask.asked.words, ask.asked.check))._replace(
        span=max(1, grid.stubs)
    )
    show = Show.CHANCE if ask.show in (Show.MEAN, Show.MEDIAN) else ask.show
    ask = ask._replace(event=event, show=show, spec=replace(ask.spec, show=""))
    own = [
        tuple(patch._replace(event=None, template="") for patch in patches if not patch.face)
        for patches in columns
    ]
    cells = [
        Cell("") if show_of(ask, patches) is Show.RULE else shown(ask, patches, first)
        for patches, first in zip(own, [None, *own[:1] * len(own)], strict=False)
    ]
    cells += [Cell("")] * (width - label.span - len(cells))
    return grid._replace(body=(*grid.body, (label, *cells)), footer=True)
