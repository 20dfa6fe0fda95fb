"""A chart as a value: what is where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..language.formatter import Style
from ..language.phrasebook import words_of
from ..tables.specs import AskingSpec
from .colours import NEVER_TO_ALWAYS

if TYPE_CHECKING:
    from ..figures.kind import FigureKind
    from ..settings import Book
    from ..tables.cells import Grid


class ChartKind(StrEnum):
    """The ways to draw a chart; `auto` leaves the choice to the axes."""

    AUTO = "auto"
    BARS = "bars"
    STACKED = "stacked"
    LINES = "lines"
    HEATMAP = "heatmap"


@dataclass(frozen=True)
class ChartSpec(AskingSpec):
    """The options of an odds-chart."""

    kind: str = ""
    across: str = ""
    split: str = ""

    def answer(self, book: Book) -> Any:
        """Make the chart."""
        from .read_chart import chart

        return chart(book.rules, book.style, self)


class Part(NamedTuple):
    """A place along the axis, or an outcome, a line or a row: its name and how it looks."""

    text: str
    of: str = ""  # the word for its kind, where a number alone says nothing
    colour: str = ""
    outcome: int = 0  # its number, worst is 1; 0 where it is none
    name_of_die: str = ""
    level: str = ""  # what the die is called by the odds that it stands for
    die: str = ""  # the die's colour
    image: str = ""

    @property
    def whole(self) -> str:
        """Return the label where nothing beside it says what it is one of."""
        return f"{self.of} {self.text}" if self.of else self.text

    def renamed(self, words: Mapping[str, str]) -> Part:
        """Return it with its words translated."""
        text, of, level = (words.get(each, each) for each in (self.text, self.of, self.level))
        return self._replace(text=text, of=of, level=level)


class ChartValue(NamedTuple):
    """One figure: its exact value and how the page writes it."""

    value: Fraction
    text: str


class Turn(NamedTuple):
    """The line between two groups of outcomes, and the chance of the last group at each place."""

    at: tuple[int, ...]
    name: str
    figures: tuple[ChartValue, ...]


class Chart(NamedTuple):
    """A chart: what is along it, what it is split into, and a figure for each of both."""

    kind: ChartKind
    title: str
    axis: str  # what the places are
    side: str  # what the series are
    ticks: tuple[Part, ...]
    series: tuple[Part, ...]
    figures: tuple[tuple[ChartValue, ...], ...]  # for each place, those of all series
    shows: FigureKind
    turn: Turn | None = None
    outcomes: int = 0  # how many the check has
    style: Style = Style()
    heat: tuple[str, ...] = NEVER_TO_ALWAYS  # the colours of a heat map

    @property
    def chances(self) -> bool:
        """Return whether it shows chances, of which the greatest is 100%."""
        return self.shows.name == "chance"

    @property
    def speaks(self) -> bool:
        """Return whether the names along the axis need no title, as numbers do."""
        return not all(tick.text.lstrip("−≥≤≠<> ")[:1].isdigit() for tick in self.ticks)

    @property
    def words(self) -> list[str]:
        """Return everything that a reader of the chart reads, but for the figures."""
        found = [word for each in (*self.ticks, *self.series) for word in (each.text, each.of)]
        found += [self.title, self.axis, self.side, *(tick.level for tick in self.ticks)]
        return [*found, self.turn.name] if self.turn else found

    def without_pictures(self, names: Collection[str]) -> Chart:
        """The same chart without some of its pictures."""
        ticks = (t._replace(image="") if t.image in names else t for t in self.ticks)
        return self._replace(ticks=tuple(ticks))

    def renamed(self, words: Mapping[str, str]) -> Chart:
        """Return the chart with its labels translated."""
        turn = self.turn
        return self._replace(
            title=words.get(self.title, self.title),
            axis=words.get(self.axis, self.axis),
            side=words.get(self.side, self.side),
            ticks=tuple(tick.renamed(words) for tick in self.ticks),
            series=tuple(each.renamed(words) for each in self.series),
            turn=turn and turn._replace(name=words.get(turn.name, turn.name)),
        )


def data_grid(chart: Chart) -> Grid:
    """Return the figures of a chart as a table."""
    from ..tables.cells import Cell, Grid  # not before a chart is shown

    def cell(figure: ChartValue) -> Cell:
        return Cell(figure.text, chart.shows, figure.value, is_number=True)

    turn = chart.turn
    one = chart.shows.heading(words_of(chart.style.language))
    columns = [Cell(each.text or one) for each in chart.series]
    columns += [Cell(turn.name)] if turn else []
    head: tuple[tuple[Cell, ...], ...] = ((Cell(chart.axis), *columns),)
    if chart.side and any(each.of for each in chart.series):
        side = Cell(chart.side, span=len(columns))
        head = ((Cell(chart.axis, down=2), side), tuple(columns))
    body = []
    for i, tick in enumerate(chart.ticks):
        last = (turn.figures[i],) if turn else ()
        body.append((Cell(tick.text), *map(cell, (*chart.figures[i], *last))))
    return Grid(head, 1, tuple(body))
