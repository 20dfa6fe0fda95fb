"""A sheet to draw on, measured in pixels from its top left corner; then a matplotlib figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, IdentityTransform

from . import letters

INK = "#1c1d20"  # stands for the page's own colour where it has one
GUIDE = 0.3  # how strong the lines behind are, where ink is 1


class Room(NamedTuple):
    """The room that a chart has: a text column's width, or a phone's."""

    width: float = 680
    height: float = 0  # of the part that shows the figures; 0 is as it looks best

    @property
    def narrow(self) -> bool:
        """True at the width of a phone."""
        return self.width < 480

    @property
    def size(self) -> float:
        """The size of names."""
        return 12.5 if self.narrow else 14

    @property
    def small(self) -> float:
        """The size of figures and of the guide lines' numbers."""
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
        self.artists: list[Artist] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        edge: float = 0,
        alpha: float = 1,
        round_by: float = 0,
        name: str = "",
    ) -> None:
        """A box, its edge in ink."""
        path = _round_box(x, y, width, height, round_by) if round_by else _box(x, y, width, height)
        edge_colour: Any = (INK, alpha) if edge else "none"
        self.path(path, fill, edge_colour, edge, name)

    def line(
        self,
        points: Sequence[tuple[float, float]],
        *,
        colour: str = INK,
        width: float = 1,
        dashes: tuple[float, ...] = (),
        alpha: float = 1,
        name: str = "",
    ) -> None:
        """A line through the points."""
        self.path(Path(points), "none", (colour, alpha), width, name, dashes)

    def mark(
        self, x: float, y: float, shape: str, size: float, fill: str, *, name: str = ""
    ) -> None:
        """A point's mark."""
        self.path(_mark(shape, x, y, size), fill, "none", 0, name)

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
        """One line of text, its baseline at y."""
        words = PlacedWords(x, y, text, size, anchor, colour, bold=bold, turned=turned)
        words.name = name
        self.artists.append(words)

    def lines(
        self,
        x: float,
        middle: float,
        texts: Sequence[str],
        size: float,
        *,
        anchor: str = "middle",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """Some lines of text, centred on a height."""
        step = size * letters.LINE
        first = middle - (len(texts) - 1) * step / 2 + size * letters.RISE / 2
        for i, text in enumerate(texts):
            self.text(x, first + i * step, text, size, anchor=anchor, bold=bold, colour=colour)

    def picture(self, x: float, y: float, width: float, height: float, source: str) -> None:
        """A picture of the book."""
        self.artists.append(PlacedPicture(x, y, width, height, source))

    @property
    def words(self) -> list[PlacedWords]:
        """The lines of text on it."""
        return [artist for artist in self.artists if isinstance(artist, PlacedWords)]

    def figure(
        self,
        scale: float = 1,
        *,
        upwards: bool = True,
        pictures: Mapping[str, str] | None = None,
        paper: str = "",
        words: bool = True,
    ) -> Figure:
        """The figure with everything placed straight on it; paper counts its heights upwards."""
        inches = self.width * scale / 72, self.height * scale / 72
        figure = Figure(figsize=inches, dpi=72, frameon=bool(paper), facecolor=paper or None)
        down = Affine2D().scale(scale, -scale).translate(0, self.height * scale)
        transform = down if upwards else IdentityTransform()
        for artist in self.artists:
            if isinstance(artist, PlacedWords) and not words:
                continue
            artist.set_transform(transform)
            if scale != 1 and isinstance(artist, PathPatch):
                artist.set_linewidth(artist.get_linewidth() * scale)
            if isinstance(artist, PlacedPicture) and pictures:
                artist.path = pictures.get(artist.source, "")
            figure.add_artist(artist)
        return figure

    def path(
        self,
        path: Path,
        fill: str,
        edge: Any,
        width: float,
        name: str,
        dashes: tuple[float, ...] = (),
    ) -> None:
        """Draw an outline."""
        patch = PathPatch(
            path,
            facecolor=fill,
            edgecolor=edge,
            linewidth=width,
            linestyle=(0, [each / width for each in dashes]) if dashes and width else "-",
            capstyle="butt",
            joinstyle="round",
            gid=name or None,
            zorder=0,
        )
        self.artists.append(patch)


class PlacedWords(Artist):
    """One line of text that is placed where it was measured to be."""

    def __init__(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        anchor: str,
        colour: str,
        *,
        bold: bool,
        turned: bool,
    ) -> None:
        """Keep what to write and where."""
        super().__init__()
        self.place = x, y
        self.text, self.size, self.anchor, self.bold = text, size, anchor, bold
        self.colour, self.turned = colour, turned
        self.name = ""  # its class, for what is styled

    def draw(self, renderer: Any) -> None:
        """Write the text with what the renderer has for it."""
        if hasattr(renderer, "draw_words"):
            renderer.draw_words(self)
            return
        x, y = self.place
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        before = letters.width(self.text, self.size, self.bold) / letters.ROOM * share
        place = (x, y + before) if self.turned else (x - before, y)
        transform = self.get_transform()
        right, up = transform.transform(place)
        scale = abs(transform.get_matrix()[0][0])
        if renderer.flipy():
            up = renderer.get_canvas_width_height()[1] - up
        gc = renderer.new_gc()
        gc.set_foreground(self.colour)
        font = letters.font_for(self.text, self.bold).copy()
        font.set_size(self.size * scale)
        angle = 90 if self.turned else 0
        renderer.draw_text(gc, right, up, self.text, font, angle, ismath=False)
        gc.restore()


class PlacedPicture(Artist):
    """A picture file, shown in a box."""

    def __init__(self, x: float, y: float, width: float, height: float, source: str) -> None:
        """Keep which picture and where."""
        super().__init__()
        self.box, self.source = (x, y, width, height), source
        self.path = ""  # where it lies, for what must show its pixels

    def draw(self, renderer: Any) -> None:
        """Name the file where that is enough, else show what is in it."""
        if hasattr(renderer, "draw_picture"):
            renderer.draw_picture(*self.box, self.source)
            return
        from .pictures import draw_pixels

        draw_pixels(renderer, self)


def _box(x: float, y: float, width: float, height: float) -> Path:
    right, bottom = x + width, y + height
    corners = [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)]
    return Path(corners, [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY])


