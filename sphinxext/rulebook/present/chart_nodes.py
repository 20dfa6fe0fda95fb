"""What becomes of a chart after reading: its words translated, then what each writer can show."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from .alt import alt_text
from .charts import ChartData, OddsChart, OddsChartNode
from .drawings import Drawing, Drawings

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


class NameCharts(SphinxTransform):
    """Gives every chart the words of its data table, once these are translated."""

    default_priority = 255

    def apply(self, **_: Any) -> None:
        """Walk the figures of the page."""
        for figure in self.document.findall(nodes.figure):
            for node in figure.findall(OddsChartNode):
                words = {
                    each["chart-label"]: each.astext()
                    for each in figure.findall(nodes.paragraph)
                    if "chart-label" in each
                }
                chart = node["chart"].renamed(words)
                node["drawing"] = Drawing(chart, 0, 0, node["pictures"])
                node["alt"] = node["alt"] or alt_text(chart)


def visit_chart_html(self: Any, node: OddsChartNode) -> None:
    """The chart as SVG in the page."""
    drawing = node["drawing"]
    markup = Drawings(self.builder.doctreedir).file(drawing, "html").read_text("utf-8")
    label = f'<svg role="img" aria-label="{escape(node["alt"])}" '
    markup = markup.replace("<svg ", label)
    self.body.append(self.starttag(node, "div", CLASS="rulebook-chart-frame"))
    self.body.append(markup + "</div>\n")
    raise nodes.SkipNode


def visit_data_html(self: Any, node: ChartData) -> None:
    """The data: folded away, in sight, or for screen readers."""
    if node["show"] == "fold":
        self.body.append('<details class="rulebook-chart-data">')
        self.body.append(f'<summary>{escape(node["summary"])}</summary>\n')
    else:
        self.body.append(f'<div class="rulebook-chart-data rulebook-chart-{node["show"]}">\n')


def depart_data_html(self: Any, node: ChartData) -> None:
    """The end of the data."""
    self.body.append("</details>\n" if node["show"] == "fold" else "</div>\n")


def add_charts(app: Sphinx) -> None:
    """Make the directive known, and what becomes of its nodes."""
    app.add_directive("odds-chart", OddsChart)
    app.add_node(OddsChartNode, html=(visit_chart_html, None))
    app.add_node(ChartData, html=(visit_data_html, depart_data_html))
    app.add_transform(NameCharts)
