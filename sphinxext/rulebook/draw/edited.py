"""Hands a chart to whoever listens, as a matplotlib figure, and takes back what is on it then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.figure import Figure
from matplotlib.path import Path

from ..ask.chart import Chart
from .canvas import INK, Canvas, DataArea, PlacedWords

Edit = Callable[[Figure, Axes, Chart], Any]
ANCHORS = {"left": ("start", 0.0), "center": ("middle", 0.5), "right": ("end", 1.0)}
MARGIN = 4  # pixels above the highest mark
STYLE: Any = {
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "patch.edgecolor": INK, "font.size": 13.0,
}  # fmt: skip


def edited(sheet: Canvas, chart: Chart, edit: Edit) -> Canvas:
    """Return the sheet after a listener drew on it, higher if a title needs the room."""
    above = sheet.data.y if sheet.data else 0.0  # where titles go: over all that is there
    with mpl.rc_context({**STYLE, "axes.titlepad": above + MARGIN}):
        figure = sheet.figure()
        axes = _axes(figure, sheet)
        edit(figure, axes, chart)
        first = Recorder(sheet)
        figure.draw(first)
        over = max(0.0, MARGIN - first.top) if first.top < 0 else 0.0
        second = Recorder(sheet, over)
        figure.draw(second)
    made = second.made
    made.height, made.plot, made.keyed = sheet.height + over, sheet.plot, sheet.keyed
    return made


def _axes(figure: Figure, sheet: Canvas) -> Axes:
    """Add axes that show nothing of their own, in the coordinates of the chart's figures."""
    area = sheet.data or DataArea(0, 0, sheet.width, sheet.height, (0, 1), (0, 1))
    low = 1 - (area.y + area.height) / sheet.height
    place = area.x / sheet.width, low, area.width / sheet.width, area.height / sheet.height
    axes = figure.add_axes(place, frameon=False, xlim=area.across, ylim=area.up)
    axes.set(xticks=[], yticks=[])
    return axes


class Recorder(RendererBase):
    """A matplotlib renderer that draws on a sheet of ours."""

    def __init__(self, sheet: Canvas, over: float = 0) -> None:
        """Begin with an empty sheet of the same size, and room above it."""
        super().__init__()
        self.size = sheet.width, sheet.height
        self.over, self.top = over, 0.0
        self.made = Canvas(sheet.width)
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
        points = np.round(np.asarray(shape.vertices) * (1, -1) + (0, self.size[1] + self.over), 4)
        width, rgb = gc.get_linewidth(), gc.get_rgb()
        if len(points):
            self.top = min(self.top, float(points[:, 1].min()))
        face: Any = "none" if rgbFace is None else tuple(rgbFace)
        if face != "none" and gc.get_forced_alpha():
            face = (*face[:3], gc.get_alpha())
        dashes: Any = gc.get_dashes()[1]
        pattern = () if dashes is None else tuple(map(float, dashes))
        self.made.path(
            Path(points, shape.codes), face, rgb if width else "none", width, self.name, pattern
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
        side = "left" if mtext is None or turned else mtext.get_horizontalalignment()
        anchor, share = ANCHORS[side]
        wide, _, _ = self.get_text_width_height_descent(s, prop, False)
        self.top = min(self.top, y - size)
        rgb: Any = gc.get_rgb()
        self.made.text(
            x + wide * share, y + self.over, s, size, anchor=anchor, turned=turned,
            bold=prop.get_weight() in ("bold", 700), colour=mpl.colors.to_hex(rgb[:3]),
        )  # fmt: skip

    def draw_words(self, words: PlacedWords) -> None:
        """Copy a line of ours."""
        x, y = words.place
        self.made.text(
            x, y + self.over, words.text, words.size, anchor=words.anchor, bold=words.bold,
            colour=words.colour, turned=words.turned, name=words.name,
        )  # fmt: skip

    def draw_picture(self, x: float, y: float, width: float, height: float, source: str) -> None:
        """Copy a picture of the book."""
        self.made.picture(x, y + self.over, width, height, source)
