"""The scale that figures are on: where it begins and ends, and its guide lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from ..language import formatter
from .chart import Chart

MOST_GUIDES = 5


class Scale(NamedTuple):
    """From the least to the greatest value, with the marks between and how they are written."""

    low: Fraction
    high: Fraction
    marks: tuple[tuple[Fraction, str], ...]

    def share(self, value: Fraction) -> float:
        """The position of a value on the scale, 0 to 1."""
        return float((value - self.low) / (self.high - self.low))


def scale_of(chart: Chart) -> Scale:
    """The scale that has room for every figure of the chart."""
    values = [figure.value for row in chart.figures for figure in row]
    return scale(chart, min(Fraction(0), *values), max(Fraction(0), *values))


def whole_scale(chart: Chart) -> Scale:
    """The scale of shares: from nothing to all, with the quarters marked."""
    quarters = [Fraction(n, 4) for n in range(5)]
    return Scale(Fraction(0), Fraction(1), tuple((q, _percent(chart, q)) for q in quarters))


def scale(chart: Chart, least: Fraction, most: Fraction) -> Scale:
    """The scale from at most the least to at least the greatest value."""
    if most <= least:
        most = least + 1
    step = next(step for step in _steps(chart) if (most - least) / step <= MOST_GUIDES - 1)
    low, high = floor(least / step) * step, ceil(most / step) * step
    many = int((high - low) / step)
    marks = [low + n * step for n in range(many + 1)]
    write = _percent if chart.shows.is_share else _number
    return Scale(low, high, tuple((mark, write(chart, mark)) for mark in marks))


def _steps(chart: Chart) -> Iterator[Fraction]:
    """Round distances of guide lines, small to large."""
    if chart.shows.is_share:
        yield from (Fraction(n, 10_000) for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000))
        yield from (Fraction(1, 5), Fraction(1, 4), Fraction(1))
        return
    power = Fraction(1, 100)
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _percent(chart: Chart, mark: Fraction) -> str:
    if chart.style.format == formatter.ChanceFormat.DECIMAL:
        places = 2 if (mark * 100).denominator == 1 else 4
        return formatter.decimal(mark, places, chart.style.language).replace("-", "−")
    digits = 0 if (mark * 100).denominator == 1 else 2
    return formatter.percent_of(mark, digits, chart.style.language).replace("-", "−")


def _number(chart: Chart, mark: Fraction) -> str:
    return formatter.decimal(mark, 2, chart.style.language, padded=False).replace("-", "−")
