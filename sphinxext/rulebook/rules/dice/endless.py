"""The law of a number that is calculated from a result without end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil

from ...dice.budget import spend
from ...dice.law import ZERO, Bounded, Law, Moved
from ..errors import RulesError
from ..language.conditions import Facts, known_at, rising_with
from ..language.formulas import NOTHING, Number
from .cells import listed
from .odds import result_of

EACH_RESULT = 6_000  # nanoseconds to calculate the result of a throw and to add its chance
GONE = Fraction(1, 10**16)  # an error that is too little to move an average


def endless_result(result: Number, law: Law, facts: Facts) -> Law:
    """Return the law of what is calculated from a law that has one end."""
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

    def __init__(self, result: Number, law: Law, facts: Facts, sign: int) -> None:
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
        """Return the number for a result."""
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
        """Return the greatest result whose number is less than k, as far as that may be."""
        last = self._start - 1
        for value in range(self._start, self._start + self._step):
            rounds = ceil((k - self._at(value)) / self._rise) - 1
            if rounds >= 0:
                last = max(last, value + rounds * self._step)
        return last

    def below(self, k: int) -> Fraction:
        """Return the chance of less than k."""
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
        """Return the chances of low to high."""
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
        """Return the chance of any value."""
        return self._law.weight

    def with_end(self) -> Law:
        """Return the law where the number stops growing: it takes only few values for good."""
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
        """Return the average value.

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
