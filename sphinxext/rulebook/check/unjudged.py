"""Columns and rows of a held table that are not judged, and columns that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..ask.cells import Grid
from ..page.source.typed_table import TypedCell, TypedTable
from ..rules.errors import RulesError, fold, suggest
from ..words.normalise import normalise
from ..words.read_figure import Form, read
from .pairing import columns_named

MOST_HEADS = 3


def judged_part(sheet: TypedTable, names: str) -> TypedTable:
    """The table without the columns and rows that its author leaves unjudged, by their names."""
    if not names.strip():
        return sheet
    across = len(sheet.rows[0]) if sheet.rows else 0
    heads = [_folded(row[column].text for row in heads_of(sheet)) for column in range(across)]
    labels = [_folded([row[0].text]) for row in sheet.rows]
    columns: set[int] = set()
    rows: set[int] = set()
    for name in filter(None, (each.strip().strip("\"'") for each in names.split(","))):
        wanted = fold(normalise(name))
        found = {column for column, said in enumerate(heads) if wanted in said}
        below = {row for row, said in enumerate(labels) if wanted in said}
        if not found and not below:
            known = {cell.text for row in heads_of(sheet) for cell in row} | {
                row[0].text for row in sheet.rows if row
            }
            near = suggest(name, known)
            raise RulesError(f"no column or row of the table is called '{name}'{near}")
        columns |= found
        rows |= below - set(range(len(heads_of(sheet)))) if not found else set()
    return sheet._replace(
        rows=tuple(
            tuple(cell for column, cell in enumerate(row) if column not in columns)
            for number, row in enumerate(sheet.rows)
            if number not in rows
        )
    )


def heads_of(sheet: TypedTable) -> Sequence[Sequence[TypedCell]]:
    """The rows of headings."""
    return sheet.rows[: min(MOST_HEADS, max(1, sheet.heads))]


def _folded(texts: Sequence[str] | Iterator[str]) -> set[str]:
    return {fold(normalise(text)) for text in texts if text.strip()}


def refuse_undeclared(sheet: TypedTable, grid: Grid, language: str) -> None:
    """Refuse a column of figures that nobody asked for, once and by its name.

    The columns that were asked for have to be known by their headings, all of them.
    """
    places = columns_named(sheet, grid, language)
    known = [place for place in places if place is not None]
    if len(known) < 2 or len(set(known)) != len(known):
        return
    first = next(column for column, place in enumerate(places) if place is not None)
    asked = len(known)
    if asked < grid_width(grid):
        return
    extra = [
        column
        for column in range(first + 1, len(places))
        if places[column] is None and _has_figures(sheet, column, language)
    ]
    if not extra:
        return
    titles = [sheet.rows[0][column].text or f"number {column + 1}" for column in extra]
    named = " and ".join(f"'{title}'" for title in titles)
    many = len(extra) > 1
    raise RulesError(
        f"the column{'s' if many else ''} {named} {'are' if many else 'is'} not among those that "
        f"are asked for; write ':unjudged: {', '.join(titles)}' to leave "
        f"{'them' if many else 'it'} alone, or ask for {'them' if many else 'it'} in ':columns:'"
    )


def grid_width(grid: Grid) -> int:
    """The number of columns of figures that are asked for."""
    return sum(cell.span for cell in grid.body[0][grid.stubs :]) if grid.body else 0


def _has_figures(sheet: TypedTable, column: int, language: str) -> bool:
    """Check that most cells below the heading are figures."""
    texts = [row[column].text for row in sheet.rows[len(heads_of(sheet)) :]]
    read_as = [read(text, language) for text in texts if text.strip()]
    figures = [each for each in read_as if each is not None and each.form is not Form.BLANK]
    return len(figures) * 2 > len(texts)
