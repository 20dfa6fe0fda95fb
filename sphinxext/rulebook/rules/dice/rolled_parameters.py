"""Parameters that another roll decides: which one comes first, and what it may come to."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction

from ..errors import RulesError
from ..language.query import Call, PlainDice, Query, SharedThrow
from ..model.arguments import Values, given, is_rolled
from ..model.game import Check, Game, Parameter
from .odds import Odds

MOST = 1_000  # values that a roll may give to a parameter: each makes a roll of its own


def rolled_when_needed(game: Game, check: Check, args: Values) -> Values:
    """The parameters that only the results of outcomes look at, and no other roll is handed."""
    if not check.has_results:
        return {}
    handed: set[str] = set()
    for parameter in check.takes:
        if is_rolled(args[parameter.name]):
            roll = roll_of(game, parameter, args)
            handed |= {name for name, _ in roll.args} if isinstance(roll, Call) else set()
    later = {name: args[name] for name in check.rolled_later - handed}
    return {name: value for name, value in later.items() if not isinstance(value, SharedThrow)}


def deciding(
    game: Game, check: Check, args: Values, later: Container[str] = ()
) -> tuple[Parameter, Query]:
    """The first parameter that can be rolled with what is known already, and its roll."""
    for parameter in check.takes:
        if is_rolled(args[parameter.name]) and parameter.name not in later:
            roll = roll_of(game, parameter, args)
            handed = roll.args if isinstance(roll, Call) else ()
            if not any(is_rolled(value) and value in args.values() for _, value in handed):
                return parameter, Query("", roll)
    raise RulesError(f"the parameters of '{check.name}' wait for each other to be rolled")


def roll_of(game: Game, parameter: Parameter, args: Values) -> Call | PlainDice:
    """The roll of the parameter; the file's own roll is handed the parameters that both take."""
    value = args[parameter.name]
    call: Call | PlainDice = value.throw if isinstance(value, SharedThrow) else value
    if value is not parameter.rolls or isinstance(call, PlainDice):
        return call
    inner = game.check(call.check)
    if inner.versus:
        return call
    own = given(inner, call.args)
    names = [each.name for each in inner.takes if each.name in args and each.name not in own]
    return Call(call.check, (*call.args, *[(name, args[name]) for name in names]))


def cases_of(odds: Odds, parameter: Parameter, roll: Query) -> Mapping[str | int, Fraction]:
    """The values that the roll may give to the parameter, and how likely each is."""
    if parameter.choices:
        outcomes = odds.exact_outcomes or None
        if outcomes is None and parameter.numbered and odds.counts is not None:
            counted = cases_of(odds, parameter._replace(choices=()), roll)
            return {str(value): chance for value, chance in counted.items()}
        if outcomes is None:
            raise RulesError(f"'{roll}' names no outcomes, and '{parameter.name}' takes words")
        return {name: chance for name, chance in outcomes.items() if chance}
    counts = odds.counts
    if counts is None:
        raise RulesError(f"'{roll}' only names outcomes, and '{parameter.name}' takes a number")
    if counts.tail is not None or counts.head is not None:
        raise RulesError(f"'{roll}' has no end, so it cannot decide '{parameter.name}'")
    if len(counts) > MOST:
        raise RulesError(f"'{roll}' may give {len(counts):,} numbers; the most is {MOST:,} here")
    return {value: chance for value, chance in counts.items() if chance}
