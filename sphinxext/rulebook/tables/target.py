"""The question of a directive, resolved once: rules, check, style and options."""

from __future__ import annotations

from typing import NamedTuple

from ..language import formatter
from ..language.formatter import FORMATS, ROUNDINGS, ChanceFormat, Rounding, Style
from ..language.phrasebook import Phrases, words_of
from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_args, parse_event
from ..rules.language.query import Call, Event, EventKind, PlainDice
from ..rules.model.game import Check
from ..rules.questions import called, check_of, with_arguments
from ..rules.rules import Rules
from .places import Show
from .specs import AskingSpec, StyleOptions, TableSpec

OFFERED = tuple(each for each in Show if each not in (Show.RULE, Show.FACE))


class Target(NamedTuple):
    """The rules, the check and the words that a directive asks with, and what its options say."""

    rules: Rules
    game: str
    what: Call | PlainDice
    check: Check | None  # with the outcomes that it can come to; none for plain dice
    style: Style
    words: Phrases
    spec: TableSpec
    show: Show = Show.CHANCE  # where no place says otherwise
    event: str | Event = ""  # a text only where a * stands for the value of a place

    def about(self, what: Call | PlainDice) -> Target:
        """Return the same of another check."""
        return self._replace(what=what, check=check_of(self.rules, self.game, what))


def target_of(rules: Rules, style: Style, spec: TableSpec) -> Target:
    """Return the rules, the check and the style that the options come to."""
    if not spec.check:
        raise RulesError("':check:' is missing; name a check of the rules or dice such as '2d6'")
    style = styled(style, spec)
    game, what, check = called(rules, spec.game, spec.check)
    if spec.given:
        what = with_arguments(rules, game, what, parse_args(spec.given))
    if spec.show and spec.show not in OFFERED:
        raise RulesError(f"no ':show:' of '{spec.show}'{suggest(spec.show, OFFERED)}")
    event: str | Event = spec.event
    if spec.show in (Show.MEAN, Show.MEDIAN):  # averages ask for themselves
        event = Event(EventKind(spec.show))
    elif spec.event and "*" not in spec.event:
        event = parse_event(spec.event)
    words, show = words_of(style.language), Show(spec.show or Show.CHANCE)
    return Target(rules, game, what, check, style, words, spec, show, event)


def styled(style: Style, options: StyleOptions | AskingSpec) -> Style:
    """Return the book's style with what a directive or role says of its own."""
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
