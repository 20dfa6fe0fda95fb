"""Describes a chart in a sentence, for readers who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from ..charts.chart import Chart, ChartKind, ChartValue
from ..language.phrasebook import words_of

FEW = 12  # figures that one sentence may list


def alt_text(chart: Chart) -> str:
    """The kind of chart, what it is of, and the figures that a reader would take from it."""
    words = words_of(chart.style.language)
    kind: str = getattr(words, chart.kind)
    axes = [axis for axis in (chart.axis, chart.side) if axis]
    head = f"{kind}: {chart.title}" + (f" ({', '.join(axes)})" if axes else "")
    said = _SAID[chart.kind](chart)
    return f"{head}. {'; '.join(said)}."


def _stacked(chart: Chart) -> list[str]:
    if chart.turn:
        return [_listed(chart, chart.turn.name, chart.turn.figures)]
    words = words_of(chart.style.language)
    said = []
    for tick, row in zip(chart.ticks, chart.figures, strict=True):
        best = max(range(len(row)), key=lambda n: row[n].value)
        text = words.mostly.format(name=chart.series[best].whole, figure=row[best].text)
        said.append(f"{tick.whole}: {text}")
    return said


def _by_series(chart: Chart) -> list[str]:
    return [
        _listed(chart, each.whole, [row[n] for row in chart.figures], len(chart.series))
        for n, each in enumerate(chart.series)
    ]


def _listed(chart: Chart, name: str, figures: Sequence[ChartValue], lists: int = 1) -> str:
    """A series by its figures: all of them, or the first, the greatest and the last."""
    places = range(len(figures))
    if len(figures) > FEW or lists * len(figures) > 2 * FEW:
        most = max(places, key=lambda i: figures[i].value)
        places_shown = sorted({0, most, len(figures) - 1})
    else:
        places_shown = list(places)
    apart = " " if chart.speaks else ": "  # two numbers in a row are not told apart by ear
    parts = [f"{chart.ticks[i].text}{apart}{figures[i].text}" for i in places_shown]
    joined = (" … " if len(places_shown) < len(figures) else ", ").join(parts)
    return f"{name}: {joined}" if name else joined


def _heatmap(chart: Chart) -> list[str]:
    cells = [
        (figure, chart.ticks[i], chart.series[n])
        for i, row in enumerate(chart.figures)
        for n, figure in enumerate(row)
    ]
    ends = [min(cells, key=lambda c: c[0].value), max(cells, key=lambda c: c[0].value)]
    said = [f"{f.text} ({tick.whole}, {row.whole})" for f, tick, row in ends]
    return [" … ".join(said)]


_SAID = {
    ChartKind.STACKED: _stacked,
    ChartKind.BARS: _by_series,
    ChartKind.LINES: _by_series,
    ChartKind.HEATMAP: _heatmap,
}
