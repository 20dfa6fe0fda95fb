"""The levels of a parameter that are worth a change."""

from __future__ import annotations

from fractions import Fraction

from ..figures import WORTH
from ..figures.worth import AS, NOTHING
from ..rules.errors import RulesError
from ..rules.language.query import Call, Query
from ..rules.model.arguments import bound
from ..rules.questions import with_arguments
from .axis_kinds import parameter_of
from .cells import Asking, Cell

FARTHEST = 40  # levels that are tried to come to the same chance


def worth(ask: Asking, query: Query, plain: Query) -> Cell:
    """Count the levels of a parameter that give the same chance, in proportion between two."""
    word = ask.spec.of
    if not word:
        raise RulesError("the axis 'worth' needs ':of:', the parameter whose levels are counted")
    check = ask.asked.check
    assert check is not None  # it has arguments
    parameter = parameter_of(ask.asked, word)
    assert isinstance(plain.what, Call)
    now = bound(check, plain.what.args)[parameter.name]
    if not isinstance(now, int | Fraction):
        raise RulesError(f"'{word}' has no levels that could be counted")
    aim, here = _figure(ask, query), _figure(ask, plain)
    value: Fraction | None = None
    for sign in (1, -1):
        before = here
        for level in range(1, FARTHEST + 1):
            try:
                changed = [(word, now + sign * level)]
                what = with_arguments(ask.asked.rules, ask.asked.game, plain.what, changed)
                after = _figure(ask, plain._replace(what=what))
            except RulesError:
                break
            if after != before and min(before, after) <= aim <= max(before, after):
                part = (aim - before) / (after - before)
                value = sign * (level - 1 + part)
                break
            before = after
        if value is not None:
            break
    asked = f"{query}{AS}{word}"
    if value is None:
        return Cell(NOTHING, WORTH, None, asked, is_number=True)
    return Cell(WORTH.write(value, ask.style), WORTH, value, asked, is_number=True)


def _figure(ask: Asking, query: Query) -> Fraction:
    """Return the chance or the average, exactly."""
    answer = ask.asked.rules.ask(query)
    value = answer.probability if answer.value is None else answer.value
    if value is None:
        raise RulesError("nothing asks for a chance; add ':event: >= 2' or an axis of counts")
    return value
