"""A sheet to draw on, measured in pixels from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.path import Path

from . import marks
from .letters import LINE, RISE, Lines, tall
from .marks import INK, Box, Mark, Point, Shape, Words


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

    box: Box
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
        box: Box,
        *,
        fill: str = "",
        edge: float = 0,
        alpha: float = 1,
        round_by: float = 0,
        name: str = "",
    ) -> None:
        """Draw a box, its edge in ink."""
        outline = marks.round_box(box, round_by) if round_by else marks.box(box)
        self.marks.append(Shape(outline, fill, INK if edge else "", edge, alpha, name=name))

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

    def lines(
        self,
        x: float,
        middle: float,
        lines: Lines,
        *,
        anchor: str = "middle",
        colour: str = INK,
        name: str = "",
    ) -> None:
        """Write some lines of text, centred on a height."""
        y = middle - tall(lines) / 2
        for text, size, bold in lines:
            base = y + size * (LINE + RISE) / 2
            self.marks.append(Words(x, base, text, size, anchor, bold, colour, name=name))
            y += size * LINE
