"""Tells what an opposed check reads of its two sides."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..dice.pool import Reader
from ..errors import RulesError, suggest
from ..language.conditions import BEATS, VALUE, duels
from ..language.formulas import ALWAYS, NOTHING, Number
from ..language.parse import parse_call
from ..language.query import Call, PlainDice, Query, SharedThrow
from ..model.game import Check, Use
from .program import PLACE, Asked, Inner, Let, Side


def opposed_sides(
    rules: Asked, game_name: str, check: Check, call: Call, inner: Callable[[Query], Inner]
) -> Let:
    """Return two rolls that are held against each other."""
    read = check.used[Use.RESULT] | check.used[Use.OUTCOMES]
    compared = [word for word in duels(check.sides) if word in read]
    sides = []
    for word, query in zip(check.sides, sides_of(game_name, check, call), strict=True):
        named = named_by(rules, query) if check.compares else None
        if compared and named is None:
            raise RulesError(f"'{check.name}' compares outcomes, and '{query}' names none")
        names = [one.name for one in named.outcomes] if named is not None else []
        outcomes = {name: named.words_for(name) for name in names if named is not None}
        sides.append(Side(word, query, outcomes, inner(query)))

    margin = Number("-", tuple([Number(side.word) for side in sides]))
    words = [(VALUE, margin), *[(word, _duel(word)) for word in compared]]
    result = check.result if check.compares else None
    reader = Reader(check.name, words=tuple(words), result=result, outcomes=check.outcomes)
    return Let(reader, tuple(sides), check)


def _duel(word: str) -> Number:
    """Return by how many outcomes one side is above the other, or 1 if both have the same."""
    one, beats, other = word.split(" ")
    first, second = Number(f"{one} {PLACE}"), Number(f"{other} {PLACE}")
    ahead, behind = Number("-", (first, second)), Number("-", (second, first))
    if beats == BEATS:
        return Number("max", (NOTHING, ahead))
    return Number("-", (ALWAYS, Number("min", (ALWAYS, Number("max", (ahead, behind))))))


def named_by(rules: Asked, query: Query) -> Check | None:
    """Return the check whose outcomes a question names, if it names any."""
    if isinstance(query.what, PlainDice):
        return None
    game = rules.game(query.game)
    check = game.check(query.what.check).with_outcomes(game.checks)
    return check if check.outcomes else None


def sides_of(game_name: str, check: Check, call: Call) -> list[Query]:
    """Return the two sides of an opposed check, in its order."""
    sides: dict[str, Query] = {}
    places = iter(check.sides)
    for name, value in call.args:
        if name and name not in check.sides:
            known = suggest(name, check.sides)
            raise RulesError(f"'{check.name}' has no side named '{name}'{known}")
        side = name or next((place for place in places if place not in sides), None)
        if side is None:
            raise RulesError(f"'{check.name}' has two sides; a third is given")
        if side in sides:
            raise RulesError(f"'{check.name}' is given '{side}' twice")
        if isinstance(value, int | Fraction | SharedThrow):
            raise RulesError(f"'{side}' of '{check.name}' should be a check, not {value}")
        named, what = parse_call(value) if isinstance(value, str) else ("", value)
        sides[side] = Query(named or game_name, what)
    for side in check.sides:
        if side not in sides:
            first, second = check.sides
            raise RulesError(
                f"'{check.name}' needs '{side}', as in '{check.name}({first}, {second})'"
            )
    return [sides[side] for side in check.sides]
