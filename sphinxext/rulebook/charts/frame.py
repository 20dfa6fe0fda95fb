"""The parts that all charts share: guide lines, labels along the axis, the key of colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from . import letters
from .canvas import Canvas, DataArea, Room
from .chart import Chart, Part
from .marks import GUIDE
from .scale import Scale

DASHES = (5.0, 4.0)
SWATCH = 14
EVERY = (1, 2, 5, 10, 20, 50)  # how many places one number may stand for
DIE = 28
EDGE = 0.35  # of a box's thin edge, which keeps pale colours apart from the page


class PlacedLine(NamedTuple):
    """A line of text to be put somewhere."""

    text: str
    size: float
    bold: bool = False


class Box(NamedTuple):
    """A part of the sheet."""

    x: float
    y: float
    width: float
    height: float


def guides(
    sheet: Canvas,
    plot: Box,
    scale: Scale,
    room: Room,
    blocks: Sequence[Box] = (),
    before: float = 8,
) -> None:
    """Write the marks of a scale, with level lines that leave out what they would cross."""
    right = plot.x + plot.width
    for mark, text in scale.marks:
        y = plot.y + plot.height * (1 - scale.share(mark))
        base = y + room.small * letters.RISE / 2
        sheet.text(plot.x - before, base, text, room.small, anchor="end")
        taken = [(b.x, b.x + b.width) for b in blocks if b.y <= y <= b.y + b.height]
        start = plot.x
        for low, high in [*sorted(taken), (right, right)]:
            if low > start + 1:
                ends = [(start, y), (low, y)]
                sheet.line(ends, dashes=DASHES, alpha=GUIDE, name="rulebook-chart-guide")
            start = max(start, high)


def key(sheet: Canvas, y: float, left: float, series: Sequence[Part], room: Room) -> float:
    """The key of colours under a chart, in lines from left to right; where it ends."""
    sheet.keyed = True
    x, step = left, room.size * letters.LINE
    deep = 0
    i_of = {each: n for n, each in enumerate(series, 1)}
    for each in series:
        lines = letters.cut(each.whole, sheet.width - left - SWATCH - 8, room.size)
        run = SWATCH + 7 + max(letters.width(line, room.size) for line in lines)
        if x > left and x + run > sheet.width:
            x, y, deep = left, y + deep * step + 7, 0
        deep = max(deep, len(lines))
        sheet.box(
            x, y, SWATCH, SWATCH, fill=each.colour, edge=0.75, alpha=0.5, round_by=2,
            name=part_class("rulebook-chart-part", each.outcome, each.name_of_die, i_of[each]),
        )  # fmt: skip
        for i, line in enumerate(lines):
            base = y + SWATCH / 2 + room.size * letters.RISE / 2 + i * step
            sheet.text(x + SWATCH + 7, base, line, room.size)
        x += run + 20
    return y + deep * step + 2


def part_class(own: str, outcome: int, name_of_die: str = "", series: int = 0) -> str:
    """The classes of a part: what it is, and the outcome, die or series that it shows."""
    found = [own]
    if outcome:
        found.append(f"rulebook-outcome-{outcome}")
    elif name_of_die:
        found.append(f"rulebook-die-{_simple(name_of_die)}")
    elif series:
        found.append(f"rulebook-series-{series}")
    return " ".join(found)


def _simple(name: str) -> str:
    """A name as a part of a class, as docutils makes ids."""
    from docutils.nodes import make_id

    return make_id(name) or "other"


def has_dice(chart: Chart) -> bool:
    """True if the places are dice that the book has pictures or colours of."""
    return any(tick.die or tick.image for tick in chart.ticks)


def die(sheet: Canvas, middle: float, y: float, tick: Part, size: float = DIE) -> None:
    """The die of a place: its picture, or a box of its colour."""
    if tick.image:
        sheet.picture(middle - size / 2, y, size, size, tick.image)
    elif tick.die:
        box = Box(middle - size * 0.6, y, size * 1.2, size)
        sheet.box(
            *box,
            fill=tick.die,
            edge=1,
            alpha=0.6,
            round_by=size / 6,
            name=part_class("rulebook-chart-die", 0, tick.name_of_die),
        )


class AxisLabels(NamedTuple):
    """The names along an axis in lines: the place's own, then its level of the odds."""

    names: tuple[tuple[str, ...], ...]
    levels: tuple[tuple[str, ...], ...]
    deep: int

    def half(self, i: int, room: Room) -> float:
        """Half the width of a place's name."""
        bold = bool(self.levels[i])
        wide = [letters.width(line, room.size, bold=bold) for line in self.names[i]]
        wide += [letters.width(line, room.small) for line in self.levels[i]]
        return max(wide, default=0) / 2


def axis_labels(chart: Chart, pitch: float, room: Room, most: int = 4) -> AxisLabels | None:
    """The names that are under columns, None where they do not fit."""
    names, levels = [], []
    for tick in chart.ticks:
        name = letters.wrapped(tick.text, pitch - 8, room.size)
        level = letters.wrapped(tick.level, pitch - 8, room.small) if tick.level else ()
        if name is None or level is None or len(name) + len(level) > most:
            return None
        if len(name) > 1 and _NUMBER.fullmatch(tick.text):
            return None  # "≥ 10" in two lines
        names.append(name)
        levels.append(level)
    deep = max(len(n) + len(v) for n, v in zip(names, levels, strict=True))
    return AxisLabels(tuple(names), tuple(levels), deep)


