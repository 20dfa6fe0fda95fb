"""A directive for the manual: what the bench measured, as a chart and a table."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.util.rst import escape

from sphinxext.rulebook.book.chart_directive import OddsChart
from sphinxext.rulebook.charts.chart import (
    Chart,
    ChartKind,
    ChartValue,
    Part,
)
from sphinxext.rulebook.charts.colours import BAR
from sphinxext.rulebook.figures import CHANCE
from sphinxext.rulebook.tables.requests import fingerprint_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FILE = "explanation/numbers.json"
MOST_BARS = 12
TITLES = {
    "engine": "The engine beside icepool and dyce",
    "cli": "The command line",
    "build": "Pages with generated figures",
    "judge": "Checking typed figures",
    "fix": "Correcting typed figures",
    "charts": "Charts",
    "hover": "Previews",
    "live": "Live odds",
    "preview": "The preview of a book",
    "press": "PDF",
    "suggest": "Suggestions",
    "found": "What suggestions find",
    "random_tables": "Random tables of strangers",
    "linear": "Long texts and large books",
    "house": "The code and what ships",
}
HEADS = ("Figure", "Limit", "Measured", "Spread", "Beside")


class Measured(OddsChart):
    """All figures of the bench in tables, and how much of each limit they use in charts."""

    required_arguments = optional_arguments = 0
    option_spec: ClassVar[Any] = {}

    def run(self) -> list[nodes.Node]:
        """The parts, one below the other."""
        self.env.note_dependency(FILE)
        parts = json.loads(Path(self.env.srcdir, FILE).read_text("utf-8"))
        return [node for name in TITLES if name in parts for node in self.part(name, parts[name])]

    def part(self, name: str, said: dict[str, Any]) -> list[nodes.Node]:
        """A title, a line that says when and where, a table and a chart."""
        title = nodes.rubric(TITLES[name], TITLES[name])
        self.set_source_info(title)
        self.arguments = ["How much of their limits these figures use, the nearest first"]
        self.options = {"data": "hidden"}
        bounded = [each for each in said["figures"] if each["limit"] is not None]
        bounded.sort(key=_share, reverse=True)
        lines = [
            f"``{said['command']}``, {said['date']}, {said['machine']}, at a load of "
            f"{said['load']}.",
            "", ".. list-table::", "   :header-rows: 1", "   :widths: 50 11 12 15 12", "",
            *_row(HEADS),
        ]  # fmt: skip
        for each in said["figures"]:
            lines += _row(tuple(map(escape, _cells(each))))
        drawn: list[nodes.Node] = []
        if bounded:
            chart = _chart(bounded[:MOST_BARS])
            drawn = self.figure(chart, fingerprint_of(chart))
        return [title, *self.parse_text_to_nodes("\n".join(lines)), *drawn]


def _row(cells: tuple[str, ...]) -> list[str]:
    return [f"   {'  -' if n else '* -'} {cell}" for n, cell in enumerate(cells)]


def _cells(each: dict[str, Any]) -> tuple[str, ...]:
    sign = "≥" if each["at_least"] else "≤"
    limit = "" if each["limit"] is None else f"{sign}\u00a0{_number(each['limit'])}"
    spread = f"{_number(each['low'])} to {_number(each['high'])}" if each["rounds"] > 1 else ""
    beside = "" if each["unit"] == "times as fast" else each["peer"]
    if each["beside"] is not None:
        beside = f"{beside}: {_number(each['beside'])}"
    return _name(each), limit, _number(each["value"]), spread, beside


def _name(each: dict[str, Any]) -> str:
    than = f" as {each['peer']}" if each["unit"] == "times as fast" else ""
    return f"{each['what']} ({each['unit']}{than})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def _share(each: dict[str, Any]) -> Fraction:
    """How much of its limit a figure uses; more than 1 is beyond it."""
    share = Fraction(each["value"]).limit_denominator(10**6) / Fraction(each["limit"])
    return 1 / share if each["at_least"] else share


def _chart(figures: list[dict[str, Any]]) -> Chart:
    """Bars of the share of its limit that each figure uses; a bar ends at the limit."""
    shares = [_share(each) for each in figures]
    names = [_name(each) for each in figures]
    return Chart(
        ChartKind.BARS,
        "",
        "figure",
        "",
        tuple(Part(name) for name in names),
        (Part("share of the limit", colour=BAR),),
        tuple((ChartValue(min(share, Fraction(1)), f"{float(share):.0%}"),) for share in shares),
        shows=CHANCE,
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("measured", Measured)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
