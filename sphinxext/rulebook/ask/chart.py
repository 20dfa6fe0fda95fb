"""A chart as a value: what is where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..words.formatter import Style
from ..words.phrasebook import words_of

if TYPE_CHECKING:
    from ..figures.kind import FigureKind
    from .cells import Grid


class ChartKind(StrEnum):
    """The ways to draw a chart; `auto` leaves the choice to the axes."""

    AUTO = "auto"
    BARS = "bars"
    STACKED = "stacked"
    LINES = "lines"
    HEATMAP = "heatmap"


class PlaceName(NamedTuple):
    """The name of a place in a chart, and the word for its kind."""

    text: str
    of: str = ""

    @property
    def whole(self) -> str:
        """The label where nothing beside it says what it is one of."""
        return f"{self.of} {self.text}" if self.of else self.text


class Tick(NamedTuple):
    """A place along the axis: its name, its own colour, and how the book shows its die."""

    name: PlaceName
    colour: str = ""  # of the bar that is there
    level: str = ""  # what the die is called by the odds that it stands for
    die: str = ""  # the die's colour
    image: str = ""
    name_of_die: str = ""
    outcome: int = 0  # its number, worst is 1; 0 where it is none


class ChartSeries(NamedTuple):
    """An outcome, a line or a row: its name and its colour."""

    name: PlaceName
    colour: str = ""
    outcome: int = 0  # its number, worst is 1; 0 where it is none
    name_of_die: str = ""


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
    ticks: tuple[Tick, ...]
    series: tuple[ChartSeries, ...]
    figures: tuple[tuple[ChartValue, ...], ...]  # for each place, those of all series
    shows: FigureKind
    turn: Turn | None = None
    outcomes: int = 0  # how many the check has
    style: Style = Style()
    refused: tuple[tuple[str, str], ...] = ()  # what is left out, and why

    @property
    def chances(self) -> bool:
        """True if it shows chances, of which the greatest is 100%."""
        return self.shows.name == "chance"

    @property
    def speaks(self) -> bool:
        """True if the names along the axis need no title, as numbers do."""
        return not all(tick.name.text.lstrip("−≥≤≠<> ")[:1].isdigit() for tick in self.ticks)

    @property
    def words(self) -> Iterator[str]:
        """Everything that a reader of the chart reads, but for the figures."""
        for name in (*(t.name for t in self.ticks), *(each.name for each in self.series)):
            yield from (name.text, name.of)
        yield from (self.title, self.axis, self.side, *(tick.level for tick in self.ticks))
        if self.turn:
            yield self.turn.name

    @property
    def never(self) -> list[str]:
        """The names of what has no chance at any place."""
        if self.kind is ChartKind.BARS and len(self.series) == 1:
            rows = zip(self.ticks, self.figures, strict=True)
            return [tick.name.text for tick, (figure,) in rows if not figure.value]
        return [
            each.name.text
            for n, each in enumerate(self.series)
            if not any(row[n].value for row in self.figures)
        ]

    def without_pictures(self, names: Collection[str]) -> Chart:
        """The same chart without some of its pictures."""
        ticks = (t._replace(image="") if t.image in names else t for t in self.ticks)
        return self._replace(ticks=tuple(ticks))

    def renamed(self, words: Mapping[str, str]) -> Chart:
        """The same chart with its labels translated."""

        def put(name: PlaceName) -> PlaceName:
            return name._replace(
                text=words.get(name.text, name.text), of=words.get(name.of, name.of)
            )

        turn = self.turn
        return self._replace(
            title=words.get(self.title, self.title),
            axis=words.get(self.axis, self.axis),
            side=words.get(self.side, self.side),
            ticks=tuple(
                tick._replace(name=put(tick.name), level=words.get(tick.level, tick.level))
                for tick in self.ticks
            ),
            series=tuple(each._replace(name=put(each.name)) for each in self.series),
            turn=turn and turn._replace(name=words.get(turn.name, turn.name)),
        )


class ChartHeading(NamedTuple):
    """A heading of a chart's table, with the columns and the rows that it covers."""

    text: str
    span: int = 1
    down: int = 1


class ChartTable(NamedTuple):
    """The figures of a chart in rows, each with its heading."""

    head: tuple[tuple[ChartHeading, ...], ...]
    body: tuple[tuple[str, tuple[ChartValue, ...]], ...]


def data_rows(chart: Chart) -> ChartTable:
    """The figures of a chart as a table, and nothing that only tables of a page have."""
    turn = chart.turn
    names = [each.name for each in chart.series]
    words = words_of(chart.style.language)
    one = chart.shows.heading(words)
    columns = [ChartHeading(name.text or one) for name in names]
    columns += [ChartHeading(turn.name)] if turn else []
    first = ChartHeading(chart.axis)
    head: tuple[tuple[ChartHeading, ...], ...] = ((first, *columns),)
    if chart.side and any(name.of for name in names):
        head = ((first._replace(down=2), ChartHeading(chart.side, len(columns))), tuple(columns))
    body = []
    for i, tick in enumerate(chart.ticks):
        last = (turn.figures[i],) if turn else ()
        body.append((tick.name.text, (*chart.figures[i], *last)))
    return ChartTable(head, tuple(body))


def data_grid(chart: Chart) -> Grid:
    """The figures of a chart as the table of a page."""
    from .cells import Cell, Grid

    found = data_rows(chart)
    head = tuple(tuple(Cell(h.text, span=h.span, down=h.down) for h in row) for row in found.head)
    body = tuple(
        (
            Cell(name),
            *(Cell(each.text, chart.shows, each.value, is_number=True) for each in figures),
        )
        for name, figures in found.body
    )
    return Grid(head, 1, body)
