"""The odds-chart directive: a figure whose chart each writer shows as it can, and its data."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..charts.chart import Chart, ChartKind, ChartSpec, ChartValue, data_grid
from ..charts.drawing import PAPER, PICTURE, WIDE, Drawing, Picture
from ..language.phrasebook import words_of
from .directive import ASKING, COMMON, AskingDirective, Options, Waiting, aligned, unquoted, word_of
from .domain import rulebook_of
from .drawings import EVENT, Drawings, forget_unshown, heard
from .marks import many_class
from .warn import warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

LEAST, MOST = 200, 1400  # how wide or high a chart can be, in pixels
BESIDE_TEXT = "50%"  # of the column, where the text runs around a figure
DATA = ("fold", "show", "hidden")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")


class OddsChartNode(nodes.General, nodes.Element, Waiting):
    """A chart that each writer shows in its own way."""


class ChartData(nodes.General, nodes.Element):
    """The figures of a chart as a table: folded away, in sight, or for screen readers."""


class OddsChart(AskingDirective):
    """A chart of figures from the rules."""

    has_content = False
    asks = ChartSpec
    subtype = "chart"
    option_spec: ClassVar[Any] = Options(
        {
            **ASKING,
            **COMMON,
            "kind": word_of(tuple(ChartKind)),
            "across": unquoted,
            "split": unquoted,
            "data": word_of(DATA),
            "alt": directives.unchanged,
            "align": aligned,
            "width": directives.length_or_percentage_or_unitless,
            "height": directives.length_or_unitless,
            "figwidth": directives.length_or_percentage_or_unitless,
            "figclass": directives.class_option,
        }
    )

    def drawn(self, _: ChartSpec, found: Chart, print_: bytes) -> list[nodes.Node]:
        """Return the figure: the chart, its caption and its data."""
        figure = nodes.figure(classes=["rulebook-chart", *self.options.get("figclass", [])])
        self.set_source_info(figure)
        figure["align"] = self.options.get("align", "default")
        if "figwidth" in self.options:
            figure["width"] = self.options["figwidth"]
        classes = [*many_class(found.outcomes), *self.options.get("class", [])]
        made = OddsChartNode("", classes=classes)
        self.set_source_info(made)
        pictures = tuple(self.pictures(found))
        shown = {picture.name for picture in pictures}
        if missing := {tick.image for tick in found.ticks if tick.image} - shown:
            found, print_ = found.without_pictures(missing), b""
        width, height = self.options.get("width", ""), self.options.get("height", "")
        around = self.options.get("figwidth", "")
        if not around and self.options.get("align") in ("left", "right"):
            around = BESIDE_TEXT
        size = pixels(width or around), pixels(height)
        made["drawing"] = Drawing.of(found, *size, pictures, print_)
        made["width"] = width
        made["alt"] = self.options.get("alt", "").strip()
        figure += made
        messages: Sequence[nodes.Node] = []
        if self.arguments:
            caption, messages = self.line_of(self.arguments[0], nodes.caption)
            figure += caption
        figure += nodes.legend("", self.data(found))
        self.add_name(figure)
        return [figure, *messages]

    def data(self, found: Chart) -> ChartData:
        """Return the data, which carries the chart's words to the translators.

        Its table is made when a page is written.
        """
        show, summary = self.options.get("data", DATA[0]), words_of(found.style.language).data
        words = dict.fromkeys(text for text in found.words if any(c.isalpha() for c in text))
        return ChartData("", *map(self.label, words), show=show, summary=summary)

    def label(self, text: str) -> nodes.paragraph:
        """A word of the chart as the translators see it."""
        paragraph = nodes.paragraph(text, text)
        paragraph["chart-label"] = text
        self.set_source_info(paragraph)
        return paragraph

    def pictures(self, found: Chart) -> Iterator[Picture]:
        """The pictures of dice that the chart shows; what is wrong with one is a warning."""
        for name in dict.fromkeys(tick.image for tick in found.ticks if tick.image):
            root = Path(self.env.srcdir).resolve()
            path = (root / name.lstrip("/")).resolve()
            self.env.note_dependency(str(path))  # also while it is missing
            wrong = ""
            if not path.is_relative_to(root):
                wrong = "lies outside the source folder"
            elif not path.is_file():
                wrong = "is not there"
            elif path.suffix.lower() not in PICTURES:
                wrong = f"is not a picture; write one of {', '.join(PICTURES)}"
            if wrong:
                warn(
                    self.subtype, f"{self.name}: the picture '{name}' {wrong}", self.get_location()
                )
                continue
            print_ = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
            yield Picture(name, str(path), print_)


_UNITS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4}
_UNITS |= {"em": 16, "rem": 16, "ex": 8, "ch": 8, "%": WIDE / 100, "vw": WIDE / 100}


def pixels(length: str) -> float:
    """A length of an option in pixels, as near as a page lets us know; 0 for none."""
    match = re.fullmatch(r"([0-9.]+)\s*(\S*)", length)
    if match is None:
        return 0
    found = float(match[1]) * _UNITS.get(match[2], 1)
    return max(LEAST, min(MOST, round(found)))


# These take the place of a chart where a builder cannot show one in the page itself.
FILES = {"epub": "svg", "latex": "pdf"}
# The width of the text on a sheet of paper, in points: an inch less on either side.
PAPERS = {"a4paper": 453, "a5paper": 276, "b5paper": 356, "executivepaper": 379}
LETTER = 469
FEW = 12  # figures that one sentence may list
PHONE = 360  # pixels that the narrowest e-reader has


def form_for(builder: Any) -> str:
    """Return the form in which a builder takes charts, none where it draws none."""
    for name in (builder.name, builder.format):
        if name in FILES:
            return FILES[name]
    if builder.format == "html":
        return "html"
    return "svg" if builder.format and "image/svg+xml" in builder.supported_image_types else ""


def drawing_for(builder: Any, drawing: Drawing) -> Drawing:
    """The drawing as wide as a builder's pages have room for, in the colours that they have."""
    if builder.name == "epub":
        drawing = drawing.within(PHONE)
    if builder.format != "latex":
        dress = rulebook_of(builder.env).dress
        return heard(builder, dress(drawing) if dress else drawing)
    return heard(builder, drawing.within(int(text_width(builder.config) / PAPER)))


