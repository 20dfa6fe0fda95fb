"""Exact chances of values and of named outcomes, worked out as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

from ...dice.budget import Meter, of_fraction, too_much
from ...dice.errors import TooMuch
from ...dice.law import EACH_VALUE, ONE, ZERO, Bounded, Law, Listed, Mix, chances, total_of
from ..errors import RulesError
from ..language.conditions import FLAT, RESULTS, THE_VALUE, VALUE, Facts, edges, known_at
from ..language.formulas import Number
from ..language.query import HOLDS, Event, EventKind
from ..model.game import Check
from .cells import whole
from .folded import MarkedLaw

EACH_CELL = 5_000  # nanoseconds for a cell, or for a stretch of its values
EACH_CONDITION = 2_000  # nanoseconds for a condition that is tried there
TOO_LONG = (
    "the whole distribution of so large a roll is too long to list; "
    "ask for a part of it, such as '>= 10' or 'mean'"
)
_COMPARED: Mapping[EventKind, Callable[[Law, int], Fraction]] = {
    EventKind.AT_LEAST: lambda law, n: law.at_least(n),
    EventKind.MORE: lambda law, n: law.at_least(n + 1),
    EventKind.LESS: lambda law, n: law.below(n),
    EventKind.AT_MOST: lambda law, n: law.below(n + 1),
    EventKind.EQUAL: lambda law, n: law.at(n),
    EventKind.OTHER: lambda law, n: ONE - law.at(n),
}
# by the outcome of a result, its value, and all that is known of it
Rate = Callable[[str | None, int, Mapping[str, Any]], int]
Numbers = tuple[Number | None, ...]  # what is read of a throw; None is its outcome
Key = tuple[Any, ...]  # what each of them comes to


class Part(NamedTuple):
    """Some values of a law: the outcome that they come to, and what else is known there."""

    outcome: str | None
    known: Facts
    law: Law
    low: int | None
    high: int | None

    @property
    def chance(self) -> Fraction:
        """Return the chance of any of the values."""
        return self.law.between(self.low, self.high)

    def cases(self, words: Set[str], endless: str) -> Iterator[tuple[Facts, Fraction]]:
        """Yield what the words may be, with its chance; refuse to go through values without end."""
        if not words & RESULTS - self.known.keys():
            yield self.known, self.chance
            return
        if self.low is None or self.high is None:
            raise RulesError(endless)
        for value, chance in enumerate(self.law.run(self.low, self.high), self.low):
            if chance:
                yield known_at(value, self.known), chance


def fingerprint(*parts: object) -> int:
    """Return a number that no other parts are likely to have."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def result_of(result: Number, known: Facts) -> int:
    """Return the result of the throw where this is shown."""
    number = result.value(known)
    if number.denominator != 1:
        raise RulesError(f"the result '{result}' is {number}; write down(…) or up(…)")
    return int(number)


def read_key(numbers: Numbers, outcome: str | None, known: Facts) -> Key:
    """Return each number of a throw; None is its outcome."""
    return tuple([outcome if one is None else result_of(one, known) for one in numbers])


def words_of(numbers: Numbers) -> set[str]:
    """Return the words that are read of a throw for some numbers."""
    return {word for number in numbers if number is not None for word in number.names()}


def first_outcome(check: Check, value: int, facts: Mapping[str, Any]) -> str | None:
    """Return the outcome of the check for a value and what else is known."""
    known = known_at(value, facts)
    return next((one.name for one in check.tested if one.held(known)), None)


class Counts(dict[int, Fraction]):
    """Yield the chance of every value, ascending; an endless end holds all beyond it."""

    def __init__(self, law: Law) -> None:
        """Read the law from one end to the other."""
        try:
            self._read(law)
        except TooMuch:
            raise too_much(TOO_LONG) from None

    def _read(self, law: Law) -> None:
        low, high = law.ends
        found = chances(law, low, high)
        self.update((k, chance) for k, chance in found if chance or k in (low, high))
        self.tail = high if law.high is None else None
        self.head = low if law.low is None else None
        if self.tail is not None:
            self[high] = law.at_least(high)
        if self.head is not None:
            self[low] = law.below(low + 1)

    def named(self) -> dict[str, Fraction]:
        """The same with the values as they are printed: '>=9' for an endless end."""
        return {
            f">={k}" if k == self.tail else f"<={k}" if k == self.head else str(k): chance
            for k, chance in self.items()
        }


