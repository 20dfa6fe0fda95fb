"""A figure as SVG for a page: real text, the page's ink, nothing that a policy refuses."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np
from matplotlib.backend_bases import GraphicsContextBase, RendererBase
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.path import Path

from ..ask.drawing import PICTURE
from .canvas import INK, PlacedWords

_INK = to_rgb(INK)
_COMMANDS = {
    Path.MOVETO: "M",
    Path.LINETO: "L",
    Path.CURVE3: "Q",
    Path.CURVE4: "C",
}


def svg_of(figure: Figure, name: str) -> str:
    """The figure as one svg element with presentation attributes and classes only."""
    width, height = (round(each * 72) for each in figure.get_size_inches())
    renderer = InkRenderer(width, height)
    figure.draw(renderer)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" viewBox="0 0 {width} {height}" '
        f'fill="currentColor">\n' + "\n".join(renderer.parts) + "\n</svg>"
    )


class InkRenderer(RendererBase):
    """A matplotlib renderer that writes SVG elements."""

    def __init__(self, width: float, height: float) -> None:
        """Begin with no element."""
        super().__init__()
        self.size = width, height
        self.parts: list[str] = []
        self.name = ""

    def get_canvas_width_height(self) -> tuple[float, float]:
        """The size of the sheet."""
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
        """A box, a line or a mark."""
        shape = _shape(transform.transform_path(path))
        look = [f' class="{self.name}"'] if self.name else []
        look += _fill(rgbFace)
        if gc.get_linewidth() and gc.get_rgb()[3]:
            look += _stroke(gc)
        self.parts.append(f"<{shape}{''.join(look)}/>")

    def draw_words(self, words: PlacedWords) -> None:
        """A line of text in the page's font."""
        x, y = (_number(each) for each in words.place)
        look = [f' font-size="{_number(words.size)}"']
        if words.anchor != "start":
            look.append(f' text-anchor="{words.anchor}"')
        if words.bold:
            look.append(' font-weight="bold"')
        if words.colour != INK:
            look.append(f' fill="{words.colour}"')
        if words.name:
            look.append(f' class="{words.name}"')
        place = f'x="{x}" y="{y}"'
        if words.turned:
            place = f'transform="translate({x} {y}) rotate(-90)"'
        self.parts.append(f"<text {place}{''.join(look)}>{escape(words.text, quote=False)}</text>")

    def draw_picture(self, x: float, y: float, width: float, height: float, source: str) -> None:
        """A picture by its name; the page that shows the chart knows where it lies."""
        box = [_number(each) for each in (x, y, width, height)]
        where = 'x="{}" y="{}" width="{}" height="{}"'.format(*box)
        self.parts.append(f'<image {where} href="{PICTURE}{escape(source)}"/>')


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _shape(path: Path) -> str:
    """The element's name and outline; an upright box is a rect."""
    points: Any = np.asarray(path.vertices).tolist()
    codes: Any = path.codes
    if codes is not None and len(points) == 5 and codes[-1] == Path.CLOSEPOLY:
        (left, top), (right, _), (_, bottom) = points[0], points[1], points[2]
        if [[right, top], [right, bottom], [left, bottom]] == points[1:4]:
            box = (min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
            return 'rect x="{}" y="{}" width="{}" height="{}"'.format(*map(_number, box))
    return f'path d="{_outline(path)}"'


def _outline(path: Path) -> str:
    parts = []
    segments: list[Any] = list(path.iter_segments(simplify=False, curves=True))
    for points, code in segments:
        if code == Path.CLOSEPOLY:
            parts.append("Z")
        else:
            parts.append(_COMMANDS[code] + " ".join(_number(float(each)) for each in points))
    return "".join(parts)


def _fill(face: Any) -> list[str]:
    if face is None:
        return [' fill="none"']
    found = [] if tuple(face[:3]) == _INK else [f' fill="{_hex(face)}"']
    pale = len(face) > 3 and face[3] < 1
    return [*found, f' fill-opacity="{_number(face[3])}"'] if pale else found


def _stroke(gc: GraphicsContextBase) -> list[str]:
    rgb = gc.get_rgb()
    colour = "currentColor" if tuple(rgb[:3]) == _INK else _hex(rgb)
    look = [f' stroke="{colour}" stroke-width="{_number(gc.get_linewidth())}"']
    if rgb[3] < 1:
        look.append(f' stroke-opacity="{_number(rgb[3])}"')
    dashes: Any = gc.get_dashes()[1]
    if dashes is not None:
        look.append(f' stroke-dasharray="{" ".join(_number(each) for each in dashes)}"')
    return look


def _hex(rgb: Any) -> str:
    return "#" + "".join(f"{round(255 * float(each)):02x}" for each in rgb[:3])
