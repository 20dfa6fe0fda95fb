"""Stacked columns: each place split into its outcomes, from worst below to best above."""

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
    data_area,
    guide_around,
    key,
    middles,
)
from .rows import stacked_rows
from .scale import whole_scale
from .segments import PAD, listed, named_throughout, split

WIDEST = 150


def stacked(chart: Chart, room: Room) -> Canvas:
    """Columns side by side, or rows under each other where names are too long for columns."""
    left = max(letters.width(text, room.small) for _, text in whole_scale(chart).marks) + 8
    pitch = (room.width - left) / len(chart.ticks)
    labels = axis_labels(chart, pitch, room)
    crowns = _crowns(chart, pitch - 4, room)
    tight = _bar(pitch) - 2 * PAD < max(
        letters.width(figure.text, room.small) for row in chart.figures for figure in row
    )
    if labels is None or crowns is None or tight:
        return stacked_rows(chart, room)
    return _columns(chart, room, left, labels, crowns)


def _crowns(chart: Chart, width: float, room: Room) -> list[tuple[str, ...]] | None:
    """Write the chance of the last group above each column."""
    if chart.turn is None:
        return [() for _ in chart.ticks]
    found = []
    for figure in chart.turn.figures:
        text = letters.beside(chart.turn.name, figure.text)
        lines = letters.wrapped(text, width, room.size, bold=True)
        if lines is None or len(lines) > 2:
            return None
        found.append(lines)
    return found


def _bar(pitch: float) -> float:
    """The width of a column."""
    return min(pitch - max(6, pitch * 0.16), WIDEST)


def _columns(
    chart: Chart, room: Room, left: float, labels: AxisLabels, crowns: list[tuple[str, ...]]
) -> Canvas:
    sheet = Canvas(room.width)
    step = room.size * letters.LINE
    pitch = (room.width - left) / len(chart.ticks)
    bar = _bar(pitch)
    top = max(len(lines) for lines in crowns) * step + (8 if chart.turn else 4)
    plot = Box(left, top, room.width - left, room.height or _height(chart, room))
    _guides(sheet, chart, plot, bar, room)
    named = named_throughout(chart, room, bar, plot.height, upright=True)
    for i, crown in enumerate(crowns):
        middle = left + pitch * (i + 0.5)
        for n, line in enumerate(crown):
            base = top - 9 - (len(crown) - 1 - n) * step
            sheet.text(middle, base, line, room.size, anchor="middle", bold=True)
        column = Box(middle - bar / 2, top, bar, plot.height)
        split(sheet, chart, i, column, room, upright=True, named=named)
    y = axis(sheet, chart, labels, middles(chart, plot), top + plot.height + 8, room)
    if not named:
        y = key(sheet, y + 10, left, listed(chart), room)
    sheet.height, sheet.plot = y, plot.height
    sheet.data = data_area(chart, plot, middles(chart, plot), Fraction(0), Fraction(1))
    return sheet


def _height(chart: Chart, room: Room) -> float:
    """As high as the smallest usual segment needs for its name and figure."""
    return (340 if room.narrow else 390) + 20 * max(0, len(chart.series) - 6)


def _guides(sheet: Canvas, chart: Chart, plot: Box, bar: float, room: Room) -> None:
    """The quarters, between the columns only."""
    for mark, text in whole_scale(chart).marks:
        y = plot.y + plot.height * float(1 - mark)
        base = y + room.small * letters.RISE / 2
        sheet.text(plot.x - 8, base, text, room.small, anchor="end")
        taken = [(middle - bar / 2, middle + bar / 2) for middle in middles(chart, plot)]
        guide_around(sheet, (plot.x, plot.x + plot.width), y, taken)
