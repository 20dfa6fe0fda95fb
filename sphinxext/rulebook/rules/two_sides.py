"""Finds the odds of two sides that are rolled against each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .asked import Asked
from .dice.odds import Odds
from .dice.worked import Side, opposed
from .errors import RulesError, suggest
from .language.conditions import DEGREE, read_by
from .language.parse import parse_call
from .language.query import Call, PlainDice, Query, SharedThrow
from .model.game import Check


def odds_of_sides(rules: Asked, game_name: str, check: Check, call: Call) -> Odds:
    """The odds of two sides: of their margin, or of whatever else the check compares."""
    from ..dice.margin import margin

    sides = sides_of(game_name, check, call)
    if check.compares:
        return opposed(check, *compared_sides(rules, check, sides))
    laws = []
    for side in sides:
        odds = rules.odds(side)
        if odds.named_only:
            raise RulesError(f"'{side}' only names outcomes; a margin needs numbers")
        _refuse_bare(rules, side)
        laws.append(odds.law)
    law = margin(*laws)
    return Odds.of(check, {}, law)


def compared_sides(rules: Asked, check: Check, sides: Sequence[Query]) -> list[Side]:
    """The two sides of a check that compares more than their margin."""
    found = []
    read = set().union(*[read_by(one.when) for one in check.outcomes if one.when is not None])
    read |= check.result.names() if check.result else set()
    for name, side in zip(check.versus, sides, strict=True):
        odds = rules.odds(side)
        if DEGREE in read and not (odds.check and odds.check.outcomes):
            raise RulesError(
                f"'{check.name}' compares outcomes by '{DEGREE}', and '{side}' names none"
            )
        found.append(Side(name, odds.check, odds.joint()))
    return found


def _refuse_bare(rules: Asked, side: Query) -> None:
    """Refuse a side whose skill decides its outcome, and not the number that is compared."""
    if isinstance(side.what, PlainDice):
        return
    check = rules.game(side.game).check(side.what.check)
    idle = check.only_in_outcomes
    if idle:
        name = sorted(idle)[0]
        raise RulesError(
            f"'{side}' would be compared by its bare dice, whatever its '{name}': give "
            f"'{check.name}' a result such as \"{name} - value\", or compare outcomes, as in "
            'win = "degree > 0"'
        )


def sides_of(game_name: str, check: Check, call: Call) -> list[Query]:
    """The two sides of an opposed check, in its order."""
    sides: dict[str, Query] = {}
    places = iter(check.versus)
    for name, value in call.args:
        if name and name not in check.versus:
            known = suggest(name, check.versus)
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
    for side in check.versus:
        if side not in sides:
            first, second = check.versus
            raise RulesError(
                f"'{check.name}' needs '{side}', as in '{check.name}({first}, {second})'"
            )
    return [sides[side] for side in check.versus]
