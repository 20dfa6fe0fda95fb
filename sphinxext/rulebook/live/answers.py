"""Every setting of the dials asked of the rules at once, each roll that is thrown alike once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ..dice.law import Law
from ..rules import Answer, count_work
from ..rules.dice.odds import Odds
from ..rules.errors import RulesError
from ..rules.language.query import Event, Query
from ..rules.throw.as_json import Thrower
from ..tables.places import together
from ..tables.plan import rolls_at
from ..tables.target import Target
from .dials import Dial, setting_of

EACH_SETTING = 250_000  # steps to write a setting with its question and how its dice are thrown


class Chances(NamedTuple):
    """The chances of one roll: of each value or outcome, and what each event comes to."""

    parts: dict[int, Fraction]
    law: Law | None  # of the values
    is_endless: bool  # the last part or the first holds all beyond it
    events: tuple[Fraction, ...]


class Shown(NamedTuple):
    """Find the figures that the author wants to see, at every setting."""

    named: bool  # outcomes as rows, not counts as columns
    event: Event | None = None  # whose chance, or which average, is above everything
    needed: tuple[Event, ...] = ()  # that event, or those of the difficulties of a dial


class Answers(NamedTuple):
    """The answer of every setting, the last dial turning fastest."""

    dials: tuple[Dial, ...]
    at: list[int]  # for each setting which of the laws holds, or below zero why there is none
    laws: list[Chances]
    plans: list[Any]  # for each setting how its dice are thrown, or None
    refused: list[str]
    thrower: Thrower
    first: Odds  # of the setting at which the dials start, or the first that the rules allow


class TooSlow(RulesError):
    """All settings of the dials would take too long."""

    def __init__(self, settings: int, steps: int = 0, done: int = 1, of: int = 1) -> None:
        """Take how many there are, and the steps that so many of their parts took."""
        super().__init__("")
        self.needed = (settings * EACH_SETTING + steps * of / max(done, 1)) / 1e9  # seconds


def answers_of(
    ask: Target, dials: tuple[Dial, ...], shown: Shown, seconds: float, *, shorten: bool
) -> Answers:
    """Return the answers to all settings of the dials.

    Dials that may be shortened have as many values around their start as time allows.
    """
    while True:
        try:
            return _answers(ask, dials, shown, seconds)
        except TooSlow as error:
            longest = max(dials, key=lambda dial: len(dial.places))
            many, total = len(longest.places), prod(len(dial.places) for dial in dials)
            fits = max(2, min(many - 1, int(many * seconds / error.needed)))
            if not shorten or longest.is_words or many < 3:
                raise RulesError(
                    f"{total:,} settings take about {_said(error.needed)}, and the most is "
                    f"{_said(seconds)}; shorten the dial '{longest.name}' from {many} values to "
                    f"about {fits}, or leave another out"
                ) from None
            short = longest.around_start(fits)
            dials = tuple(short if dial is longest else dial for dial in dials)


def _said(seconds: float) -> str:
    if seconds < 90:
        return "1 second" if round(seconds) == 1 else f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.0f} hours"


def _answers(ask: Target, dials: tuple[Dial, ...], shown: Shown, seconds: float) -> Answers:
    total = prod(len(dial.places) for dial in dials)
    left = int(seconds * 1e9) - total * EACH_SETTING
    if left < 0:
        raise TooSlow(total)
    queries = rolls_at(ask, map(together, product(*[dial.places for dial in dials])))
    thrower = Thrower(ask.rules)
    with count_work() as work:
        plans = thrower.plans(queries, left)
        if len(plans) < total:
            raise TooSlow(total, work.steps, len(plans), total)
        rolls: dict[object, Query] = {}  # by what is thrown
        keys: list[object] = []  # what is thrown at each setting, or why nothing is
        for query, plan in zip(queries, plans, strict=True):
            if isinstance(query, RulesError):
                keys.append(query)
                continue
            keys.append(query.what if plan is None else repr(plan))
            rolls.setdefault(keys[-1], query)
        events: Sequence[Event | None] = shown.needed or (None,)
        asked = [query._replace(event=event) for query in rolls.values() for event in events]
        answers = ask.rules.ask_all(asked, (left - work.steps) // ask.rules.effort(ask.game))
        known = sum(isinstance(each, Answer) for each in answers)
        found: dict[object, Found] = {}
        for n, key in enumerate(rolls):
            if work.steps > left:
                raise TooSlow(total, work.steps, n or known, len(rolls) if n else len(asked))
            found[key] = _found(answers[n * len(events) : (n + 1) * len(events)], shown)
    at, laws, refused, first = _settled(dials, keys, plans, found)
    if first is None:
        raise RulesError(f"the rules allow none of these settings: {refused[0]}")
    return Answers(dials, at, laws, plans, refused, thrower, first)


def _settled(
    dials: tuple[Dial, ...], keys: Sequence[object], plans: list[Any], found: Mapping[object, Found]
) -> tuple[list[int], list[Chances], list[str], Odds | None]:
    """Return where each setting has its chances, or why it has none; then it has no plan."""
    first: Odds | None = None
    start = setting_of(dials, [dial.start for dial in dials])
    alike: dict[object, int] = {}
    laws: list[Chances] = []
    refused: dict[str, int] = {}
    at: list[int] = []
    for n, key in enumerate(keys):
        answer = found.get(key, key)
        if not isinstance(answer, tuple):
            at.append(-1 - refused.setdefault(str(answer), len(refused)))
            plans[n] = None
            continue
        odds, chances = answer
        if first is None or n == start:
            first = odds
        at.append(alike.setdefault((tuple(chances.parts.items()), chances.events), len(laws)))
        if at[-1] == len(laws):
            laws.append(chances)
    return at, laws, list(refused), first


Found = tuple[Odds, Chances] | RulesError


def _found(answers: Sequence[Answer | RulesError], shown: Shown) -> Found:
    """Return the odds of a roll with its chances, or why it has none."""
    events: list[Fraction] = []
    for answer in answers:
        if isinstance(answer, RulesError):
            return answer
        value = answer.probability if answer.value is None else answer.value
        events += [] if value is None else [value]
    first = answers[0]
    assert isinstance(first, Answer)
    odds = first.odds
    try:
        with first.budget():
            counts = None if shown.named else odds.counts
            if counts is None and not shown.named:
                raise RulesError(
                    f"'{first.query.what}' only names outcomes; it has no counts to show"
                )
            parts = dict(counts or enumerate((odds.outcomes or {}).values()))
            is_endless = counts is not None and not (counts.tail is None and counts.head is None)
            law = None if shown.named else odds.law
    except RulesError as error:
        return error
    return odds, Chances(parts, law, is_endless, tuple(events))
