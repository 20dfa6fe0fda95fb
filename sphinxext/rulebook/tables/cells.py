"""A table as a value: its cells in rows, before anything of a page is made."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..figures import LABEL
from ..figures.kind import FigureKind
from .places import Axis

if TYPE_CHECKING:
    from .target import Target


class Cell(NamedTuple):
    """One cell: what it says, and for a figure the question and its exact answer."""

    text: str  # in markup where `markup` says so
    kind: FigureKind = LABEL
    value: Fraction | None = None
    question: str = ""
    names: tuple[str, ...] = ()
    markup: bool = False
    span: int = 1
    down: int = 1
    base: str = ""  # the question that a difference is from
    refused: str = ""  # why there is no figure, where only this one is too much work
    is_number: bool = False  # never translated, and aligned right

    @property
    def shade(self) -> int | None:
        """Return how dark a figure is shaded, in tenths."""
        return None if self.value is None else self.value.numerator * 10 // self.value.denominator


class Grid(NamedTuple):
    """A table: heading rows, how many columns are labels, and the body with its footer."""

    head: tuple[tuple[Cell, ...], ...]
    stubs: int
    body: tuple[tuple[Cell, ...], ...]
    footer: bool = False
    words: bool = False  # whether it shows the rules file's own labels
    axes: tuple[Axis, ...] = ()  # what its rows and columns run over, unless they are labels
    about: Target | None = None  # the check and the options that it is made by

    @property
    def refused(self) -> list[str]:
        """The lines that refuse figures of the table, one for each."""
        return [cell.refused for row in self.body for cell in row if cell.refused]

    @property
    def seen(self) -> tuple[object, ...]:
        """Everything that a reader sees: words, figures and how dark each figure is shaded."""
        cells = [
            (cell.text, cell.kind.name, cell.markup, cell.span, cell.down, cell.shade)
            for row in (*self.head, *self.body)
            for cell in row
        ]
        return (len(self.head), len(self.body), self.stubs, self.footer, self.words, cells)