def sparse_labels(chart: Chart, pitch: float, room: Room) -> AxisLabels | None:
    """Every second, fifth or tenth number, round ones; None where the names are no numbers."""
    texts = [tick.text for tick in chart.ticks]
    if not all(map(_NUMBER.fullmatch, texts)):
        return None
    widest = max(letters.width(text, room.size) for text in texts) + 10
    every = next((n for n in EVERY if n * pitch >= widest), len(texts))
    numbers = [_number(text) for text in texts]
    step = abs(numbers[-1] - numbers[0]) // max(1, len(texts) - 1) or 1
    first = next((i for i in range(every) if numbers[i] % (every * step) == 0), 0)
    shown = range(first, len(texts), every)
    names = tuple((text,) if i in shown else () for i, text in enumerate(texts))
    return AxisLabels(names, ((),) * len(texts), 1)


_NUMBER = re.compile(r"[−≥≤≠<> ]*[\d.,]+")


def _number(text: str) -> int:
    """The whole number in a label such as "≥ 10", 1 where it is none."""
    digits = text.lstrip("−≥≤≠<> ")
    value = int(digits) if digits.isdecimal() else 1
    return -value if "−" in text else value


def middles(chart: Chart, at: Box) -> list[float]:
    """The middle of each column in a box."""
    pitch = at.width / len(chart.ticks)
    return [at.x + pitch * (i + 0.5) for i in range(len(chart.ticks))]


def stand_for(
    names: Sequence[str], places: Sequence[float], ends: tuple[float, float]
) -> tuple[float, float]:
    """Return what the ends of an axis stand for: the names' numbers, else places from 0 on."""
    numbers = _numbers(names)
    first = numbers[0]
    step = numbers[1] - first if len(numbers) > 1 else 1
    pitch = (places[-1] - places[0]) / (len(places) - 1) if len(places) > 1 else ends[1] - ends[0]
    low, high = (first + (end - places[0]) / pitch * step for end in ends)
    return low, high


def _numbers(names: Sequence[str]) -> Sequence[int]:
    """Return the numbers that evenly spaced places are named by, else 0, 1, 2 and so on."""
    count = range(len(names))
    try:
        found = [int(name.replace("−", "-")) for name in names]
    except ValueError:
        return count
    steps = {after - before for before, after in pairwise(found)}
    return found if len(steps) <= 1 and 0 not in steps else count


def data_area(
    chart: Chart, plot: Box, places: Sequence[float], scale: Scale, *, upright: bool = True
) -> DataArea:
    """Return the coordinates of a plot: places across and figures upwards, or the other way."""
    names = [tick.text for tick in chart.ticks]
    figures = float(scale.low), float(scale.high)
    if upright:
        return DataArea(*plot, stand_for(names, places, (plot.x, plot.x + plot.width)), figures)
    return DataArea(*plot, figures, stand_for(names, places, (plot.y + plot.height, plot.y)))


def axis(
    sheet: Canvas, chart: Chart, labels: AxisLabels, places: Sequence[float], y: float, room: Room
) -> float:
    """The dice and names under the places; where they end."""
    step = room.size * letters.LINE
    for tick, name, level, middle in zip(
        chart.ticks, labels.names, labels.levels, places, strict=True
    ):
        if has_dice(chart):
            die(sheet, middle, y + 2, tick)
        base = y + (DIE + 8 if has_dice(chart) else 0) + 0.8 * step
        for n, line in enumerate((*name, *level)):
            own = n < len(name)
            size, bold = room.size if own else room.small, own and bool(level)
            at = _inside(sheet, middle, letters.width(line, size, bold=bold))
            sheet.text(at, base + n * step, line, size, anchor="middle", bold=bold)
    y += (DIE + 8 if has_dice(chart) else 0) + labels.deep * step
    return title(sheet, chart, (places[0] + places[-1]) / 2, y, room)


def title(sheet: Canvas, chart: Chart, middle: float, y: float, room: Room) -> float:
    """Write the axis title under the places if they need one, and return where it ends."""
    if chart.axis and not chart.speaks:
        y = heading(sheet, chart.axis, middle, y + 6, room)
    return y + 4


def heading(
    sheet: Canvas, text: str, middle: float, y: float, room: Room, *, bold: bool = False
) -> float:
    """A title in as many lines as it needs, near a middle; where it ends."""
    step = room.size * letters.LINE
    for line in letters.cut(text, sheet.width - 2, room.size, bold=bold):
        at = _inside(sheet, middle, letters.width(line, room.size, bold=bold))
        sheet.text(at, y + 0.8 * step, line, room.size, anchor="middle", bold=bold)
        y += step
    return y


def _inside(sheet: Canvas, middle: float, width: float) -> float:
    """The place nearest to a middle where something so wide ends on the sheet."""
    return min(max(middle, width / 2), sheet.width - width / 2)
