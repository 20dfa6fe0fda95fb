"""Turns the node of a chart into what each writer can show, its words translated."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from ..charts.chart import Chart, data_grid
from ..charts.drawing import PAPER, PICTURE, Drawing, Picture
from .alt_text import alt_text
from .chart_directive import ChartData, OddsChart, OddsChartNode
from .chart_listeners import EVENT, heard
from .domain import rulebook_of
from .drawing_store import Drawings, forget_unshown
from .paper import text_width

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..tables.cells import Cell

# What takes the place of a chart where a builder cannot show one in the page itself.
FILES = {"epub": "svg", "latex": "pdf", "texinfo": "png"}
TYPES = {"image/svg+xml": "svg", "image/png": "png"}
PHONE = 360  # pixels that the narrowest e-reader has


def form_for(builder: Any) -> str:
    """Return the form in which a builder takes charts, none where it draws none."""
    for name in (builder.name, builder.format):
        if name in FILES:
            return FILES[name]
    if builder.format == "html":
        return "html"
    if builder.format in ("", "text", "man"):
        return ""
    return next((TYPES[each] for each in builder.supported_image_types if each in TYPES), "")


def drawing_for(builder: Any, drawing: Drawing) -> Drawing:
    """The drawing as wide as a builder's pages have room for, in the colours that they have."""
    if builder.name == "epub":
        drawing = drawing.within(PHONE)
    if builder.format != "latex":
        dress = rulebook_of(builder.env).dress
        return heard(builder, dress(drawing) if dress else drawing)
    return heard(builder, drawing.within(int(text_width(builder.config) / PAPER)))


def named(node: OddsChartNode) -> Drawing:
    """The drawing of a chart with the words of its data table, once these are translated."""
    data = next(iter(node.parent.findall(ChartData)))
    words = {
        each["chart-label"]: each.astext()
        for each in data.findall(nodes.paragraph)
        if "chart-label" in each and each.astext() != each["chart-label"]
    }
    drawing: Drawing = node["drawing"]
    chart = drawing.chart
    if words:
        chart = chart.renamed(words)
        drawing = Drawing.of(chart, drawing.width, drawing.height, drawing.pictures)
        node["drawing"], data["chart"] = drawing, chart
    node["alt"] = node["alt"] or alt_text(chart)
    return drawing


