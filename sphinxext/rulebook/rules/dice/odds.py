"""Exact chances of values and of named outcomes, worked out as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any

from ...dice.budget import Meter, of_fraction, too_much
from ...dice.errors import TooMuch
from ...dice.law import EACH_VALUE, ONE, ZERO, Bounded, Law, Listed, Mix, added, chances, total_of
from ..errors import RulesError
from ..language.conditions import FLAT, edges, known_at
from ..language.query import HOLDS, Event, EventKind
from ..model.game import Check
from .cells import listed
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
SharedLaw = tuple[Fraction, Law]  # a law, and how likely it is that it applies
CountSpan = tuple[int | None, int | None]
Piece = tuple[str, Mapping[str, Any], Law, CountSpan]
Spans = dict[str, list[tuple[Law, CountSpan]]]
WorkedCase = tuple[str | None, int]  # the name of an outcome, where there are any, and the number
WorkedCases = Mapping[WorkedCase, Fraction]


def fingerprint(*parts: object) -> int:
    """Return a number that no other parts are likely to have."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest(), "big")


def by_number(_name: str | None, value: int, _known: Mapping[str, Any]) -> int:
    """Rate a result so that the chance of every number is settled."""
    return fingerprint(value)


def by_result(name: str | None, value: int, _known: Mapping[str, Any]) -> int:
    """Rate a result so that the chance of every outcome with every number is settled."""
    return fingerprint(name, value)


def by_all(name: str | None, value: int, known: Mapping[str, Any]) -> int:
    """Rate a result so that the chance of all that is known of it is settled."""
    return fingerprint(name, value, sorted((k, v) for k, v in known.items() if type(v) is int))


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
        pieces: Callable[[], Iterable[Piece]] = tuple,
        shares: Callable[[], Iterable[Piece]] | None = None,
        cases: WorkedCases | None = None,
    ) -> None:
        """Keep how to find the law of the value, and its pieces by the outcomes of the check.

        Where no outcome looks at the value, `shares` finds pieces without it, which is sooner.
        `cases` are the chances of each outcome with each number, where they are known already.
        """
        self.check = check
        # Refuses what a choice between equal ones would change; nothing where no player chooses.
        self.settle: Callable[[Rate], None] = lambda _rate: None
        self.notes: tuple[str, ...] = ()  # what a reader of the answer should know
        self._find_law, self._find_pieces, self._find_shares = law, pieces, shares
        self._law: Law | None = None
        self._cases = cases

    @classmethod
    def of(cls, check: Check | None, args: Mapping[str, Any], law: Law) -> Odds:
        """The odds of a law that nothing but its value is read from."""
        return cls(check, lambda: law, lambda: pieces_of(check, args, [({FLAT: 0}, law)]))

    @property
    def named_only(self) -> bool:
        """Return whether the check has named outcomes and no numbers to ask for."""
        return self.check is not None and bool(self.check.ladder)

    @property
    def law(self) -> Law:
        """The law of the value."""
        self.settle(by_number)
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
    def _spans(self) -> Spans:
        """For each outcome the stretches of values, piece by piece, where it is the first."""
        return self._by_outcome(self._find_pieces())

    @cached_property
    def _shares(self) -> Spans:
        """The same for chances alone."""
        return self._by_outcome(self.shares())

    def _by_outcome(self, pieces: Iterable[Piece]) -> Spans:
        assert self.check is not None
        found: Spans = {outcome.name: [] for outcome in self.check.outcomes}
        for name, _, law, span in pieces:
            found[name].append((law, span))
        return found

    def pieces(self) -> Iterable[Piece]:
        """Every stretch of values: the outcome there, what is known of it, the law."""
        self.settle(by_all)
        return self._find_pieces()

    def shares(self) -> Iterable[Piece]:
        """The same where only the chances of outcomes matter."""
        return self._find_pieces() if self._find_shares is None else self._find_shares()

    def joint(self) -> WorkedCases:
        """The chance of each outcome with each number, where there is an end to them."""
        self.settle(by_result)
        if self._cases is not None:
            return self._cases
        if self.check is None or not self.check.outcomes:
            counts = Counts(self.law)
            if counts.tail is not None or counts.head is not None:
                raise RulesError("dice without end have no last number, so this cannot be compared")
            return {(None, value): chance for value, chance in counts.items() if chance}
        found: dict[WorkedCase, Fraction] = {}
        meter = Meter()
        for name, spans in self._spans.items():
            for law, (low, high) in spans:
                if low is None or high is None:
                    raise RulesError(
                        f"'{self.check.name}' has no end, so its results cannot be compared"
                    )
                for value, chance in enumerate(law.run(low, high), low):
                    if chance:
                        add = found.get((name, value), ZERO) + chance
                        meter.take(EACH_VALUE + of_fraction(add.denominator.bit_length()))
                        found[name, value] = add
        meter.settle()
        return found

    def outcome(self, name: str) -> Fraction:
        """The chance of a named outcome."""
        self.settle(lambda found, _value, _known: int(found == name))
        return self._chance_of(name)

    def _chance_of(self, name: str) -> Fraction:
        sooner = self._find_shares is not None and "_spans" not in self.__dict__
        spans = self._shares if sooner else self._spans
        return total_of(law.between(*span) for law, span in spans[name])

    @property
    def _least(self) -> list[float]:
        """The least value of each outcome that holds for any, in the rules file's order."""
        spans = [[low for _, (low, _) in found] for found in self._spans.values() if found]
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
        spans: Spans = self.__dict__.get("_spans", {})
        return found + [law for each in spans.values() for law, _ in each]

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
        found = self.outcomes or {}
        if found and self.bounded:
            raise RulesError(
                "these chances are known only within a bound, and nothing more can be worked out "
                "from them; let the dice of one side roll again once"
            )
        return found

    @property
    def bounded(self) -> bool:
        """Return whether the chances of outcomes are known only within a bound."""
        spans = self._spans if self._find_shares is None else self._shares
        return any(law.error for each in spans.values() for law, _ in each)

    def _check(self) -> Check:
        if self.check is None:
            raise RulesError("plain dice name no outcomes; ask with '>= n' or another number")
        return self.check


