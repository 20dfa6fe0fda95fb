"""Bars side by side or under each other: a distribution, or a chance at each place."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart, Part
from .frame import (
    AxisLabels,
    Box,
    axis,
    axis_labels,
    bar,
    data_area,
    die,
    guides,
    has_dice,
    key,
    middles,
    sparse_labels,
    title,
)
from .scale import Scale, scale_of

WIDEST = 84
BESIDE = 0.3  # of the width, which names beside a bar may take


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
        return _rows(chart, room)
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
    zero = plot.y + plot.height * (1 - scale.share(Fraction(0)))

    def taken(y: float) -> list[tuple[float, float]]:
        if y == zero:  # has a line of its own
            return [(left, room.width)]
        return _taken(chart, plot, scale, y, turned or room.small * letters.LINE, turned)

    guides(sheet, plot, scale, room, taken)
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


def _rows(chart: Chart, room: Room) -> Canvas:
    """Each place as a row: its name, its bar, and the figure at the bar's end."""
    sheet = Canvas(room.width)
    step = room.size * letters.LINE
    names = [_name(tick) for tick in chart.ticks]
    die_room = step * 1.2 + 7 if has_dice(chart) else 0.0
    most = room.width * BESIDE
    beside = all(
        (lines := letters.wrapped(name, most, room.size)) is not None and len(lines) <= 2
        for name in names
    )
    taken = [
        letters.cut(name, most if beside else room.width - die_room, room.size) for name in names
    ]
    wide = max(letters.width(line, room.size) for lines in taken for line in lines)
    wide += die_room
    ends = max(letters.width(f.text, room.small, bold=True) for row in chart.figures for f in row)
    left = wide + 10 if beside else 0.0
    scale = scale_of(chart)
    plot = Box(left, 0, room.width - left - ends - 8, 0)
    each = max(13.0, room.size * 1.25)
    y = 4.0
    middles: list[float] = []
    for i, lines in enumerate(taken):
        deep = len(lines) * step
        if not beside:
            die(sheet, step * 0.6, y, chart.ticks[i], step)
            for n, line in enumerate(lines):
                sheet.text(die_room, y + (n + 0.85) * step, line, room.size)
            y += deep + 4
        inner = len(chart.series) * (each + 2)
        tall = max(inner, deep) if beside else inner
        if beside:
            die(sheet, step * 0.6, y + (tall - step) / 2, chart.ticks[i], step)
            sheet.lines(left - 8, y + tall / 2, lines, room.size, anchor="end")
        _bars(sheet, chart, i, plot._replace(y=y + (tall - inner) / 2, height=each), scale, room)
        middles.append(y + tall / 2)
        y += tall + (6 if beside else 8)
    plot = plot._replace(height=y)
    sheet.data = data_area(chart, plot, middles, scale.low, scale.high, upright=False)
    y = title(sheet, chart, plot.x + plot.width / 2, y - 4, room)
    if len(chart.series) > 1:
        y = key(sheet, y + 10, 1, chart.series, room)
    sheet.height = y
    return sheet


def _name(tick: Part) -> str:
    return f"{tick.text} · {tick.level}" if tick.level else tick.text


def _bars(sheet: Canvas, chart: Chart, i: int, plot: Box, scale: Scale, room: Room) -> None:
    for n, figure in enumerate(chart.figures[i]):
        y = plot.y + n * (plot.height + 2)
        _, end = bar(sheet, chart, i, n, plot._replace(y=y), scale, upright=False)
        base = y + plot.height / 2 + room.small * letters.RISE / 2
        sheet.text(end + 6, base, figure.text, room.small, bold=True)