def _round_box(x: float, y: float, width: float, height: float, by: float) -> Path:
    right, bottom = x + width, y + height
    points = [
        (x + by, y), (right - by, y), (right, y), (right, y + by), (right, bottom - by),
        (right, bottom), (right - by, bottom), (x + by, bottom), (x, bottom), (x, bottom - by),
        (x, y + by), (x, y), (x + by, y), (x + by, y),
    ]  # fmt: skip
    turn, line = [Path.CURVE3, Path.CURVE3], Path.LINETO
    codes = [Path.MOVETO, line, *turn, line, *turn, line, *turn, line, *turn, Path.CLOSEPOLY]
    return Path(points, codes)


_SHAPES = {
    "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    "diamond": [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)],
    "triangle": [(0, -1.2), (1.15, 0.85), (-1.15, 0.85)],
    "drop": [(0, 1.2), (1.15, -0.85), (-1.15, -0.85)],
}
SHAPES = ("circle", *_SHAPES)


def _mark(shape: str, x: float, y: float, size: float) -> Path:
    if shape == "circle":
        unit = Path.unit_circle()
        return Path(np.asarray(unit.vertices) * size + (x, y), unit.codes)
    corners = [(x + dx * size, y + dy * size) for dx, dy in _SHAPES[shape]]
    codes = [Path.MOVETO, *[Path.LINETO] * (len(corners) - 1), Path.CLOSEPOLY]
    return Path([*corners, corners[0]], codes)
