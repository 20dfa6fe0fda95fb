"""A chart as a file: SVG for pages, SVG that stands alone, PDF for paper, PNG for the rest."""

from __future__ import annotations

from ..chart import Chart
from ..drawings import Drawing
from .sheet import Room, Sheet
from .bars import bars
from .heatmap import heatmap
from .lines import lines
from .stacked import stacked
from .svg import svg_of

KINDS = {"bars": bars, "stacked": stacked, "lines": lines, "heatmap": heatmap}
FORMS = ("html", "svg", "pdf", "png")


def draw(drawing: Drawing, form: str) -> bytes:
    """The chart in one of the forms."""
    chart = drawing.chart
    wide, narrow = Room(680), Room(340)
    if form == "html":
        return (
            svg_of(_sheet(chart, wide).figure(upwards=False), "rulebook-chart-wide")
            + "\n"
            + svg_of(_sheet(chart, narrow).figure(upwards=False), "rulebook-chart-narrow")
        ).encode()
    raise NotImplementedError


def _sheet(chart: Chart, room: Room) -> Sheet:
    return KINDS[chart.kind](chart, room)
