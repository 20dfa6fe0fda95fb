"""The marks that a drawing is made of: shapes, words and pictures, from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.patches import BoxStyle
from matplotlib.path import Path

Point = tuple[float, float]

INK = "ink"  # the colour of the page's own text
GUIDE = 0.3  # how strong the lines behind are, where ink is 1


class Box(NamedTuple):
    """A part of the sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return where it ends."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return its foot."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """Return its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Shape(NamedTuple):
    """A filled or drawn outline; an empty colour is none."""

    outline: Path
    fill: str = ""
    stroke: str = ""
    weight: float = 0
    strength: float = 1  # of the stroke, 1 is all of it
    dashes: tuple[float, ...] = ()
    name: str = ""  # its classes, for what is styled


class Words(NamedTuple):
    """One line of text, its baseline at y."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "start"
    bold: bool = False
    colour: str = INK
    turned: bool = False
    name: str = ""


class Image(NamedTuple):
    """A picture of the book in a box."""

    x: float
    y: float
    width: float
    height: float
    source: str


Mark = Shape | Words | Image


class Drawn(NamedTuple):
    """All of a chart."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    keyed: bool = False  # a key says which colour is which


def polygon(points: Sequence[Point]) -> Path:
    """Return the outline through the points and back."""
    return Path([*points, points[0]], closed=True)


def box(of: Box) -> Path:
    """Return the outline of a box."""
    x, y, right, bottom = of.x, of.y, of.right, of.bottom
    return polygon([(x, y), (right, y), (right, bottom), (x, bottom)])


def round_box(of: Box, by: float) -> Path:
    """Return the outline of a box with round corners."""
    return BoxStyle.Round(pad=0, rounding_size=by)(*of, 1)


_CORNERS = {
    "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    "diamond": [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)],
    "triangle": [(0, -1.2), (1.15, 0.85), (-1.15, 0.85)],
    "drop": [(0, 1.2), (1.15, -0.85), (-1.15, -0.85)],
}
SHAPES = ("circle", *_CORNERS)


def mark(shape: str, x: float, y: float, size: float) -> Path:
    """Return the outline of a point's mark."""
    if shape == "circle":
        return Path.circle((x, y), size)
    return polygon([(x + dx * size, y + dy * size) for dx, dy in _CORNERS[shape]])
