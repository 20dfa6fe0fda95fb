"""The odds-chart directive: a figure with a chart that waits to be drawn, and its data."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..charts.chart import Chart, ChartKind, ChartSpec
from ..charts.drawing import WIDE, Drawing, Picture
from ..language.phrasebook import words_of
from .directive import ASKING, COMMON, AskingDirective, Options, unquoted
from .domain import rulebook_of
from .meanings import many_class
from .roles import Waiting, word_of
from .warn import warn

LEAST, MOST = 200, 1400  # how wide or high a chart can be, in pixels
BESIDE_TEXT = "50%"  # of the column, where the text runs around a figure
DATA = ("fold", "show", "hidden")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")


def _align(argument: str) -> str:
    """Read the alignment of the figure."""
    return directives.choice(argument, ("left", "center", "right"))


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
            "align": _align,
            "width": directives.length_or_percentage_or_unitless,
            "height": directives.length_or_unitless,
            "figwidth": directives.length_or_percentage_or_unitless,
            "figclass": directives.class_option,
        }
    )

    def answer_nodes(self, spec: ChartSpec) -> tuple[list[nodes.Node], bytes]:
        """Return the figure and the fingerprint of the chart."""
        from ..charts.read_chart import chart  # not before a chart is asked
        from ..tables.requests import fingerprint_of

        book = rulebook_of(self.env).book
        found = chart(book.rules, book.style, spec)
        print_ = fingerprint_of(found)
        for line in dict.fromkeys(line for _, line in found.refused):
            left = ", ".join(name for name, why in found.refused if why == line)
            message = f"{self.name}: left out of this chart: {left}; {line}"
            warn(self.subtype, message, self.get_location())
        return self.figure(found, print_), print_

    def figure(self, found: Chart, print_: bytes) -> list[nodes.Node]:
        """The figure: the chart, which has this fingerprint, its caption and its data."""
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
        missing = {tick.image for tick in found.ticks if tick.image} - shown
        if missing:
            found, print_ = found.without_pictures(missing), b""
        width, height = self.options.get("width", ""), self.options.get("height", "")
        around = self.options.get("figwidth", "")
        if not around and self.options.get("align") in ("left", "right"):
            around = BESIDE_TEXT
        drawn = pixels(width or around)
        made["drawing"] = Drawing.of(found, drawn, pixels(height), pictures, print_=print_)
        made["width"] = width
        made["alt"] = self.options.get("alt", "").strip()
        figure += made
        messages: Sequence[nodes.Node] = []
        if self.arguments:
            parsed, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
            caption = nodes.caption(self.arguments[0], "", *parsed)
            self.set_source_info(caption)
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
