"""A throw that goes on: while a condition holds, all its dice are thrown again and added.

G is a throw that goes on, and S is one that does not. The throws after the first are then
S + G S + G^2 S and so on. That is a quotient of two small polynomials, S / (1 - G).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm

from ...dice.die import quotient
from ...dice.doubling import doubling
from ...dice.law import ZERO, Law, Listed, Mix, added
from ...dice.margin import total
from ...dice.sums import Sum, factor_of
from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, TIMES, known_at
from ..model.arguments import Values
from ..model.game import Check, Game
from ..model.reading import AGAIN, Then
from ..model.roll import Roll
from .cells import cells_of, listed
from .folded import MarkedLaw
from .pool import pooled, wanted_of

Numbers = dict[int, Fraction]
Told = tuple[tuple[str, int], ...]  # what the words show that outcomes read
OF_ALL = (NATURAL, "successes", "failures", ALL_FAILURES)


def refuse_open(check: Check, roll: Roll) -> None:
    """Refuse whatever leaves open which throws are meant."""
    assert check.going_on is not None
    then = check.going_on.then
    told = then is Then.ADD and not roll.counts and roll.times  # by the number that it comes to
    known = {NATURAL} if told else set()
    known |= {ALL_FAILURES} if then is Then.REPLACE else set()
    for word in ("again", "reroll", "rerolls"):
        if getattr(roll, word):
            raise RulesError(
                f"which throws 'when' looks at beside '{word}' is open; leave one of them out"
            )
    wanted = wanted_of(check, roll)
    for word in OF_ALL:
        if word in wanted and word not in known:
            raise RulesError(
                f"'{word}' of throws that go on is open: look at the result, or at the "
                "first throw by a reading"
            )


class Continued:
    """The law of a throw that goes on, split by all that outcomes read of it."""

    def __init__(self, game: Game, check: Check, args: Values, roll: Roll) -> None:
        """Sort every way for one throw to fall by whether another one follows."""
        on = check.going_on
        assert on is not None
        refuse_open(check, roll)
        self._name, self._on, self._roll = check.name, on, roll
        wanted = wanted_of(check, roll)
        self._counted = AGAIN in wanted
        told = wanted - {NATURAL, AGAIN}
        looked = (on.when.names() | wanted) - {AGAIN}
        seen = check._replace(outcomes=(), result=None, reads=tuple(sorted(looked)))
        self._stops: dict[Told, Numbers] = {}
        self._goes: dict[Told, Numbers] = {}
        alone = replace(roll, add=0, successes=0, failures=0)
        pool = pooled(game, seen, args, alone, wanted_of(seen, alone))
        for facts, law in cells_of(pool):
            if law.low is None or law.high is None:
                raise RulesError(f"'{check.name}' goes on, so its dice must have an end")
            key: Told = tuple((word, facts[word]) for word in sorted(told))
            for value, chance in enumerate(law.run(law.low, law.high), law.low):
                if chance:
                    onward = on.when.holds(known_at(value, {**args, **facts}))
                    part = (self._goes if onward else self._stops).setdefault(key, {})
                    part[value] = part.get(value, ZERO) + chance
        self._stop, self._go = _together(self._stops), _together(self._goes)

    def cells(self) -> list[MarkedLaw]:
        """Return the law of the result, split by what is read and by how often the throw went on.

        The first throw is read, or the last one where it replaces all before it.
        """
        ways = self._by_the_last() if self._on.then is Then.REPLACE else self._by_the_first()
        found: dict[tuple[Told, int], list[Law]] = {}
        for told, many, law in ways:
            found.setdefault((told, many if self._counted else 0), []).append(
                law.raised(self._roll.flat)
            )
        always = {FLAT: self._roll.flat, TIMES: self._roll.times}
        always |= {ALL_FAILURES: 0} if self._roll.successes > 0 else {}
        return [
            (
                {**dict(told), AGAIN: many, **always},
                laws[0] if len(laws) == 1 else Mix([(1, law) for law in laws]),
            )
            for (told, many), laws in found.items()
        ]

    def _by_the_first(self) -> Iterator[tuple[Told, int, Law]]:
        """Yield what the first throw shows, how many follow it, and the law of the number."""
        onward = self._onward() if self._go else []
        for told in dict.fromkeys([*self._stops, *self._goes]):
            if stops := self._stops.get(told):
                yield told, 0, listed(stops)
            if goes := self._goes.get(told):
                first = listed(goes)
                for many, law in onward:
                    adds = self._on.then is Then.ADD
                    yield told, many, _added(first, law) if adds else Mix([(first.weight, law)])

    def _by_the_last(self) -> Iterator[tuple[Told, int, Law]]:
        """Yield what the last throw shows, how many were before it, and the law of its number."""
        share, go = Fraction(1), sum(self._go.values(), ZERO)
        if not self._on.times and go:
            self._refuse_endless()
            share, go = 1 / (1 - go), ZERO
        for many in range(self._on.times + 1):
            parts = [self._stops]
            if many == self._on.times and go:
                parts.append(self._goes)
            for told, numbers in [item for part in parts for item in part.items()]:
                yield told, many, listed({v: chance * share for v, chance in numbers.items()})
            share *= go
            if not share:
                return

    def _onward(self) -> list[tuple[int, Law]]:
        """The throws after a first one that goes on, by their number."""
        if not self._on.times:
            self._refuse_endless()
            return [(1, self._endless())]
        go = listed(self._go)
        adds = self._on.then is Then.ADD
        each = go if adds else listed({0: go.weight})
        found: list[tuple[int, Law]] = []
        before: Law | None = None
        for n in range(1, self._on.times + 1):
            last = n == self._on.times
            end = _together({(): self._go, ((" ", 0),): self._stop}) if last else self._stop
            if end:
                by = 1 if adds else 2**n
                ends = listed({value * by: chance for value, chance in end.items()})
                found.append((n, _added(ends, before)))
            before = _added(each, before)
        return found

    def _refuse_endless(self) -> None:
        """Refuse throws without end that are counted, or that never stop."""
        if self._counted:
            raise RulesError(
                f"'{AGAIN}' needs to know the most throws: write 'again 3 times when …'"
            )
        if not self._stop:
            raise RulesError(f"'{self._name}' goes on after every throw, so it never ends")

    def _endless(self) -> Law:
        """The sum of the further throws, however many there are."""
        go = sum(self._go.values(), ZERO)
        if self._on.then is Then.DOUBLE:
            return doubling(self._stop, go)
        if min(self._go) < 0:
            raise RulesError(
                f"throws of '{self._name}' that go on may be less than 0; say how many there "
                "are at most, as in 'again 3 times when …'"
            )
        chances = [*self._go.values(), *self._stop.values()]
        den = lcm(*[chance.denominator for chance in chances])
        top = {value: int(chance * den) for value, chance in self._stop.items()}
        bottom = {value: -int(chance * den) for value, chance in self._go.items()}
        bottom[0] = bottom.get(0, 0) + den
        return Sum([(quotient(top, bottom), 1)])


def _added(law: Listed, more: Law | None) -> Law:
    if more is None:
        return law
    if isinstance(more, Sum):
        return Sum([(factor_of(law), 1), *more.factors], more.shift)
    return total(law, more)


def _together(parts: Mapping[Told, Numbers]) -> Numbers:
    return added(case for part in parts.values() for case in part.items())
