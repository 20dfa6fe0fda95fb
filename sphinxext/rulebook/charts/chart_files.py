"""A chart as a file: SVG for pages, SVG that is on its own, PDF for paper."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_pdf import FigureCanvasPdf

from . import letters
from .bars import bars
from .canvas import Room
from .chart import Chart, ChartKind
from .drawing import PAPER, PICTURE, WIDE, Drawing
from .figure import BLACK, Edit, drawn_by, figure_of
from .heatmap import heatmap
from .lines import lines
from .marks import Drawn
from .pictures import inline, pixels
from .stacked import stacked
from .svg import svg_of

KINDS = {
    ChartKind.BARS: bars,
    ChartKind.STACKED: stacked,
    ChartKind.LINES: lines,
    ChartKind.HEATMAP: heatmap,
}
NARROW = 330
LEAST = 80  # no plot is lower than this, whatever height is asked for


def draw(drawing: Drawing, form: str) -> bytes:
    """The chart in one of the forms: html, svg or pdf."""
    with settings():
        return _FORMS[form](drawing)


@contextmanager
def settings() -> Iterator[None]:
    """Matplotlib as it ships, whatever a reader's own settings say; they are put back."""
    with mpl.rc_context():
        ours: Any = {key: value for key, value in mpl.rcParamsDefault.items() if key != "backend"}
        plain: Any = mpl.rcParams
        dict.update(plain, ours)  # past the checks of every value, which have been made
        mpl.rcParams["pdf.fonttype"] = 42
        mpl.rcParams["pdf.compression"] = 6
        yield


def drawn(
    chart: Chart, room: Room, face: letters.ChartFonts | None = None, edit: Edit | None = None
) -> Drawn:
    """Return the chart drawn for the room, its words measured in the face."""
    with settings(), letters.measured_in(face or letters.OURS):
        return drawn_by(KINDS[chart.kind](chart, room), chart, edit)


def _html(drawing: Drawing) -> bytes:
    """Return a drawing for a text column and one for a phone; the stylesheet shows one of them."""
    wide = svg_of(_drawn(drawing), "rulebook-chart-wide")
    if drawing.width and drawing.width <= NARROW * 1.2:
        return wide.replace("rulebook-chart-wide", "rulebook-chart-only").encode()
    return f"{wide}\n{svg_of(_drawn(drawing, NARROW), 'rulebook-chart-narrow')}".encode()


def _alone(drawing: Drawing) -> bytes:
    """Return one picture with ink and paper of its own, for a page that has none to give."""
    text = svg_of(_drawn(drawing), "rulebook-chart-file")
    for picture in drawing.pictures:
        text = text.replace(f'"{PICTURE}{picture.name}"', f'"{inline(picture.path)}"')
    look = f'color="{BLACK}" font-family="sans-serif" fill="currentColor">'
    if drawing.width:  # as wide as it was drawn, where a stylesheet says nothing else
        look = f'width="{drawing.width:g}" {look}'
    paper = f"<style>{drawing.style()}</style>" if drawing.style else ""
    paper += '<rect width="100%" height="100%" fill="#ffffff"/>'
    return text.replace('fill="currentColor">', f"{look}\n{paper}", 1).encode()


def _pdf(drawing: Drawing) -> bytes:
    """Return vectors, without a date, so that the bytes depend on the chart alone."""
    # Pictures that have no pixels are left out; their dice show as boxes of their colour.
    paths = {picture.name: picture.path for picture in drawing.pictures}
    unread = {name for name, path in paths.items() if pixels(path) is None}
    shown = drawing._replace(chart=drawing.chart.without_pictures(unread))
    figure = figure_of(_drawn(shown), PAPER, pictures=paths)
    canvas: Any = FigureCanvasPdf(figure)
    out = io.BytesIO()
    canvas.print_pdf(out, metadata={"CreationDate": None, "Producer": None})
    return out.getvalue()


_FORMS = {"html": _html, "svg": _alone, "pdf": _pdf}


def _drawn(drawing: Drawing, width: float = 0) -> Drawn:
    """Return the chart in its own width or another, as high as asked in its own."""
    draw_kind = KINDS[drawing.chart.kind]
    room = Room(width or drawing.width or WIDE)
    sheet = draw_kind(drawing.chart, room)
    if drawing.height and sheet.plot and room.width != NARROW:
        height = max(LEAST, sheet.plot + drawing.height - sheet.height)
        sheet = draw_kind(drawing.chart, room._replace(height=height))
    return drawn_by(sheet, drawing.chart, drawing.edit)
