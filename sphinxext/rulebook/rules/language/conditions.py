"""Conditions on what a throw shows: events of a question, `when` and `needs` of a rules file."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from ..errors import RulesError, fold
from .formulas import Number, Value
from .growth import Rising

OPS: Mapping[str, Callable[[Value, Value], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
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


class Compare(NamedTuple):
    """Two numbers held against each other; the first is often a reading alone."""

    left: Number
    op: str
    number: Number

    def names(self) -> set[str]:
        """The parameters and readings that both are calculated from."""
        return self.left.names() | self.number.names()


class Shows(NamedTuple):
    """A named outcome, or one of a named group."""

    name: str
    group: bool = False
    of: str = ""  # the side, or the parameter of words, that is asked about
    written: str = ""  # the name as the rules file writes it

    def names(self) -> set[str]:
        """Whose outcome or word it is."""
        return {self.of} if self.of else set()


class AllFailures(NamedTuple):
    """Every die thrown is a failure, and no success comes from anywhere."""

    def names(self) -> set[str]:
        """The words that have to be read from the throw."""
        return {ALL_FAILURES}


class Both(NamedTuple):
    """All of several conditions hold."""

    parts: tuple[Condition, ...]


class Either(NamedTuple):
    """One of several conditions holds."""

    parts: tuple[Condition, ...]


Condition = Compare | Shows | AllFailures | Both | Either
THE_VALUE = Number(VALUE)
ALWAYS = Both(())


def equals(place: int) -> Compare:
    """The condition that the value is just this."""
    return Compare(THE_VALUE, "=", Number(str(place)))


def parts_of(condition: Condition) -> Iterable[Condition]:
    """The condition's single comparisons."""
    if isinstance(condition, Both | Either):
        for part in condition.parts:
            yield from parts_of(part)
    else:
        yield condition


def read_by(condition: Condition) -> set[str]:
    """The words whose meaning the condition needs to know."""
    return set().union(
        *[part.names() for part in parts_of(condition) if not isinstance(part, Both | Either)]
    )


def known_at(value: int, facts: Facts) -> Facts:
    """Everything a condition may speak of, for one value."""
    known = {VALUE: value, **facts}
    times = int(str(facts.get(TIMES, 1)))
    if NATURAL not in facts and times:
        known[NATURAL] = Fraction(value - int(str(facts[FLAT])), times)
    return known


def holds(condition: Condition, known: Facts) -> bool:
    """True where the condition holds for the facts that are known."""
    if isinstance(condition, Compare):
        return OPS[condition.op](condition.left.value(known), condition.number.value(known))
    if isinstance(condition, Both):
        return all(holds(part, known) for part in condition.parts)
    if isinstance(condition, Either):
        return any(holds(part, known) for part in condition.parts)
    if isinstance(condition, AllFailures):
        return bool(known[ALL_FAILURES])
    if condition.of:
        words = known.get(f"{condition.of} is")
        wanted = f"any {condition.name}" if condition.group else condition.name
        if isinstance(words, frozenset):
            return wanted in words
        return fold(str(known[condition.of])) == wanted
    raise RulesError(f"'is {condition.name}' asks for an outcome, and none is known here")


def edges(condition: Condition, facts: Facts, low: int | None, high: int | None) -> Iterable[int]:
    """The values, of those from low to high, from which on the condition may hold or fail."""
    moving = RESULTS - facts.keys()
    for part in parts_of(condition):
        if not isinstance(part, Compare) or not part.names() & moving:
            continue
        if part.left.apply in moving and not part.number.names() & moving:
            number = part.number.value(facts)
            if part.left.apply == NATURAL:
                number = number * int(str(facts.get(TIMES, 1))) + int(str(facts[FLAT]))
            yield from (floor(number), floor(number) + 1, ceil(number), ceil(number) + 1)
        elif (rise := _rise_between(part, moving)) is not None:
            if rise:
                at_nothing = {**facts, VALUE: 0}
                number = (part.number.value(at_nothing) - part.left.value(at_nothing)) / rise
                yield from (floor(number), floor(number) + 1, ceil(number), ceil(number) + 1)
        elif low is None or high is None:
            yield from _last_edges(part, facts, low, high)
        else:
            yield from every_value(low, high, f"{part.left} {part.op} {part.number}")


def _rise_between(part: Compare, moving: Collection[str]) -> Fraction | None:
    """The gain of the left side on the right one with each value, where it is always the same."""
    if part.names() & {*moving} != {VALUE}:
        return None
    left, right = _rise(part.left), _rise(part.number)
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


def _last_edges(part: Compare, facts: Facts, low: int | None, high: int | None) -> Iterable[int]:
    """Every value up to the last one at which a comparison with an endless result may turn."""
    what = f"{part.left} {part.op} {part.number}"
    if low is None and high is None:
        every_value(low, high, what)
    sign, start = (1, low) if low is not None else (-1, -(high or 0))
    rising = rising_with(facts, start or 0, sign)
    last = rising.settled(Number("-", (part.left, part.number)))
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
