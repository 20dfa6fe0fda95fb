"""Every setting of the dials asked of the rules, each resolved roll once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..dice.law import Law
from ..figures.mean import meant
from ..rules import Work, count_work
from ..rules.dice.odds import Odds
from ..rules.errors import RulesError
from ..rules.language.query import Event, EventKind, Query
from ..tables.places import together
from ..tables.plan import question
from ..tables.target import Target
from .dials import Dial
from .throws import Thrower

SOON = 0.2  # seconds after which it is known how long all settings will take
EACH_SETTING = 250_000  # steps to write a setting with its question and how its dice are thrown
OFTEN = 100_000_000  # steps after which the budget is looked at, however few settings these were


class Chances(NamedTuple):
    """The chances of one roll: of each value or outcome, and of each event."""

    parts: dict[int, Fraction]
    endless: Law | None  # where it has no end, and the last part or the first holds all beyond it
    means: tuple[Fraction, ...]
    events: tuple[Fraction, ...]

    def up_to(self, first: int, last: int) -> dict[int, Fraction]:
        """Return the chance of each value, also of those up to these two that an end holds."""
        law, parts = self.endless, self.parts
        if law is None:
            return parts
        low, high = min(parts), max(parts)
        if law.high is None and high < last:
            parts = {**parts, **dict(enumerate(law.run(high, last - 1), high))}
            parts[last] = law.at_least(last)
        if law.low is None and first < low:
            parts = {**parts, **dict(enumerate(law.run(first + 1, low), first + 1))}
            parts[first] = law.below(first + 1)
        return parts


class Answers(NamedTuple):
    """The answer of every setting, the last dial turning fastest."""

    at: list[int]  # for each setting which of the laws holds, or below zero why there is none
    laws: list[Chances]
    plans: list[Any]  # for each setting how its dice are thrown, or None
    refused: list[str]
    thrower: Thrower
    first: Odds  # of the setting at which the dials start, or the first that the rules allow


class ExplorerQuestion(NamedTuple):
    """The figures that every setting needs."""

    named: bool  # the outcomes, not the counts
    events: tuple[Event, ...]  # also those of difficulties
    average: str = ""  # mean or median, or neither


class TooSlow(RulesError):
    """All settings of the dials would take too long; so many values of the longest dial fit."""

    def __init__(self, message: str, dial: str, fits: int) -> None:
        """Keep what to shorten."""
        super().__init__(message)
        self.dial, self.fits = dial, fits


class ExplorerBudget:
    """The work that an explorer may take, in seconds of an ordinary machine."""

    def __init__(self, seconds: float, dials: Sequence[Dial], work: Work) -> None:
        """Take what counts the work of all questions."""
        self.seconds, self.dials, self._work, self._next = seconds, dials, work, 0
        self.total = prod(len(dial.places) for dial in dials)

    def check(self, done: int) -> None:
        """Refuse what has taken too long, or will."""
        if done % 32 and self._work.steps < self._next:
            return
        self._next = self._work.steps + OFTEN
        spent = (self._work.steps + done * EACH_SETTING) / 1e9
        if spent < SOON or not done:
            return
        needed = spent / done * self.total
        if spent > self.seconds or needed > 2 * self.seconds:
            longest = max(self.dials, key=lambda dial: len(dial.places))
            many = len(longest.places)
            fits = max(2, min(many - 1, int(many * self.seconds / needed)))
            raise TooSlow(
                f"{self.total:,} settings take about {_said(needed)}, and the most is "
                f"{_said(self.seconds)}; shorten the dial '{longest.name}' from {many} values to "
                f"about {fits}, or leave another out",
                longest.name,
                fits,
            )


def _said(seconds: float) -> str:
    if seconds < 90:
        return "1 second" if round(seconds) == 1 else f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.0f} hours"


def answers_of(
    ask: Target,
    dials: Sequence[Dial],
    wanted: ExplorerQuestion,
    seconds: float,
    known: dict[Query, RulesError] | None = None,
) -> Answers:
    """Return the answers to all settings of the dials; those known to be refused are not asked."""
    with count_work() as work:
        budget = ExplorerBudget(seconds, dials, work)
        return _answers(ask, dials, wanted, budget, {} if known is None else known)


def _answers(
    ask: Target,
    dials: Sequence[Dial],
    wanted: ExplorerQuestion,
    budget: ExplorerBudget,
    known: dict[Query, RulesError],
) -> Answers:
    rules, thrower = ask.rules, Thrower(ask.rules)
    laws: dict[object, int] = {}  # by what is thrown
    alike: dict[object, int] = {}  # by what comes of it
    found: list[Chances] = []
    refused: dict[str, int] = {}
    at: list[int] = []
    plans: list[Any] = []
    first: Odds | None = None
    start = sum_of(dials)
    for n, places in enumerate(product(*[dial.places for dial in dials])):
        budget.check(n)
        plan = None
        try:
            query = question(ask, together(places), "")
            if query.event is not None and query.event.kind is EventKind.MEETS:
                query = rules.met(query)
            query = query._replace(event=None)
            if query in known:
                raise known[query]
            with rules.budget(query.game):
                plan = _plan(thrower, query)
            key = query.what if plan is None else repr(plan)
            law = laws.get(key)
            if law is None or n == start:
                try:
                    with rules.budget(query.game):
                        odds = rules.odds(query)
                        chances = _chances(ask, query, odds, wanted)
                except RulesError as error:
                    known[query] = error
                    raise
                law = laws[key] = alike.setdefault(_key(chances), len(found))
                if law == len(found):
                    found.append(chances)
                if first is None or n == start:
                    first = odds
        except RulesError as error:
            law = -1 - refused.setdefault(str(error), len(refused))
            plan = None
        at.append(law)
        plans.append(plan)
    if first is None:
        raise RulesError(f"the rules allow none of these settings: {next(iter(refused))}")
    return Answers(at, found, plans, list(refused), thrower, first)


def sum_of(dials: Sequence[Dial]) -> int:
    """The number of the setting at which the dials start."""
    number = 0
    for dial in dials:
        number = number * len(dial.places) + dial.start
    return number


def _plan(thrower: Thrower, query: Query) -> Any:
    """Return how it is thrown; None also where the rules refuse it, which the odds will say."""
    try:
        return thrower.plan(query.game, query.what)
    except RulesError:
        return None


def _key(chances: Chances) -> object:
    return tuple(chances.parts.items()), chances.means, chances.events


def _chances(ask: Target, query: Query, odds: Odds, wanted: ExplorerQuestion) -> Chances:
    endless: Law | None = None
    if wanted.named:
        parts = dict(enumerate((odds.outcomes or {}).values()))
    else:
        counts = odds.counts
        if counts is None:
            raise RulesError(f"'{query.what}' only names outcomes; it has no counts to show")
        endless = odds.law if counts.tail is not None or counts.head is not None else None
        parts = dict(counts)
    events = tuple([odds.chance(event) for event in wanted.events])
    means: tuple[Fraction, ...] = ()
    if wanted.average:
        answer = ask.rules.ask(query._replace(event=Event(EventKind(wanted.average))))
        assert answer.value is not None
        means = (meant(ask.rules, answer.query, answer.value, ask.style),)
    return Chances(parts, endless, means, events)
