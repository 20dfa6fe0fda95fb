"""Cells of an inverse table: the value of a parameter, or the target, that reaches a chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..figures import REACH
from ..rules.errors import RulesError
from ..rules.language.query import Event, EventKind, Query
from ..rules.questions import with_arguments
from .axis_kinds import parameter_of
from .cell_question import question
from .places import Place

if TYPE_CHECKING:
    from .cells import Asking, Cell

FARTHEST = 200
COUNTS = "counts"  # in `:of:`, the number that the event compares with


def reached(ask: Asking, row: Place, column: Place) -> Cell:
    """The value with which the event has the column's chance: the greatest where greater is harder,
    as a target is, else the least."""
    word = ask.spec.of
    if not word:
        raise RulesError("':show: reach' needs ':of:', the parameter whose least value is wanted")
    patches = (*row.patches, *column.patches)
    target = next((patch.least_chance for patch in patches if patch.least_chance is not None), None)
    if target is None:
        raise RulesError(
            "':show: reach' needs an axis of chances, as in 'chances = 10%..90% by 10%'"
        )
    if word == COUNTS:
        return _target(ask, question(ask.asked, patches, ">= 0"), target)
    base = question(ask.asked, patches, ask.spec.event)
    values = _values(ask, word)
    falls = _falls(ask, base, word, values)
    before: list[Fraction | None] = []
    for value in reversed(values) if falls else values:
        chance = _with_value(ask, base, word, value)
        if chance is not None and chance >= target:
            what = with_arguments(ask.asked.rules, ask.asked.game, base.what, [(word, value)])
            # No dice at all are no choice of a player's.
            anyone = not before or (value == 1 and not any(before))
            names = (str(value), "any") if anyone else (str(value),)
            return _cell(value, str(base._replace(what=what)), names)
        before.append(chance)
    return _none(str(base))


def _target(ask: Asking, base: Query, chance: Fraction) -> Cell:
    """The number that the roll comes to, or comes to at most, with the chance."""
    operator = ask.spec.event.replace("*", "").strip() or ">="
    counts = ask.asked.rules.odds(base).counts
    if counts is None or operator not in (">=", "<=", ">", "<"):
        raise RulesError("':of: counts' asks for a comparison of a number, such as '>= *'")
    numbers = sorted(counts)
    order = numbers if operator in ("<=", "<") else list(reversed(numbers))
    for place, number in enumerate(order):
        query = base._replace(event=Event(EventKind(operator), number=number))
        probability = ask.asked.rules.ask(query).probability
        if probability is not None and probability >= chance:
            names = (str(number), "any") if place == 0 else (str(number),)
            return _cell(number, str(query), names)
    return _none(str(base))


def _cell(value: int | str, asked: str, names: tuple[str, ...]) -> Cell:
    from .cells import Cell

    number = Fraction(value) if isinstance(value, int) else None
    return Cell(str(value), REACH, number, asked, names)


def _none(asked: str) -> Cell:
    from .cells import Cell

    return Cell("–", REACH, None, asked)


def _values(ask: Asking, word: str) -> Sequence[int | str]:
    """The values that the parameter takes."""
    parameter = parameter_of(ask.asked, word)
    if parameter.choices:
        return [choice.name for choice in parameter.choices]
    most = parameter.most if parameter.most is not None else FARTHEST
    return range(parameter.least, most + 1)


def _with_value(ask: Asking, base: Query, word: str, value: int | str) -> Fraction | None:
    """The chance with that value of a parameter; None where there is none."""
    what = with_arguments(ask.asked.rules, ask.asked.game, base.what, [(word, value)])
    try:
        return ask.asked.rules.ask(base._replace(what=what)).probability
    except RulesError:
        return None  # such as a roll of no dice at all


def _falls(ask: Asking, base: Query, word: str, values: Sequence[int | str]) -> bool:
    """True if a greater value is harder, as a target is."""
    if isinstance(values[0], str):
        return False
    few = [_with_value(ask, base, word, value) for value in (*values[:3], values[len(values) // 2])]
    known = [chance for chance in few if chance is not None]
    return len(known) > 1 and known[-1] < known[0]
