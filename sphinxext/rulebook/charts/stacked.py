"""Each place split into its outcomes: columns from worst below up, or rows from the left."""

from __future__ import annotations

from fractions import Fraction

from . import letters
from .canvas import Canvas, Room
from .chart import Chart, Part
from .colours import ink_on
from .frame import EDGE, axis_labels, data_area, guides, has_dice, key, part_class, swatches
from .lanes import Lane, columns, rows, scale_room
from .letters import Line, Lines
from .marks import Box
from .scale import whole_scale

WIDEST = 150
GAP = 1.5  # between segments, so that the page shows through
PAD = 4  # of a segment's text from its sides
HEAVY = 4  # the line where one group of outcomes becomes the next
AROUND = HEAVY / 2 + 2  # free on both sides of that line, which is pale on a dark page
BEYOND = 4  # how far that line reaches out of a column or a row
SHORT = 0.12  # of the width, which names before a split row may take


def stacked(chart: Chart, room: Room) -> Canvas:
    """Draw columns side by side, or rows where names or figures are too long for columns."""
    sheet, scale, turn = Canvas(room.width), whole_scale(chart), chart.turn
    step = room.size * letters.LINE
    left = scale_room(scale, room)
    pitch = (room.width - left) / len(chart.ticks)
    wide = min(pitch - max(6, pitch * 0.16), WIDEST)
    said = [letters.beside(turn.name, figure.text) for figure in turn.figures] if turn else []
    crowns = [letters.wrapped(text, pitch - 4, room.size, bold=True) or () for text in said]
    labels = axis_labels(chart, pitch, room)
    widest = max(letters.width(f.text, room.small) for row in chart.figures for f in row)
    fits = all(0 < len(lines) <= 2 for lines in crowns) and wide - 2 * PAD >= widest
    if labels is not None and fits:
        top = max(map(len, crowns), default=0) * step + (8 if turn else 4)
        plot = Box(left, top, room.width - left, room.height or _height(chart, room))
        lanes, y = columns(sheet, chart, labels, plot, wide, room)
        for lane, lines in zip(lanes, crowns, strict=False):
            middle = top - 9 + step * (0.15 - (len(lines) - 1) / 2) - room.size * letters.RISE / 2
            sheet.lines(lane.middle, middle, lines)
        guides(sheet, plot, scale, room, [lane.box for lane in lanes])
    else:
        deep = (3 if room.narrow else 2) * step + 8
        share = 0 if turn or has_dice(chart) else SHORT
        lanes, y, plot = rows(sheet, chart, deep, share, room, crowns=said, marks=scale.marks)
    places, upright = [lane.middle for lane in lanes], lanes[0].upright
    sheet.data = data_area(chart, plot, places, scale, upright=upright)
    named = _named_throughout(chart, lanes[0], room)
    for i, lane in enumerate(lanes):
        _split(sheet, chart, i, lane, room, named=named)
    if not named:
        swatch = swatches(sheet, chart.series)
        y = key(sheet, y + 10, left if upright else 1, _listed(chart), room, swatch)
    sheet.height = y
    return sheet


def _height(chart: Chart, room: Room) -> float:
    """As high as the smallest usual segment needs for its name and figure."""
    return (340 if room.narrow else 390) + 20 * max(0, len(chart.series) - 6)


def _split(sheet: Canvas, chart: Chart, i: int, lane: Lane, room: Room, *, named: bool) -> None:
    """Draw one column from its foot up, or one row from its left."""
    turns = []
    for n, (series, box) in enumerate(zip(chart.series, _segments(chart, i, lane), strict=True)):
        done = sum((figure.value for figure in chart.figures[i][:n]), Fraction(0))
        if chart.turn and n in chart.turn.at and 0 < done < 1:
            turns.append(float(done))
        if chart.figures[i][n].value:
            thin = box._replace(width=max(box.width, 0.6), height=max(box.height, 0.6))
            name = part_class("rulebook-chart-part", series.outcome)
            sheet.box(thin, fill=series.colour, edge=0.75, alpha=EDGE, name=name)
            lines = _fitting(series.whole if named else "", chart.figures[i][n].text, box, room)
            on = f"rulebook-on-{series.outcome}" if series.outcome else ""
            sheet.lines(*box.middle, lines, colour=ink_on(series.colour), name=on)
    for share in turns:
        sheet.line(lane.across(share, BEYOND), width=HEAVY, name="rulebook-chart-turn")


def _segments(chart: Chart, i: int, lane: Lane) -> list[Box]:
    """Return the box of each outcome of a place, with the gaps through which the page shows."""
    found, done = [], Fraction(0)
    for n, figure in enumerate(chart.figures[i]):
        after = done + figure.value
        found.append(lane.part(float(done), float(after), _clear(chart, n), _clear(chart, n + 1)))
        done = after
    return found


def _clear(chart: Chart, n: int) -> float:
    """Return the gap before an outcome."""
    if n in (0, len(chart.series)):
        return 0
    return AROUND if chart.turn and n in chart.turn.at else GAP / 2


def _listed(chart: Chart) -> list[Part]:
    """Return the outcomes of the key, all of them; those of a single column with their figures."""
    if len(chart.ticks) > 1:
        return list(chart.series)
    figures = chart.figures[0]
    return [
        each._replace(text=letters.beside(each.whole, figures[n].text), of="")
        for n, each in enumerate(chart.series)
    ]


def _named_throughout(chart: Chart, lane: Lane, room: Room) -> bool:
    """Return whether every segment has room for name and figure; else the chart needs a key."""
    return all(
        any(line.bold for line in _fitting(series.whole, figure.text, box, room))
        for i, row in enumerate(chart.figures)
        for series, figure, box in zip(chart.series, row, _segments(chart, i, lane), strict=True)
        if figure.value
    )


def _fitting(name: str, figure: str, box: Box, room: Room) -> Lines:
    """Return the longest label that fits: a segment's name and figure, its figure, or nothing."""
    width, height = box.width - 2 * PAD, box.height - 1
    for size in (room.size, room.size - 1, room.size - 2) if name else ():
        lines = letters.wrapped(name, width, size, bold=True)
        if lines is None or len(lines) > 3:
            continue
        number = Line(figure, min(room.small, size))
        if number.width <= width and letters.tall((*lines, number)) <= height:
            return (*lines, number)
        if letters.tall(lines) <= height:
            beside = letters.wrapped(letters.beside(name, figure), width, size, bold=True)
            if beside is not None and len(beside) == len(lines):
                return beside
    number = Line(figure, room.small)
    return (number,) if number.width <= width and number.high <= height else ()
