"""A throw that goes on: while a condition holds, all its dice are thrown again and added.

G is a throw that goes on, and S is one that does not. The throws after the first are then
S + G S + G^2 S and so on. That is a quotient of two small polynomials, S / (1 - G).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

from ..errors import RulesError
from ..language.conditions import FLAT, NATURAL, TIMES, holds, known_at, read_by
from ..model.arguments import Values
from ..model.game import Check, Game
from ..model.going_on import CONTINUED, GoingOn, Then
from ..model.reading import EVERY
from ..model.roll import Roll
from .added_parameters import shifted
from .law import ZERO, Law, Listed, Stretched
from .mechanics.doubling import Doubling
from .mechanics.endless_result import MixedParts
from .mechanics.marks import MarkedLaw
from .readings import cells_of, wanted_of
from .sums import Factor, Sum, factor_of

Numbers = dict[int, Fraction]
Told = tuple[tuple[str, int], ...]  # what the words show that outcomes read
OF_ALL = (NATURAL, "successes", "failures")


def refuse_open(check: Check, roll: Roll) -> None:
    """Refuse whatever leaves open which throws are meant."""
    assert check.going_on is not None
    adds = check.going_on.then is Then.ADD and not roll.counts
    for word in ("again", "reroll", "rerolls"):
        if getattr(roll, word):
            raise RulesError(
                f"which throws 'continues' looks at beside '{word}' is open; leave one of them out"
            )
    for name, rule in check.readings.items():
        if rule.throws == EVERY:
            raise RulesError(
                f"'{name}' looks at the first throw of a check that 'continues'; leave 'throws' out"
            )
    wanted = wanted_of(check, roll)
    for word in OF_ALL:
        if word in wanted and not (adds and word == NATURAL):
            raise RulesError(
                f"'{word}' of a check that 'continues' is open: look at the result, or at the "
                "first throw by a reading"
            )


def throw_alone(roll: Roll) -> Roll:
    """One throw of the dice, without what is added once."""
    alone = roll.copy()
    alone.add = alone.successes = alone.failures = 0
    return alone


def goes_on(on: GoingOn, args: Values, value: int, facts: Mapping[str, object]) -> bool:
    """True where a throw by itself asks for another one."""
    return holds(on.when, known_at(value, {**args, **facts}))


class Continued:
    """The law of a throw that goes on, split by all that outcomes read of its first throw."""

    def __init__(self, game: Game, check: Check, args: Values, roll: Roll) -> None:
        """Sort every way for one throw to fall by whether another one follows."""
        on = check.going_on
        assert on is not None
        refuse_open(check, roll)
        self._name, self._on, self._roll = check.name, on, roll
        wanted = wanted_of(check, roll)
        self._counted = CONTINUED in wanted
        told = wanted - {NATURAL, CONTINUED}
        looked = (read_by(on.when) | wanted) - {CONTINUED}
        seen = check._replace(outcomes=(), result=None, reads=tuple(sorted(looked)))
        self._stops: dict[Told, Numbers] = {}
        self._goes: dict[Told, Numbers] = {}
        alone = throw_alone(roll)
        for facts, law in cells_of(game, seen, alone):
            if law.low is None or law.high is None:
                raise RulesError(f"'{check.name}' 'continues', so its dice must have an end")
            key: Told = tuple((word, facts[word]) for word in sorted(told))
            for value, chance in enumerate(law.run(law.low, law.high), law.low):
                if chance:
                    onward = goes_on(on, args, value, facts)
                    part = (self._goes if onward else self._stops).setdefault(key, {})
                    part[value] = part.get(value, ZERO) + chance
        self._stop, self._go = _together(self._stops), _together(self._goes)

    def cells(self) -> list[MarkedLaw]:
        """The law of the result, split by what the first throw shows and how often it went on."""
        always = {FLAT: self._roll.flat, TIMES: self._roll.times}
        found: list[MarkedLaw] = []
        onward = self._onward() if self._go else []
        for key in dict.fromkeys([*self._stops, *self._goes]):
            stops, goes = self._stops.get(key), self._goes.get(key)
            parts: list[tuple[int, Law]] = [(0, self._plus(_listed(stops), None))] if stops else []
            parts += [(n, self._plus(_listed(goes), law)) for n, law in onward if goes]
            if self._counted:
                counted = dict.fromkeys(n for n, _ in parts)
                groups = [(n, [law for m, law in parts if m == n]) for n in counted]
            else:
                groups = [(0, [law for _, law in parts])]
            for n, laws in groups:
                facts = {**dict(key), CONTINUED: n, **always}
                alone = len(laws) == 1 and isinstance(laws[0], Listed)
                whole = laws[0] if alone else MixedParts([(1, law) for law in laws])
                found.append((facts, whole))
        return found

    def _onward(self) -> list[tuple[int, Law]]:
        """The throws after a first one that goes on, by their number."""
        go = _listed(self._go)
        if not self._on.times:
            if self._counted:
                raise RulesError(
                    f"'{CONTINUED}' needs to know the most throws: write 'times' in 'continues'"
                )
            return [(1, self._endless())]
        found: list[tuple[int, Law]] = []
        before: Law | None = None
        adds = self._on.then is Then.ADD
        each = go if adds else _listed({0: go.weight})
        for n in range(1, self._on.times + 1):
            last = n == self._on.times
            end = _together({(): self._go, ((" ", 0),): self._stop}) if last else self._stop
            if end:
                by = 2**n if self._on.then is Then.DOUBLE else 1
                ends = _listed({value * by: chance for value, chance in end.items()})
                found.append((n, _added(ends, before)))
            before = _added(each, before)
        return found

    def _endless(self) -> Law:
        """The sum of the further throws, however many there are."""
        if not self._stop:
            raise RulesError(f"'{self._name}' goes on after every throw, so it never ends")
        go = sum(self._go.values(), ZERO)
        if self._on.then is Then.DOUBLE:
            return Doubling(self._stop, go)
        if self._on.then is Then.REPLACE:
            return _listed({value: chance / (1 - go) for value, chance in self._stop.items()})
        if min(self._go) < 0:
            raise RulesError(
                f"throws of '{self._name}' that go on may be less than 0; say how many there "
                "are at most by 'times' in 'continues'"
            )
        chances = [*self._go.values(), *self._stop.values()]
        den = lcm(*[chance.denominator for chance in chances])
        bottom = [0] * (max(self._go) + 1)
        bottom[0] = den
        for value, chance in self._go.items():
            bottom[value] -= int(chance * den)
        first, last = min(self._stop), max(self._stop)
        top = [int(self._stop.get(value, ZERO) * den) for value in range(first, last + 1)]
        common = reduce(gcd, [*top, *bottom])
        mean = _mean(self._stop) + _mean(self._go) * go / (1 - go)
        factor = Factor(
            first, tuple(n // common for n in top), tuple(n // common for n in bottom), mean
        )
        return Sum([(factor, 1)])

    def _plus(self, first: Listed, more: Law | None) -> Law:
        """The first throw with what follows it, and what is added once."""
        if more is not None and self._on.then is not Then.ADD:
            law: Law = MixedParts([(first.weight, more)])
        else:
            law = _added(first, more)
        flat = self._roll.flat
        if not flat:
            return law
        if isinstance(law, Sum):
            return Sum(law.factors, law.shift + flat)
        return Stretched(law, 1, flat)


def _added(law: Listed, more: Law | None) -> Law:
    if more is None:
        return law
    if isinstance(more, Sum):
        return Sum([(factor_of(law), 1), *more.factors], more.shift)
    both = shifted(law, [(more, 1)])
    assert both is not None
    return both


def _together(parts: Mapping[Told, Numbers]) -> Numbers:
    found: Numbers = {}
    for part in parts.values():
        for value, chance in part.items():
            found[value] = found.get(value, ZERO) + chance
    return found


def _mean(numbers: Numbers) -> Fraction:
    """The average value among these alone."""
    whole = sum(numbers.values(), ZERO)
    return sum((value * chance for value, chance in numbers.items()), ZERO) / whole


def _listed(numbers: Numbers) -> Listed:
    low, high = min(numbers), max(numbers)
    return Listed.of(low, [numbers.get(value, ZERO) for value in range(low, high + 1)])
