"""Bars side by side or under each other: a distribution, or a chance at each place."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart
from .frame import EDGE, data_area, guides, key, part_class, swatches
from .lanes import Lane, column_labels, columns, rows, scale_room
from .marks import Box, Words
from .scale import scale_of

WIDEST = 84
BESIDE = 0.3  # of the width, which names beside a bar may take


def bars(chart: Chart, room: Room) -> Canvas:
    """Draw bars side by side, or under each other where names or figures are too wide for that."""
    sheet, scale, many = Canvas(room.width), scale_of(chart), len(chart.series)
    left = scale_room(scale, room)
    pitch = (room.width - left) / len(chart.ticks)
    slot = min(pitch * 0.86 / many, WIDEST)
    high = room.small * letters.LINE  # of a figure
    widest = max(letters.width(f.text, room.small, bold=True) for row in chart.figures for f in row)
    turned = widest > (pitch if many == 1 else slot) - 2
    labels = column_labels(chart, pitch, room)
    upright = labels is not None and not (turned and (pitch if many == 1 else slot) < high)
    if labels is not None and upright:
        gap, ends = (1.5 if many > 1 else 0.0), (widest if turned else high)
        tall = room.height or (230 if room.narrow else 260)
        plot = Box(left, ends + 6, room.width - left, tall)
        lanes, y = columns(sheet, chart, labels, plot, slot * many, room)
    else:
        slot, gap = max(13.0, room.size * 1.25) + 2, 2.0
        lanes, y, plot = rows(sheet, chart, many * slot, BESIDE, room, after=widest + 8)
    sheet.data = data_area(chart, plot, [lane.middle for lane in lanes], scale, upright=upright)
    blocks: list[Box] = []
    for i, lane in enumerate(lanes):
        for n, own in enumerate(lane.slots(many, gap)):
            blocks += _bar(sheet, chart, i, n, own, room, turned=turned)
    for lane in [Lane(plot, upright)] if upright else lanes:
        zero = lane.across(scale.share(Fraction(0)))
        sheet.line(zero, width=1.25, name="rulebook-chart-base")
        blocks.append(Box(left, zero[0][1] - 1, plot.width, 2))
    if upright:
        guides(sheet, plot, scale, room, blocks)
    if many > 1:
        swatch = swatches(sheet, chart.series)
        y = key(sheet, y + 10, left if upright else 1, chart.series, room, swatch)
    sheet.height = y
    return sheet


def _bar(
    sheet: Canvas, chart: Chart, i: int, n: int, lane: Lane, room: Room, *, turned: bool
) -> list[Box]:
    """Draw a bar with its figure at its end, and return where both are.

    The bars of a place wear the colour of their series, a single one that of its place.
    """
    tick, series, figure = chart.ticks[i], chart.series[n], chart.figures[i][n]
    scale = scale_of(chart)
    box = lane.part(scale.share(Fraction(0)), scale.share(figure.value))
    name = part_class("rulebook-chart-part", series.outcome, series.name_of_die, n + 1)
    fill = series.colour
    if len(chart.series) == 1 and tick.colour:
        fill, name = tick.colour, part_class("rulebook-chart-part", tick.outcome)
    if figure.value:
        sheet.box(box, fill=fill, edge=0.75, alpha=EDGE, name=name)
    text = Words(lane.middle, box.y - 5, figure.text, room.small, "middle", bold=True)
    low = room.small * letters.RISE / 2
    if not lane.upright:
        at = text._replace(x=box.right + 6, y=lane.middle + low, anchor="start")
        sheet.marks.append(at)
        return []
    wide, tall = letters.width(figure.text, 14), room.small * letters.LINE
    if turned:
        text = text._replace(x=lane.middle + low, anchor="start", turned=True)
        wide, tall = 18.0, wide
    sheet.marks.append(text)
    above = Box(lane.middle - wide / 2 - 2, box.y - tall - 6, wide + 4, tall + 6)
    return [above, box._replace(x=box.x - 2, width=box.width + 4)]
