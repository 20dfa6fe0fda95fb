"""Numbers calculated from what a throw shows, with an end or without: raises, armour, damage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod
from typing import Any

from ...dice.budget import spend
from ...dice.law import ONE, Law, Listed, Moved, chances, without
from ...dice.margin import total
from ..errors import RulesError
from ..language.conditions import (
    FLAT,
    NATURAL,
    RESULTS,
    THE_VALUE,
    VALUE,
    Facts,
    every_value,
)
from ..language.formulas import NOTHING, Number
from ..model.game import Check
from .cells import split
from .endless import EACH_RESULT, endless_result
from .folded import MarkedLaw
from .odds import Odds, Part, result_of

EACH_PAIR = 8_000  # nanoseconds for a pair of cases that is looked at
RollLaws = Mapping[str, Law]  # the law of each roll that a result names
# A number, or the law of some, with its share.
Shared = tuple[Fraction, int | Law]
# No name of an author has spaces.
_THROWN = "what the dice come to"


def reckoned(
    result: Number, cells: Sequence[MarkedLaw], args: Facts, *, natural: bool = False
) -> list[MarkedLaw]:
    """Return the cells of a throw with what it comes to in the end in the place of its value."""
    if coefficient(result, VALUE) == 1 and not result.names() - args.keys() - {VALUE}:
        add = result_of(result, {**args, VALUE: 0})
        return [({**facts, FLAT: facts[FLAT] + add}, law.raised(add)) for facts, law in cells]
    ends = [(law.low, law.high) for _, law in cells]
    many = sum(high - low + 1 for low, high in ends if low is not None and high is not None)
    spend(
        EACH_RESULT * many,
        f"'{result}' would be calculated for {many:,} throws that are told apart; take fewer dice, "
        "or read less of them",
    )

    said, found = str(result), _Result(result, {}, natural=natural)

    def cases() -> Iterator[tuple[tuple[tuple[str, Any], ...], int | Law, Fraction]]:
        for facts, law in cells:
            if law.low is not None and law.high is not None:
                every_value(law.low, law.high, said)
            elif natural:
                raise RulesError(
                    f"'natural' beside the result '{result}' of dice without end is too much to "
                    "know; read the dice by a reading of first throws"
                )
            part = Part(None, {**args, **facts}, law, law.low, law.high)
            for known, number, share in found.over(part):
                shown = {NATURAL: int(known[NATURAL])} if natural else {}
                yield tuple({**facts, **shown}.items()), number, share

    return [(dict(key), law) for key, law in split(cases())]


def with_results(check: Check, odds: Odds, args: Facts, rolls: RollLaws) -> Odds:
    """Return the odds of a check whose outcomes come to something of their own."""
    results = {one.name: _Result(one.result or NOTHING, rolls) for one in check.outcomes}

    def cases() -> Iterator[tuple[str | None, int | Law, Fraction]]:
        for part in odds.parts():
            settled = part._replace(known={**args, **part.known})
            for _, number, share in results[str(part.outcome)].over(settled):
                yield part.outcome, number, share

    return Odds.named(check, split(cases()))


class _Result:
    """A number that is calculated, with the laws of the rolls that it names."""

    def __init__(self, number: Number, rolls: RollLaws, *, natural: bool = False) -> None:
        """Take the number; `natural` tells that what it looks at is wanted with it."""
        self._number, self._rolls = number, rolls
        self._looks = number.names() | ({NATURAL} if natural else set())
        self._words = sorted(number.names() - rolls.keys())
        self._known: dict[tuple[Any, ...], list[Shared]] = {}  # what it comes to, by its words

    def over(self, part: Part) -> Iterator[tuple[Facts, int | Law, Fraction]]:
        """Yield what it comes to over some values, with what is known there and its share."""
        if self._looks & RESULTS - part.known.keys() and None in (part.low, part.high):
            for share, number in _rolled(self._number, part.known, self._rolls, _cut(part)):
                yield part.known, number, share
            return
        for known, chance in part.cases(self._looks, ""):
            if not self._rolls:
                yield known, result_of(self._number, known), chance
                continue
            key = tuple([known[word] for word in self._words])
            if key not in self._known:
                self._known[key] = _rolled(self._number, known, self._rolls)
            for share, number in self._known[key]:
                yield known, number, chance * share


def _cut(part: Part) -> Law:
    """Return the law of values without an end, from some value on or up to one."""
    law, low, high = part.law, part.low, part.high
    if low is not None and law.low is not None and low > law.low:
        return without(law, Listed.of(law.low, list(law.run(law.low, low - 1))))
    if high is not None and law.high is not None and high < law.high:
        return without(law, Listed.of(high + 1, list(law.run(high + 1, law.high))))
    return law


def _rolled(
    result: Number, known: Facts, rolls: RollLaws, thrown: Law | None = None
) -> list[Shared]:
    """Return what a result comes to of which all is known but its own rolls, and dice without end.

    One number may have no end: what is thrown, or what its own rolls without end add up to.
    """
    words = [word for word in result.order() if word in rolls]
    endless = [word for word in words if None in (rolls[word].low, rolls[word].high)]
    if thrown is not None and endless:
        raise RulesError(
            f"'{result}' calculates with dice without end and with a roll that has no end either; "
            "let one of them roll again once"
        )
    if thrown is None and words and (added := _added(result, words, rolls)) is not None:
        base = result_of(result, {**known, **dict.fromkeys(words, 0)})
        return [(ONE, added.raised(base))]
    turned = result
    if endless:
        turned, known, thrown = _on_endless(result, known, endless, rolls)
    cases = _each(result, [word for word in words if word not in endless], rolls)
    if thrown is None:
        return [(share, result_of(result, {**known, **shown})) for share, shown in cases]
    return [(share, endless_result(turned, thrown, {**known, **shown})) for share, shown in cases]


def _added(number: Number, words: Sequence[str], rolls: RollLaws) -> Law | None:
    """Return the law of the rolls where a number only adds them up, or None."""
    found: list[Law] = []
    for word in words:
        times = coefficient(number, word)
        if times is None:
            return None
        found += [Moved(rolls[word], times)] if times else []
    return reduce(total, found) if found else Listed(0, [1], 1)


def _on_endless(
    result: Number, known: Facts, endless: Sequence[str], rolls: RollLaws
) -> tuple[Number, Facts, Law]:
    """Return a result with the sum of its rolls without end as its value."""
    together = _gathered(result, {*endless})
    thrown = _added(together, endless, rolls)
    if thrown is None:
        raise RulesError(
            f"'{result}' calculates with several rolls without end; only add them, or let them "
            "roll again once"
        )
    words = {VALUE: Number(_THROWN)}
    rest = _renamed(together, words | dict.fromkeys(endless, NOTHING))
    turned = _renamed(result, words, {together: Number("+", (THE_VALUE, rest))})
    return turned, {_THROWN if name == VALUE else name: n for name, n in known.items()}, thrown


def _gathered(number: Number, words: set[str]) -> Number:
    """Return the smallest part of a number that has all these words."""
    for part in number.parts:
        if words <= part.names():
            return _gathered(part, words)
    return number


def _renamed(
    number: Number, words: Mapping[str, Number], others: Mapping[Number, Number] | None = None
) -> Number:
    """Return the same number with others in the place of some words, and of some parts."""
    if others and number in others:
        return others[number]
    if number.parts:
        inner = [_renamed(part, words, others) for part in number.parts]
        return number._replace(parts=tuple(inner))
    return words.get(number.key or number.apply, number)


def _each(
    result: Number, words: Sequence[str], rolls: RollLaws
) -> Iterator[tuple[Fraction, dict[str, int]]]:
    """Every way for the rolls to come out, and its chance."""
    laws = []
    for word in words:
        low, high = rolls[word].ends
        laws.append([case for case in chances(rolls[word], low, high) if case[1]])
    ways = prod(map(len, laws))
    spend(ways * EACH_PAIR, f"'{result}' can happen in {ways:,} ways, too many to look at each")
    for each in product(*laws):
        shown = dict(zip(words, [value for value, _ in each], strict=True))
        yield prod([chance for _, chance in each], start=ONE), shown


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
