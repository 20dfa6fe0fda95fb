"""Each place split into its outcomes: columns from worst below up, or rows from the left."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart, ChartValue, Part
from .colours import ink_on
from .frame import (
    EDGE,
    AxisLabels,
    Box,
    axis,
    axis_labels,
    data_area,
    die,
    fitting,
    guides,
    has_dice,
    key,
    middles,
    part_class,
    put,
    title,
)
from .scale import whole_scale

WIDEST = 150
GAP = 1.5  # between segments, so that the page shows through
PAD = 4  # of a segment's text from its sides
HEAVY = 4  # the line where one group of outcomes becomes the next
AROUND = HEAVY / 2 + 2  # free on both sides of that line, which is pale on a dark page
BEYOND = {True: 5, False: 4}  # how far that line reaches out of a column, or of a row
MARKS = 0.6  # how strong the quarters are marked under a row
SHORT = 0.12  # of the width, which names before a split row may take


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
        return _rows(chart, room)
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
    taken = [(middle - bar / 2, middle + bar / 2) for middle in middles(chart, plot)]
    guides(sheet, plot, whole_scale(chart), room, lambda _: taken)  # between the columns only
    named = _named_throughout(chart, room, bar, plot.height, upright=True)
    for i, crown in enumerate(crowns):
        middle = left + pitch * (i + 0.5)
        for n, line in enumerate(crown):
            base = top - 9 - (len(crown) - 1 - n) * step
            sheet.text(middle, base, line, room.size, anchor="middle", bold=True)
        column = Box(middle - bar / 2, top, bar, plot.height)
        _split(sheet, chart, i, column, room, upright=True, named=named)
    y = axis(sheet, chart, labels, middles(chart, plot), top + plot.height + 8, room)
    if not named:
        y = key(sheet, y + 10, left, _listed(chart), room)
    sheet.height, sheet.plot = y, plot.height
    sheet.data = data_area(chart, plot, middles(chart, plot), Fraction(0), Fraction(1))
    return sheet


def _height(chart: Chart, room: Room) -> float:
    """As high as the smallest usual segment needs for its name and figure."""
    return (340 if room.narrow else 390) + 20 * max(0, len(chart.series) - 6)


def _rows(chart: Chart, room: Room) -> Canvas:
    """Each place as a row split into its outcomes, its name above it or, a short one, before it."""
    sheet = Canvas(room.width)
    bar = (3 if room.narrow else 2) * room.size * letters.LINE + 8
    left = _room_before(chart, room)
    named = _named_throughout(chart, room, bar, room.width - left, upright=False)
    y = -6.0
    middles: list[float] = []
    for i, tick in enumerate(chart.ticks):
        if left:
            y += 12
            sheet.lines(left - 8, y + bar / 2, [tick.text], room.size, anchor="end")
        else:
            y = _heading(sheet, chart, i, y + 10, room)
        row = Box(left, y, room.width - left, bar)
        _split(sheet, chart, i, row, room, upright=False, named=named)
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
        y = key(sheet, y + 10, 1, _listed(chart), room)
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


def _split(
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
        low, high = low + _clear(chart, first), high - _clear(chart, last)
        along = {"y": low, "height": high - low} if upright else {"x": low, "width": high - low}
        if figure.value:
            _segment(sheet, series, figure, box._replace(**along), room, named=named)
        done += figure.value
    start, size = (box.x, box.width) if upright else (box.y, box.height)
    across = start - BEYOND[upright], start + size + BEYOND[upright]
    for place in turns:
        ends = [(each, place) if upright else (place, each) for each in across]
        sheet.line(ends, width=HEAVY, name="rulebook-chart-turn")


def _listed(chart: Chart) -> list[Part]:
    """The outcomes of the key, all of them; those of a single column with their figures."""
    if len(chart.ticks) > 1:
        return list(chart.series)
    figures = chart.figures[0]
    return [
        each._replace(text=letters.beside(each.whole, figures[n].text), of="")
        for n, each in enumerate(chart.series)
    ]


def _named_throughout(
    chart: Chart, room: Room, across: float, along: float, *, upright: bool
) -> bool:
    """True if every segment has room for name and figure; otherwise the chart needs a key."""
    for row in chart.figures:
        for n, (series, figure) in enumerate(zip(chart.series, row, strict=True)):
            if not figure.value:
                continue
            length = along * float(figure.value) - _clear(chart, n) - _clear(chart, n + 1)
            width, height = (across, length) if upright else (length, across)
            lines = fitting(series.whole, figure.text, width - 2 * PAD, height - 1, room)
            if not any(line.bold for line in lines):
                return False
    return True


def _clear(chart: Chart, n: int) -> float:
    """The gap before an outcome, through which the page shows."""
    if n in (0, len(chart.series)):
        return 0
    return AROUND if chart.turn and n in chart.turn.at else GAP / 2


def _segment(
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
