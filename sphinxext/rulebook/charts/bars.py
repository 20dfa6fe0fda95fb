"""Bars: a distribution, or a chance at each place, its figure above every bar."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart
from .frame import (
    AxisLabels,
    Box,
    axis,
    axis_labels,
    bar,
    data_area,
    guide_around,
    key,
    middles,
    sparse_labels,
)
from .rows import bar_rows
from .scale import Scale, scale_of

WIDEST = 84


def bars(chart: Chart, room: Room) -> Canvas:
    """Bars side by side, or under each other where names or figures are too wide for that."""
    scale = scale_of(chart)
    left = max(letters.width(text, room.small) for _, text in scale.marks) + 8
    pitch = (room.width - left) / len(chart.ticks)
    labels = axis_labels(chart, pitch + 4, room, most=3) or sparse_labels(chart, pitch, room)
    slot = pitch / len(chart.series) if len(chart.series) == 1 else _slot(chart, pitch)
    widest = max(letters.width(f.text, room.small, bold=True) for row in chart.figures for f in row)
    turned = widest > slot - 2
    if labels is None or (turned and slot < room.small * letters.LINE):
        return bar_rows(chart, room)
    return _columns(chart, room, scale, left, labels, widest if turned else 0.0)


def _slot(chart: Chart, pitch: float) -> float:
    """The width of one bar of several at a place."""
    return min(pitch * 0.86 / len(chart.series), WIDEST)


def _columns(
    chart: Chart, room: Room, scale: Scale, left: float, labels: AxisLabels, turned: float
) -> Canvas:
    sheet = Canvas(room.width)
    above = (turned or room.small * letters.LINE) + 6
    plot = Box(left, above, room.width - left, room.height or (230 if room.narrow else 260))
    for mark, text in scale.marks:
        y = plot.y + plot.height * (1 - scale.share(mark))
        sheet.text(left - 8, y + room.small * letters.RISE / 2, text, room.small, anchor="end")
        if mark:
            taken = _taken(chart, plot, scale, y, turned or room.small * letters.LINE, turned)
            guide_around(sheet, (left, room.width), y, taken)
    zero = plot.y + plot.height * (1 - scale.share(Fraction(0)))
    for i in range(len(chart.ticks)):
        _place(sheet, chart, i, plot, scale, room, turned=bool(turned))
    sheet.line([(left, zero), (room.width, zero)], width=1.25, name="rulebook-chart-base")
    y = axis(sheet, chart, labels, middles(chart, plot), plot.y + plot.height + 8, room)
    if len(chart.series) > 1:
        y = key(sheet, y + 10, left, chart.series, room)
    sheet.height, sheet.plot = y, plot.height
    sheet.data = data_area(chart, plot, middles(chart, plot), scale.low, scale.high)
    return sheet


def _taken(
    chart: Chart, plot: Box, scale: Scale, y: float, above: float, turned: float
) -> list[tuple[float, float]]:
    """The stretches at a height where bars and their figures are."""
    found = []
    slot = _slot(chart, plot.width / len(chart.ticks))
    for middle, row in zip(middles(chart, plot), chart.figures, strict=True):
        first = middle - slot * len(row) / 2
        for n, figure in enumerate(row):
            high = plot.y + plot.height * (1 - scale.share(max(figure.value, Fraction(0))))
            if y > high - above - 6:
                half = slot / 2 if y > high else 9 if turned else letters.width(figure.text, 14) / 2
                at = first + (n + 0.5) * slot
                found.append((at - half - 2, at + half + 2))
    return found


def _place(
    sheet: Canvas, chart: Chart, i: int, plot: Box, scale: Scale, room: Room, *, turned: bool
) -> None:
    """The bars of one place with their figures."""
    pitch = plot.width / len(chart.ticks)
    many = len(chart.series)
    slot = _slot(chart, pitch)
    first = plot.x + pitch * (i + 0.5) - slot * many / 2
    gap = 1.5 if many > 1 else 0
    for n, figure in enumerate(chart.figures[i]):
        x = first + n * slot
        own = plot._replace(x=x + gap / 2, width=slot - gap)
        top, _ = bar(sheet, chart, i, n, own, scale, upright=True)
        middle = x + slot / 2
        if turned:
            base = middle + room.small * letters.RISE / 2
            sheet.text(base, top - 5, figure.text, room.small, bold=True, turned=True)
        else:
            sheet.text(middle, top - 5, figure.text, room.small, anchor="middle", bold=True)
