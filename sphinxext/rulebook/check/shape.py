"""Figures that are where a table's labels would be, or labels for figures: another shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ask.cells import Cell, Grid
from ..page.source.typed_table import TypedCell
from ..rules.errors import fold
from ..words.mentions import mentioned
from ..words.normalise import normalise
from ..words.read_figure import Form, numbers_in, read


class Shape:
    """Tells the labels of a table from its figures."""

    def __init__(self, grid: Grid, language: str) -> None:
        """Know the names of the headings and labels, and those of the outcomes."""
        self.language = language
        cells = [cell for row in grid.head for cell in row]
        cells += [cell for row in grid.body for cell in row[: grid.stubs]]
        names = [name for cell in cells for name in (cell.text, *cell.names)]
        self.labels = {fold(normalise(name)) for name in names}
        self.numbers = {number for name in names for number in numbers_in(name, language)}
        self.outcomes = {
            name
            for row in grid.body
            for cell in row[grid.stubs :]
            if _is_outcome(cell)
            for name in cell.names
        }

    def is_label(self, cell: TypedCell) -> bool:
        """Check that the cell says what the rules call a row or a column."""
        if fold(normalise(cell.text)) in self.labels:
            return True
        found = numbers_in(cell.text, self.language)
        return bool(found) and self.numbers.issuperset(found)

    def is_figure(self, cell: TypedCell, forms: set[Form]) -> bool:
        """Check that the cell is a figure in the form of the table's others, and no label."""
        if self.is_label(cell):
            return False
        written = read(cell.text, self.language)
        if written is None:
            return bool(mentioned(cell.text, self.outcomes))
        return written.form in forms and (written.form is not Form.NUMBER or written.digits > 0)

    def forms(self, cells: Iterable[TypedCell]) -> set[Form]:
        """The forms in which the figures of these cells are written."""
        found = (read(cell.text, self.language) for cell in cells)
        return {written.form for written in found if written} - {Form.BLANK}

    def is_other(
        self, rows: Sequence[Sequence[TypedCell]], heads: int, labels: int, own: tuple[int, int]
    ) -> bool:
        """Check for figures among so many rows and columns of labels, or labels beyond them.

        `own` are the heading rows and label columns that are known to be some.
        """
        extra = [cell for row in rows[own[0] : heads] for cell in row[labels:]]
        extra += [cell for row in rows[heads:] for cell in row[own[1] : labels]]
        missing = [row[labels:] for row in rows[heads : own[0]]]
        missing += [[row[c] for row in rows[heads:]] for c in range(labels, own[1])]
        forms = self.forms(cell for row in rows[heads:] for cell in row[labels:])
        return any(self.is_figure(cell, forms) for cell in extra) or any(
            all(map(self.is_label, cells)) for cells in missing
        )


def _is_outcome(cell: Cell) -> bool:
    return cell.kind.is_outcome and cell.value is None
