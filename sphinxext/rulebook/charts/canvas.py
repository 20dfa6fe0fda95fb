"""A sheet to draw on, measured in pixels from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.path import Path

from . import letters, marks
from .marks import INK, Image, Mark, Point, Shape, Words


class Room(NamedTuple):
    """The room that a chart has: a text column's width, or a phone's."""

    width: float = 680
    height: float = 0  # of the part that shows the figures; 0 is as it looks best

    @property
    def narrow(self) -> bool:
        """Return whether it is the width of a phone."""
        return self.width < 480

    @property
    def size(self) -> float:
        """Return the size of names."""
        return 12.5 if self.narrow else 14

    @property
    def small(self) -> float:
        """Return the size of figures and of the guide lines' numbers."""
        return 12 if self.narrow else 13


class DataArea(NamedTuple):
    """The part of a sheet that shows the figures, and what its ends stand for."""

    x: float
    y: float
    width: float
    height: float
    across: tuple[float, float]  # at its left and right end
    up: tuple[float, float]  # at its foot and its top


class Canvas:
    """The drawing so far, with methods for the few things that a chart is made of."""

    def __init__(self, width: float) -> None:
        """Begin with nothing on it; the heights are known at the end."""
        self.width, self.height = width, 0.0
        self.plot = 0.0  # the height of the part that shows the figures, where it can be chosen
        self.keyed = False  # a key says which colour is which
        self.data: DataArea | None = None
        self.marks: list[Mark] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "",
        edge: float = 0,
        alpha: float = 1,
        round_by: float = 0,
        name: str = "",
    ) -> None:
        """Draw a box, its edge in ink."""
        outline = (
            marks.round_box(x, y, width, height, round_by)
            if round_by
            else marks.box(x, y, width, height)
        )
        stroke = INK if edge else ""
        self.marks.append(Shape(outline, fill, stroke, edge, alpha, name=name))

    def line(
        self,
        points: Sequence[Point],
        *,
        colour: str = INK,
        width: float = 1,
        dashes: tuple[float, ...] = (),
        alpha: float = 1,
        name: str = "",
    ) -> None:
        """Draw a line through the points."""
        self.marks.append(Shape(Path(points), "", colour, width, alpha, dashes, name))

    def mark(
        self, x: float, y: float, shape: str, size: float, fill: str, *, name: str = ""
    ) -> None:
        """Draw a point's mark."""
        self.marks.append(Shape(marks.mark(shape, x, y, size), fill, name=name))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        anchor: str = "start",
        bold: bool = False,
        colour: str = INK,
        turned: bool = False,
        name: str = "",
    ) -> None:
        """Write one line of text, its baseline at y."""
        self.marks.append(Words(x, y, text, size, anchor, bold, colour, turned, name))

    def lines(
        self,
        x: float,
        middle: float,
        texts: Sequence[str],
        size: float,
        *,
        anchor: str = "middle",
        bold: bool = False,
    ) -> None:
        """Write some lines of text, centred on a height."""
        step = size * letters.LINE
        first = middle - (len(texts) - 1) * step / 2 + size * letters.RISE / 2
        for i, text in enumerate(texts):
            self.text(x, first + i * step, text, size, anchor=anchor, bold=bold)

    def picture(self, x: float, y: float, width: float, height: float, source: str) -> None:
        """Show a picture of the book."""
        self.marks.append(Image(x, y, width, height, source))
