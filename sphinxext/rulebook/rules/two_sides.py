"""Tells which two rolls an opposed check holds against each other."""

from __future__ import annotations

from fractions import Fraction

from .errors import RulesError, suggest
from .language.parse import parse_call
from .language.query import Call, Query, SharedThrow
from .model.game import Check


def sides_of(game_name: str, check: Check, call: Call) -> list[Query]:
    """Return the two sides of an opposed check, in its order."""
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
