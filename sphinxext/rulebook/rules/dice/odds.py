"""Exact chances of values and of named outcomes, worked out as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..budget import TooMuch, most_bits, spend
from ..errors import RulesError
from ..language.conditions import FLAT, edges, holds, known_at
from ..language.query import HOLDS, Event, EventKind
from ..model.game import Check
from .law import ONE, ZERO, Bounded, Law
from .mechanics.marks import MarkedLaw
from .mechanics.mix import Mix

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
CountSpan = tuple[int | None, int | None]


class Counts(dict[int, Fraction]):
    """The chance of every value, ascending; the ends of an endless law hold all beyond them."""

    def __init__(self, law: Law) -> None:
        """Read the law from one end to the other."""
        if law.bits > most_bits():
            raise TooMuch(TOO_LONG)
        try:
            low, high = law.ends
        except TooMuch:
            raise TooMuch(TOO_LONG) from None
        spend(1.4 * law.cost_of_run(high - low + 1), TOO_LONG)  # to find them and to write them
        chances = enumerate(law.run(low, high), low)
        super().__init__((k, chance) for k, chance in chances if chance or k in (low, high))
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


def first_outcome(
    check: Check, value: int, facts: Mapping[str, int], args: Mapping[str, Any]
) -> str | None:
    """The first outcome of the check that holds for a value and what else was thrown."""
    known = known_at(value, {**args, **facts})
    for outcome in check.outcomes:
        if outcome.when is not None and holds(outcome.when, known):
            return outcome.name
    return None


class Odds:
    """The odds of one check with its arguments."""

    def __init__(
        self,
        check: Check | None,
        args: Mapping[str, Any],
        law: Callable[[], Law],
        cells: Callable[[], Sequence[MarkedLaw]],
        shares: Callable[[], Sequence[MarkedLaw]] | None = None,
    ) -> None:
        """Keep how to find the law of the value, and the same split by what outcomes read.

        Where no outcome looks at the value, `shares` splits the throw without it, which is sooner.
        """
        self.shares = shares
        self.check = check
        self._args = args
        self._find_law = law
        self._law: Law | None = None
        self._find_cells = cells

    @classmethod
    def of(cls, check: Check | None, args: Mapping[str, Any], law: Law) -> Odds:
        """The odds of a law that nothing but its value is read from."""
        return cls(check, args, lambda: law, lambda: [({FLAT: 0}, law)])

    @property
    def named_only(self) -> bool:
        """True where the check has named outcomes and no numbers to ask for."""
        return self.check is not None and bool(self.check.ladder)

    @property
    def law(self) -> Law:
        """The law of the value."""
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
        return None if self.named_only else self.law.mean

    @property
    def error(self) -> Fraction:
        """The most that a chance may be off; 0 where it is exact."""
        return self.law.error

    @cached_property
    def _spans(self) -> dict[str, list[tuple[Law, CountSpan]]]:
        """For each outcome the stretches of values, cell by cell, where it is the first to hold."""
        assert self.check is not None
        found: dict[str, list[tuple[Law, CountSpan]]] = {o.name: [] for o in self.check.outcomes}
        for name, _, law, span in self.pieces():
            found[name].append((law, span))
        return found

    def pieces(self) -> Iterator[tuple[str, Mapping[str, Any], Law, CountSpan]]:
        """Every stretch of values of every cell: the outcome there, what is known, the law."""
        assert self.check is not None
        for facts, law in self._find_cells():
            known = {**self._args, **facts}
            cuts = {
                cut
                for outcome in self.check.outcomes
                if outcome.when is not None
                for cut in edges(outcome.when, known, law.low, law.high)
            }
            for low, high in _stretches(sorted(cuts), law):
                value = low if low is not None else high
                name = self._first(value if value is not None else 0, facts, law, (low, high))
                if name is not None:
                    yield name, known, law, (low, high)

    def joint(self) -> dict[tuple[str | None, int], Fraction]:
        """The chance of each outcome with each number, where there is an end to them."""
        if self.check is None or not self.check.outcomes:
            counts = Counts(self.law)
            if counts.tail is not None or counts.head is not None:
                raise RulesError("dice without end have no last number, so this cannot be compared")
            return {(None, value): chance for value, chance in counts.items() if chance}
        found: dict[tuple[str | None, int], Fraction] = {}
        for name, spans in self._spans.items():
            for law, (low, high) in spans:
                if low is None or high is None:
                    raise RulesError(
                        f"'{self.check.name}' has no end, so its results cannot be compared"
                    )
                for value, chance in enumerate(law.run(low, high), low):
                    if chance:
                        found[name, value] = found.get((name, value), ZERO) + chance
        return found

    def _first(self, value: int, facts: Mapping[str, int], law: Law, span: CountSpan) -> str | None:
        assert self.check is not None
        name = first_outcome(self.check, value, facts, self._args)
        if name is None and law.between(*span):
            raise RulesError(f"'{self.check.name}' has no outcome for a result of {value}")
        return name

    def outcome(self, name: str) -> Fraction:
        """The chance of a named outcome."""
        if self.shares is not None and "_spans" not in self.__dict__:
            return self._shares[name]
        return sum((law.between(*span) for law, span in self._spans[name]), ZERO)

    @cached_property
    def _shares(self) -> dict[str, Fraction]:
        """The chance of each outcome, where none looks at the value."""
        assert self.check is not None
        assert self.shares is not None
        found = dict.fromkeys([outcome.name for outcome in self.check.outcomes], ZERO)
        for facts, law in self.shares():
            name = self._first(0, facts, law, (None, None))
            if name is not None:
                found[name] += law.weight
        return found

    @property
    def _least(self) -> list[float]:
        """The least value of each outcome that holds for any, in the rules file's order."""
        spans = [[low for _, (low, _) in found] for found in self._spans.values() if found]
        return [min(float("-inf") if low is None else low for low in lows) for lows in spans]

    @property
    def graded(self) -> bool:
        """True where the outcomes are in the order of the values that they hold for."""
        least = self._least
        return least in (sorted(least), sorted(least, reverse=True))

    @property
    def rising(self) -> bool:
        """True where the outcomes are in the order of their values, the lowest first."""
        return self._least == sorted(self._least)

    @property
    def held(self) -> int:
        """About how many bits the laws that were found by now keep in memory."""
        known = self.__dict__
        held = self._law.held if self._law is not None else 0
        if spans := known.get("_spans"):
            held += sum(law.held for found in spans.values() for law, _ in found)
        return held

    def chance(self, event: Event) -> Fraction:
        """The chance of an event."""
        compare = _COMPARED.get(event.kind)
        if compare is not None and not self.named_only:
            return compare(self.law, event.number)
        if event.kind is EventKind.HOLDS:
            return self.outcome(HOLDS)
        if event.kind is EventKind.IS:
            return self.outcome(self._check().outcome(event.name).name)
        if event.kind is EventKind.ANY:
            names = self._check().group(event.name)
            return sum((self.outcome(name) for name in names), ZERO)
        example = self._check().outcomes[-1].name
        raise RulesError(
            f"'{self._check().name}' names its outcomes; ask 'is \"{example}\"', not '{event}'"
        )

    def average(self, event: Event) -> Fraction | Bounded:
        """The mean or the median."""
        if self.named_only:
            name = self._check().name
            raise RulesError(f"'{name}' only names outcomes; it has no {event.kind}")
        return Fraction(self.law.median) if event.kind is EventKind.MEDIAN else self.law.mean

    def _check(self) -> Check:
        if self.check is None:
            raise RulesError("plain dice name no outcomes; ask with '>= n' or another number")
        return self.check


