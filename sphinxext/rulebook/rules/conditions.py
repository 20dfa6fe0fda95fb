"""Conditions on what a throw shows: events of a question, `when` and `needs` of a rules file."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from .errors import RulesError, fold, suggest

OPS: Mapping[str, Callable[[int | Fraction, Fraction], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
SPELLED = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "=", "=>": ">=", "=<": "<="}
VALUE = "value"  # the count, total or margin: what a comparison without a word compares
NATURAL = "natural"
FLAT = "flat"  # among the facts of a throw: what was added to its dice
READINGS: Mapping[str, str] = {
    "natural": "the sum of the kept dice, before anything is added",
    "highest": "the highest face thrown",
    "lowest": "the lowest face thrown",
    "same": "how many dice show the same face, at most",
    "successes": "the successes, before failures are taken off",
    "failures": "the dice that take successes away",
}


class Number(NamedTuple):
    """A number, perhaps reckoned from the parameters of the check."""

    apply: str  # a number, a parameter's name, an operator or a function
    parts: tuple[Number, ...] = ()

    def value(self, args: Mapping[str, object]) -> Fraction:
        """The number for these arguments."""
        if not self.parts:
            given = args.get(self.apply)
            return Fraction(self.apply if given is None else str(given))
        numbers = [part.value(args) for part in self.parts]
        if self.apply == "/" and not numbers[1]:
            raise RulesError(f"'{self}' divides by 0 here")
        return REACH[self.apply](*numbers)

    def names(self) -> set[str]:
        """The parameters that the number is reckoned from."""
        if self.parts:
            return set().union(*[part.names() for part in self.parts])
        return set() if self.apply.isdecimal() else {self.apply}

    def __str__(self) -> str:
        """The number as a rules file writes it."""
        if not self.parts:
            return self.apply
        inner = [str(part) for part in self.parts]
        if self.apply in "+-*/":
            return f" {self.apply} ".join(inner)
        return f"{self.apply}({', '.join(inner)})"


REACH: Mapping[str, Callable[..., Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "floor": lambda n: Fraction(floor(n)),
    "ceil": lambda n: Fraction(ceil(n)),
    "min": min,
    "max": max,
}


class Compare(NamedTuple):
    """A reading held against a number."""

    reading: str
    op: str
    number: Number


class Shows(NamedTuple):
    """A named outcome, or one of a named group."""

    name: str
    group: bool = False


class AllFailures(NamedTuple):
    """Every die thrown is a failure, and no success comes from anywhere."""


class Both(NamedTuple):
    """All of several conditions hold."""

    parts: tuple[Condition, ...]


class Either(NamedTuple):
    """One of several conditions holds."""

    parts: tuple[Condition, ...]


Condition = Compare | Shows | AllFailures | Both | Either

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<word>[^\W\d][\w-]*)|(?P<span>\.\.)"
    r"|(?P<op>>=|<=|!=|==|=>|=<|[<>=≥≤≠])|(?P<sign>[-−+*/×(),])|(?P<bad>\S))"
)


class _Reader:
    """Reads a condition from left to right."""

    def __init__(self, text: str, readings: Iterable[str]) -> None:
        self.text = text
        self.readings = [*readings, *READINGS, VALUE]
        self.tokens = [
            (m.lastgroup or "", m[m.lastgroup or 0].replace("−", "-").replace("×", "*"))
            for m in _TOKEN.finditer(text)
        ]
        self.at = 0

    def next(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "the end")

    def take(self, *wanted: str) -> str | None:
        kind, token = self.next()
        if kind == "end" or (token not in wanted and kind not in wanted):
            return None
        self.at += 1
        return token

    def fail(self, expected: str) -> RulesError:
        found = self.next()[1]
        return RulesError(f"in '{self.text}' there should be {expected}, not '{found}'")

    def either(self) -> Condition:
        parts = [self.both()]
        while self.take("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def both(self) -> Condition:
        parts = [self.one()]
        while self.take("and"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def one(self) -> Condition:
        reading = VALUE
        kind, token = self.next()
        if kind == "word" and token == "all":
            self.at += 1
            if not self.take("failures"):
                raise self.fail("'failures' after 'all'")
            return AllFailures()
        following = self.tokens[self.at + 1][0] if self.at + 1 < len(self.tokens) else ""
        if kind == "word" and (token in self.readings or following == "op"):
            if token not in self.readings:
                hint = suggest(token, self.readings)
                raise RulesError(f"no reading named '{token}' in '{self.text}'{hint}")
            reading = token
            self.at += 1
        op = self.take("op")
        number = self.sum()
        if op is None:
            if not self.take("span"):
                return Compare(reading, "=", number)
            low, high = Compare(reading, ">=", number), Compare(reading, "<=", self.sum())
            return Both((low, high))
        return Compare(reading, SPELLED.get(op, op), number)

    def sum(self) -> Number:
        number = self.product()
        while op := self.take("+", "-"):
            number = Number(op, (number, self.product()))
        return number

    def product(self) -> Number:
        number = self.atom()
        while op := self.take("*", "/"):
            number = Number(op, (number, self.atom()))
        return number

    def atom(self) -> Number:
        if self.take("-"):
            return Number("-", (Number("0"), self.atom()))
        if number := self.take("number"):
            return Number(number)
        if self.take("("):
            inner = self.sum()
            if not self.take(")"):
                raise self.fail("a closing bracket")
            return inner
        word = self.take("word")
        if word is None:
            raise self.fail("a number or a parameter")
        if word in REACH and self.take("("):
            parts = [self.sum()]
            while self.take(","):
                parts.append(self.sum())
            if not self.take(")"):
                raise self.fail("a closing bracket")
            needed = 2 if word in {"min", "max"} else 1
            if len(parts) < needed or (needed == 1 and len(parts) > 1):
                raise RulesError(f"'{word}' in '{self.text}' takes {needed} number(s)")
            return Number(word, tuple(parts))
        return Number(word)


MOST = 200  # words and signs of a condition: more would nest beyond what Python can follow
_SHOWS = re.compile(r"is(\s+any)?\s+(.+)", re.IGNORECASE | re.DOTALL)


def parse_condition(text: str, readings: Iterable[str] = ()) -> Condition:
    """The condition that the text writes."""
    if shows := _SHOWS.fullmatch(text.strip()):
        return Shows(fold(shows[2].strip(' "“”')), bool(shows[1]))
    reader = _Reader(text, readings)
    if len(reader.tokens) > MOST or len(text) > 10 * MOST:
        raise RulesError("a condition too long to read; state it in fewer words")
    if not reader.tokens:
        raise RulesError('an empty condition; write ">= 2", "7..9" or "is NAME"')
    condition = reader.either()
    if reader.next()[0] != "end":
        raise reader.fail("'and', 'or' or the end")
    return condition


def parts_of(condition: Condition) -> Iterable[Condition]:
    """The condition's single comparisons."""
    if isinstance(condition, Both | Either):
        for part in condition.parts:
            yield from parts_of(part)
    else:
        yield condition


