"""Lays out the places of bars: columns side by side, or rows where names or figures need them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from . import letters
from .canvas import Canvas, Room
from .chart import Chart
from .frame import axis, axis_labels, die, has_dice, middles, sparse_labels, title
from .letters import Line, Lines
from .marks import Box, Point, Words
from .scale import Scale

TICKS = 0.6  # how strong the quarters are marked under a row


class Lane(NamedTuple):
    """The room for the bars of one place, which run from its foot up or from its left."""

    box: Box
    upright: bool

    @property
    def middle(self) -> float:
        """Return the middle of it, across its bars."""
        x, y = self.box.middle
        return x if self.upright else y

    @property
    def wide(self) -> float:
        """Return how much room it has across its bars."""
        return self.box.width if self.upright else self.box.height

    @property
    def long(self) -> float:
        """Return how much room it has along its bars."""
        return self.box.height if self.upright else self.box.width

    def part(self, first: float, last: float, before: float = 0, after: float = 0) -> Box:
        """Return the box from one share of its length to another, with gaps at its ends."""
        low, high = sorted((first * self.long, last * self.long))
        low, high = low + before, high - after
        x, y, width, height = self.box
        if self.upright:
            return Box(x, y + height - high, width, high - low)
        return Box(x + low, y, high - low, height)

    def across(self, share: float, beyond: float = 0) -> list[Point]:
        """Return the ends of a line across it, at a share of its length."""
        (x, y, width, height), at = self.box, self.part(share, share)
        if self.upright:
            return [(x - beyond, at.y), (x + width + beyond, at.y)]
        return [(at.x, y - beyond), (at.x, y + height + beyond)]

    def slots(self, many: int, gap: float) -> Iterator[Lane]:
        """Yield so many lanes beside each other within it."""
        each = self.wide / many
        for n in range(many):
            at, wide = n * each + gap / 2, each - gap
            x, y, width, height = self.box
            own = (x + at, y, wide, height) if self.upright else (x, y + at, width, wide)
            yield Lane(Box(*own), self.upright)


def scale_room(scale: Scale, room: Room) -> float:
    """Return the width that the numbers of the guide lines take."""
    return letters.widest(Line(text, room.small) for _, text in scale.marks) + 8


def column_labels(chart: Chart, pitch: float, room: Room) -> list[Lines] | None:
    """Return the names under columns, some of them where all are numbers; None if rows are due."""
    return axis_labels(chart, pitch + 4, room, most=3) or sparse_labels(chart, pitch, room)


def columns(
    sheet: Canvas, chart: Chart, labels: list[Lines], plot: Box, wide: float, room: Room
) -> tuple[list[Lane], float]:
    """Lay out columns of a width with their names below; return them and where these end."""
    places = middles(chart, plot)
    lanes = [Lane(Box(at - wide / 2, plot.y, wide, plot.height), upright=True) for at in places]
    sheet.plot = plot.height
    return lanes, axis(sheet, chart, labels, places, plot.bottom + 8, room)


def rows(
    sheet: Canvas,
    chart: Chart,
    deep: float,
    share: float,
    room: Room,
    *,
    after: float = 0,
    crowns: Sequence[str] = (),
    marks: Sequence[tuple[Fraction, str]] = (),
) -> tuple[list[Lane], float, Box]:
    """Lay out a row for each place; return them, where they end, and the box of them all.

    Names of at most a share of the width are before their rows, others above them, with what is
    crowned. The marks of a scale are under the rows.
    """
    step = room.size * letters.LINE
    first = step * 1.2 + 7 if has_dice(chart) else 0.0
    names = [" · ".join(filter(None, (tick.text, tick.level))) for tick in chart.ticks]
    most = room.width * share
    found = [letters.wrapped(name, most, room.size) for name in names]
    before = [lines for lines in found if not crowns and lines is not None and len(lines) <= 2]
    is_before = len(before) == len(found)
    left = max(map(letters.widest, before)) + first + 10 if is_before else 0.0
    y, lanes = 4.0, list[Lane]()
    for i, tick in enumerate(chart.ticks):
        if is_before:
            tall = max(deep, letters.tall(before[i]))
            die(sheet, step * 0.6, y + (tall - step) / 2, tick, step)
            sheet.lines(left - 8, y + tall / 2, before[i], anchor="end")
        else:
            crown = [Line(each, room.size, bold=True) for each in crowns[i : i + 1]]
            least = letters.widest(crown) + 12 if crown else 0
            name = " · ".join(filter(None, (tick.whole, tick.level)))
            lines = letters.cut(name, room.width - first - least, room.size, bold=True)
            die(sheet, step * 0.6, y, tick, step)
            sheet.lines(first, y + letters.tall(lines) / 2, lines, anchor="start")
            y, tall = y + letters.tall(lines), deep
            sheet.lines(room.width, y - step / 2, tuple(crown), anchor="end")
            y += 6
        box = Box(left, y + (tall - deep) / 2, room.width - left - after, deep)
        lanes.append(Lane(box, upright=False))
        y += tall
        for mark, _ in marks:
            x = box.x + box.width * float(mark)
            under = [(x, y + 1), (x, y + 6)]
            sheet.line(under, alpha=TICKS, name="rulebook-chart-guide")
        y += 10
    plot = Box(left, 0, room.width - left - after, y)
    y -= 6
    if marks:
        y = _foot(sheet, plot._replace(height=y + 2), marks, room)
    if is_before:
        y = title(sheet, chart, plot.middle[0], y - 4, room)
    return lanes, y, plot


def _foot(sheet: Canvas, plot: Box, marks: Sequence[tuple[Fraction, str]], room: Room) -> float:
    """Write as many marks of a scale under the rows as there is room for; return where they end."""
    widest = max(letters.width(text, room.small) for _, text in marks)
    # The ones at the ends are inside the row, so they reach further.
    fits = (every for every in (1, 2) if plot.width * every / 4 >= widest * 1.5 + 6)
    base = plot.bottom + 2 + room.small * letters.RISE
    for mark, text in marks[:: next(fits, 4)]:
        anchor = {0: "start", 1: "end"}.get(mark, "middle")  # type: ignore[call-overload]
        x = plot.x + plot.width * float(mark)
        sheet.marks.append(Words(x, base, text, room.small, anchor))
    return base + 4