class Cases(Odds):
    """The odds of a check of which another roll decides something: each case with its chance."""

    def __init__(self, check: Check, cases: Sequence[tuple[Fraction, Odds]]) -> None:
        """Take every case; all their chances together are one."""
        super().__init__(check, {}, lambda: Mix([(share, odds.law) for share, odds in cases]), list)
        self._cases = cases

    @property
    def _spans(self) -> dict[str, list[tuple[Law, CountSpan]]]:
        found: dict[str, list[tuple[Law, CountSpan]]] = {}
        for _, odds in self._cases:
            for name, spans in odds._spans.items():
                found.setdefault(name, []).extend(spans)
        return found

    def pieces(self) -> Iterator[tuple[str, Mapping[str, Any], Law, CountSpan]]:
        """Every stretch of values of every cell of every case."""
        for share, odds in self._cases:
            for name, known, law, span in odds.pieces():
                yield name, known, Mix([(share, law)]), span

    def joint(self) -> dict[tuple[str | None, int], Fraction]:
        """The chance of each outcome with each number."""
        found: dict[tuple[str | None, int], Fraction] = {}
        for share, odds in self._cases:
            for case, chance in odds.joint().items():
                found[case] = found.get(case, ZERO) + share * chance
        return found

    def outcome(self, name: str) -> Fraction:
        """The chance of a named outcome."""
        return sum((share * odds.outcome(name) for share, odds in self._cases), ZERO)

    @property
    def error(self) -> Fraction:
        """The most that a chance may be off; 0 where it is exact."""
        return max(odds.error for _, odds in self._cases)

    @property
    def held(self) -> int:
        """About how many bits the laws that were found by now keep in memory."""
        return sum(odds.held for _, odds in self._cases)


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
