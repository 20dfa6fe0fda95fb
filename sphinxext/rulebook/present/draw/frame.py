"""What charts have in common: guide lines, labels along the axis, the key of colours."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .. import numbers
from ..chart import Chart, Series, Tick
from . import letters
from .sheet import GUIDE, Room, Sheet

DASHES = (5.0, 4.0)
SWATCH = 14
DIE = 30


class Line(NamedTuple):
    """A line of text to be put somewhere."""

    text: str
    size: float
    bold: bool = False


def percent(chart: Chart, share: Fraction) -> str:
    """A guide line's number in the book's language."""
    return numbers.percent_of(share, 0, chart.style.language)


def guide(sheet: Sheet, points: Sequence[tuple[float, float]]) -> None:
    """A line that stands behind the figures."""
    sheet.line(points, dashes=DASHES, alpha=GUIDE, name="rulebook-chart-guide")


def fitting(name: str, figure: str, width: float, height: float, room: Room) -> list[Line]:
    """What a segment has room for: its name and figure, its name, its figure or nothing."""
    size, small = room.size, room.small
    for least in (size, size - 1):
        lines = letters.wrapped(name, width, least, bold=True)
        if lines is None or len(lines) > 3:
            continue
        names = [Line(text, least, bold=True) for text in lines]
        number = Line(figure, min(small, least), bold=False)
        with_figure = [*names, number]
        if letters.width(figure, number.size) <= width and tall(with_figure) <= height:
            return with_figure
        if tall(names) <= height:
            return names
    if letters.width(figure, small) <= width and small * letters.LINE <= height:
        return [Line(figure, small)]
    return []


def tall(lines: Sequence[Line]) -> float:
    """How high some lines stand."""
    return sum(line.size * letters.LINE for line in lines)


def put(sheet: Sheet, x: float, middle: float, lines: Sequence[Line], colour: str) -> None:
    """Lines of different weight, centred on a place."""
    y = middle - tall(lines) / 2
    for line in lines:
        step = line.size * letters.LINE
        base = y + step / 2 + line.size * letters.RISE / 2
        sheet.text(x, base, line.text, line.size, anchor="middle", bold=line.bold, colour=colour)
        y += step


def key(sheet: Sheet, y: float, left: float, series: Sequence[Series], room: Room) -> float:
    """The key of colours under a chart, in lines from left to right; where it ends."""
    x, step = left, room.size * letters.LINE + 7
    for each in series:
        lines = letters.cut(each.name.whole, sheet.width - left - SWATCH - 8, room.size)
        run = SWATCH + 7 + max(letters.width(line, room.size) for line in lines)
        if x > left and x + run > sheet.width:
            x, y = left, y + step
        sheet.box(x, y, SWATCH, SWATCH, fill=each.colour, edge=0.75, alpha=0.5, round_by=2)
        for i, line in enumerate(lines):
            base = y + SWATCH / 2 + room.size * letters.RISE / 2 + i * room.size * letters.LINE
            sheet.text(x + SWATCH + 7, base, line, room.size)
        y += (len(lines) - 1) * room.size * letters.LINE
        x += run + 20
    return y + step


def die(sheet: Sheet, x: float, y: float, tick: Tick, size: float = DIE) -> None:
    """The die of a place: its picture, or a box of its colour."""
    if tick.image:
        sheet.picture(x - size / 2, y, size, size, tick.image)
    elif tick.colour:
        sheet.box(
            x - size * 0.62, y, size * 1.24, size, fill=tick.colour, edge=1, alpha=0.6, round_by=5,
            name="rulebook-chart-die",
        )  # fmt: skip
