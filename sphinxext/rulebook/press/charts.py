"""Draws charts for the page: as wide as the text, in the look's letters and colours."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path
from string import digits
from typing import TYPE_CHECKING, Any

from docutils import nodes

from ..book.domain import rulebook_of
from ..charts.chart import ChartKind
from ..charts.colours import between
from ..charts.drawing import PICTURE, Drawing
from . import fonts, markup
from .book_tree import dice_of
from .look import look_of
from .patterns import definitions, on_paper, patterned

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..charts.chart import Chart
    from .builder import PressBuilder
    from .look import Look
    from .writing.base import BaseWriter

SMALLER = 0.68  # the letters of a chart in a panel, beside those in the text
SMALLEST = 0.5  # of its letters, in a chart that would be higher than a page
NAMES = 14  # the size of names on a sheet, in its own units
HIGH = 0.46  # of the width, that a plot takes where its kind leaves it open
HIGHER = (0.55, 0.65, 0.75)  # tried for a split chart whose segments lack room for their names
KEPT = (ChartKind.STACKED, ChartKind.BARS, ChartKind.LINES)  # kinds whose height can be chosen


def chart_call(builder: PressBuilder, node: Any, writer: BaseWriter) -> str:
    """Write the chart as an argument: its drawing, its size, and its words for a screen reader."""
    from ..book.chart import alt_text
    from ..book.drawings import heard
    from ..charts.canvas import Room
    from ..charts.chart_files import drawn
    from ..charts.letters import ChartFonts, measured_in
    from ..charts.marks import Words
    from ..charts.pictures import inline
    from ..charts.svg import svg_of

    look, choices = builder.look, builder.choices
    points = writer.where.room or builder.text_room()
    scale = look.chart.size / NAMES * (SMALLER if writer.where.sheet else 1)
    drawing = heard(builder, node["drawing"])
    edit = drawing.edit
    chart = recoloured(drawing.chart, look, choices.accent)
    known = {each.name for each in drawing.pictures}
    chart = chart.without_pictures({t.image for t in chart.ticks if t.image not in known})
    faces = fonts.unpacked(
        [look.folder / "fonts" / look.chart.font, look.folder / "fonts" / look.chart.bold],
        builder.sources / "fonts",
    )
    letters = ChartFonts(str(faces[0]), str(faces[1]), 1.02)
    least = scale * SMALLEST
    while True:
        wide = points / scale
        high = wide * HIGH if chart.kind in KEPT else 0
        parts = drawn(chart, Room(wide, high), letters, edit)
        if parts.height * scale <= builder.chart_height() or scale <= least:
            break
        scale = max(scale * builder.chart_height() / (parts.height * scale), least)
    if parts.keyed and chart.kind is ChartKind.STACKED and not writer.where.room:
        taller = (drawn(chart, Room(wide, wide * each), letters, edit) for each in HIGHER)
        parts = next((each for each in taller if not each.keyed), parts)
    dice = [nodes.make_id(name) for name in dice_of(builder)]
    if look.chart.patterns:
        with measured_in(letters):
            marks = [each for mark in parts.marks for each in patterned(mark, chart, dice)]
        svg = svg_of(parts._replace(marks=tuple(marks)), "chart")
        svg = on_paper(svg.replace("\n", f"\n{definitions()}\n", 1))
    else:
        svg = svg_of(parts, "chart")
    for picture in drawing.pictures:
        svg = svg.replace(f'"{PICTURE}{escape(picture.name)}"', f'"{inline(picture.path)}"')
    for each in parts.marks:
        if isinstance(each, Words):
            writer.words_of(each.text, node)
    alt = node["alt"] or alt_text(drawing.chart)
    size = f"{parts.width * scale:.2f}pt, {parts.height * scale:.2f}pt"
    return f"chart({markup.string(builder.keep(svg))}, {size}, alt: {markup.string(alt)})"


def dress_charts(app: Sphinx) -> None:
    """Have the charts of an e-book drawn in the colours of its look, which a picture has within."""
    memory = rulebook_of(app.env)
    memory.dress = None
    if app.builder.name != "epub":
        return
    choices, look = look_of(app.config, Path(app.confdir), tells=False)
    if look:
        memory.dress = partial(_dressed, look, choices.accent)


def _dressed(look: Look, accent: str, drawing: Drawing) -> Drawing:
    """Recolour a drawing; its name tells the colours."""
    colours = repr((look.chart, sorted(look.dice.items()), accent))
    name = hashlib.blake2b(colours.encode(), digest_size=8).hexdigest()
    chart = recoloured(drawing.chart, look, accent)
    files = tuple(look.folder / "fonts" / each for each in (look.chart.font, look.chart.bold))
    style = partial(_style_with, files, "".join(chart.words))
    return drawing._replace(chart=chart, key=f"{drawing.key}-{name}", style=style)


def _style_with(files: tuple[Path, ...], words: str) -> str:
    """Write a stylesheet with as much of a plain and a bold font as some words need."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    rules = []
    for weight, file in zip((400, 700), files, strict=True):
        with TTFont(file, recalcTimestamp=False) as font:  # the same bytes in every build
            subsetter = Subsetter(Options(layout_features=["kern", "lnum", "tnum"]))
            subsetter.populate(text=f"{words}{digits}.,%<>+-–−")
            subsetter.subset(font)
            font.flavor = "woff2"
            made = BytesIO()
            font.save(made)
        data = b64encode(made.getvalue()).decode()
        rules.append(
            f'@font-face{{font-family:"Book";font-weight:{weight};'
            f"src:url(data:font/woff2;base64,{data})}}"
        )
    rules.append('svg{font-family:"Book",serif;font-variant-numeric:lining-nums tabular-nums}')
    return "".join(rules)


def recoloured(chart: Chart, look: Look, accent: str = "") -> Chart:
    """Recolour the chart for the look: outcomes from worst to best, dice in their own colours."""
    style = look.chart
    bar = style.bar if style.patterns else accent or style.bar
    many = max(1, chart.outcomes - 1)
    series = []
    for i, each in enumerate(chart.series):
        ink = bar if len(chart.series) == 1 else style.lines[i % len(style.lines)]
        if each.name_of_die and not style.patterns:
            ink = look.dice.get(each.name_of_die, each.colour)
        if each.outcome and chart.kind is not ChartKind.LINES:
            ink = between(style.outcomes, (each.outcome - 1) / many)
        elif chart.kind is ChartKind.STACKED:
            ink = between(style.outcomes, i / max(1, len(chart.series) - 1))
        series.append(each._replace(colour=ink))
    ticks = []
    for tick in chart.ticks:
        ink = between(style.outcomes, (tick.outcome - 1) / many) if tick.outcome else tick.colour
        ticks.append(tick._replace(colour=ink, die=look.dice.get(tick.name_of_die, tick.die)))
    found = chart._replace(series=tuple(series), ticks=tuple(ticks), heat=style.heat)
    return found.renamed({word: word.replace("...", "…") for word in chart.words})
