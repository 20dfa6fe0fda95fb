"""A result calculated from what a throw shows: a margin in steps, a spread, a pair's bonus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...dice.budget import spend
from ...dice.law import ZERO, Law, Listed, Mix, Moved, chances
from ...dice.margin import total
from ..errors import RulesError
from ..language.conditions import FLAT, NATURAL, VALUE, every_value, known_at
from ..language.formulas import Number
from .cells import listed
from .folded import MarkedLaw

EACH_RESULT = 6_000  # nanoseconds to calculate the result of a throw and to add its chance


def reckoned(
    result: Number, cells: Sequence[MarkedLaw], args: Mapping[str, Any], *, natural: bool = False
) -> list[MarkedLaw]:
    """Return the cells of a throw with what it comes to in the end in the place of its value."""
    if coefficient(result, VALUE) == 1 and not result.names() - args.keys() - {VALUE}:
        add = result_of(result, {**args, VALUE: 0})
        return [({**facts, FLAT: facts[FLAT] + add}, law.raised(add)) for facts, law in cells]
    found: dict[tuple[tuple[str, int], ...], dict[int, Fraction]] = {}
    endless: list[MarkedLaw] = []
    ends = [(law.low, law.high) for _, law in cells]
    many = sum(high - low + 1 for low, high in ends if low is not None and high is not None)
    spend(
        EACH_RESULT * many,
        f"'{result}' would be calculated for {many:,} throws that are told apart; take fewer dice, "
        "or read less of them",
    )
    for facts, law in cells:
        if law.low is not None and law.high is not None:
            every_value(law.low, law.high, str(result))
            for value, chance in chances(law, law.low, law.high):
                if chance:
                    known = known_at(value, {**args, **facts})
                    shown = {NATURAL: int(str(known[NATURAL]))} if natural else {}
                    part = found.setdefault(tuple({**facts, **shown}.items()), {})
                    number = result_of(result, known)
                    part[number] = part.get(number, ZERO) + chance
        elif natural:
            raise RulesError(
                f"'natural' beside the result '{result}' of dice without end is too much to know; "
                "read the dice by a reading of first throws"
            )
        else:
            from .endless_result import endless_result

            endless.append((facts, endless_result(result, law, {**args, **facts})))
    return [*endless, *[(dict(facts), listed(part)) for facts, part in found.items()]]


def whole(cells: Sequence[MarkedLaw]) -> Law:
    """The law of the value, whatever else the throw shows."""
    found: dict[int, Fraction] = {}
    endless = [(1, law) for _, law in cells if not isinstance(law, Listed)]
    for law in [law for _, law in cells if isinstance(law, Listed)]:
        for i, ways in enumerate(law.numerators):
            found[law.low + i] = found.get(law.low + i, ZERO) + Fraction(ways, law.den)
    if not endless:
        return listed(found)
    if len(endless) == 1 and not found:
        return endless[0][1]
    return Mix([*endless, *([(1, listed(found))] if found else [])])


def result_of(result: Number, known: Mapping[str, object]) -> int:
    """The result of the throw where this is shown."""
    number = result.value(known)
    if number.denominator != 1:
        raise RulesError(f"the result '{result}' is {number}; write floor(…) or ceil(…)")
    return int(number)


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


def shifted(law: Law, added: Sequence[tuple[Law, int]]) -> Law:
    """The law with so many times each of the others added."""
    for other, each in added:
        if each:
            law = total(law, Moved(other, each))
    return law