def text_width(config: Config) -> int:
    """The width of a line in the PDF, in points."""
    return PAPERS.get(config.latex_elements.get("papersize", ""), LETTER)


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
        node["drawing"] = drawing
    node["alt"] = node["alt"] or alt_text(chart)
    return drawing


def show_charts(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put what a writer knows, a picture or the figures, in the place of a chart."""
    from .table import plain_table  # not before a chart is shown

    builder, form = app.builder, form_for(app.builder)
    for data in list(doctree.findall(ChartData)) if builder.format else ():
        figure = data.parent.parent
        (node,) = figure.findall(OddsChartNode)
        is_shown = data["show"] == "show"
        data.clear()  # of the words for translators
        if is_shown or builder.format == "html" or not form:
            table = plain_table(None, data_grid(node["drawing"].chart))
            table["said"] = data["summary"]
            data += table
        if not form:
            figure.replace(node, [] if is_shown else data.children)
        elif form != "html" and builder.format != "typst":  # which draws for its own page
            node.replace_self(_image(app, node, form, docname))
        if builder.format != "html":
            _set_free(data)


def _image(app: Sphinx, node: OddsChartNode, form: str, docname: str) -> nodes.Node:
    drawing = drawing_for(app.builder, node["drawing"])
    path = Drawings(app.doctreedir).file(drawing, form)
    image = nodes.image("", uri=str(path), alt=node["alt"], candidates={"*": str(path)})
    image["classes"] = node["classes"]
    app.env.images.add_file(docname, str(path))
    return image


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
    said = f' role="group" aria-label="{label}"' if show == "hidden" else ""
    self.body.append(f'<div class="rulebook-chart-data rulebook-chart-data-{show}"{said}>\n')
    if show == "fold":
        self.body.append(f"<details>\n<summary>{label}</summary>\n")


def depart_data_html(self: Any, node: ChartData) -> None:
    """The end of the data."""
    self.body.append("</details>\n</div>\n" if node["show"] == "fold" else "</div>\n")


def alt_text(chart: Chart) -> str:
    """The kind of chart, what it is of, and the figures that a reader would take from it."""
    words = words_of(chart.style.language)
    kind: str = getattr(words, chart.kind)
    axes = [axis for axis in (chart.axis, chart.side) if axis]
    head = f"{kind}: {chart.title}" + (f" ({', '.join(axes)})" if axes else "")
    lists = [(each.whole, [row[n] for row in chart.figures]) for n, each in enumerate(chart.series)]
    if chart.turn:
        lists = [(chart.turn.name, list(chart.turn.figures))]
    if len(lists) > FEW:
        lists = [lists[0], lists[-1]]
    said = [_listed(chart, name, figures, len(lists)) for name, figures in lists]
    return f"{head}. {'; '.join(said)}."


def _listed(chart: Chart, name: str, figures: Sequence[ChartValue], lists: int) -> str:
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


def add_charts(app: Sphinx) -> None:
    """Make the directive known, and what becomes of its nodes."""
    app.add_directive("odds-chart", OddsChart)
    app.add_event(EVENT)
    app.add_node(OddsChartNode, html=(visit_chart_html, None))
    app.add_node(ChartData, html=(visit_data_html, depart_data_html))
    app.connect("doctree-resolved", show_charts)
    app.connect("build-finished", forget_unshown)
