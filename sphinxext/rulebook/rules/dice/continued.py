"""A throw that goes on: while a condition holds, all its dice are thrown again and added.

G is a throw that goes on, and S is one that does not. The throws after the first are then
S + G S + G^2 S and so on. That is a quotient of two small polynomials, S / (1 - G).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from ...dice.die import quotient
from ...dice.doubling import doubling
from ...dice.law import Law, Listed, Mix, Moved, chances
from ...dice.margin import total
from ...dice.sums import Sum, factor_of
from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, TIMES, known_at
from ..model.arguments import Values
from ..model.game import Check, Game
from ..model.reading import AGAIN, GoingOn, Then
from ..model.roll import Roll
from .cells import cells_of, split, whole
from .folded import MarkedLaw
from .pool import pooled, wanted_of

Told = tuple[tuple[str, Any], ...]  # what the words show that outcomes read
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


def continued(game: Game, check: Check, args: Values, roll: Roll) -> list[MarkedLaw]:
    """Return the law of the result, split by what is read and by how often the throw went on.

    The first throw is read, or the last one where it replaces all before it.
    """
    on = check.going_on
    assert on is not None
    refuse_open(check, roll)
    wanted = wanted_of(check, roll)
    looked = (on.when.names() | wanted) - {AGAIN}
    seen = check._replace(outcomes=(), result=None, reads=tuple(sorted(looked)))
    alone = replace(roll, add=0, successes=0, failures=0)

    def thrown() -> Iterator[tuple[tuple[bool, Told], int, Fraction]]:
        for facts, law in cells_of(pooled(game, seen, args, alone, wanted_of(seen, alone))):
            if law.low is None or law.high is None:
                raise RulesError(f"'{check.name}' goes on, so its dice must have an end")
            told = tuple([(word, facts[word]) for word in sorted(wanted - {NATURAL, AGAIN})])
            for value, chance in enumerate(law.run(law.low, law.high), law.low):
                if chance:
                    onward = on.when.holds(known_at(value, {**args, **facts}))
                    yield (onward, told), value, chance

    each = split(thrown())
    stops = {told: law for (onward, told), law in each if not onward}
    goes = {told: law for (onward, told), law in each if onward}
    if goes and not on.times and AGAIN in wanted:
        raise RulesError(f"'{AGAIN}' needs to know the most throws: write 'again 3 times when …'")
    if goes and not on.times and not stops:
        raise RulesError(f"'{check.name}' goes on after every throw, so it never ends")
    if not on.times and on.then is Then.ADD and any((law.low or 0) < 0 for law in goes.values()):
        raise RulesError(
            f"throws of '{check.name}' that go on may be less than 0; say how many there are at "
            "most, as in 'again 3 times when …'"
        )
    found: dict[tuple[Told, int], list[Law]] = {}
    for told, many, law in _ways(on, stops, goes):
        key = told, many if AGAIN in wanted else 0
        found.setdefault(key, []).append(law.raised(roll.flat))
    always = {FLAT: roll.flat, TIMES: roll.times}
    always |= {ALL_FAILURES: 0} if roll.successes > 0 else {}
    return [
        ({**dict(told), AGAIN: many, **always}, whole(laws)) for (told, many), laws in found.items()
    ]


def _ways(
    on: GoingOn, stops: Mapping[Told, Law], goes: Mapping[Told, Law]
) -> Iterator[tuple[Told, int, Law]]:
    """Yield what is told of a throw, how often it went on, and the law of its number."""
    for told, law in stops.items():
        yield told, 0, law
    if not goes:
        return
    stop, go = whole(stops.values()) if stops else None, whole(goes.values())
    reads_last, by = on.then is Then.REPLACE, 1
    leads = {(): go} if reads_last else goes
    ends = stops if reads_last or stop is None else {(): stop}
    if not on.times:
        ends = {told: _endless(on, law, go) for told, law in ends.items()}
    for many in range(1, max(on.times, 1) + 1):
        by *= 2 if on.then is Then.DOUBLE and on.times else 1
        last = [*ends.items()]
        if many == on.times:
            last += goes.items() if reads_last else [((), go)]
        for told, lead in leads.items():
            for more, end in last:
                yield (*told, *more), many, _joined(on, lead, end if by == 1 else Moved(end, by))
        leads = {told: _joined(on, lead, go) for told, lead in leads.items()}


def _joined(on: GoingOn, lead: Law, end: Law) -> Law:
    """Return the law of a throw after others, which are added or no more than likely."""
    if on.then is not Then.ADD:
        ((_, law),) = split([((), end, lead.weight)])
        return law
    if isinstance(end, Sum) and isinstance(lead, Listed):
        lead = Sum([(factor_of(lead), 1)])
    return total(lead, end)


def _endless(on: GoingOn, stop: Law, go: Law) -> Law:
    """Return the law of the further throws together, however many there are."""
    if on.then is Then.REPLACE:
        return Mix([(1 / (1 - go.weight), stop)])
    assert isinstance(stop, Listed)
    assert isinstance(go, Listed)
    if on.then is Then.DOUBLE:
        return doubling(dict(chances(stop, stop.low, stop.high)), go.weight)
    den = lcm(stop.den, go.den)
    top = {value: n * den // stop.den for value, n in enumerate(stop.numerators, stop.low)}
    bottom = {value: -n * den // go.den for value, n in enumerate(go.numerators, go.low)}
    bottom[0] = bottom.get(0, 0) + den
    return Sum([(quotient(top, bottom), 1)])
