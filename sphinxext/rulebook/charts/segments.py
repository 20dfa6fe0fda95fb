"""The segments of a stacked column or row, from worst to best."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart, ChartValue, Part
from .colours import ink_on
from .frame import EDGE, Box, fitting, part_class, put

GAP = 1.5  # between segments, so that the page shows through
PAD = 4  # of a segment's text from its sides
HEAVY = 4  # the line where one group of outcomes becomes the next
AROUND = HEAVY / 2 + 2  # free on both sides of that line, which is pale on a dark page
BEYOND = {True: 5, False: 4}  # how far that line reaches out of a column, or of a row


def split(
    sheet: Canvas, chart: Chart, i: int, box: Box, room: Room, *, upright: bool, named: bool
) -> None:
    """Draw one column from its foot up, or one row from its left."""

    def at(share: Fraction) -> float:
        if upright:
            return box.y + box.height * float(1 - share)
        return box.x + box.width * float(share)

    done, turns = Fraction(0), []
    for n, (series, figure) in enumerate(zip(chart.series, chart.figures[i], strict=True)):
        if chart.turn and n in chart.turn.at and 0 < done < 1:
            turns.append(at(done))
        low, high = sorted((at(done), at(done + figure.value)))
        first, last = (n + 1, n) if upright else (n, n + 1)
        low, high = low + clear(chart, first), high - clear(chart, last)
        along = {"y": low, "height": high - low} if upright else {"x": low, "width": high - low}
        if figure.value:
            segment(sheet, series, figure, box._replace(**along), room, named=named)
        done += figure.value
    start, size = (box.x, box.width) if upright else (box.y, box.height)
    across = start - BEYOND[upright], start + size + BEYOND[upright]
    for place in turns:
        ends = [(each, place) if upright else (place, each) for each in across]
        sheet.line(ends, width=HEAVY, name="rulebook-chart-turn")


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