class Odds:
    """The odds of one check with its arguments."""

    def __init__(
        self,
        check: Check | None,
        law: Callable[[], Law],
        parts: Callable[[], Iterable[Part]] = tuple,
        shares: Callable[[], Iterable[Part]] | None = None,
    ) -> None:
        """Keep how to find the law of the value, and its parts by the outcomes of the check.

        Where no outcome looks at the value, `shares` finds parts without it, which is sooner.
        """
        self.check = check
        # Refuses what a choice between equal ones would change; nothing where no player chooses.
        self.settle: Callable[[Rate], None] = lambda _rate: None
        self.notes: tuple[str, ...] = ()  # what a reader of the answer should know
        self._find_law, self.parts = law, parts
        self.shares = parts if shares is None else shares
        self._law: Law | None = None
        self._read: dict[Numbers, Mapping[Key, Fraction]] = {}

    @classmethod
    def of(cls, check: Check | None, args: Mapping[str, Any], law: Law) -> Odds:
        """The odds of a law that nothing but its value is read from."""
        return cls(check, lambda: law, lambda: parts_of(check, args, [({FLAT: 0}, law)]))

    @classmethod
    def named(cls, check: Check, laws: Sequence[tuple[str | None, Law]]) -> Odds:
        """Return the odds of a check of which the law of each outcome is known."""
        parts = [Part(name, {FLAT: 0}, law, law.low, law.high) for name, law in laws]
        return cls(check, lambda: whole([law for _, law in laws]), lambda: parts)

    @property
    def named_only(self) -> bool:
        """Return whether the check has named outcomes and no numbers to ask for."""
        return self.check is not None and bool(self.check.ladder)

    @property
    def law(self) -> Law:
        """The law of the value."""
        self.settle(lambda _name, value, _known: fingerprint(value))
        return self.found_law

    @property
    def found_law(self) -> Law:
        """The law of the value, where it is known that no choice between equal ones changes it."""
        if self._law is None:  # Python 3.11 locks a cached_property, which takes as long as this
            self._law = self._find_law()
        return self._law

    @cached_property
    def counts(self) -> Counts | None:
        """The chance of every value, or None where the check only names outcomes."""
        return None if self.named_only else Counts(self.law)

    @cached_property
    def outcomes(self) -> dict[str, Fraction] | None:
        """The chance of every named outcome, in the rules file's order."""
        if self.check is None or not self.check.outcomes:
            return None
        return {outcome.name: self.outcome(outcome.name) for outcome in self.check.outcomes}

    @property
    def mean(self) -> Fraction | Bounded | None:
        """The average value, or None where the check only names outcomes."""
        if self.named_only:
            return None
        self.settle(lambda _name, value, _known: value)
        return self.found_law.mean

    @property
    def error(self) -> Fraction:
        """The most that a chance may be off; 0 where it is exact."""
        return self.found_law.error

    @cached_property
    def _parts(self) -> dict[str, list[Part]]:
        """Return the parts of each outcome."""
        return self._by_outcome(self.parts())

    @property
    def _for_chances(self) -> dict[str, list[Part]]:
        """Return the parts of each outcome, perhaps for chances alone."""
        if self.shares is self.parts or "_parts" in self.__dict__:
            return self._parts
        return self._shares

    @cached_property
    def _shares(self) -> dict[str, list[Part]]:
        return self._by_outcome(self.shares())

    def _by_outcome(self, parts: Iterable[Part]) -> dict[str, list[Part]]:
        found: dict[str, list[Part]] = {one.name: [] for one in self._check().outcomes}
        for part in parts:
            found[str(part.outcome)].append(part)
        return found

    def read(self, numbers: Numbers, endless: str) -> Mapping[Key, Fraction]:
        """Return the chance of everything that some numbers may be together."""
        if numbers not in self._read:
            self.settle(
                lambda name, value, known: fingerprint(
                    read_key(numbers, name, {**known, VALUE: value})
                )
            )
            self._read[numbers] = self._found(numbers, endless)
        return self._read[numbers]

    def _found(self, numbers: Numbers, endless: str) -> Mapping[Key, Fraction]:
        words = words_of(numbers)
        found: dict[Key, Fraction] = {}
        meter = Meter()
        for part in self.parts():
            for known, chance in part.cases(words, endless):
                case = read_key(numbers, part.outcome, known)
                found[case] = found.get(case, ZERO) + chance
                meter.take(EACH_VALUE + of_fraction(found[case].denominator.bit_length()))
        meter.settle()
        return {case: chance for case, chance in found.items() if chance}

    def joint(self) -> Mapping[Key, Fraction]:
        """Return the chance of each outcome with each number, where there is an end to them."""
        endless = "dice without end have no last number, so this cannot be compared"
        if self.check is not None:
            endless = f"'{self.check.name}' has no end, so its results cannot be compared"
        return self.read((None, THE_VALUE), endless)

    def outcome(self, name: str) -> Fraction:
        """The chance of a named outcome."""
        self.settle(lambda found, _value, _known: int(found == name))
        return self._chance_of(name)

    def _chance_of(self, name: str) -> Fraction:
        return total_of(part.chance for part in self._for_chances[name])

    @property
    def _least(self) -> list[float]:
        """The least value of each outcome that holds for any, in the rules file's order."""
        spans = [[part.low for part in found] for found in self._parts.values() if found]
        return [min(float("-inf") if low is None else low for low in lows) for lows in spans]

    @property
    def graded(self) -> bool:
        """Return whether the outcomes are in the order of the values that they hold for."""
        least = self._least
        return least in (sorted(least), sorted(least, reverse=True))

    @property
    def rising(self) -> bool:
        """Return whether the outcomes are in the order of their values, the lowest first."""
        return self._least == sorted(self._least)

    @property
    def laws(self) -> list[Law]:
        """Return the laws that were found by now."""
        found = [] if self._law is None else [self._law]
        parts: dict[str, list[Part]] = self.__dict__.get("_parts", {})
        return found + [part.law for each in parts.values() for part in each]

    def chance(self, event: Event) -> Fraction:
        """The chance of an event."""
        compare = _COMPARED.get(event.kind)
        if compare is not None and not self.named_only:
            self.settle(
                lambda _name, value, _known: int(compare(Listed(value, [1], 1), event.number))
            )
            return compare(self.found_law, event.number)
        if event.kind is EventKind.HOLDS:
            return self.outcome(HOLDS)
        if event.kind is EventKind.IS:
            return self.outcome(self._check().outcome(event.name).name)
        if event.kind is EventKind.ANY:
            names = self._check().group(event.name)
            self.settle(lambda name, _value, _known: int(name in names))
            return sum((self._chance_of(name) for name in names), ZERO)
        example = self._check().outcomes[-1].name
        raise RulesError(
            f"'{self._check().name}' names its outcomes; ask 'is \"{example}\"', not '{event}'"
        )

    def average(self, event: Event) -> Fraction | Bounded:
        """The mean or the median."""
        if self.named_only:
            name = self._check().name
            raise RulesError(f"'{name}' only names outcomes; it has no {event.kind}")
        average = self.median if event.kind is EventKind.MEDIAN else self.mean
        assert average is not None
        return average

    @property
    def median(self) -> Fraction | Bounded:
        """The least value whose chance of being at most that is one half or more."""
        law = self.law
        median = law.median
        near = (
            [abs(law.below(k) - Fraction(1, 2)) for k in (median, median + 1)] if law.error else []
        )
        open_ = any(each <= law.error for each in near)
        return Bounded(Fraction(median), ONE) if open_ else Fraction(median)

    @property
    def exact_outcomes(self) -> dict[str, Fraction]:
        """The chance of every named outcome, for what is worked out from them."""
        found = self.outcomes
        if found is None:
            return {}
        if any(part.law.error for each in self._for_chances.values() for part in each):
            raise RulesError(
                "these chances are known only within a bound, and nothing more can be worked out "
                "from them; let the dice of one side roll again once"
            )
        return found

    def _check(self) -> Check:
        if self.check is None:
            raise RulesError("plain dice name no outcomes; ask with '>= n' or another number")
        return self.check