def pieces_of(
    check: Check | None, args: Mapping[str, Any], cells: Iterable[MarkedLaw], *, valued: bool = True
) -> Iterator[Piece]:
    """Yield the pieces of a law that is split by what outcomes read; perhaps not by its value."""
    assert check is not None
    meter = Meter()
    each = EACH_CELL + EACH_CONDITION * len(check.outcomes) if valued else 0
    for facts, law in cells:
        known = {**args, **facts}
        meter.take(each)
        stretches: list[CountSpan] = [(None, None)]
        if valued:
            cuts = {
                cut
                for outcome in check.outcomes
                for cut in edges(outcome.when, known, law.low, law.high)
            }
            stretches = _stretches(sorted(cuts), law)
        for low, high in stretches:
            value = low if low is not None else high or 0
            meter.take(each)
            try:
                name = first_outcome(check, value, known)
            except RulesError:
                if law.between(low, high):
                    raise
                continue
            if name is not None:
                yield name, known, law, (low, high)
            elif law.between(low, high):
                raise RulesError(f"'{check.name}' has no outcome for a result of {value}")
    meter.settle()


def together(check: Check, cases: Sequence[tuple[Fraction, Odds]]) -> Odds:
    """Return the odds of a check of which another roll decides something, by its cases."""

    def shared(find: Callable[[Odds], Iterable[Piece]]) -> Iterator[Piece]:
        for share, odds in cases:
            for name, known, law, span in find(odds):
                yield name, known, Mix([(share, law)]), span

    found = Odds(
        check,
        lambda: Mix([(share, odds.found_law) for share, odds in cases]),
        lambda: shared(lambda odds: odds._find_pieces()),
        lambda: shared(Odds.shares),
    )

    def settle(rate: Rate) -> None:
        for _, odds in cases:
            odds.settle(rate)

    found.settle = settle
    return found


def by_cases(
    check: Check, cases: WorkedCases, endless: Mapping[str, Sequence[SharedLaw]] | None = None
) -> Odds:
    """Return the odds of a check whose cases are all known, but for some laws without end."""
    each: dict[str | None, dict[int, Fraction]] = {}
    for (name, value), chance in cases.items():
        each.setdefault(name, {})[value] = chance
    laws: dict[str | None, Law] = {name: listed(own) for name, own in each.items()}
    for name, parts in (endless or {}).items():
        laws[name] = Mix([*parts, *[(ONE, law) for law in [laws.get(name)] if law is not None]])

    def whole() -> Law:
        if endless:
            return Mix([(1, law) for law in laws.values()])
        return listed(added((value, chance) for (_, value), chance in cases.items()))

    def pieces() -> Iterator[Piece]:
        for one in check.outcomes:
            if one.name in laws:
                law = laws[one.name]
                yield one.name, {}, law, (law.low, law.high)

    return Odds(check, whole, pieces, cases=None if endless else cases)


def _stretches(cuts: Sequence[int], law: Law) -> list[CountSpan]:
    """The values of a law, cut where the truth of a condition may change."""
    inside = [
        cut
        for cut in cuts
        if (law.low is None or cut > law.low) and (law.high is None or cut <= law.high)
    ]
    starts: list[int | None] = [law.low, *inside]
    ends: list[int | None] = [*[cut - 1 for cut in inside], law.high]
    return list(zip(starts, ends, strict=True))
