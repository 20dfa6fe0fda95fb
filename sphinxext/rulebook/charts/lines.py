"""Lines: a chance against a parameter, each line named at its end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from . import letters
from .canvas import Canvas, Room
from .chart import Chart, Part
from .frame import (
    axis,
    axis_labels,
    data_area,
    guides,
    has_dice,
    key,
    part_class,
    sparse_labels,
    title,
    turned_names,
)
from .lanes import scale_room
from .letters import Lines
from .marks import SHAPES, Box, Point, Shape, mark
from .scale import Scale, scale_of

THICK = 2.5
MARK = 3.6
SAMPLE = 26  # of a line, in the key
BESIDE = 26  # the room between the last point and the right end, a name's width apart
INSET = 12  # of the first and last point from the ends of the guide lines
NAMES = 0.34  # of the width, which names at the ends may take


def lines(chart: Chart, room: Room) -> Canvas:
    """The lines, with their names at the end or, where these are too long, above."""
    scale = scale_of(chart)
    sheet = Canvas(room.width)
    left = scale_room(scale, room) + 2
    names = _names_at_end(chart, left, room)
    widest = max(map(letters.widest, names), default=0)
    right, top = BESIDE + widest if widest else 10.0, 12.0
    if not names:
        sample = partial(_sample, sheet, chart.series)
        top += key(sheet, 1, 0, chart.series, room, sample, wide=SAMPLE, bold=True)
    height = room.height or (250 if room.narrow else 330)
    plot = _within(chart, Box(left, top, room.width - left - right, height), room)
    guides(sheet, plot, scale, room, before=10)
    ends = [_line(sheet, chart, n, plot, scale) for n in range(len(chart.series))]
    if names:
        _end_names(sheet, chart.series, names, ends, plot)
    sheet.height, sheet.plot = _axis(sheet, chart, plot, room), plot.height
    places = [_x(chart, plot, i) for i in range(len(chart.ticks))]
    sheet.data = data_area(chart, plot, places, scale)
    return sheet


def _names_at_end(chart: Chart, left: float, room: Room) -> list[Lines]:
    """The names that are at the ends of the lines; none where they leave too little room."""
    most = room.width * NAMES
    found = [letters.wrapped(each.whole, most, room.size, bold=True) for each in chart.series]
    names = [lines for lines in found if lines is not None and len(lines) <= 2]
    if len(names) < len(found):
        return []
    wide = max(map(letters.widest, names))
    pitch = (room.width - left - BESIDE - wide - 2 * INSET) / len(chart.ticks)
    crowded = chart.speaks and pitch < room.size * letters.LINE
    return [] if crowded and len(chart.series) > 1 else names


def _within(chart: Chart, plot: Box, room: Room) -> Box:
    """The plot, so far from the sides that the first and the last name end on the sheet."""
    _, labels = _labels(chart, plot, room)
    if labels is None:
        return plot
    first, last = letters.widest(labels[0]) / 2, letters.widest(labels[-1]) / 2
    before = max(0.0, first - _x(chart, plot, 0))
    after = max(0.0, _x(chart, plot, len(chart.ticks) - 1) + last - room.width)
    return plot._replace(x=plot.x + before, width=plot.width - before - after)


def _labels(chart: Chart, plot: Box, room: Room) -> tuple[Chart, list[Lines] | None]:
    """The names of the places, without those of their dice if need be; none if they are turned."""
    pitch = min(_pitch(chart, plot), plot.width)
    labels = axis_labels(chart, pitch + 2, room, most=3)
    if labels is None and has_dice(chart):  # then the dice say it
        chart = chart._replace(ticks=tuple(tick._replace(level="") for tick in chart.ticks))
        labels = axis_labels(chart, pitch + 2, room, most=3)
    return chart, labels or sparse_labels(chart, pitch, room)


def _pitch(chart: Chart, plot: Box) -> float:
    """From one place to the next."""
    return (plot.width - 2 * INSET) / max(1, len(chart.ticks) - 1)


def _x(chart: Chart, plot: Box, i: int) -> float:
    if len(chart.ticks) == 1:
        return plot.x + plot.width / 2
    return plot.x + INSET + _pitch(chart, plot) * i


def _line(sheet: Canvas, chart: Chart, n: int, plot: Box, scale: Scale) -> tuple[float, float]:
    """Draw one line with its marks; where it ends."""
    points = [
        (_x(chart, plot, i), plot.y + plot.height * (1 - scale.share(row[n].value)))
        for i, row in enumerate(chart.figures)
    ]
    ends = [(plot.x + INSET, points[0][1]), (plot.right - INSET, points[0][1])]
    line = points if len(points) > 1 else ends  # a level one, where there is one place
    _stroke(sheet, chart.series, n, line, points if len(points) <= 24 else ())
    return line[-1]


def _stroke(
    sheet: Canvas, series: Sequence[Part], n: int, line: Sequence[Point], points: Sequence[Point]
) -> None:
    """Draw a line in the colour of its part, and its marks."""
    colour, name = series[n].colour, _names(series[n], n)
    sheet.line(line, colour=colour, width=THICK, name=f"rulebook-chart-line {name}")
    for x, y in points:
        outline = mark(SHAPES[n % len(SHAPES)], x, y, MARK)
        sheet.marks.append(Shape(outline, colour, name=f"rulebook-chart-mark {name}"))


def _sample(sheet: Canvas, series: Sequence[Part], box: Box, n: int) -> None:
    """Draw a piece of a line with a mark, for the key."""
    middle = box.middle
    _stroke(sheet, series, n, [(box.x, middle[1]), (box.right, middle[1])], [middle])


def _names(series: Part, n: int) -> str:
    """The class of a line's colour: its die's, or its place; pale outcomes would not show."""
    return part_class("", 0, series.name_of_die, n + 1).strip()


def _end_names(
    sheet: Canvas, series: Sequence[Part], names: Sequence[Lines], ends: Sequence[Point], plot: Box
) -> None:
    """The names at the lines' ends, pushed apart where they would touch."""
    order = sorted(range(len(series)), key=lambda n: ends[n][1])
    heights = [letters.tall(names[n]) + 2 for n in order]
    middles = spread([ends[n][1] for n in order], heights, plot)
    apart = any(abs(m - ends[n][1]) > 3 for n, m in zip(order, middles, strict=True))
    for n, middle in zip(order, middles, strict=True):
        x, y = ends[n]
        if apart:
            bend = [(x + MARK + 2, y), (x + MARK + 9, middle), (x + MARK + 12, middle)]
            name = f"rulebook-chart-line {_names(series[n], n)}"
            sheet.line(bend, colour=series[n].colour, width=1, name=name)
        sheet.lines(x + MARK + (16 if apart else 8), middle, names[n], anchor="start")


def spread(wanted: Sequence[float], heights: Sequence[float], plot: Box) -> list[float]:
    """Middles near the wanted ones, in their order, that keep clear of each other."""
    placed = list(wanted)
    bottom = plot.bottom + 8
    for i in range(1, len(placed)):
        least = placed[i - 1] + (heights[i - 1] + heights[i]) / 2
        placed[i] = max(placed[i], least)
    if placed and placed[-1] + heights[-1] / 2 > bottom:
        placed[-1] = bottom - heights[-1] / 2
        for i in range(len(placed) - 2, -1, -1):
            placed[i] = min(placed[i], placed[i + 1] - (heights[i] + heights[i + 1]) / 2)
    return placed


def _axis(sheet: Canvas, chart: Chart, plot: Box, room: Room) -> float:
    """The names of the places, in lines or turned, every other one if need be."""
    y = plot.bottom + 12
    chart, labels = _labels(chart, plot, room)
    places = [_x(chart, plot, i) for i in range(len(chart.ticks))]
    if labels is not None:
        return axis(sheet, chart, labels, places, y, room)
    y = turned_names(sheet, chart, places, y, room, over=False)
    return title(sheet, chart, plot.middle[0], y, room)
