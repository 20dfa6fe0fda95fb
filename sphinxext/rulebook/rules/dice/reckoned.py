"""A result calculated from what a throw shows, with an end or without: raises, armour, a limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from ...dice.budget import spend
from ...dice.law import ZERO, Bounded, Law, Listed, Mix, Moved, added, chances
from ...dice.margin import total
from ..errors import RulesError
from ..language.conditions import FLAT, NATURAL, VALUE, every_value, known_at, rising_with
from ..language.formulas import NOTHING, Number
from .cells import listed
from .folded import MarkedLaw

EACH_RESULT = 6_000  # nanoseconds to calculate the result of a throw and to add its chance
GONE = Fraction(1, 10**16)  # an error that is too little to move an average


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
            endless.append((facts, endless_result(result, law, {**args, **facts})))
    return [*endless, *[(dict(facts), listed(part)) for facts, part in found.items()]]


def whole(cells: Sequence[MarkedLaw]) -> Law:
    """The law of the value, whatever else the throw shows."""
    parts = [law for _, law in cells if not isinstance(law, Listed)]
    found = added(
        (value, Fraction(ways, law.den))
        for _, law in cells
        if isinstance(law, Listed)
        for value, ways in enumerate(law.numerators, law.low)
    )
    parts += [listed(found)] if found else []
    return parts[0] if len(parts) == 1 else Mix([(1, law) for law in parts])


def result_of(result: Number, known: Mapping[str, object]) -> int:
    """The result of the throw where this is shown."""
    number = result.value(known)
    if number.denominator != 1:
        raise RulesError(f"the result '{result}' is {number}; write down(…) or up(…)")
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


def endless_result(result: Number, law: Law, facts: Mapping[str, Any]) -> Law:
    """The law of what is calculated from a law that has one end."""
    if law.low is None and law.high is None:
        raise RulesError(
            f"'{result}' calculates with a result that has no end on either side; "
            "compare it by itself"
        )
    sign = -1 if law.low is None else 1
    law = Moved(law, -1) if sign < 0 else law
    assert law.low is not None
    growth = rising_with(facts, law.low, sign).of(result)
    if growth.rise < 0:
        result = Number("-", (NOTHING, result))
        return Moved(_Grown(result, law, facts, sign), -1)
    grown = _Grown(result, law, facts, sign)
    return grown if growth.rise else grown.with_end()


class _Grown(Law):
    """The law of a number that grows, sooner or later, with a result without end."""

    def __init__(self, result: Number, law: Law, facts: Mapping[str, Any], sign: int) -> None:
        """Take the result, the law that it is calculated from, and what else is known."""
        assert law.low is not None
        self._result, self._law, self._facts, self._sign = result, law, facts, sign
        self._first: int = law.low
        growth = rising_with(facts, law.low, sign).of(result)
        self._start, self._step, self._rise = growth
        self._refuse_far(self._start + self._step)
        self._shown = [self._reckon(v) for v in range(self._first, self._start + self._step)]
        self._reckon(self._start + self._step)  # a rise that is no whole number is refused
        self.low: int = min(self._shown)
        self.high = None
        self.error = law.error

    def _reckon(self, value: int) -> int:
        return result_of(self._result, known_at(self._sign * value, self._facts))

    def _at(self, value: int) -> int:
        """The number where the result is that."""
        place = value - self._first
        if place < len(self._shown):
            return self._shown[place]
        rounds, rest = divmod(value - self._start, self._step)
        return int(self._shown[self._start - self._first + rest] + rounds * self._rise)

    def _refuse_far(self, last: int) -> None:
        spend(
            (last - self._first + 1) * EACH_RESULT,
            f"'{self._result}' calculates with too many results; ask for less",
        )

    def _last_below(self, k: int) -> int:
        """The greatest result whose number is less than k, as far as that may be."""
        last = self._start - 1
        for value in range(self._start, self._start + self._step):
            rounds = ceil((k - self._at(value)) / self._rise) - 1
            if rounds >= 0:
                last = max(last, value + rounds * self._step)
        return last

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        last = self._last_below(k)
        self._refuse_far(last)
        total, begin = ZERO, None
        for value in range(self._first, last + 2):
            less = value <= last and self._at(value) < k
            if less and begin is None:
                begin = value
            elif not less and begin is not None:
                total += self._law.between(begin, value - 1)
                begin = None
        return total

    def run(self, low: int, high: int) -> Iterator[Fraction]:
        """The chances of low to high."""
        last = self._last_below(high + 1)
        self._refuse_far(last)
        found = [ZERO] * (high - low + 1)
        for value, chance in enumerate(self._law.run(self._first, last), self._first):
            number = self._at(value)
            if low <= number <= high:
                found[number - low] += chance
        yield from found

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self._law.weight

    def with_end(self) -> Law:
        """The law where the number stops growing: it takes only few values for good."""
        if self._law.error:
            raise RulesError(
                f"'{self._result}' stops growing with a margin that is known only within a bound; "
                "let the dice of one side roll again once"
            )
        found: dict[int, Fraction] = {}
        head = list(self._law.run(self._first, self._start - 1))
        for value, chance in enumerate(head, self._first):
            found[self._at(value)] = found.get(self._at(value), ZERO) + chance
        if self._step == 1:
            tails = [self._law.at_least(self._start)]
        else:
            shares = self._law.residues(self._step)
            if shares is None:
                raise RulesError(
                    f"'{self._result}' goes round without end for dice that are kept and roll "
                    "again; let them roll again once"
                )
            tails = [shares[v % self._step] for v in range(self._start, self._start + self._step)]
            for value, chance in enumerate(head, self._first):
                tails[(value - self._start) % self._step] -= chance
        for value, chance in enumerate(tails, self._start):
            found[self._at(value)] = found.get(self._at(value), ZERO) + chance
        return listed(found)

    @cached_property
    def mean(self) -> Fraction | Bounded:
        """The average value.

        From some result on, the number is a straight line through the results with a part that
        goes round; what it is before that is set right value by value.
        """
        slope = Fraction(self._rise, self._step)
        tops = range(self._start, self._start + self._step)
        besides = {v % self._step: self._at(v) - slope * v for v in tops}
        shares = self._law.residues(self._step)
        start, error = self._start, ZERO
        if shares is None:
            # Without the shares of what goes round, go so far out that they do not matter.
            middle = (min(besides.values()) + max(besides.values())) / 2
            apart = max(besides.values()) - middle
            while self._law.at_least(start) * apart > GONE:
                start += max(self._step, 16)
            error = apart * self._law.at_least(start)
            besides = dict.fromkeys(besides, middle)
            shares = [self._law.weight, *[ZERO] * (self._step - 1)]
        average = self._law.mean
        near, off = (average, ZERO) if isinstance(average, Fraction) else average
        total = slope * near + sum(
            (besides[rest] * share for rest, share in enumerate(shares)), ZERO
        )
        for value, chance in enumerate(self._law.run(self._first, start - 1), self._first):
            apart = self._at(value) - slope * value - besides[value % self._step]
            total += chance * apart
            error += 2 * self._law.error * abs(apart)
        error += abs(slope) * off
        return Bounded(total, error) if error else total
