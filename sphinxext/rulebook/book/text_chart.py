"""A small chart in characters, for pages that show nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from string import ascii_uppercase

from docutils.utils import column_width

from ..charts.chart import Chart, ChartKind, ChartValue

WIDTH = 70
NAMES = 24  # columns that a name may take
FULL, EIGHTHS = "█", " ▏▎▍▌▋▊▉"


def in_characters(chart: Chart, *, ascii_only: bool = False, width: int = WIDTH) -> str:
    """The chart in lines of text no wider than the width."""
    bar = _hashes if ascii_only else _blocks
    if chart.kind is ChartKind.STACKED:
        return _stacked(chart, width)
    if chart.kind is ChartKind.HEATMAP:
        return _grid(chart, width)
    return _bars(chart, bar, width)


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - column_width(text))


def _align_right(text: str, width: int) -> str:
    return " " * max(0, width - column_width(text)) + text


def _blocks(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    return (FULL * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()


def _hashes(share: float, width: int) -> str:
    return "#" * round(share * width)


def _bars(chart: Chart, bar: Callable[[float, int], str], width: int) -> str:
    """Every series as a block of bars."""
    names = [tick.text for tick in chart.ticks]
    above = any(column_width(name) > NAMES for name in names)
    wide = -1 if above else max(column_width(name) for name in names)
    figures = max(column_width(f.text) for row in chart.figures for f in row)
    room = max(8, width - wide - figures - 4)
    values = [abs(f.value) for row in chart.figures for f in row]
    most = max(max(values), Fraction(1) if chart.kind is ChartKind.LINES and chart.chances else 0)
    most = most or Fraction(1)
    lines: list[str] = [chart.axis] if chart.axis and not chart.speaks else []
    for n, each in enumerate(chart.series):
        if each.text:
            lines += ["", each.whole] if lines else [each.whole]
        for i, name in enumerate(names):
            figure = chart.figures[i][n]
            drawn = bar(float(abs(figure.value) / most), room)
            lines += [name] if above else []
            start = "" if above else f"{_padded(name, wide)} "
            lines.append(f"{start}|{drawn} {figure.text}")
    return "\n".join(lines)


def _stacked(chart: Chart, width: int) -> str:
    """Rows of letters, one letter for each outcome, with a key."""
    names = [tick.whole for tick in chart.ticks]
    above = any(column_width(name) > NAMES for name in names)
    wide = -1 if above else max(column_width(name) for name in names)
    crowns = [f.text for f in chart.turn.figures] if chart.turn else [""] * len(names)
    room = width - wide - 4 - max(column_width(crown) for crown in crowns)
    lines = []
    for name, row, crown in zip(names, chart.figures, crowns, strict=True):
        lines += [name] if above else []
        start = "" if above else f"{_padded(name, wide)} "
        lines.append(f"{start}|{_letters(chart, row, room)}| {crown}".rstrip())
    if chart.turn:
        lines.insert(0, " " * (width - column_width(chart.turn.name)) + chart.turn.name)
    lines.append("")
    lines += [f"{ascii_uppercase[n]}  {each.whole}" for n, each in enumerate(chart.series)]
    return "\n".join(lines)


def _letters(chart: Chart, row: Sequence[ChartValue], room: int) -> str:
    """One row: each outcome's letter as often as its share, its figure where there is room."""
    text, done = "", Fraction(0)
    for n, figure in enumerate(row):
        turn = "#" if chart.turn and n in chart.turn.at and 0 < done < 1 else ""
        done += figure.value
        many = round(float(done) * room) - len(text) - len(turn)
        part = ascii_uppercase[n] * many
        if many >= len(figure.text) + 2:
            part = figure.text.center(many, ascii_uppercase[n])
        text += turn + part
    return _padded(text, room)


def _grid(chart: Chart, width: int) -> str:
    """The figures of a heat map under each other."""
    heads = [tick.text for tick in chart.ticks]
    names = [each.text for each in chart.series]
    wide = max(column_width(text) for text in (*names, chart.side))
    cells = [[row[n].text for row in chart.figures] for n in range(len(names))]
    pitch = max(column_width(t) for row in (heads, *cells) for t in row) + 2
    first = f"{' ' * wide}  {chart.axis}" if chart.axis else ""
    lines = [first] if first else []
    fit = max(1, (width - wide) // pitch)
    for start in range(0, len(heads), fit):
        part = slice(start, start + fit)
        lines += [""] if start else []
        lines.append(
            _padded(chart.side, wide) + "".join(_align_right(t, pitch) for t in heads[part])
        )
        for name, row in zip(names, cells, strict=True):
            lines.append(_padded(name, wide) + "".join(_align_right(t, pitch) for t in row[part]))
    return "\n".join(lines)