def parts_of(
    check: Check | None, args: Mapping[str, Any], cells: Iterable[MarkedLaw], *, valued: bool = True
) -> Iterator[Part]:
    """Yield the parts of a law that is split by what outcomes read; perhaps not by its value."""
    outcomes = check.outcomes if check is not None else ()
    meter = Meter()
    each = EACH_CELL + EACH_CONDITION * len(outcomes) if valued else 0
    for facts, law in cells:
        known = {**args, **facts}
        meter.take(each)
        cuts: set[int] = set()
        for outcome in outcomes if valued else ():
            cuts.update(edges(outcome.when, known, law.low, law.high))
        for low, high in _stretches(sorted(cuts), law) if valued else [(None, None)]:
            value = low if low is not None else high or 0
            meter.take(each)
            try:
                name = first_outcome(check, value, known) if check is not None else None
            except RulesError:
                if law.between(low, high):
                    raise
                continue
            if name is not None or not outcomes:
                yield Part(name, known, law, low, high)
            elif check is not None and law.between(low, high):
                raise RulesError(f"'{check.name}' has no outcome for a result of {value}")
    meter.settle()


def together(check: Check, cases: Sequence[tuple[Fraction, Odds]]) -> Odds:
    """Return the odds of a check of which another roll decides something, by its cases."""

    def shared(find: Callable[[Odds], Iterable[Part]]) -> Iterator[Part]:
        for share, odds in cases:
            for part in find(odds):
                yield part._replace(law=Mix([(share, part.law)]))

    found = Odds(
        check,
        lambda: Mix([(share, odds.found_law) for share, odds in cases]),
        lambda: shared(lambda odds: odds.parts()),
        lambda: shared(lambda odds: odds.shares()),
    )

    def settle(rate: Rate) -> None:
        for _, odds in cases:
            odds.settle(rate)

    found.settle = settle
    return found


def _stretches(cuts: Sequence[int], law: Law) -> list[tuple[int | None, int | None]]:
    """The values of a law, cut where the truth of a condition may change."""
    inside = [
        cut
        for cut in cuts
        if (law.low is None or cut > law.low) and (law.high is None or cut <= law.high)
    ]
    starts: list[int | None] = [law.low, *inside]
    ends: list[int | None] = [*[cut - 1 for cut in inside], law.high]
    return list(zip(starts, ends, strict=True))
