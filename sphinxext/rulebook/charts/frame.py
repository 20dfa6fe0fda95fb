"""The parts that all charts share: guide lines, labels along the axis, the key of colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from ..tables.dice import die_class
from . import letters
from .canvas import Canvas, DataArea, Room
from .chart import Chart, Part
from .letters import Line, Lines
from .marks import GUIDE, Box, Image, Words
from .scale import Scale

DASHES = (5.0, 4.0)
SWATCH = 14
EVERY = (1, 2, 5, 10, 20, 50)  # how many places one number may stand for
DIE = 28
EDGE = 0.35  # of a box's thin edge, which keeps pale colours apart from the page


def guides(
    sheet: Canvas,
    plot: Box,
    scale: Scale,
    room: Room,
    blocks: Sequence[Box] = (),
    before: float = 8,
) -> None:
    """Write the marks of a scale, with level lines that leave out what they would cross."""
    for mark, text in scale.marks:
        y = plot.y + plot.height * (1 - scale.share(mark))
        line = Line(text, room.small)
        sheet.lines(plot.x - before, y, (line,), anchor="end")
        taken = [(b.x, b.right) for b in blocks if b.y <= y <= b.bottom]
        start = plot.x
        for low, high in [*sorted(taken), (plot.right, plot.right)]:
            if low > start + 1:
                ends = [(start, y), (low, y)]
                sheet.line(ends, dashes=DASHES, alpha=GUIDE, name="rulebook-chart-guide")
            start = max(start, high)


def key(
    sheet: Canvas,
    y: float,
    left: float,
    series: Sequence[Part],
    room: Room,
    sample: Callable[[Box, int], None],
    *,
    wide: float = SWATCH,
    bold: bool = False,
) -> float:
    """Write the key of a chart, in lines from left to right; return where it ends."""
    x, deep = left, 0.0
    for n, each in enumerate(series):
        lines = letters.cut(each.whole, sheet.width - left - wide - 8, room.size, bold=bold)
        run = wide + 7 + letters.widest(lines)
        if x > left and x + run > sheet.width:
            x, y, deep = left, y + deep + 7, 0
        deep = max(deep, letters.tall(lines))
        sample(Box(x, y, wide, SWATCH), n)
        middle = y + (SWATCH - lines[0].high + letters.tall(lines)) / 2
        sheet.lines(x + wide + 7, middle, lines, anchor="start")
        x += run + 20
    return y + deep + 2


def swatches(sheet: Canvas, series: Sequence[Part]) -> Callable[[Box, int], None]:
    """Return what draws a box in the colour of each part, for the key under a chart."""
    sheet.keyed = True

    def draw(box: Box, n: int) -> None:
        each = series[n]
        name = part_class("rulebook-chart-part", each.outcome, each.name_of_die, n + 1)
        sheet.box(box, fill=each.colour, edge=0.75, alpha=0.5, round_by=2, name=name)

    return draw


def part_class(own: str, outcome: int, name_of_die: str = "", series: int = 0) -> str:
    """The classes of a part: what it is, and the outcome, die or series that it shows."""
    found = [own]
    if outcome:
        found.append(f"rulebook-outcome-{outcome}")
    elif name_of_die:
        found.append(die_class(name_of_die))
    elif series:
        found.append(f"rulebook-series-{series}")
    return " ".join(found)


def has_dice(chart: Chart) -> bool:
    """Return whether the places are dice that the book has pictures or colours of."""
    return any(tick.die or tick.image for tick in chart.ticks)


def die(sheet: Canvas, middle: float, y: float, tick: Part, size: float = DIE) -> None:
    """The die of a place: its picture, or a box of its colour."""
    if tick.image:
        sheet.marks.append(Image(middle - size / 2, y, size, size, tick.image))
    elif tick.die:
        name = part_class("rulebook-chart-die", 0, tick.name_of_die)
        box = Box(middle - size * 0.6, y, size * 1.2, size)
        sheet.box(box, fill=tick.die, edge=1, alpha=0.6, round_by=size / 6, name=name)


def axis_labels(chart: Chart, pitch: float, room: Room, most: int = 4) -> list[Lines] | None:
    """The names that are under columns, None where they do not fit."""
    found = []
    for tick in chart.ticks:
        name = letters.wrapped(tick.text, pitch - 8, room.size, bold=bool(tick.level))
        level = letters.wrapped(tick.level, pitch - 8, room.small) if tick.level else ()
        if name is None or level is None or len(name) + len(level) > most:
            return None
        if len(name) > 1 and _NUMBER.fullmatch(tick.text):
            return None  # "≥ 10" in two lines
        found.append((*name, *level))
    return found


def sparse_labels(chart: Chart, pitch: float, room: Room) -> list[Lines] | None:
    """Every second, fifth or tenth number, round ones; None where the names are no numbers."""
    texts = [tick.text for tick in chart.ticks]
    if not all(map(_NUMBER.fullmatch, texts)):
        return None
    lines = [Line(text, room.size) for text in texts]
    needed = letters.widest(lines) + 10
    every = next((n for n in EVERY if n * pitch >= needed), len(texts))
    numbers = [_number(text) for text in texts]
    step = abs(numbers[-1] - numbers[0]) // max(1, len(texts) - 1) or 1
    first = next((i for i in range(every) if numbers[i] % (every * step) == 0), 0)
    shown = range(first, len(texts), every)
    return [(line,) if i in shown else () for i, line in enumerate(lines)]


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
        return DataArea(plot, stand_for(names, places, (plot.x, plot.right)), figures)
    return DataArea(plot, figures, stand_for(names, places, (plot.bottom, plot.y)))


def axis(
    sheet: Canvas,
    chart: Chart,
    labels: Sequence[Lines],
    places: Sequence[float],
    y: float,
    room: Room,
) -> float:
    """The dice and names under the places; where they end."""
    if has_dice(chart):
        for tick, middle in zip(chart.ticks, places, strict=True):
            die(sheet, middle, y + 2, tick)
        y += DIE + 8
    for lines, middle in zip(labels, places, strict=True):
        _downwards(sheet, lines, middle, y)
    y += max(map(letters.tall, labels))
    return title(sheet, chart, (places[0] + places[-1]) / 2, y, room)


def turned_names(
    sheet: Canvas, chart: Chart, places: Sequence[float], y: float, room: Room, *, over: bool
) -> float:
    """Write names that read upwards, over the places or under them; return where they end."""
    pitch = (places[-1] - places[0]) / (len(places) - 1) if len(places) > 1 else sheet.width
    size = min(room.size, pitch / letters.LINE)
    deep = max(letters.width(tick.text, size) for tick in chart.ticks)
    at, anchor = (y + deep + 2, "start") if over else (y, "end")
    for tick, middle in zip(chart.ticks, places, strict=True):
        x = middle + size * letters.RISE / 2
        sheet.marks.append(Words(x, at, tick.text, size, anchor, turned=True))
    return y + deep + 4


def title(sheet: Canvas, chart: Chart, middle: float, y: float, room: Room) -> float:
    """Write the axis title under the places if they need one, and return where it ends."""
    if chart.axis and not chart.speaks:
        y = heading(sheet, chart.axis, middle, y + 6, room)
    return y + 4


def heading(
    sheet: Canvas, text: str, middle: float, y: float, room: Room, *, bold: bool = False
) -> float:
    """A title in as many lines as it needs, near a middle; where it ends."""
    return _downwards(sheet, letters.cut(text, sheet.width - 2, room.size, bold=bold), middle, y)


def _downwards(sheet: Canvas, lines: Lines, middle: float, y: float) -> float:
    """Write lines under each other, each as near to a middle as it can be; where they end."""
    for line in lines:
        at = min(max(middle, line.width / 2), sheet.width - line.width / 2)
        sheet.lines(at, y + line.high / 2, (line,))
        y += line.high
    return y