def show_charts(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put what a writer knows, a picture or lines of text, in the place of a chart."""
    builder = app.builder
    form = form_for(builder)
    if form == "html" or not builder.format:
        return
    # Typst draws each chart for its own page.
    for node in list(doctree.findall(OddsChartNode)) if builder.format != "typst" else ():
        shown = _image(app, node, form, docname) if form else _characters(node, builder)
        node.replace_self(shown)
    if builder.format != "html":
        for data in list(doctree.findall(ChartData)):
            _set_free(data)


def _image(app: Sphinx, node: OddsChartNode, form: str, docname: str) -> nodes.Node:
    drawing = drawing_for(app.builder, node["drawing"])
    path = Drawings(app.doctreedir).file(drawing, form)
    image = nodes.image("", uri=str(path), alt=node["alt"], candidates={"*": str(path)})
    image["classes"] = node["classes"]
    app.env.images.add_file(docname, str(path))
    return image


def _characters(node: OddsChartNode, builder: Any) -> nodes.Node:
    from .text_chart import in_characters

    text = in_characters(node["drawing"].chart, ascii_only=builder.format == "man")
    return nodes.literal_block(text, text, language="none")


def _set_free(data: ChartData) -> None:
    """Put a table that is to be seen after its figure; one that would be folded is left out."""
    legend = data.parent
    figure = legend.parent
    if data["show"] == "show":
        at = figure.parent.index(figure) + 1
        figure.parent.insert(at, data.children)
    legend.remove(data)
    if not len(legend):
        figure.remove(legend)


def visit_chart_html(self: Any, node: OddsChartNode) -> None:
    """The chart as SVG in the page."""
    drawing = drawing_for(self.builder, node["drawing"])
    markup = Drawings(self.builder.doctreedir).file(drawing, "html").read_text("utf-8")
    for picture in drawing.pictures:
        address = escape(f"{self.builder.imgpath}/{_copied(picture, self.builder)}")
        markup = markup.replace(f'"{PICTURE}{escape(picture.name)}"', f'"{address}"')
    label = f'<svg role="img" aria-label="{escape(node["alt"])}" '
    width = f'width="{node["width"]}" ' if node["width"] else ""
    markup = markup.replace("<svg ", f"{label}{width}", 1).replace("\n<svg ", f"\n{label}")
    self.body.append(self.starttag(node, "div", CLASS="rulebook-chart-frame", dir="ltr"))
    self.body.append(f"{markup}\n</div>\n")
    raise nodes.SkipNode


def name_among_images(picture: Picture) -> str:
    """The name under which a picture lies among the images of the built book."""
    path = Path(picture.path)
    return f"{path.stem}-{picture.print_}{path.suffix}"


def _copied(picture: Picture, builder: Any) -> str:
    """The name of a picture that is among the images of the built book by now."""
    name = name_among_images(picture)
    target = Path(builder.outdir, builder.imagedir, name)
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture.path, target)
    return name


def visit_data_html(self: Any, node: ChartData) -> None:
    """The data: folded away, in sight, or for screen readers."""
    show, label = node["show"], escape(node["summary"])
    self.body.append(f'<div class="rulebook-chart-data rulebook-chart-data-{show}">\n')
    if show == "show":
        return
    if show == "hidden":
        self.body.append(html_table(node["chart"], label))
    else:
        # A table that is wider than a phone is moved with the keys as well.
        self.body.append(
            f"<details>\n<summary>{label}</summary>\n"
            f'<div class="rulebook-scroll" tabindex="0" role="group" aria-label="{label}">\n'
            f"{html_table(node['chart'])}</div>\n</details>\n"
        )
    self.body.append("</div>\n")
    raise nodes.SkipNode


def depart_data_html(self: Any, node: ChartData) -> None:  # noqa: ARG001  # every visitor is given its node
    """The end of data in sight."""
    self.body.append("</div>\n")


def html_table(chart: Chart, caption: str = "") -> str:
    """The figures of a chart as a table of a page."""
    table = data_grid(chart)
    lines = ['<table class="docutils align-default rulebook-table">']
    lines += [f"<caption>{caption}</caption>"] if caption else []
    lines.append("<thead>")
    for row in table.head:
        cells = (_heading(cell) for cell in row)
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines += ["</thead>", "<tbody>"]
    for name, *values in table.body:
        figures = "".join(f'<td class="rulebook-figure">{escape(v.text)}</td>' for v in values)
        lines.append(f'<tr><th class="stub" scope="row">{escape(name.text)}</th>{figures}</tr>')
    return "\n".join([*lines, "</tbody>", "</table>", ""])


def _heading(cell: Cell) -> str:
    """The heading of a column; the corner above the rows' names may have nothing to say."""
    if not cell.text:
        return f"<td{_spans(cell)}></td>"
    return f'<th class="head" scope="col"{_spans(cell)}>{escape(cell.text)}</th>'


def _spans(cell: Cell) -> str:
    across = f' colspan="{cell.span}"' if cell.span > 1 else ""
    return across + (f' rowspan="{cell.down}"' if cell.down > 1 else "")


def add_charts(app: Sphinx) -> None:
    """Make the directive known, and what becomes of its nodes."""
    app.add_directive("odds-chart", OddsChart)
    app.add_event(EVENT)
    app.add_node(OddsChartNode, html=(visit_chart_html, None))
    app.add_node(ChartData, html=(visit_data_html, depart_data_html))
    app.connect("doctree-resolved", show_charts)
    app.connect("build-finished", forget_unshown)
