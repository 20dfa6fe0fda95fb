"""Cells of an inverse table: the value of a parameter, or the target, that reaches a chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..figures import REACH
from ..rules.errors import RulesError
from ..rules.language.query import Event, EventKind, Query
from ..rules.questions import with_arguments
from .axis_kinds import parameter_of
from .cell_question import question
from .cells import Asking, Cell
from .places import Patches

FARTHEST = 200
COUNTS = "counts"  # in `:of:`, the number that the event compares with


def reached(ask: Asking, patches: Patches, *, nearest: bool = False) -> Cell:
    """The value with which the event has the column's chance: the greatest where greater is harder,
    as a target is, else the least; or the one whose chance is nearest."""
    word = ask.spec.of
    if not word:
        raise RulesError(f"':show: {ask.show}' needs ':of:', the parameter whose value is wanted")
    target = next((patch.least_chance for patch in patches if patch.least_chance is not None), None)
    if target is None:
        raise RulesError(
            f"':show: {ask.show}' needs an axis of chances, as in 'chances = 10%..90% by 10%'"
        )
    if word == COUNTS:
        return _target(ask, question(ask.asked, patches, ">= 0"), target, nearest=nearest)
    base = question(ask.asked, patches, ask.spec.event)
    values = _values(ask, word)
    if nearest:
        return _nearest(ask, base, word, values, target)
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


def _nearest(
    ask: Asking, base: Query, word: str, values: Sequence[int | str], target: Fraction
) -> Cell:
    """The value whose chance is nearest; of two that are as near, the one that reaches it."""
    best: tuple[tuple[Fraction, bool], int | str] | None = None
    sides: set[bool] = set()
    for value in values:
        chance = _with_value(ask, base, word, value)
        if chance is None:
            continue
        near = abs(chance - target), chance < target
        if best is None or near < best[0]:
            best = near, value
        elif isinstance(value, int) and len(sides | {chance < target}) > 1:
            break  # past the target, and going away from it
        sides.add(chance < target)
    if best is None:
        return _none(str(base))
    what = with_arguments(ask.asked.rules, ask.asked.game, base.what, [(word, best[1])])
    return _cell(best[1], str(base._replace(what=what)), (str(best[1]),))


def _target(ask: Asking, base: Query, chance: Fraction, *, nearest: bool) -> Cell:
    """The number that the roll comes to, or comes to at most, with the chance."""
    operator = ask.spec.event.replace("*", "").strip() or ">="
    counts = ask.asked.rules.ask(base._replace(event=None)).counts
    if counts is None or operator not in (">=", "<=", ">", "<"):
        raise RulesError("':of: counts' asks for a comparison of a number, such as '>= *'")
    numbers = sorted(counts)
    order = numbers if operator in ("<=", "<") else list(reversed(numbers))
    if nearest:
        queries = [base._replace(event=Event(EventKind(operator), number=n)) for n in order]
        chances = [ask.asked.rules.ask(query).probability for query in queries]
        near = [
            (abs(each - chance), each < chance, place)
            for place, each in enumerate(chances)
            if each is not None
        ]
        place = min(near)[2]
        return _cell(order[place], str(queries[place]), (str(order[place]),))
    for place, number in enumerate(order):
        query = base._replace(event=Event(EventKind(operator), number=number))
        probability = ask.asked.rules.ask(query).probability
        if probability is not None and probability >= chance:
            names = (str(number), "any") if place == 0 else (str(number),)
            return _cell(number, str(query), names)
    return _none(str(base))


def _cell(value: int | str, asked: str, names: tuple[str, ...]) -> Cell:
    number = Fraction(value) if isinstance(value, int) else None
    return Cell(str(value), REACH, number, asked, names, is_number=True)


def _none(asked: str) -> Cell:
    return Cell("–", REACH, None, asked, is_number=True)


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
