"""A chart of the book drawn for its page: as wide as the text, in the look's letters and inks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ask.colours import between
from . import fonts, markup
from .choices import PAPERS

if TYPE_CHECKING:
    from ..ask.chart import Chart
    from ..draw.parts import Image, Line, Shape
    from .builder import PressBuilder
    from .look import ChartStyle
    from .writer import Writer

POINTS = 72 / 25.4  # in a millimetre
NAMES = 14  # the size of names on a sheet, in its own units
HIGH = 0.46  # of the width, that a plot takes where its kind leaves it open
KEPT = ("stacked", "bars", "lines")  # kinds whose height can be chosen


def chart_call(builder: PressBuilder, node: Any, writer: Writer) -> str:
    """The chart as an argument: its size, its parts, and its words for a screen reader."""
    from ..draw.canvas import Room
    from ..draw.letters import Face
    from ..draw.parts import parts_of
    from ..page.alt_text import alt_text

    look, choices = builder.look, builder.choices
    paper = choices.paper or look.paper
    sheet = look.sheets.get(paper) or look.sheets[look.paper]
    points = sheet.text_width(PAPERS[paper][0]) * POINTS
    scale = look.chart.size / NAMES
    drawing = node["drawing"]
    chart = recoloured(drawing.chart, look.chart)
    pictures = {each.name: builder.copy(Path(each.path)) for each in drawing.pictures}
    chart = chart.without_pictures({t.image for t in chart.ticks if t.image not in pictures})
    wide = points / scale
    high = wide * HIGH if chart.kind in KEPT else 0
    faces = fonts.unpacked(
        [look.folder / "fonts" / look.chart.font, look.folder / "fonts" / look.chart.bold],
        builder.sources / "fonts",
    )
    parts = parts_of(chart, Room(wide, high), Face(str(faces[0]), str(faces[1]), 1.02))
    alt = node["alt"] or alt_text(drawing.chart)
    shapes = ",\n  ".join(_part(each, pictures, writer, node) for each in parts.shapes)
    size = f"{_number(parts.width)}, {_number(parts.height)}, {_number(scale)}"
    return f"chart({size}, alt: {markup.string(alt)},\n  {shapes},\n)"


def recoloured(chart: Chart, style: ChartStyle) -> Chart:
    """The chart in the look's inks."""
    series = chart.series
    if chart.kind == "stacked":
        many = max(1, len(series) - 1)
        inks = [between(style.outcomes, i / many) for i in range(len(series))]
    elif chart.kind == "heatmap":
        return chart
    elif len(series) == 1:
        inks = [style.bar]
    else:
        inks = [style.lines[i % len(style.lines)] for i in range(len(series))]
    changed = tuple(e._replace(colour=ink) for e, ink in zip(series, inks, strict=True))
    return chart._replace(series=changed)


def _part(part: Shape | Line | Image, pictures: dict[str, str], writer: Writer, node: Any) -> str:
    kind = type(part).__name__
    if kind == "Line":
        return _line(part, writer, node)  # type: ignore[arg-type]
    if kind == "Image":
        return _image(part, pictures)  # type: ignore[arg-type]
    return _shape(part)  # type: ignore[arg-type]


def _line(part: Line, writer: Writer, node: Any) -> str:
    text = writer.string(part.text.replace("...", "…"), node)
    return markup.dictionary(
        [
            ("text", text), ("x", _number(part.x)), ("y", _number(part.y)),
            ("size", _number(part.size)), ("anchor", markup.string(part.anchor)),
            ("bold", markup.boolean(part.bold)), ("fill", _paint(part.colour or "ink")),
            ("turned", markup.boolean(part.turned)),
        ]
    )  # fmt: skip


def _image(part: Image, pictures: dict[str, str]) -> str:
    return markup.dictionary(
        [
            ("image", markup.string(pictures[part.source])), ("x", _number(part.x)),
            ("y", _number(part.y)), ("width", _number(part.width)),
            ("height", _number(part.height)),
        ]
    )  # fmt: skip


def _shape(part: Shape) -> str:
    outline = [
        markup.array([markup.string(name), *(f"({_number(x)}, {_number(y)})" for x, y in points)])
        for name, points in part.outline
    ]
    given = [("outline", markup.array(outline)), ("name", markup.string(part.name))]
    if part.fill:
        given.append(("fill", _paint(part.fill)))
    if part.stroke:
        given.append(("stroke", _paint(part.stroke)))
        given.append(("weight", _number(part.weight)))
        given.append(("strength", _number(part.strength)))
    if part.dashes:
        given.append(("dashes", markup.array(map(_number, part.dashes))))
    return markup.dictionary(given)


def _paint(colour: str) -> str:
    return markup.string(colour)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
