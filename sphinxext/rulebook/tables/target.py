"""The question of a directive, resolved once: rules, check, style and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..dice.errors import TooMuch
from ..language import formatter
from ..language.formatter import FORMATS, ROUNDINGS, ChanceFormat, Rounding, Style
from ..language.phrasebook import Phrases, words_of
from ..rules.errors import RulesError, suggest
from ..rules.language.parse import parse_args, parse_event
from ..rules.language.query import Call, Event, EventKind, PlainDice
from ..rules.model.game import Check
from ..rules.model.parameter import Parameter
from ..rules.model.roll import Die
from ..rules.questions import called, check_of, with_arguments
from ..rules.rules import Rules
from .places import NAMED, Place, Show
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
    spares: type[RulesError] = TooMuch  # what refuses a figure alone, and not its table

    @property
    def title(self) -> str:
        """Return what the check is called, or its dice."""
        return (self.check.label or self.check.name) if self.check else self.spec.check

    @property
    def counted(self) -> str:
        """Return what the check counts, as in "successes"; nothing where it has no noun."""
        return self.check.noun.many if self.check and self.check.noun else ""

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


def parameter_of(target: Target, word: str) -> Parameter:
    """Return the parameter of the check, or of one side of it where the word has a dot."""
    check = target.check
    if check is None:
        raise RulesError(f"plain dice have no parameter '{word}'")
    if not check.sides:
        try:
            return check.parameter(word)
        except RulesError:
            hint = suggest(word, [*NAMED, *[p.name for p in check.takes]], 12)
            raise RulesError(f"'{check.name}' takes no '{word}'{hint}") from None
    side, dot, name = word.partition(".")
    if dot and side not in check.sides:
        raise RulesError(f"'{check.name}' has no side named '{side}'{suggest(side, check.sides)}")
    if not dot:
        raise RulesError(f"name the side too, as in '{check.sides[0]}.{name or side}'")
    assert isinstance(target.what, Call)  # only a call can be of a check with two sides
    sides = target.rules.sides(target.game, check, target.what)
    return parameter_of(target.about(sides[check.sides.index(side)].what), name)


def dice_at(target: Target, places: Sequence[Place]) -> list[Die | None]:
    """Return for each place the one die of the game's own that it stands for, if any."""
    dice = target.rules.game(target.game).dice if target.check else {}
    return [_die(target, place, dice) if dice else None for place in places]


def _die(target: Target, place: Place, dice: Mapping[str, Die]) -> Die | None:
    for word, value in place.args:
        parameter = parameter_of(target, word)
        choice = parameter.choice(str(value)) if parameter.choices else None
        thrown = [dice[name] for name, _ in choice.change if name in dice] if choice else []
        if len(thrown) == 1:
            return thrown[0]
    return None
