"""Stacked columns: each place split into its outcomes, from worst below to best above."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..chart import Chart
from ..colours import ink_on
from . import letters
from .frame import DIE, die, fitting, guide, key, percent, put, tall
from .sheet import Room, Sheet

GUIDES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
GAP = 1.5  # between segments, so that the page shows through
PAD = 4  # of a segment's text from its sides
HEAVY = 4  # the line where one group of outcomes becomes the next


def stacked(chart: Chart, room: Room) -> Sheet:
    """Columns side by side, or rows under each other where names are too long for columns."""
    left = max(letters.width(percent(chart, share), room.small) for share in GUIDES) + 8
    pitch = (room.width - left) / len(chart.ticks)
    labels = [letters.wrapped(t.name.text, pitch - 8, room.size) for t in chart.ticks]
    crowns = _crowns(chart, pitch - 4, room)
    if any(lines is None or len(lines) > 4 for lines in labels) or crowns is None:
        from .rows import rows

        return rows(chart, room)
    return _columns(chart, room, left, [lines or () for lines in labels], crowns)


def _crowns(chart: Chart, width: float, room: Room) -> list[tuple[str, ...]] | None:
    """What stands above each column: the chance of the last group."""
    if chart.turn is None:
        return [() for _ in chart.ticks]
    found = []
    for figure in chart.turn.figures:
        text = f"{chart.turn.name} {figure.text}"
        lines = letters.wrapped(text, width, room.size, bold=True)
        if lines is None or len(lines) > 2:
            return None
        found.append(lines)
    return found


def _columns(
    chart: Chart,
    room: Room,
    left: float,
    labels: Sequence[tuple[str, ...]],
    crowns: Sequence[tuple[str, ...]],
) -> Sheet:
    sheet = Sheet(room.width)
    step = room.size * letters.LINE
    pitch = (room.width - left) / len(chart.ticks)
    bar = min(pitch - max(6, pitch * 0.16), 150)
    top = max(len(lines) for lines in crowns) * step + (8 if chart.turn else 4)
    height = room.height or _height(chart, room)
    for share in GUIDES:
        y = top + height * float(1 - share)
        sheet.text(left - 8, y + room.small * letters.RISE / 2, percent(chart, share), room.small, anchor="end")
        guide(sheet, [(left, y), (room.width, y)])
    unnamed: set[int] = set()
    for i, crown in enumerate(crowns):
        middle = left + pitch * (i + 0.5)
        for n, line in enumerate(crown):
            base = top - 10 - (len(crown) - 1 - n) * step
            sheet.text(middle, base, line, room.size, anchor="middle", bold=True)
        unnamed |= _column(sheet, chart, i, (middle - bar / 2, top, bar, height), room)
    y = _axis(sheet, chart, labels, (left, top + height + 8, pitch), room)
    if unnamed:
        shown = chart.series if len(unnamed) * 2 > len(chart.series) else [
            each for n, each in enumerate(chart.series) if n in unnamed
        ]
        y = key(sheet, y + 12, left, shown, room)
    sheet.height = y
    return sheet


def _height(chart: Chart, room: Room) -> float:
    """As high as the smallest usual segment needs for its name and figure."""
    return (340 if room.narrow else 380) + 18 * max(0, len(chart.series) - 6)


def _column(
    sheet: Sheet, chart: Chart, i: int, box: tuple[float, float, float, float], room: Room
) -> set[int]:
    """Draw one column; the outcomes whose names had no room in it."""
    x, top, width, height = box
    unnamed = set()
    below = Fraction(0)
    turns = []
    for n, (series, figure) in enumerate(zip(chart.series, chart.figures[i], strict=True)):
        if chart.turn and n in chart.turn.at and 0 < below < 1:
            turns.append(top + height * float(1 - below))
        above = below + figure.value
        high, low = top + height * float(1 - above), top + height * float(1 - below)
        gap = GAP if low - high > 3 * GAP else 0
        below = above
        if not figure.value:
            continue
        sheet.box(
            x, high + gap / 2, width, max(low - high - gap, 0.5), fill=series.colour, edge=0.75,
            alpha=0.35, name="rulebook-chart-part",
        )  # fmt: skip
        lines = fitting(series.name.whole, figure.text, width - 2 * PAD, low - high - 2 * GAP, room)
        put(sheet, x + width / 2, (low + high) / 2, lines, ink_on(series.colour))
        if not any(line.bold for line in lines):
            unnamed.add(n)
    for y in turns:
        sheet.line([(x - 5, y), (x + width + 5, y)], width=HEAVY, name="rulebook-chart-turn")
    return unnamed


def _axis(
    sheet: Sheet,
    chart: Chart,
    labels: Sequence[tuple[str, ...]],
    place: tuple[float, float, float],
    room: Room,
) -> float:
    """The names and dice under the columns; where they end."""
    left, y, pitch = place
    step = room.size * letters.LINE
    deep = max(len(lines) for lines in labels) * step
    dice = any(tick.colour or tick.image for tick in chart.ticks)
    for i, (tick, lines) in enumerate(zip(chart.ticks, labels, strict=True)):
        middle = left + pitch * (i + 0.5)
        for n, line in enumerate(lines):
            sheet.text(middle, y + (n + 0.85) * step, line, room.size, anchor="middle")
        die(sheet, middle, y + deep + 8, tick)
    y += deep + (8 + DIE if dice else 0)
    if chart.axis and all(tick.name.of for tick in chart.ticks):
        y += step + 4
        sheet.text((left + room.width) / 2, y, chart.axis, room.size, anchor="middle")
    return y + 6


__all__ = ["stacked", "tall"]
