"""Tells what an opposed check reads of its two sides."""

from __future__ import annotations

from ..asked import Asked
from ..errors import RulesError
from ..language.conditions import DEGREE, VALUE
from ..language.formulas import Number
from ..language.query import Call, PlainDice, Query
from ..model.game import Check, Use
from ..two_sides import sides_of
from .pools import PLACE
from .program import Reader, Side


def opposed_sides(
    rules: Asked, game_name: str, check: Check, call: Call
) -> tuple[Reader, list[Side]]:
    """Return the two sides, and how they are held against each other."""
    read = check.used[Use.RESULT] | check.used[Use.OUTCOMES]
    sides = []
    for word, query in zip(check.versus, sides_of(game_name, check, call), strict=True):
        named = named_by(rules, query) if check.compares else None
        if DEGREE in read and named is None:
            raise RulesError(
                f"'{check.name}' compares outcomes by '{DEGREE}', and '{query}' names none"
            )
        names = [one.name for one in named.outcomes] if named is not None else []
        outcomes = {name: named.words_for(name) for name in names if named is not None}
        sides.append(Side(word, query, outcomes))

    def margin(end: str = "") -> Number:
        return Number("-", tuple([Number(f"{side.word}{end}") for side in sides]))

    words = [(VALUE, margin()), *([(DEGREE, margin(f" {PLACE}"))] if DEGREE in read else ())]
    result = check.result if check.compares else None
    reader = Reader(check.name, words=tuple(words), result=result, outcomes=check.outcomes)
    return reader, sides


def named_by(rules: Asked, query: Query) -> Check | None:
    """Return the check whose outcomes a question names, if it names any."""
    if isinstance(query.what, PlainDice):
        return None
    game = rules.game(query.game)
    check = game.check(query.what.check).with_tries(game.checks)
    return check if check.outcomes else None
