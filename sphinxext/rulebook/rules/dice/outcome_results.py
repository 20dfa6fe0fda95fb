"""The numbers of outcomes that have a result of their own: attack and damage as one check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ...dice.budget import spend
from ...dice.law import ZERO, Law, Listed, Moved, added, without
from ..errors import RulesError
from ..language.conditions import NATURAL, THE_VALUE, VALUE, known_at
from ..language.formulas import NOTHING, Number
from ..model.game import Check
from .cells import listed
from .odds import CountSpan, Odds, SharedLaw, WorkedCase, by_cases
from .reckoned import coefficient, endless_result, result_of, shifted

EACH_PAIR = 8_000  # nanoseconds for a pair of cases that is looked at
RollLaws = Mapping[str, Law]  # the law of each roll that a result names
# No name of an author has spaces.
_THROWN = "what the dice come to"


def with_results(check: Check, odds: Odds, args: Mapping[str, Any], rolls: RollLaws) -> Odds:
    """The odds of a check whose outcomes come to something of their own."""
    results = {outcome.name: outcome.result for outcome in check.outcomes}
    cases: dict[WorkedCase, Fraction] = {}
    endless: dict[str, list[SharedLaw]] = {}
    seen: dict[object, list[SharedLaw]] = {}

    def take(name: str, parts: Sequence[SharedLaw], chance: Fraction) -> None:
        for share, law in parts:
            if law.low is None or law.high is None:
                endless.setdefault(name, []).append((chance * share, law))
                continue
            for number, each in enumerate(law.run(law.low, law.high), law.low):
                if each:
                    case = name, number
                    cases[case] = cases.get(case, ZERO) + chance * share * each

    for name, facts, law, span in odds.pieces():
        result = results[name]
        if result is None:
            take(name, [(Fraction(1), _sure(0))], law.between(*span))
            continue
        settled = {**args, **facts}
        looks = bool(result.names() - settled.keys() & {VALUE, NATURAL})
        if looks and None in span:
            take(name, _rolled(result, settled, rolls, _cut(law, span)), Fraction(1))
            continue
        for known, chance in _known(law, span, settled, looks=looks):
            words = sorted(result.names() - rolls.keys())
            key = name, tuple([(word, known[word]) for word in words])
            if key not in seen:
                seen[key] = _rolled(result, known, rolls)
            take(name, seen[key], chance)
    return by_cases(check, cases, endless)


def _sure(number: int) -> Law:
    return Listed(number, [1], 1)


def _cut(law: Law, span: CountSpan) -> Law:
    """The part of an endless law from some value on, or up to one."""
    low, high = span
    if low is not None and law.low is not None and low > law.low:
        return without(law, Listed.of(law.low, list(law.run(law.low, low - 1))))
    if high is not None and law.high is not None and high < law.high:
        return without(law, Listed.of(high + 1, list(law.run(high + 1, law.high))))
    return law


def _known(
    law: Law, span: CountSpan, settled: Mapping[str, Any], *, looks: bool
) -> Iterator[tuple[Mapping[str, Any], Fraction]]:
    """The facts that a result is calculated from, value by value where it looks at the value."""
    low, high = span
    if not looks or low is None or high is None:
        yield settled, law.between(low, high)
        return
    for value, chance in enumerate(law.run(low, high), low):
        if chance:
            yield known_at(value, settled), chance


def _rolled(
    result: Number, known: Mapping[str, Any], rolls: RollLaws, thrown: Law | None = None
) -> list[SharedLaw]:
    """Return the laws of a result of which all is known but its own rolls, and dice without end."""
    words = [word for word in result.order() if word in rolls]
    endless = [word for word in words if rolls[word].high is None or rolls[word].low is None]
    turned, facts = result, known
    if thrown is None:
        if not words:
            return [(Fraction(1), _sure(result_of(result, known)))]
        each = {word: coefficient(result, word) for word in words}
        if None not in each.values():
            base = result_of(result, {**known, **dict.fromkeys(words, 0)})
            return [(Fraction(1), _summed(base, each, rolls))]
        if not endless:
            found = added(
                (result_of(result, {**known, **shown}), share)
                for share, shown in _each(result, words, rolls)
            )
            return [(Fraction(1), listed(found))]
        together = _gathered(result, {*endless})
        each = {word: coefficient(together, word) for word in endless}
        if None in each.values():
            raise RulesError(
                f"'{result}' calculates with several rolls without end; only add them, or let them "
                "roll again once"
            )
        thrown = _summed(0, each, rolls)
        facts = {_THROWN if name == VALUE else name: number for name, number in known.items()}
        words_for = {VALUE: Number(_THROWN)}
        rest = _renamed(together, words_for | dict.fromkeys(endless, NOTHING))
        turned = _renamed(result, words_for, {together: Number("+", (THE_VALUE, rest))})
    elif endless:
        raise RulesError(
            f"'{result}' calculates with dice without end and with a roll that has no end either; "
            "let one of them roll again once"
        )
    others = [word for word in words if word not in endless]
    return [
        (share, endless_result(turned, thrown, {**facts, **shown}))
        for share, shown in _each(result, others, rolls)
    ]


def _summed(base: int, many: Mapping[str, int | None], rolls: RollLaws) -> Law:
    """Return the law of a number and so many times each of some rolls."""
    found = [(rolls[word], times) for word, times in many.items() if times]
    if not found:
        return _sure(base)
    (first, times), *rest = found
    return shifted(Moved(first, times, base), rest)


def _gathered(number: Number, words: set[str]) -> Number:
    """The smallest part of a number that has all these words."""
    for part in number.parts:
        if words <= part.names():
            return _gathered(part, words)
    return number


def _each(
    result: Number, words: Sequence[str], rolls: RollLaws
) -> Iterator[tuple[Fraction, dict[str, int]]]:
    """Every way for the rolls to come out, and its chance."""
    ways, laws = 1, []
    for word in words:
        law = rolls[word]
        assert law.low is not None
        assert law.high is not None
        chances = enumerate(law.run(law.low, law.high), law.low)
        laws.append([(value, chance) for value, chance in chances if chance])
        ways *= len(laws[-1])
    spend(ways * EACH_PAIR, f"'{result}' can happen in {ways:,} ways, too many to look at each")
    for each in product(*laws):
        share = Fraction(1)
        for _, chance in each:
            share *= chance
        yield share, dict(zip(words, [value for value, _ in each], strict=True))


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
