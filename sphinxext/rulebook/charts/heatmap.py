"""A heat map: two parameters, the chance written in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from . import letters
from .canvas import Canvas, DataArea, Room
from .chart import Chart
from .colours import HEATS, heat, ink_on, spread
from .frame import EDGE, heading, stand_for, turned_names
from .letters import Lines
from .marks import Box, Words
from .scale import Scale, scale_of

GAP = 2
SMALLEST = 9.5  # of the figures in crowded cells
CLOSEST = SMALLEST * letters.LINE + GAP  # columns whose figures are turned


def heatmap(chart: Chart, room: Room) -> Canvas:
    """Cells side by side; turned over where that leaves more room for the figures."""
    if not _fits(chart, room) and len(chart.ticks) > len(chart.series):
        chart = chart._replace(
            ticks=chart.series,
            series=chart.ticks,
            figures=tuple(zip(*chart.figures, strict=True)),
            axis=chart.side,
            side=chart.axis,
        )
    return _drawn(chart, room)


def _left(chart: Chart, room: Room) -> float:
    """The width that the names of the rows take."""
    return max(map(letters.widest, _row_names(chart, room))) + 10


def _row_names(chart: Chart, room: Room) -> list[Lines]:
    return [letters.cut(each.text, room.width * 0.32, room.size) for each in chart.series]


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
    size = room.small
    while _widest(chart, size) > pitch - GAP - 3 and size > SMALLEST:
        size -= 0.5
    turned = _widest(chart, size) > pitch - GAP - 2
    names = _row_names(chart, room)
    cell = max(34.0, max(map(letters.tall, names)) + 6)
    if turned:
        cell = max(cell, _widest(chart, size) + 8)
    if room.height:
        cell = max(cell, room.height / len(chart.series))
    columns = [left + (i + 0.5) * pitch for i in range(len(chart.ticks))]
    y = _heading(sheet, chart, columns, pitch, room)
    for n, lines in enumerate(names):
        top = y + n * cell
        sheet.lines(left - 10, top + cell / 2, lines, anchor="end")
        for x, row in zip(columns, chart.figures, strict=True):
            figure = row[n]
            share = float(figure.value) if chart.chances else scale.share(figure.value)
            fill, level = heat(share, chart.heat), round(spread(share) * HEATS)
            box = Box(x - pitch / 2 + GAP / 2, top + GAP / 2, pitch - GAP, cell - GAP)
            name = f"rulebook-chart-cell rulebook-heat-{level}"
            sheet.box(box, fill=fill, edge=0.75, alpha=EDGE, name=name)
            base, ink, on = size * letters.RISE / 2, ink_on(fill), f"rulebook-on-heat-{level}"
            at = (x + base, top + cell / 2) if turned else (x, top + cell / 2 + base)
            words = Words(*at, figure.text, size, "middle", colour=ink, turned=turned, name=on)
            sheet.marks.append(words)
    rows = [y + (n + 0.5) * cell for n in range(len(names))]
    area = Box(left, y, pitch * len(columns), cell * len(rows))
    across = stand_for([t.text for t in chart.ticks], columns, (left, area.right))
    up = stand_for([e.text for e in chart.series], rows, (area.bottom, y))
    sheet.data = DataArea(area, across, up)
    sheet.plot += area.height
    sheet.height = area.bottom + 4


def _heading(
    sheet: Canvas, chart: Chart, columns: Sequence[float], pitch: float, room: Room
) -> float:
    """The names of the columns; where the cells begin."""
    y = sheet.height + 4
    found = [letters.wrapped(tick.text, pitch - 4, room.size) for tick in chart.ticks]
    names = [lines for lines in found if lines is not None and len(lines) <= 3]
    if len(names) < len(found):
        return turned_names(sheet, chart, columns, y, room, over=True) + 4
    foot = y + max(map(letters.tall, names))
    for x, lines in zip(columns, names, strict=True):
        sheet.lines(x, foot - letters.tall(lines) / 2, lines)
    return foot + 4


def _titles(sheet: Canvas, chart: Chart, left: float, room: Room) -> float:
    """Write the titles of columns and rows, side by side or in lines, and return where they end."""
    middle = (left + room.width) / 2
    y = heading(sheet, chart.axis, middle, 0, room, bold=True) if chart.axis else 0.0
    if chart.side:
        begins = middle - letters.width(chart.axis, room.size, bold=True) / 2
        lines = letters.cut(chart.side, room.width, room.size, bold=True)
        if y and letters.width(chart.side, room.size, bold=True) + 16 < begins:
            y -= lines[0].high
        sheet.lines(0, y + letters.tall(lines) / 2, lines, anchor="start")
        y += letters.tall(lines)
    return y + 4
