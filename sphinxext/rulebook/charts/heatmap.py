"""A heat map: two parameters, the chance written in each cell."""

from __future__ import annotations

from math import ceil

from . import letters
from .canvas import Canvas, DataArea, Room
from .chart import Chart
from .colours import HEATS, heat, ink_on, spread
from .frame import EDGE, Box, heading, stand_for
from .scale import Scale, scale_of

GAP = 2
SMALLEST = 9.5  # of the figures in crowded cells
CLOSEST = SMALLEST * letters.LINE + GAP  # columns whose figures are turned


def heatmap(chart: Chart, room: Room) -> Canvas:
    """Cells side by side; turned over where that leaves more room for the figures."""
    if not _fits(chart, room) and len(chart.ticks) > len(chart.series):
        chart = _turned_over(chart)
    return _drawn(chart, room)


def _turned_over(chart: Chart) -> Chart:
    return chart._replace(
        ticks=chart.series,
        series=chart.ticks,
        figures=tuple(zip(*chart.figures, strict=True)),
        axis=chart.side,
        side=chart.axis,
    )


def _left(chart: Chart, room: Room) -> float:
    """The width that the names of the rows take."""
    most = room.width * 0.32
    names = [letters.cut(each.text, most, room.size) for each in chart.series]
    return max(letters.width(line, room.size) for lines in names for line in lines) + 10


def _widest(chart: Chart, size: float) -> float:
    return max(letters.width(figure.text, size) for row in chart.figures for figure in row)


def _fits(chart: Chart, room: Room) -> bool:
    cell = (room.width - _left(chart, room)) / len(chart.ticks) - GAP
    return _widest(chart, room.small) <= cell - 3


def _drawn(chart: Chart, room: Room) -> Canvas:
    """The map, its columns in as many blocks under each other as figures need room for."""
    sheet = Canvas(room.width)
    left = _left(chart, room)
    many = len(chart.ticks)
    blocks = ceil(many / max(1, int((room.width - left) / CLOSEST)))
    fit = ceil(many / blocks)
    pitch = (room.width - left) / fit
    sheet.height = _titles(sheet, chart, left, room) - 4
    for start in range(0, many, fit):
        part = slice(start, start + fit)
        block = chart._replace(ticks=chart.ticks[part], figures=chart.figures[part])
        _block(sheet, block, left, pitch, scale_of(chart), room)
    return sheet


def _block(
    sheet: Canvas, chart: Chart, left: float, pitch: float, scale: Scale, room: Room
) -> None:
    """Some columns with their names, under what is there already."""
    step = room.size * letters.LINE
    size = room.small
    while _widest(chart, size) > pitch - GAP - 3 and size > SMALLEST:
        size -= 0.5
    turned = _widest(chart, size) > pitch - GAP - 2
    names = [letters.cut(e.text, room.width * 0.32, room.size) for e in chart.series]
    cell = max(34.0, max(len(lines) for lines in names) * step + 6)
    if turned:
        cell = max(cell, _widest(chart, size) + 8)
    if room.height:
        cell = max(cell, room.height / len(chart.series))
    y = _heading(sheet, chart, left, pitch, room)
    for n, lines in enumerate(names):
        top = y + n * cell
        sheet.lines(left - 10, top + cell / 2, lines, room.size, anchor="end")
        for i, row in enumerate(chart.figures):
            figure = row[n]
            share = float(figure.value) if chart.chances else scale.share(figure.value)
            fill, level = heat(share), round(spread(share) * HEATS)
            x = left + i * pitch
            sheet.box(
                x + GAP / 2, top + GAP / 2, pitch - GAP, cell - GAP, fill=fill, edge=0.75,
                alpha=EDGE, name=f"rulebook-chart-cell rulebook-heat-{level}",
            )  # fmt: skip
            middle, base, ink = x + pitch / 2, size * letters.RISE / 2, ink_on(fill)
            at = (middle + base, top + cell / 2) if turned else (middle, top + cell / 2 + base)
            sheet.text(
                *at, figure.text, size, anchor="middle", colour=ink, turned=turned,
                name=f"rulebook-on-heat-{level}",
            )  # fmt: skip
    rows = [y + (n + 0.5) * cell for n in range(len(names))]
    columns = [left + (i + 0.5) * pitch for i in range(len(chart.ticks))]
    area = Box(left, y, pitch * len(columns), cell * len(rows))
    across = stand_for([t.text for t in chart.ticks], columns, (left, left + area.width))
    up = stand_for([e.text for e in chart.series], rows, (y + area.height, y))
    sheet.data = DataArea(*area, across, up)
    sheet.plot += len(chart.series) * cell
    sheet.height = y + len(chart.series) * cell + 4


def _heading(sheet: Canvas, chart: Chart, left: float, pitch: float, room: Room) -> float:
    """The names of the columns; where the cells begin."""
    step, y = room.size * letters.LINE, sheet.height + 4
    found = [letters.wrapped(tick.text, pitch - 4, room.size) for tick in chart.ticks]
    if all(lines is not None and len(lines) <= 3 for lines in found):
        deep = max(len(lines or ()) for lines in found) * step
        for i, each in enumerate(found):
            for n, text in enumerate(reversed(each or ())):
                base = y + deep - 0.25 * step - n * step
                sheet.text(left + (i + 0.5) * pitch, base, text, room.size, anchor="middle")
    else:
        size = min(room.size, pitch / letters.LINE)
        deep = max(letters.width(tick.text, size) for tick in chart.ticks) + 4
        for i, tick in enumerate(chart.ticks):
            x = left + (i + 0.5) * pitch + size * letters.RISE / 2
            sheet.text(x, y + deep - 2, tick.text, size, turned=True)
    return y + deep + 4


def _titles(sheet: Canvas, chart: Chart, left: float, room: Room) -> float:
    """Write the titles of columns and rows, side by side or in lines, and return where they end."""
    step = room.size * letters.LINE
    middle = (left + room.width) / 2
    y = heading(sheet, chart.axis, middle, 0, room, bold=True) if chart.axis else 0.0
    if chart.side:
        begins = middle - letters.width(chart.axis, room.size, bold=True) / 2
        own = letters.width(chart.side, room.size, bold=True)
        if y and own + 16 < begins:
            y -= step
        for line in letters.cut(chart.side, room.width, room.size, bold=True):
            sheet.text(0, y + 0.8 * step, line, room.size, bold=True)
            y += step
    return y + 4
