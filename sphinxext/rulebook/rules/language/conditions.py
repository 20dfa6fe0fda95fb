"""Conditions on what a throw shows: events of a question, `when` and `needs` of a rules file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor

from ..errors import RulesError
from .formulas import AND, OPS, Condition, Number
from .growth import Rising

SPELLED = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "=", "=>": ">=", "=<": "<="}
DEGREE = "degree"  # how many outcomes the first side is above the second
VALUE = "value"  # the count, total or margin: what a comparison without a word compares
NATURAL = "natural"
RESULTS = frozenset({VALUE, NATURAL})  # the words that a law has the chances of
# Facts of a throw that no author can name: a name has no spaces.
FLAT = "added without dice"
TIMES = "what the dice are multiplied by"
ALL_FAILURES = "all failures"
MOST_VALUES = 20_000  # of a law, that a condition is held against one by one
READINGS: Mapping[str, str] = {
    "natural": "the sum of the kept dice, before anything is added",
    "highest": "the highest face thrown",
    "lowest": "the lowest face thrown",
    "same": "how many dice show the same face, at most",
    "pairs": "how many faces are shown by two dice or more",
    "row": "how many faces are in a row, at most: 3 for a 2, a 3 and a 4",
    "successes": "the successes, before failures are taken off",
    "failures": "the dice that take successes away",
}
Facts = Mapping[str, object]  # what is known of a throw and of what the check was given


THE_VALUE = Number(VALUE)


def equals(place: int) -> Condition:
    """The condition that the value is just this."""
    return Number("=", (THE_VALUE, Number(str(place))))


def in_words(
    condition: Condition,
    joints: Mapping[str, str],
    compared: Callable[[Condition], str],
    span: Callable[[Number, Number, Number], str],
) -> str:
    """Say a condition, its comparisons and its ranges as the functions say each."""
    if condition.apply not in joints:
        return compared(condition)
    if len(condition.parts) == 2:
        low, high = condition.parts
        if (condition.apply, low.apply, high.apply) == (AND, ">=", "<=") and (
            low.parts[0] == high.parts[0]
        ):
            return span(low.parts[0], low.parts[1], high.parts[1])
    said = [in_words(part, joints, compared, span) for part in condition.parts]
    nested = [part.apply in joints for part in condition.parts]
    return f" {joints[condition.apply]} ".join(
        f"({text})" if inside else text for text, inside in zip(said, nested, strict=True)
    )


def known_at(value: int, facts: Facts) -> Facts:
    """Everything a condition may speak of, for one value."""
    known = {VALUE: value, **facts}
    times = int(str(facts.get(TIMES, 1)))
    if NATURAL not in facts and times:
        known[NATURAL] = Fraction(value - int(str(facts[FLAT])), times)
    return known


def edges(condition: Condition, facts: Facts, low: int | None, high: int | None) -> Iterable[int]:
    """The values, of those from low to high, from which on the condition may hold or fail."""
    moving = RESULTS - facts.keys()
    for part in condition.compared():
        if part.apply not in OPS or not part.names() & moving:
            continue
        left, right = part.parts
        if left.apply in moving and not right.names() & moving:
            number = right.value(facts)
            if left.apply == NATURAL:
                number = number * int(str(facts.get(TIMES, 1))) + int(str(facts[FLAT]))
            yield from (floor(number), floor(number) + 1, ceil(number), ceil(number) + 1)
        elif (rise := _rise_between(part, moving)) is not None:
            if rise:
                at_nothing = {**facts, VALUE: 0}
                number = (right.value(at_nothing) - left.value(at_nothing)) / rise
                yield from (floor(number), floor(number) + 1, ceil(number), ceil(number) + 1)
        elif low is None or high is None:
            yield from _last_edges(part, facts, low, high)
        else:
            yield from every_value(low, high, str(part))


def _rise_between(part: Condition, moving: Collection[str]) -> Fraction | None:
    """The gain of the left side on the right one with each value, where it is always the same."""
    if part.names() & {*moving} != {VALUE}:
        return None
    left, right = map(_rise, part.parts)
    return None if left is None or right is None else Fraction(left - right)


def _rise(number: Number) -> int | None:
    """Count how often a number adds the value; None where it does more with it."""
    if VALUE not in number.names():
        return 0
    if not number.parts:
        return 1
    if number.apply not in ("+", "-"):
        return None
    first, second = map(_rise, number.parts)
    if first is None or second is None:
        return None
    return first + second if number.apply == "+" else first - second


def _last_edges(part: Condition, facts: Facts, low: int | None, high: int | None) -> Iterable[int]:
    """Every value up to the last one at which a comparison with an endless result may turn."""
    what = str(part)
    if low is None and high is None:
        every_value(low, high, what)
    sign, start = (1, low) if low is not None else (-1, -(high or 0))
    rising = rising_with(facts, start or 0, sign)
    last = rising.settled(Number("-", part.parts))
    if last is None:
        raise RulesError(f"'{what}' turns again and again where a result has no end; compare less")
    values = every_value(start, last + 1, what)
    yield from values if sign > 0 else [1 - value for value in values]


def rising_with(facts: Facts, low: int, sign: int = 1) -> Rising:
    """Numbers that depend on a value that goes from `low` upwards, or downwards, without end.

    Where it goes downwards `low` and everything that is counted from it have the other sign.
    """
    moving = {VALUE: Fraction(sign)}
    if NATURAL not in facts:
        moving[NATURAL] = Fraction(sign, int(str(facts.get(TIMES, 1))) or 1)
    return Rising(low, lambda value: known_at(sign * value, facts), moving)


def every_value(low: int | None, high: int | None, what: str) -> range:
    """The values from low to high, where they are few enough to look at each."""
    if low is None or high is None:
        raise RulesError(f"'{what}' calculates with a result that has no end; compare it by itself")
    if high - low >= MOST_VALUES:
        raise RulesError(f"'{what}' calculates with more than {MOST_VALUES:,} results; take fewer")
    return range(low, high + 1)
