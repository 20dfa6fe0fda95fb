"""A drawing as SVG for a page: real text, the page's ink, nothing that a policy refuses."""

from __future__ import annotations

from html import escape
from typing import Any

from matplotlib.path import Path

from .drawing import PICTURE
from .marks import INK, Drawn, Image, Mark, Shape, Words

_COMMANDS = {
    Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C", Path.CLOSEPOLY: "Z",
}  # fmt: skip
_BOX = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY]
_OPAQUE = len("#rrggbb")


def svg_of(drawn: Drawn, name: str) -> str:
    """Return the drawing as one svg element with presentation attributes and classes only."""
    width, height = round(drawn.width), round(drawn.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" viewBox="0 0 {width} {height}" '
        f'fill="currentColor">\n' + "\n".join(map(_element, drawn.marks)) + "\n</svg>"
    )


def _element(mark: Mark) -> str:
    if isinstance(mark, Shape):
        return _shape(mark)
    return _words(mark) if isinstance(mark, Words) else _image(mark)


def _shape(shape: Shape) -> str:
    fill, opacity = shape.fill[:_OPAQUE], shape.fill[_OPAQUE:]
    look = {
        "class": shape.name,
        "fill": (fill or "none").replace(INK, ""),
        "fill-opacity": _number(int(opacity, 16) / 255) if opacity else "",
    }
    if shape.stroke:
        look |= {
            "stroke": shape.stroke.replace(INK, "currentColor"),
            "stroke-width": _number(shape.weight),
            "stroke-opacity": _number(shape.strength) if shape.strength < 1 else "",
            "stroke-dasharray": " ".join(map(_number, shape.dashes)),
        }
    return f"<{_outline(shape.outline)}{_attributes(look)}/>"


def _outline(outline: Path) -> str:
    """Return the element's name and outline; an upright box is a rect."""
    segments: list[Any] = list(outline.iter_segments(simplify=False, curves=True))
    parts = [([] if code == Path.CLOSEPOLY else list(at), code) for at, code in segments]
    if [code for _, code in parts] == _BOX:
        (left, top), (x, y), (right, bottom), (u, v) = (at for at, _ in parts[:-1])
        if [(x, y), (u, v)] in ([(right, top), (left, bottom)], [(left, bottom), (right, top)]):
            corner = min(left, right), min(top, bottom)
            sizes = abs(right - left), abs(bottom - top)
            names = zip(("x", "y", "width", "height"), (*corner, *sizes), strict=True)
            return f"rect{_attributes({name: _number(each) for name, each in names})}"
    path = "".join(_COMMANDS[code] + " ".join(map(_number, at)) for at, code in parts)
    return f'path d="{path}"'


def _words(words: Words) -> str:
    x, y = _number(words.x), _number(words.y)
    place = {"x": x, "y": y}
    if words.turned:
        place = {"transform": f"translate({x} {y}) rotate(-90)"}
    look = {
        "font-size": _number(words.size),
        "text-anchor": words.anchor.replace("start", ""),
        "font-weight": "bold" if words.bold else "",
        "fill": words.colour.replace(INK, ""),
        "class": words.name,
    }
    return f"<text{_attributes(place | look)}>{escape(words.text, quote=False)}</text>"


def _image(image: Image) -> str:
    """Return a picture by its name; the page that shows the chart knows where it lies."""
    names = zip(("x", "y", "width", "height"), image[:4], strict=True)
    box = {name: _number(each) for name, each in names}
    return f"<image{_attributes({**box, 'href': PICTURE + escape(image.source)})}/>"


def _attributes(given: dict[str, str]) -> str:
    return "".join(f' {name}="{value}"' for name, value in given.items() if value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
