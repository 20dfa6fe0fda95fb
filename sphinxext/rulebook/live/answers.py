"""Every setting of the dials asked of the rules, each resolved roll once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..dice.law import ZERO, Law
from ..rules import Work, count_work
from ..rules.dice.odds import Odds
from ..rules.errors import RulesError
from ..rules.language.query import Event, Query
from ..tables.places import Place, together
from ..tables.plan import question
from ..tables.target import Target
from .dials import Dial, setting_of
from .throws import Thrower

SOON = 0.2  # seconds after which it is known how long all settings will take
EACH_SETTING = 250_000  # steps to write a setting with its question and how its dice are thrown


class Chances(NamedTuple):
    """The chances of one roll: of each value or outcome, and what each event comes to."""

    parts: dict[int, Fraction]
    law: Law | None  # of the values
    is_endless: bool  # the last part or the first holds all beyond it
    events: tuple[Fraction, ...]


class Answers(NamedTuple):
    """The answer of every setting, the last dial turning fastest."""

    at: list[int]  # for each setting which of the laws holds, or below zero why there is none
    laws: list[Chances]
    plans: list[Any]  # for each setting how its dice are thrown, or None
    refused: list[str]
    thrower: Thrower
    first: Odds  # of the setting at which the dials start, or the first that the rules allow


class Asked(NamedTuple):
    """The figures that every setting needs."""

    named: bool  # the outcomes, not the counts
    events: tuple[Event, ...]  # also those of difficulties, or an average alone


class TooSlow(RulesError):
    """All settings of the dials would take too long; so many values of the longest dial fit."""

    def __init__(self, message: str, dial: Dial, fits: int) -> None:
        """Keep what to shorten."""
        super().__init__(message)
        self.dial, self.fits = dial, fits


def _refuse_slow(work: Work, done: int, dials: Sequence[Dial], seconds: float) -> None:
    """Refuse settings that have taken too long, or will."""
    spent = (work.steps + done * EACH_SETTING) / 1e9
    if spent < SOON or not done:
        return
    total = prod(len(dial.places) for dial in dials)
    needed = spent / done * total
    if spent > seconds or needed > 2 * seconds:
        longest = max(dials, key=lambda dial: len(dial.places))
        many = len(longest.places)
        fits = max(2, min(many - 1, int(many * seconds / needed)))
        raise TooSlow(
            f"{total:,} settings take about {_said(needed)}, and the most is {_said(seconds)}; "
            f"shorten the dial '{longest.name}' from {many} values to about {fits}, or leave "
            "another out",
            longest,
            fits,
        )


def _said(seconds: float) -> str:
    if seconds < 90:
        return "1 second" if round(seconds) == 1 else f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.0f} hours"


def answers_of(
    ask: Target,
    dials: Sequence[Dial],
    wanted: Asked,
    seconds: float,
    known: dict[Query, RulesError],
) -> Answers:
    """Return the answers to all settings of the dials; those known to be refused are not asked."""
    rules, thrower = ask.rules, Thrower(ask.rules)
    laws: dict[object, int] = {}  # by what is thrown
    alike: dict[object, int] = {}  # by what comes of it
    found: list[Chances] = []
    refused: dict[str, int] = {}
    at: list[int] = []
    plans: list[Any] = []
    first: Odds | None = None
    start = setting_of(dials, [dial.start for dial in dials])
    with count_work() as work:
        for n, places in enumerate(product(*[dial.places for dial in dials])):
            _refuse_slow(work, n, dials, seconds)
            plan = None
            try:
                query = roll_at(ask, places)
                if query in known:
                    raise known[query]
                with rules.budget(query.game):
                    plan = thrower.plan(query.game, query.what)
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
                    shown = tuple(chances.parts.items()), chances.events
                    law = laws[key] = alike.setdefault(shown, len(found))
                    if law == len(found):
                        found.append(chances)
                    if first is None or n == start:
                        first = odds
            except RulesError as error:
                law, plan = -1 - refused.setdefault(str(error), len(refused)), None
            at.append(law)
            plans.append(plan)
    if first is None:
        raise RulesError(f"the rules allow none of these settings: {next(iter(refused))}")
    return Answers(at, found, plans, list(refused), thrower, first)


def roll_at(ask: Target, places: Sequence[Place]) -> Query:
    """Return the question of what is rolled at a setting, with what its difficulty changes."""
    query = question(ask, together(places), "")
    return (ask.rules.met(query) if query.event else query)._replace(event=None)


def _chances(ask: Target, query: Query, odds: Odds, wanted: Asked) -> Chances:
    counts = None if wanted.named else odds.counts
    if counts is None and not wanted.named:
        raise RulesError(f"'{query.what}' only names outcomes; it has no counts to show")
    parts = dict(counts or enumerate((odds.outcomes or {}).values()))
    is_endless = counts is not None and not (counts.tail is None and counts.head is None)
    events = tuple(
        [
            ask.rules.ask(query._replace(event=event)).value or ZERO
            if event.is_average
            else odds.chance(event)
            for event in wanted.events
        ]
    )
    return Chances(parts, None if wanted.named else odds.law, is_endless, events)
