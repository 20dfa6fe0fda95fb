"""The cells of a table as values, and who asks for them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..figures import LABEL
from ..figures.kind import FigureKind
from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_args, parse_call, parse_event
from ..rules.language.query import Event, EventKind
from ..rules.questions import with_arguments
from ..rules.rules import Rules
from ..words import formatter
from ..words.formatter import FORMATS, ROUNDINGS, ChanceFormat, Rounding, Style
from ..words.phrasebook import words_of
from .places import Axis, AxisContext, Show
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
    base: str = ""  # the question that a difference is from
    refused: str = ""  # why there is no figure, where only this one is too much work
    is_number: bool = False  # never translated, and aligned right


class Grid(NamedTuple):
    """A table: heading rows, how many columns are labels, and the body with its footer."""

    head: tuple[tuple[Cell, ...], ...]
    stubs: int
    body: tuple[tuple[Cell, ...], ...]
    footer: bool = False
    words: bool = False  # whether it shows the rules file's own labels
    axes: tuple[Axis, ...] = ()  # what its rows and columns run over, unless they are labels

    @property
    def refused(self) -> list[str]:
        """The lines that refuse figures of the table, one for each."""
        return [cell.refused for row in self.body for cell in row if cell.refused]


OFFERED = tuple(each for each in Show if each not in (Show.WORTH, Show.RULE, Show.FACE))


class Asking(NamedTuple):
    """A directive's question, with its rules, its options and the style of its numbers."""

    asked: AxisContext
    style: Style
    spec: TableSpec
    show: Show = Show.CHANCE  # where no place says otherwise
    event: str | Event = ""  # a text only where a * stands for the value of a place


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
    return Asking(asked, style, spec, _show(spec.show), _event(spec))


def _show(text: str) -> Show:
    """Read ``:show:``."""
    if text and text not in OFFERED:
        raise RulesError(f"no ':show:' of '{text}'{suggest(text, OFFERED)}")
    return Show(text or Show.CHANCE)


def _event(spec: TableSpec) -> str | Event:
    """Read ``:event:``; averages ask for themselves."""
    if spec.show in (Show.MEAN, Show.MEDIAN):
        return Event(EventKind(spec.show))
    return parse_event(spec.event) if spec.event and "*" not in spec.event else spec.event