def holds(
    condition: Condition, value: int, facts: Mapping[str, int], args: Mapping[str, object]
) -> bool:
    """Whether the condition holds for a value and what else the throw shows."""
    if isinstance(condition, Compare):
        reading = condition.reading
        if reading == VALUE:
            shown = value
        elif reading == NATURAL:
            shown = value - facts[FLAT]
        elif reading in args:
            return OPS[condition.op](Fraction(str(args[reading])), condition.number.value(args))
        else:
            shown = facts[reading]
        return OPS[condition.op](shown, condition.number.value(args))
    if isinstance(condition, Both):
        return all(holds(part, value, facts, args) for part in condition.parts)
    if isinstance(condition, Either):
        return any(holds(part, value, facts, args) for part in condition.parts)
    if isinstance(condition, AllFailures):
        return bool(facts["all failures"])
    raise RulesError(f"'is {condition.name}' asks for an outcome, and none is known here")


def edges(condition: Condition, args: Mapping[str, object], flat: int) -> Iterable[int]:
    """The values from which on the truth of the condition may be another."""
    for part in parts_of(condition):
        if isinstance(part, Compare) and part.reading in (VALUE, NATURAL):
            number = part.number.value(args) + (flat if part.reading == NATURAL else 0)
            yield from (floor(number), floor(number) + 1, ceil(number), ceil(number) + 1)
