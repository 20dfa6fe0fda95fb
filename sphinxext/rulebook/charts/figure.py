"""Charts by matplotlib: a sheet becomes a figure, which others may draw on, and is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from . import letters
from .canvas import Canvas, DataArea
from .chart import Chart
from .marks import INK, Box, Drawn, Image, Mark, Shape, Words

Edit = Callable[[Figure, Axes, Chart], Any]
BLACK = "#1c1d20"  # is ink where no page gives one
MARGIN = 4  # pixels above the highest mark
STYLE: Any = {
    "text.color": BLACK, "axes.labelcolor": BLACK, "xtick.color": BLACK, "ytick.color": BLACK,
    "patch.edgecolor": BLACK, "font.size": 13.0,
}  # fmt: skip
_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def figure_of(
    drawn: Drawn, scale: float = 1, *, pictures: Mapping[str, str] | None = None
) -> Figure:
    """Return the figure with every mark straight on it; heights are counted upwards."""
    inches = drawn.width * scale / 72, drawn.height * scale / 72
    figure = Figure(figsize=inches, dpi=72, frameon=False)
    down = Affine2D().scale(scale, -scale).translate(0, drawn.height * scale)
    for mark in drawn.marks:
        artist = _patch(mark, scale) if isinstance(mark, Shape) else Placed(mark, pictures or {})
        artist.set_transform(down)
        figure.add_artist(artist)
    return figure


def _patch(shape: Shape, scale: float) -> PathPatch:
    colours: Any = {"": "none", INK: BLACK}
    fill, stroke = (colours.get(each, each) for each in (shape.fill, shape.stroke))
    return PathPatch(
        shape.outline,
        facecolor=fill,
        edgecolor=(stroke, shape.strength) if shape.stroke else "none",
        linewidth=shape.weight * scale,
        linestyle=(0, [each / shape.weight for each in shape.dashes]) if shape.dashes else "-",
        capstyle="butt",
        joinstyle="round",
        gid=shape.name or None,
        zorder=0,
    )


class Placed(Artist):
    """Words or a picture, where they were measured to be."""

    def __init__(self, mark: Words | Image, pictures: Mapping[str, str]) -> None:
        """Keep the mark, and where the pictures are."""
        super().__init__()
        self.mark, self.pictures = mark, pictures

    def draw(self, renderer: Any) -> None:
        """Draw the mark with what the renderer has for it."""
        if isinstance(renderer, Recorder):
            renderer.keep(self.mark)
        elif isinstance(self.mark, Words):
            self._write(renderer, self.mark)
        else:
            from .pictures import draw_pixels

            path = self.pictures.get(self.mark.source, "")
            draw_pixels(renderer, self.mark, path, self.get_transform())

    def _write(self, renderer: Any, words: Words) -> None:
        wide = letters.width(words.text, words.size, words.bold) / letters.ROOM
        before = wide * _SHARES[words.anchor]
        x, y = (words.x, words.y + before) if words.turned else (words.x - before, words.y)
        transform = self.get_transform()
        right, up = transform.transform((x, y))
        if renderer.flipy():
            up = renderer.get_canvas_width_height()[1] - up
        gc = renderer.new_gc()
        gc.set_foreground(BLACK if words.colour == INK else words.colour)
        font = letters.font_for(words.text, words.bold).copy()
        font.set_size(words.size * abs(transform.get_matrix()[0][0]))
        angle = 90 if words.turned else 0
        renderer.draw_text(gc, right, up, words.text, font, angle, ismath=False)
        gc.restore()


def drawn_by(sheet: Canvas, chart: Chart, edit: Edit | None = None) -> Drawn:
    """Return what is on the sheet once a listener drew on it, higher if a title needs the room."""
    drawn = Drawn(sheet.width, sheet.height, tuple(sheet.marks), sheet.keyed)
    area = sheet.data or DataArea(Box(0, 0, sheet.width, sheet.height), (0, 1), (0, 1))
    # Titles go over all that is there.
    with mpl.rc_context({**STYLE, "axes.titlepad": area.box.y * bool(sheet.data) + MARGIN}):
        figure = figure_of(drawn)
        if edit is not None:
            edit(figure, _axes(figure, sheet, area), chart)
        first = Recorder(sheet)
        figure.draw(first)
        if first.top >= 0:
            return drawn._replace(marks=tuple(first.marks))
        second = Recorder(sheet, MARGIN - first.top)
        figure.draw(second)
    return drawn._replace(height=sheet.height + second.over, marks=tuple(second.marks))


def _axes(figure: Figure, sheet: Canvas, area: DataArea) -> Axes:
    """Add axes that show nothing of their own, in the coordinates of the chart's figures."""
    x, _, width, height = area.box
    low = 1 - area.box.bottom / sheet.height
    place = x / sheet.width, low, width / sheet.width, height / sheet.height
    axes = figure.add_axes(place, frameon=False, xlim=area.across, ylim=area.up)
    axes.set(xticks=[], yticks=[])
    return axes


