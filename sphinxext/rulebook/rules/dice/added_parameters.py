"""Parameters that another roll decides and that only add to the result: one sum, no cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...dice.law import Law, Moved
from ...dice.margin import total
from ..language.conditions import RESULTS, VALUE
from ..language.formulas import Number
from ..language.query import Call, SharedThrow
from ..model.arguments import Values, is_rolled
from ..model.game import Check, Game, Parameter, Use
from ..model.roll import CHANGES
from .decisions import roll_of


class Added(NamedTuple):
    """A parameter that only adds: how much for each level, and what it is rolled by."""

    parameter: Parameter
    each: int


def only_added(game: Game, check: Check, args: Values) -> list[Added]:
    """The rolled parameters that do nothing but add to the result, where that is all one reads."""
    if check.push or check.choose or check.reads or check.going_on:
        return []
    if not check.is_a_roll or check.ladder or any(one.result for one in check.outcomes):
        return []
    read = check.used[Use.OUTCOMES]
    rolled = {parameter.name for parameter in check.takes if is_rolled(args[parameter.name])}
    if read & (rolled | RESULTS) - {VALUE} or read - {VALUE} - {each.name for each in check.takes}:
        return []
    found = []
    for parameter in check.takes:
        shared = isinstance(args[parameter.name], SharedThrow)
        if shared or parameter.name not in rolled or _waits(game, parameter, args):
            continue
        each = _each(check, parameter)
        if each is not None and not _is_read_elsewhere(game, check, args, parameter):
            found.append(Added(parameter, each))
    return found


def _waits(game: Game, parameter: Parameter, args: Values) -> bool:
    """True where the roll of the parameter is handed another one that is rolled as well."""
    roll = roll_of(game, parameter, args)
    handed = roll.args if isinstance(roll, Call) else ()
    return any(name in args and is_rolled(value) for name, value in handed)


def _each(check: Check, parameter: Parameter) -> int | None:
    """The number that a level adds to the result, or None where it does more than add."""
    adds = dict(parameter.each)
    if parameter.choices or parameter.first or parameter.further or {*adds} - {"add"}:
        return None
    if check.result is None:
        return int(adds.get("add", 0))
    own = coefficient(check.result, parameter.name)
    of_value = coefficient(check.result, VALUE) if adds else 0
    return None if own is None or of_value is None else own + of_value * int(adds.get("add", 0))


def coefficient(number: Number, name: str) -> int | None:
    """Count how often a number adds the name; None where it is not simply added."""
    if name not in number.names():
        return 0
    if not number.parts:
        return 1
    if number.apply not in ("+", "-", "*"):
        return None
    first, second = number.parts
    if number.apply == "*":
        if first.apply.isdecimal():
            first, second = second, first
        inner = coefficient(first, name)
        return None if inner is None or not second.apply.isdecimal() else inner * int(second.apply)
    a, b = coefficient(first, name), coefficient(second, name)
    return None if a is None or b is None else a + b if number.apply == "+" else a - b


def _is_read_elsewhere(game: Game, check: Check, args: Values, parameter: Parameter) -> bool:
    """True where anything else of the check may depend on the parameter."""
    name = parameter.name
    others = [each for each in check.takes if each is not parameter]
    handed = [roll_of(game, each, args) for each in others if is_rolled(args[each.name])]
    texts = texts_in((check.roll, *check.readings.values(), others, handed))
    own = {each.name for each in others} | {*CHANGES}
    return bool(parameter.cancels or parameter.excludes or parameter.half) or any(
        name in text for text in texts if text == name or text not in own
    )


def shifted(law: Law, added: Sequence[tuple[Law, int]]) -> Law:
    """The law with so many times each of the others added."""
    for other, each in added:
        if each:
            law = total(law, Moved(other, each))
    return law


def texts_in(value: object) -> Iterator[str]:
    """Yield every text in a value of the rules."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from texts_in(tuple(value.items()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)
