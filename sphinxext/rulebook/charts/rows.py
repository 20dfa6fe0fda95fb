"""Rows instead of columns, where names are long or the page is narrow: worst left, best right."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart, Part
from .frame import Box, bar, data_area, die, has_dice, key, title
from .scale import Scale, scale_of, whole_scale
from .segments import listed, named_throughout, split

MARKS = 0.6  # how strong the quarters are marked under a row
BESIDE = 0.3  # of the width, which names beside a bar may take
SHORT = 0.12  # of the width, which names before a split row may take


def stacked_rows(chart: Chart, room: Room) -> Canvas:
    """Each place as a row split into its outcomes, its name above it or, a short one, before it."""
    sheet = Canvas(room.width)
    bar = (3 if room.narrow else 2) * room.size * letters.LINE + 8
    left = _room_before(chart, room)
    named = named_throughout(chart, room, bar, room.width - left, upright=False)
    y = -6.0
    middles: list[float] = []
    for i, tick in enumerate(chart.ticks):
        if left:
            y += 12
            sheet.lines(left - 8, y + bar / 2, [tick.text], room.size, anchor="end")
        else:
            y = _heading(sheet, chart, i, y + 10, room)
        row = Box(left, y, room.width - left, bar)
        split(sheet, chart, i, row, room, upright=False, named=named)
        for mark, _ in whole_scale(chart).marks:
            x = row.x + row.width * float(mark)
            under = [(x, y + bar + 1), (x, y + bar + 6)]
            sheet.line(under, alpha=MARKS, name="rulebook-chart-guide")
        middles.append(y + bar / 2)
        y += bar
    plot = Box(left, 0, room.width - left, y)
    sheet.data = data_area(chart, plot, middles, Fraction(0), Fraction(1), upright=False)
    for mark, text in _shown_marks(chart, room.width - left, room):
        x, base = left + (room.width - left) * float(mark), y + 8 + room.small * letters.RISE
        ends = {0: "start", 1: "end"}  # which stay on the sheet
        anchor = ends.get(int(mark), "middle") if mark in (0, 1) else "middle"
        sheet.text(x, base, text, room.small, anchor=anchor)
    y += 12 + room.small * letters.RISE
    if left:
        y = title(sheet, chart, (left + room.width) / 2, y - 4, room)
    if not named:
        y = key(sheet, y + 10, 1, listed(chart), room)
    sheet.height = y
    return sheet


def _shown_marks(chart: Chart, width: float, room: Room) -> list[tuple[Fraction, str]]:
    """The marks that a row has room for: all quarters, or its ends and the half, or its ends."""
    marks = list(whole_scale(chart).marks)
    widest = max(letters.width(text, room.small) for _, text in marks)
    for every in (1, 2, 4):
        # The ones at the ends are inside the row, so they reach further.
        if width * every / 4 >= widest * 1.5 + 6:
            return marks[::every]
    return marks[::4]


def _room_before(chart: Chart, room: Room) -> float:
    """The width that short names take before their rows; none where more is said of a row."""
    if chart.turn or has_dice(chart):
        return 0
    widest = max(letters.width(tick.text, room.size) for tick in chart.ticks)
    return widest + 8 if widest <= room.width * SHORT else 0


def _heading(sheet: Canvas, chart: Chart, i: int, y: float, room: Room) -> float:
    """A row's name, its die and the chance of the last group above it; where the row begins."""
    tick, step = chart.ticks[i], room.size * letters.LINE
    x, right = 0.0, room.width
    crown = letters.beside(chart.turn.name, chart.turn.figures[i].text) if chart.turn else ""
    if crown:
        right -= letters.width(crown, room.size, bold=True) + 12
    if tick.die or tick.image:
        size = step
        die(sheet, size * 0.6, y, tick, size)
        x = size * 1.2 + 7
    name, level = tick.whole, tick.level
    whole = f"{name} · {level}" if level else name
    lines = letters.cut(whole, right - x, room.size, bold=True)
    for n, line in enumerate(lines):
        sheet.text(x, y + (n + 0.85) * step, line, room.size, bold=True)
    if crown:
        base = y + (len(lines) - 0.15) * step
        sheet.text(room.width, base, crown, room.size, anchor="end", bold=True)
    return y + len(lines) * step + 6


def bar_rows(chart: Chart, room: Room) -> Canvas:
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
