"""Questions put together: under the game in force, with other arguments, counted in rolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

from .errors import RulesError, suggest
from .language.parse import parse, parse_call
from .language.query import Argument, Call, Event, EventKind, PlainDice, Query
from .model.arguments import bound, dice_of, given
from .model.game import Check
from .model.roll import standard_die
from .model.rolled import rolled
from .rules import Rules


def in_force(text: str, game: str) -> Query:
    """The question, asked of the game in force where it names none."""
    query = parse(text)
    return query if query.game else query._replace(game=game)


class Called(NamedTuple):
    """The subject of a directive, with its check and the outcomes that this can come to."""

    game: str
    what: Call | PlainDice
    check: Check | None  # none for plain dice


def called(rules: Rules, game: str, text: str) -> Called:
    """Read the check, or the plain dice, that a directive names."""
    named, what = parse_call(text)
    return Called(named or game, what, check_of(rules, named or game, what))


def check_of(rules: Rules, game: str, what: Call | PlainDice) -> Check | None:
    """Return the check that is called, with the outcomes that it can come to."""
    if isinstance(what, PlainDice):
        return None
    found = rules.game(game)
    return found.check(what.check).with_outcomes(found.checks)


def with_arguments(
    rules: Rules, game: str, what: Call | PlainDice, args: Sequence[tuple[str, Argument]]
) -> Call | PlainDice:
    """The check with some of its arguments set, also those of one side."""
    if not args:
        return what
    if isinstance(what, PlainDice):
        raise RulesError("plain dice take no arguments")
    check = rules.game(game).check(what.check)
    if not check.sides:
        values = {**given(check, what.args), **given(check, tuple(args))}
        return Call(check.name, tuple(values.items()))
    asked = zip(check.sides, rules.sides(game, check, what), strict=True)
    sides = {name: query.what for name, query in asked}
    for name, value in args:
        side, dot, inner = name.partition(".")
        if side not in sides:
            raise RulesError(f"'{check.name}' has no side named '{side}'{suggest(side, sides)}")
        if dot:
            sides[side] = with_arguments(rules, game, sides[side], [(inner, value)])
        elif isinstance(value, Call | PlainDice):
            sides[side] = value
        else:
            raise RulesError(f"'{side}' of '{check.name}' should be a check, not '{value}'")
    return Call(check.name, tuple(sides.items()))


def rolls_in_all(rules: Rules, game: str, what: Call | PlainDice) -> int:
    """Count the different rolls of the dice."""
    if isinstance(what, PlainDice):
        total = 1
        for term in what.terms:
            die = standard_die(term.die)
            total *= len(die.faces) ** term.many if die else 1
        return total
    found = rules.game(game)
    check = found.check(what.check)
    if not check.is_a_roll:
        raise RulesError(f"'{check.name}' is not a single roll whose ways could be counted")
    total = 1
    for die, count in dice_of(found, rolled(check, bound(check, what.args))):
        total *= comb(len(die.faces), count) if die.bag else len(die.faces) ** count
    return total


class Wanted(NamedTuple):
    """A question to be put together: a check with some arguments set, and an event."""

    what: Call | PlainDice
    args: Sequence[tuple[str, Argument]] = ()
    event: Event | None = None
    difficulty: str = ""  # which brings arguments, and the event where there is none


def put_together(rules: Rules, game: str, wanted: Sequence[Wanted]) -> list[Query]:
    """Return the questions, nothing of which is asked yet."""
    return [_put(rules, game, each) for each in wanted]


def rolls_put_together(
    rules: Rules, game: str, wanted: Iterable[Wanted]
) -> list[Query | RulesError]:
    """Return what is rolled for each, with what its difficulty changes, or why nothing is."""
    found: list[Query | RulesError] = []
    for each in wanted:
        try:
            query = _put(rules, game, each)
            found.append((rules.met(query) if query.event else query)._replace(event=None))
        except RulesError as error:
            found.append(error)
    return found


def _put(rules: Rules, game: str, wanted: Wanted) -> Query:
    what, event = with_arguments(rules, game, wanted.what, wanted.args), wanted.event
    if not wanted.difficulty:
        return Query(game, what, event)
    meets = Query(game, what, Event(EventKind.MEETS, wanted.difficulty))
    return rules.met(meets)._replace(event=event) if event else meets