class Recorder(RendererBase):
    """A matplotlib renderer that keeps what is drawn as marks of ours."""

    def __init__(self, sheet: Canvas, over: float = 0) -> None:
        """Begin with nothing on a sheet of the same size, and room above it."""
        super().__init__()
        self.size = sheet.width, sheet.height
        self.over, self.top = over, 0.0
        self.marks: list[Mark] = []
        self.name = ""

    def get_canvas_width_height(self) -> tuple[float, float]:
        """Return the size of the sheet."""
        return self.size

    def open_group(self, s: str, gid: str | None = None) -> None:  # noqa: ARG002  # matplotlib passes it
        """Remember the class of what is drawn next."""
        self.name = gid or ""

    def close_group(self, s: str) -> None:  # noqa: ARG002  # matplotlib passes it
        """Forget it."""
        self.name = ""

    def keep(self, mark: Words | Image) -> None:
        """Keep words or a picture of ours."""
        self.marks.append(mark._replace(y=mark.y + self.over))

    def draw_path(
        self,
        gc: GraphicsContextBase,
        path: Path,
        transform: Any,
        rgbFace: Any = None,  # noqa: N803  # matplotlib names it so
    ) -> None:
        """Draw a box, a line or a mark."""
        shape, clip = transform.transform_path(path), gc.get_clip_rectangle()
        if clip is not None and not shape.get_extents().overlaps(clip):
            return
        points = np.round(np.asarray(shape.vertices) * (1, -1) + (0, self.size[1] + self.over), 9)
        if len(points):
            self.top = min(self.top, float(points[:, 1].min()))
        fill = "" if rgbFace is None else _colour(rgbFace)
        if fill and gc.get_forced_alpha():
            fill = to_hex((*rgbFace[:3], gc.get_alpha()), keep_alpha=True)
        edge: Any = gc.get_rgb()
        weight = gc.get_linewidth() if edge[3] else 0.0
        dashes: Any = gc.get_dashes()[1]
        self.marks.append(
            Shape(
                Path(points, shape.codes),
                fill,
                _colour(edge[:3]) if weight else "",
                weight,
                float(edge[3]),
                () if dashes is None else tuple(map(float, dashes)),
                self.name,
            )
        )

    def draw_text(
        self,
        gc: GraphicsContextBase,
        x: float,
        y: float,
        s: str,
        prop: Any,
        angle: float,
        ismath: Any = False,  # noqa: ARG002  # matplotlib passes it
        mtext: Any = None,
    ) -> None:
        """Write a line of text, from where it is aligned, for a page may have another font."""
        size, turned = prop.get_size_in_points(), angle == 90
        anchor = "start" if mtext is None or turned else _ANCHORS[mtext.get_horizontalalignment()]
        wide, _, _ = self.get_text_width_height_descent(s, prop, False)
        self.top = min(self.top, y - size)
        bold, rgb = prop.get_weight() in ("bold", 700), gc.get_rgb()
        x, y = x + wide * _SHARES[anchor], y + self.over
        self.marks.append(Words(x, y, s, size, anchor, bold, _colour(rgb[:3]), turned))


def _colour(rgba: Any) -> str:
    found = to_hex(rgba[:3])
    if len(rgba) > 3 and rgba[3] < 1:
        return to_hex(rgba, keep_alpha=True)
    return INK if found == BLACK else found
