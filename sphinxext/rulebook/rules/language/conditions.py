"""Conditions on what a throw shows, and the results at which they turn; some have no end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import ceil, floor, lcm
from typing import Any, NamedTuple

from ..errors import RulesError
from .formulas import AND, NOTHING, OPS, OR, Condition, Number

SPELLED = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "=", "=>": ">=", "=<": "<="}
BEATS, TIES = "beats", "ties"  # between two sides: by how many outcomes, or whether by none
VALUE = "value"  # the count, total or margin: what a comparison without a word compares
NATURAL = "natural"
RESULTS = frozenset({VALUE, NATURAL})  # the words that a law has the chances of
# Facts of a throw that no author can name: a name has no spaces.
FLAT = "added without dice"
TIMES = "what the dice are multiplied by"
ALL_FAILURES = "all failures"
MOST_VALUES = 20_000  # of a law, that a condition is held against one by one
READINGS = ("natural", "successes", "failures")  # sums over a throw that have no brackets
KnownAt = Callable[[int], Mapping[str, object]]
MovingWords = Mapping[str, Fraction]
MOST_STEP = 1_000  # values after which a number goes on as before
Facts = Mapping[str, Any]  # what is known of a throw and of what the check was given


THE_VALUE = Number(VALUE)


def duels(sides: Sequence[str]) -> tuple[str, ...]:
    """The words that compare the outcomes of two sides."""
    pairs = permutations(sides, 2)
    return tuple([f"{one} {word} {other}" for one, other in pairs for word in (BEATS, TIES)])


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
    times = facts.get(TIMES, 1)
    if NATURAL not in facts and times:
        thrown = value - facts[FLAT]
        known[NATURAL] = thrown if times == 1 else Fraction(thrown, times)
    return known


def edges(condition: Condition, facts: Facts, low: int | None, high: int | None) -> Iterable[int]:
    """The values, of those from low to high, from which on the condition may hold or fail."""
    moving = RESULTS - facts.keys()
    for part in condition.compared():
        if part.apply not in OPS or not part.names() & moving:
            continue
        left, right = part.parts
        word, *more = part.names() & moving
        rise = None if more else _rise(Number("-", part.parts), word)
        if rise is not None:
            at_nothing = {**facts, word: 0}
            apart = right.value(at_nothing) - left.value(at_nothing)
            number = Fraction(apart) / (rise or 1)
            if word == NATURAL:
                number = number * facts.get(TIMES, 1) + facts[FLAT]
            yield from (floor(number), floor(number) + 1, ceil(number), ceil(number) + 1)
        elif low is None or high is None:
            yield from _last_edges(part, facts, low, high)
        else:
            yield from every_value(low, high, str(part))


def _rise(number: Number, word: str) -> int | None:
    """Count how often a number adds the word; None where it does more with it."""
    if word not in number.names():
        return 0
    if not number.parts:
        return 1
    if number.apply not in ("+", "-"):
        return None
    first, second = [_rise(part, word) for part in number.parts]
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
        moving[NATURAL] = Fraction(sign, facts.get(TIMES, 1) or 1)
    return Rising(low, lambda value: known_at(sign * value, facts), moving)


def every_value(low: int | None, high: int | None, what: str) -> range:
    """The values from low to high, where they are few enough to look at each."""
    if low is None or high is None:
        raise RulesError(f"'{what}' calculates with a result that has no end; compare it by itself")
    if high - low >= MOST_VALUES:
        raise RulesError(f"'{what}' calculates with more than {MOST_VALUES:,} results; take fewer")
    return range(low, high + 1)


class Growth(NamedTuple):
    """From `start` on, the number is larger by `rise` after every `step` values."""

    start: int
    step: int
    rise: Fraction

    def every(self, step: int) -> Fraction:
        """The rise after so many values, a multiple of its own step."""
        return self.rise * step / self.step


class Rising:
    """A number that is calculated from a result: its value at each result, and its growth.

    `known` gives the words their values at a result; `moving` says by how much a word rises with
    each result. Results go from `low` upwards without end.
    """

    def __init__(self, low: int, known: KnownAt, moving: MovingWords) -> None:
        """Take what is known at each result."""
        self._low, self._known, self._moving = low, known, moving

    def of(self, number: Number) -> Growth:
        """The growth of the number."""
        if not number.parts:
            rise = self._moving.get(number.apply, Fraction(0))
            return Growth(self._low, 1, rise)
        if number.apply in (*OPS, AND, OR) and self._moves(number):
            raise RulesError(
                f"'{number}' asks for a result that has no end, and is calculated with; ask for it "
                "in 'outcomes', or let the dice roll again once"
            )
        if number.apply in ("min", "max"):
            return self._outermost(number)
        if number.apply in ("*", "/"):
            return self._scaled(number)
        grown = [self.of(part) for part in number.parts]
        start, step = max(one.start for one in grown), lcm(*[one.step for one in grown])
        if number.apply in ("+", "-"):
            first, second = [one.every(step) for one in grown]
            return Growth(start, step, first + second if number.apply == "+" else first - second)
        rise = grown[0].rise
        step *= rise.denominator
        if step > MOST_STEP:
            raise RulesError(f"'{number}' divides a result without end by too large a number")
        return Growth(start, step, rise * rise.denominator)

    def _scaled(self, number: Number) -> Growth:
        first, second = number.parts
        if number.apply == "*" and not self._moves(first):
            first, second = second, first
        if self._moves(second):
            raise RulesError(
                f"'{number}' calculates with a result that has no end in two places; add, "
                "subtract or compare it instead"
            )
        by = Fraction(second.value(self._known(self._low)))
        if number.apply == "/":
            number.value(self._known(self._low))  # which refuses to divide by nothing
            by = 1 / by
        one = self.of(first)
        return one._replace(rise=one.rise * by)

    def _moves(self, number: Number) -> bool:
        return bool(number.names() & self._moving.keys())

    def _outermost(self, number: Number) -> Growth:
        """The growth of the least or the greatest of some numbers: that of the last to lead."""
        first, *others = number.parts
        found, so_far = self.of(first), first
        for part in others:
            one = self.of(part)
            step = lcm(found.step, one.step)
            a, b = found.every(step), one.every(step)
            start = max(found.start, one.start)
            if a != b:
                # Beyond its last change of sign the same one of the two leads for good.
                behind = Number("-", (so_far, part) if a < b else (part, so_far))
                start = self.last_above(behind, Growth(start, step, min(a, b) - max(a, b)))
            rise = min(a, b) if number.apply == "min" else max(a, b)
            so_far = Number(number.apply, (so_far, part))
            found = Growth(start, step, rise)
        return found

    def last_above(self, number: Number, growth: Growth) -> int:
        """The result from which on a number that falls for good stays below nothing."""
        last = growth.start
        for result in range(growth.start, growth.start + growth.step):
            above = Fraction(number.value(self._known(result)))
            if above >= 0:
                times = ceil(above / -growth.rise) + 1
                last = max(last, result + times * growth.step)
        return last

    def settled(self, number: Number) -> int | None:
        """The result from which on the number keeps its sign, or None where it never does."""
        growth = self.of(number)
        if growth.rise:
            falling = number if growth.rise < 0 else Number("-", (NOTHING, number))
            return self.last_above(falling, growth._replace(rise=-abs(growth.rise)))
        ends = range(growth.start, growth.start + growth.step)
        signs = {_sign(Fraction(number.value(self._known(result)))) for result in ends}
        return growth.start if len(signs) == 1 else None


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)
