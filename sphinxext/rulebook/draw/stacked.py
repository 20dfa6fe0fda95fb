"""Stacked columns: each place split into its outcomes, from worst below to best above."""

from __future__ import annotations

from fractions import Fraction

from ..ask.chart import Chart, ChartValue, Part
from ..ask.colours import ink_on
from . import letters
from .canvas import Canvas, Room
from .frame import (
    EDGE,
    AxisLabels,
    Box,
    axis,
    axis_labels,
    data_area,
    fitting,
    guide_around,
    key,
    middles,
    part_class,
    put,
)
from .rows import stacked_rows
from .scale import whole_scale

GAP = 1.5  # between segments, so that the page shows through
PAD = 4  # of a segment's text from its sides
HEAVY = 4  # the line where one group of outcomes becomes the next
AROUND = HEAVY / 2 + 2  # free on both sides of that line, which is pale on a dark page
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
        _column(sheet, chart, i, Box(middle - bar / 2, top, bar, plot.height), room, named=named)
    y = axis(sheet, chart, labels, middles(chart, plot), top + plot.height + 8, room)
    if not named:
        y = key(sheet, y + 10, left, listed(chart), room)
    sheet.height, sheet.plot = y, plot.height
    sheet.data = data_area(chart, plot, middles(chart, plot), Fraction(0), Fraction(1))
    return sheet


def listed(chart: Chart) -> list[Part]:
    """The outcomes of the key, all of them; those of a single column with their figures."""
    if len(chart.ticks) > 1:
        return list(chart.series)
    figures = chart.figures[0]
    return [
        each._replace(text=letters.beside(each.whole, figures[n].text), of="")
        for n, each in enumerate(chart.series)
    ]


def named_throughout(
    chart: Chart, room: Room, across: float, along: float, *, upright: bool
) -> bool:
    """True if every segment has room for name and figure; otherwise the chart needs a key."""
    for row in chart.figures:
        for n, (series, figure) in enumerate(zip(chart.series, row, strict=True)):
            if not figure.value:
                continue
            length = along * float(figure.value) - clear(chart, n) - clear(chart, n + 1)
            width, height = (across, length) if upright else (length, across)
            lines = fitting(series.whole, figure.text, width - 2 * PAD, height - 1, room)
            if not any(line.bold for line in lines):
                return False
    return True


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


def _column(sheet: Canvas, chart: Chart, i: int, box: Box, room: Room, *, named: bool) -> None:
    """Draw one column."""
    below, turns = Fraction(0), []
    for n, (series, figure) in enumerate(zip(chart.series, chart.figures[i], strict=True)):
        if chart.turn and n in chart.turn.at and 0 < below < 1:
            turns.append(box.y + box.height * float(1 - below))
        low, high = box.height * float(1 - below), box.height * float(1 - below - figure.value)
        after, before = clear(chart, n + 1), clear(chart, n)
        below += figure.value
        part = Box(box.x, box.y + high + after, box.width, low - high - after - before)
        if figure.value:
            segment(sheet, series, figure, part, room, named=named)
    for y in turns:
        ends = [(box.x - 5, y), (box.x + box.width + 5, y)]
        sheet.line(ends, width=HEAVY, name="rulebook-chart-turn")


def clear(chart: Chart, n: int) -> float:
    """The gap before an outcome, through which the page shows."""
    if n in (0, len(chart.series)):
        return 0
    return AROUND if chart.turn and n in chart.turn.at else GAP / 2


def segment(
    sheet: Canvas, series: Part, figure: ChartValue, box: Box, room: Room, *, named: bool
) -> None:
    """Draw one part of a column or row, with its name and figure or with its figure alone."""
    x, y, width, height = box
    sheet.box(
        x, y, max(width, 0.6), max(height, 0.6), fill=series.colour, edge=0.75, alpha=EDGE,
        name=part_class("rulebook-chart-part", series.outcome),
    )  # fmt: skip
    on = f"rulebook-on-{series.outcome}" if series.outcome else ""
    name = series.whole if named else ""
    lines = fitting(name, figure.text, width - 2 * PAD, height - 1, room)
    put(sheet, x + width / 2, y + height / 2, lines, ink_on(series.colour), on)
