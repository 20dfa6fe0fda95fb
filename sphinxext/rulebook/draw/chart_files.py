"""A chart as a file: SVG for pages, SVG that is on its own, PDF for paper, PNG for the rest."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_pdf import FigureCanvasPdf

from ..ask.chart import Chart, ChartKind
from ..ask.drawing import PAPER, PICTURE, WIDE, Drawing
from .bars import bars
from .canvas import INK, Canvas, Room
from .edited import edited
from .heatmap import heatmap
from .lines import lines
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
LATIN, SIGNS = 0x180, "–—‘’“”„…−≥≤≠"  # letters and signs that every LaTeX has
SHARP = 2  # pixels of a PNG for one of a sheet


def draw(drawing: Drawing, form: str) -> bytes:
    """The chart in one of the forms: html, svg, pdf or png."""
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


def _html(drawing: Drawing) -> bytes:
    """A drawing for a text column and one for a phone; the page's stylesheet shows one of them."""
    wide = _svg(drawing, drawing.width or WIDE, "rulebook-chart-wide")
    if drawing.width and drawing.width <= NARROW * 1.2:
        return wide.replace("rulebook-chart-wide", "rulebook-chart-only").encode()
    return f"{wide}\n{_svg(drawing, NARROW, 'rulebook-chart-narrow')}".encode()


def _svg(drawing: Drawing, width: float, name: str) -> str:
    return svg_of(_sheet(drawing, width).figure(upwards=False), name)


def _alone(drawing: Drawing) -> bytes:
    """One picture with ink and paper of its own, for a page that it cannot take them from."""
    text = _svg(drawing, drawing.width or WIDE, "rulebook-chart-file")
    for picture in drawing.pictures:
        text = text.replace(f'"{PICTURE}{picture.name}"', f'"{inline(picture.path)}"')
    look = f'color="{INK}" font-family="sans-serif" fill="currentColor">'
    paper = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return text.replace('fill="currentColor">', f"{look}\n{paper}", 1).encode()


def _pdf(drawing: Drawing) -> bytes:
    """Vectors, without a date, so that the bytes depend on the chart alone."""
    sheet = _sheet(_printed(drawing), drawing.width or WIDE)
    figure = sheet.figure(PAPER, pictures=_paths(drawing), words=not _set_by_latex(sheet))
    out = io.BytesIO()
    canvas: Any = FigureCanvasPdf(figure)
    canvas.print_pdf(out, metadata={"CreationDate": None, "Producer": None})
    return out.getvalue()


def _lettering(drawing: Drawing) -> bytes:
    """The size and the words that LaTeX sets over the vectors, their heights from below.

    Ink is the text's own, and so has no colour here.
    """
    sheet = _sheet(_printed(drawing), drawing.width or WIDE)
    words = [
        (x, sheet.height - y, w.text, w.size, w.anchor, w.bold, w.colour.replace(INK, ""), w.turned)
        for w in sheet.words
        for x, y in [w.place]
    ]
    size = sheet.width, sheet.height
    return json.dumps([*size, words if _set_by_latex(sheet) else []]).encode()


def _set_by_latex(sheet: Canvas) -> bool:
    """True if every LaTeX has these letters; otherwise the drawing embeds a font that does."""
    return all(ord(char) < LATIN or char in SIGNS for word in sheet.words for char in word.text)


def _png(drawing: Drawing) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    sheet = _sheet(_printed(drawing), drawing.width or WIDE)
    figure = sheet.figure(SHARP, pictures=_paths(drawing), paper="#ffffff")
    out = io.BytesIO()
    canvas: Any = FigureCanvasAgg(figure)
    canvas.print_png(out, metadata={"Software": None})
    return out.getvalue()


_FORMS = {"html": _html, "svg": _alone, "pdf": _pdf, "json": _lettering, "png": _png}
FORMS = tuple(_FORMS)


def _sheet(drawing: Drawing, width: float) -> Canvas:
    """The chart on a sheet of the width, as high as asked."""
    draw_kind = KINDS[drawing.chart.kind]
    sheet = draw_kind(drawing.chart, Room(width))
    if drawing.height and sheet.plot and width != NARROW:
        height = max(LEAST, sheet.plot + drawing.height - sheet.height)
        sheet = draw_kind(drawing.chart, Room(width, height))
    return edited(sheet, drawing.chart, drawing.edit) if drawing.edit else sheet


def _paths(drawing: Drawing) -> dict[str, str]:
    return {picture.name: picture.path for picture in drawing.pictures}


def _printed(drawing: Drawing) -> Drawing:
    """The same without pictures that have no pixels; their dice show as boxes of their colour."""
    drawn = {p.name for p in drawing.pictures if pixels(p.path) is None}
    chart: Chart = drawing.chart.without_pictures(drawn)
    return drawing._replace(chart=chart)
