"""The cells of a table: what each asks, and what it shows of the answer."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ..figures import CHANCE, DIFFERENCE, FACE, LABEL, MEAN, WAYS
from ..figures.kind import FigureKind
from ..figures.mean_habits import meant
from ..rules.digits import decimals
from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_args, parse_call
from ..rules.language.query import Event, EventKind, Query, Thrown
from ..rules.questions import rolls_in_all, with_arguments
from ..rules.rules import Rules
from ..words import formatter
from ..words.formatter import FORMATS, ROUNDINGS, ChanceFormat, Rounding, Style
from ..words.phrasebook import words_of
from .cell_question import question
from .compared_columns import compared_cell
from .inverse_table import reached
from .places import Axis, AxisContext, Patch, Place
from .specs import AskingSpec, StyleOptions, TableSpec


class Cell(NamedTuple):
    """One cell: what it says, and for a figure the question and its exact answer."""

    text: str  # in markup where `markup` says so
    kind: FigureKind = LABEL
    value: Fraction | None = None
    question: str = ""
    names: tuple[str, ...] = ()
    markup: bool = False
    span: int = 1
    down: int = 1

    @property
    def is_figure(self) -> bool:
        """True if the cell shows a number or an outcome of the rules."""
        return self.kind.is_figure

    @property
    def is_number(self) -> bool:
        """True if the cell shows a number: it is never translated, and aligned right."""
        return self.kind.is_number(self)


class Grid(NamedTuple):
    """A table: heading rows, how many columns are labels, and the body with its footer."""

    head: tuple[tuple[Cell, ...], ...]
    stubs: int
    body: tuple[tuple[Cell, ...], ...]
    footer: bool = False
    words: bool = False  # whether it shows the rules file's own labels


class Show(StrEnum):
    """The figures that a table's cells may show."""

    CHANCE = "chance"
    WAYS = "ways"
    MEAN = "mean"
    MEDIAN = "median"
    DIFFERENCE = "difference"
    REACH = "reach"
    NEAREST = "nearest"


class Asking(NamedTuple):
    """A directive's question, with its rules, its options and the style of its numbers."""

    asked: AxisContext
    style: Style
    spec: TableSpec

    @property
    def show(self) -> Show:
        """The figures that the cells show, where no column says otherwise."""
        return Show(self.spec.show or "chance")


def styled(style: Style, options: StyleOptions | AskingSpec) -> Style:
    """The book's style with what a directive or role says of its own."""
    if name := options.format:
        if name not in FORMATS:
            raise RulesError(f"no format '{name}'{suggest(name, FORMATS)}")
        style = style._replace(format=ChanceFormat(name))
    if digits := options.digits.strip():
        if not digits.isdecimal() or len(digits) > 4 or int(digits) > formatter.MOST_DIGITS:
            raise RulesError(
                f"'digits' is a number from 0 to {formatter.MOST_DIGITS}, not '{digits}'"
            )
        style = style._replace(digits=int(digits))
    if name := options.rounding:
        if name not in ROUNDINGS:
            raise RulesError(f"no rounding '{name}'{suggest(name, ROUNDINGS)}")
        style = style._replace(rounding=Rounding(name))
    return style


def asking(rules: Rules, style: Style, spec: TableSpec) -> Asking:
    """The rules and the style that the options come to."""
    if not spec.check:
        raise RulesError("':check:' is missing; name a check of the rules or dice such as '2d6'")
    style = styled(style, spec)
    game, what = parse_call(spec.check)
    asked = AxisContext(rules, game or spec.game, what, words_of(style.language), style.language)
    _ = asked.check  # an unknown check is said before anything else
    if spec.given:
        asked = asked._replace(what=with_arguments(rules, asked.game, what, parse_args(spec.given)))
    return Asking(asked, style, spec)


def figure(ask: Asking, query: Query, *, ways: bool = False) -> Cell:
    """The cell that answers a question."""
    if query.event is None:
        raise RulesError(
            "nothing asks for a chance; add ':event: >= 2', or an axis of difficulties, "
            "outcomes or counts"
        )
    answer = ask.asked.rules.ask(query)
    text = answer.text
    if answer.value is not None:
        mean = meant(ask.asked.rules, query, answer.value, ask.style)
        return Cell(MEAN.write(mean, ask.style), MEAN, mean, text)
    value = answer.probability
    assert value is not None  # an event has a chance or an average
    if ways:
        what = query.what
        if query.event.kind is EventKind.MEETS:
            what = ask.asked.rules.met(query).what
        many = value * rolls_in_all(ask.asked.rules, ask.asked.game, what)
        if many.denominator != 1:
            raise RulesError(f"the chance of '{query}' is not a whole number of rolls")
        return Cell(decimals(many.numerator), WAYS, many, text)
    return Cell(CHANCE.write(value, ask.style), CHANCE, value, text)


def _refuse_chances(ask: Asking, patches: tuple[Patch, ...]) -> None:
    """Raise if something asks for a chance where the table shows averages."""
    if ask.spec.event or any(patch.event or patch.template for patch in patches):
        source = "':event:'" if ask.spec.event else "an axis of this table"
        raise RulesError(
            f"':show: {ask.show}' is about whole rolls, and {source} asks for chances; "
            "leave out one of them"
        )


def body_cells(ask: Asking, row: Place, columns: Axis) -> list[Cell]:
    """The figures of one row."""
    show = ask.show
    cells: list[Cell] = []
    for column in columns.places:
        patches = (*row.patches, *column.patches)
        if (other := compared_cell(ask, row, column)) is not None:
            cells.append(other)
        elif any(patch.face for patch in patches):
            cells.append(_face(ask, row, column))
        elif show in (Show.REACH, Show.NEAREST):
            cells.append(reached(ask, row, column, nearest=show is Show.NEAREST))
        else:
            if show in (Show.MEAN, Show.MEDIAN):
                _refuse_chances(ask, patches)
            event = "mean" if show is Show.MEAN else ask.spec.event
            query = question(ask.asked, patches, event)
            if show is Show.MEDIAN:
                query = query._replace(event=Event(EventKind.MEDIAN))
            cells.append(figure(ask, query, ways=show is Show.WAYS))
    if show is Show.DIFFERENCE:
        first = cells[0].value
        for i, cell in enumerate(cells[1:], 1):
            if first is not None and cell.value is not None and cell.kind.is_shaded:
                gap = cell.value - first
                text = DIFFERENCE.write(gap, ask.style)
                cells[i] = cell._replace(kind=DIFFERENCE, value=gap, text=text)
    return cells


def _face(ask: Asking, row: Place, column: Place) -> Cell:
    """The cell for one face of a die."""
    patches = (*row.patches, *column.patches)
    face = next(patch.face for patch in patches if patch.face)
    query = question(ask.asked, patches, "")
    judged = ask.asked.rules.judge(query._replace(event=None, thrown=(Thrown((face,)),)))
    text = judged.outcome if judged.outcome is not None else str(judged.value)
    named = judged.outcome is not None or judged.value is None
    value = None if named else Fraction(judged.value or 0)
    return Cell(text, FACE, value, f"{query} on {face}", (text,))
