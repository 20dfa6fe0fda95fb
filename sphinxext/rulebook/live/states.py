"""Repetitions whose outcomes change parameters: the values that the parameters may come to have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..rules.dice.repeated import LAST, Ask, call_with, changed_by
from ..rules.errors import RulesError, fold
from ..rules.language.conditions import holds, read_by
from ..rules.language.formulas import Number
from ..rules.language.query import Call, words_in
from ..rules.model.arguments import Values
from ..rules.model.game import Check, Game, Outcome
from .trees import condition

MOST_STATES = 3_000  # throws that one repetition may need on a page


class States:
    """The throws of one repetition, by the values of the parameters that they depend on."""

    def __init__(self, game: Game, check: Check, ask: Ask) -> None:
        """Begin with no throws."""
        inner = game.check(check.repeats).with_tries(game.checks)
        self.check, self.inner, self._ask = check, inner, ask
        self.outcomes = _outcomes_of(game, self.inner)
        used = self._used()
        self.by = [parameter.name for parameter in check.takes if parameter.name in used]
        self.plans: dict[str, Any] = {}
        self._seen: set[tuple[object, ...]] = set()

    def _used(self) -> set[str]:
        """Return the parameters that the repeated check is given."""
        if self.check.repeated is None:
            return {parameter.name for parameter in self.inner.takes}
        return set(words_in(self.check.repeated))

    def call(self, values: Values) -> Call:
        """Return the repeated check with what it is given at these values."""
        call = call_with(self.check, values)
        if self.check.repeated is not None:
            return call
        return call._replace(args=tuple([pair for pair in call.args if pair[0] in self.by]))

    def key(self, values: Values) -> str:
        """Return the key of the throw at these values."""
        return ",".join(str(self._number(name, values[name])) for name in self.by)

    def numbers(self, values: Values) -> tuple[int, ...]:
        """Return every parameter as a number; a word is its place in the list."""
        return tuple([self._number(one.name, values[one.name]) for one in self.check.takes])

    def _number(self, name: str, value: object) -> int:
        choices = [choice.name for choice in self.check.parameter(name).choices]
        return choices.index(str(value)) if choices else int(str(value))

    def reached(self, args: Values, most: int) -> Iterator[Values]:
        """Walk through the values that may come after these, and give those without a throw."""
        ends = read_by(self.check.ends) if self.check.ends is not None else set()
        followed = [
            one.name for one in self.check.takes if one.choices or one.name in {*self.by, *ends}
        ]
        seen = set(self._seen) if not most else set()
        layer, depth = [args], 0
        while layer and not (most and depth == most):
            following = []
            for values in layer:
                place = tuple([values[name] for name in followed])
                if place in seen:
                    continue
                seen.add(place)
                if len(seen) > MOST_STATES:
                    raise RulesError(f"'{self.check.name}' needs too many throws for a page")
                if self.key(values) not in self.plans:
                    yield values
                following += [{**args, **after} for after in self._after(values, followed)]
            layer, depth = following, depth + 1
        if not most:
            self._seen = seen

    def _after(self, values: Values, followed: Sequence[str]) -> Iterator[Values]:
        """Return the values after each outcome that does not end the repetition."""
        for name, chance in self._ask(self.call(values)).items():
            if not chance:
                continue
            after, gone = changed_by(self.check, values, name)
            facts = {**after, LAST: self.inner.words_for(name)}
            if not gone and not (self.check.ends is not None and holds(self.check.ends, facts)):
                yield {each: after[each] for each in followed}

    @property
    def data(self) -> dict[str, Any]:
        """The same for the page."""
        takes = self.check.takes
        found = {
            "takes": [
                [one.name, [fold(choice.name) for choice in one.choices]]
                if one.choices
                else [one.name, one.least, one.most]
                for one in takes
            ],
            "by": [[one.name for one in takes].index(name) for name in self.by],
            "words": [sorted(self.inner.words_for(one.name)) for one in self.outcomes],
            "changes": [self._changes(one) for one in self.outcomes],
            "plans": self.plans,
        }
        return found | ({"ends": condition(self.check.ends)} if self.check.ends else {})

    def _changes(self, outcome: Outcome) -> list[list[int]]:
        names = [parameter.name for parameter in self.check.takes]
        return [
            [names.index(name), self._number(name, change), 1]
            if isinstance(change, str)
            else [names.index(name), change]
            for name, change in self.check.after.get(outcome.name, ())
            if not isinstance(change, Number)
        ]


def _outcomes_of(game: Game, check: Check) -> tuple[Outcome, ...]:
    """Return the outcomes of a check; one that is tried several times has those of its tries."""
    return _outcomes_of(game, game.check(check.tries)) if check.tries else check.outcomes
