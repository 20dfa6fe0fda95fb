"""An answer to a question, and what to do with its parts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..dice.budget import Budget
from ..dice.errors import TooMuch
from ..dice.law import ZERO, Bounded
from .dice.odds import Counts, Odds
from .digits import quotient
from .errors import more
from .language.query import Query


class Answer:
    """The answer to a question: a chance, an average, or the whole distribution."""

    __slots__ = ("_effort", "error", "odds", "probability", "query", "text", "value")

    def __init__(self, text: str, query: Query, odds: Odds, effort: int = 1) -> None:
        """Ask the odds for the event of the question."""
        self.text, self.query, self.odds, self._effort = text, query, odds, effort
        self.probability: Fraction | None = None
        self.value: Fraction | None = None
        event = query.event
        self.error = ZERO
        if event is None:
            return
        if event.is_average:
            average = odds.average(event)
            if isinstance(average, Bounded):
                self.value, self.error = average
            else:
                self.value = average
            return
        self.probability = odds.chance(event)
        self.error = odds.error

    @property
    def exact(self) -> bool:
        """Return whether every part of the answer is known exactly."""
        return not self.error

    @property
    def counts(self) -> Counts | None:
        """The chance of every value."""
        with self.budget():
            return self.odds.counts

    @property
    def outcomes(self) -> dict[str, Fraction] | None:
        """The chance of every named outcome, in the rules file's order."""
        with self.budget():
            return self.odds.outcomes

    @property
    def graded(self) -> bool:
        """Return whether the outcomes are known to be in the order of their values."""
        with self.budget():
            try:
                return self.odds.graded
            except TooMuch:
                return False

    @property
    def mean(self) -> Fraction | None:
        """The average value; within 1e-15 where no closed form is known."""
        mean = self._average()
        return mean.near if isinstance(mean, Bounded) else mean

    def _average(self) -> Fraction | Bounded | None:
        with self.budget():
            return self.odds.mean

    def budget(self) -> Budget:
        """Return the budget that all parts of the answer have together where they are shown."""
        return Budget(self._effort, more)

    def as_json(self) -> dict[str, Any]:
        """The answer as `rulebook odds --json` prints it."""
        with self.budget():
            return self._as_json()

    def _as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"query": self.text}
        event = self.query.event
        if event is None:
            counts, outcomes = self.counts, self.outcomes
            mean = self._average()
            error = self.odds.error or (mean.error if isinstance(mean, Bounded) else ZERO)
            named = None if counts is None else counts.named()
            found["counts"] = named and {key: quotient(chance) for key, chance in named.items()}
            if outcomes is not None:
                found["outcomes"] = {name: quotient(chance) for name, chance in outcomes.items()}
            found["mean"] = None if mean is None or isinstance(mean, Bounded) else quotient(mean)
            if isinstance(mean, Bounded):
                found["mean_decimal"] = float(mean.near)
        else:
            error = self.error
            key, number = "probability", self.probability
            if number is None:
                key, number = "value", self.value
            assert number is not None
            found[key] = None if error else quotient(number)
            found["decimal"] = float(number)
        found["exact"] = not error
        if error:
            found["error"] = float(error)
        return found
