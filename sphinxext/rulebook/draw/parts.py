"""A chart as plain shapes and words, for a page that sets both in its own way."""

from __future__ import annotations

from typing import Any, NamedTuple

from matplotlib.colors import to_hex
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ..ask.chart import Chart
from . import letters
from .canvas import INK, PlacedPicture, PlacedWords, Room
from .chart_files import KINDS, settings
from .edited import Edit, edited

Outline = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


class DrawnShape(NamedTuple):
    """A filled or drawn outline; an empty colour is none, "ink" is that of the page's text."""

    outline: Outline  # of move, line, quad, cubic and close, each with its points
    fill: str
    stroke: str
    weight: float
    strength: float  # of the stroke, 1 is all of it
    dashes: tuple[float, ...]
    name: str


class TextLine(NamedTuple):
    """One line of text, its baseline at y."""

    x: float
    y: float
    text: str
    size: float
    anchor: str
    bold: bool
    colour: str
    turned: bool
    name: str


class Image(NamedTuple):
    """A picture of the book in a box."""

    x: float
    y: float
    width: float
    height: float
    source: str


ChartPart = DrawnShape | TextLine | Image


class Parts(NamedTuple):
    """All of a chart, from its top left corner."""

    width: float
    height: float
    shapes: tuple[ChartPart, ...]
    keyed: bool = False  # it has a key


_CODES = {
    Path.MOVETO: "move",
    Path.LINETO: "line",
    Path.CURVE3: "quad",
    Path.CURVE4: "cubic",
    Path.CLOSEPOLY: "close",
}


def parts_of(chart: Chart, room: Room, face: letters.ChartFonts, edit: Edit | None = None) -> Parts:
    """The chart drawn for the room, its words measured in the face."""
    with settings(), letters.measured_in(face):
        sheet = KINDS[chart.kind](chart, room)
        sheet = edited(sheet, chart, edit) if edit else sheet
    return Parts(sheet.width, sheet.height, tuple(map(_part, sheet.artists)), sheet.keyed)


def _part(artist: Any) -> ChartPart:
    if isinstance(artist, PlacedWords):
        x, y = artist.place
        colour = "" if artist.colour == INK else artist.colour
        return TextLine(
            x,
            y,
            artist.text,
            artist.size,
            artist.anchor,
            artist.bold,
            colour,
            artist.turned,
            artist.name,
        )
    if isinstance(artist, PlacedPicture):
        return Image(*artist.box, artist.source)
    assert isinstance(artist, PathPatch)
    edge: Any = artist.get_edgecolor()
    face: Any = artist.get_facecolor()
    weight = float(artist.get_linewidth()) if edge[3] else 0.0
    pattern: Any = artist.get_linestyle()
    dashes = tuple(each * weight for each in pattern[1] or ()) if isinstance(pattern, tuple) else ()
    return DrawnShape(
        _outline(artist.get_path()),
        _colour(face) if face[3] else "",
        _colour((*edge[:3], 1)) if weight else "",
        weight,
        float(edge[3]),
        dashes,
        artist.get_gid() or "",
    )


def _colour(rgba: Any) -> str:
    found = to_hex(rgba[:3])
    if found == INK:
        return "ink"
    return found if rgba[3] == 1 else to_hex(rgba, keep_alpha=True)


def _outline(path: Path) -> Outline:
    found = []
    segments: list[Any] = list(path.iter_segments(simplify=False, curves=True))
    for points, code in segments:
        pairs = tuple((float(points[i]), float(points[i + 1])) for i in range(0, len(points), 2))
        found.append((_CODES[code], () if code == Path.CLOSEPOLY else pairs))
    return tuple(found)
