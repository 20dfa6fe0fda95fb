"""A check repeated until its slots are full: how many times, exact at every number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import lcm

from ..errors import RulesError
from ..law import ONE, ZERO, Law

State = frozenset[int]


class UntilFull(Law):
    """How many repetitions it takes until an outcome finds no slot for it any more."""

    def __init__(self, chances: Mapping[str, Fraction], slots: Sequence[str]) -> None:
        """Take the chance of each outcome; one that is no slot changes nothing."""
        self.low: int = 1
        self.high = None
        self._slots = len(slots)
        fills = {place: chances[name] for place, name in enumerate(slots) if chances[name]}
        if not fills:
            raise RulesError("no slot is ever filled, so the repetition never ends")
        self._den = lcm(*[chance.denominator for chance in fills.values()])
        self._fills = {place: int(chance * self._den) for place, chance in fills.items()}
        self._idle = self._den - sum(self._fills.values())
        # How many of den^t ways are still going after t repetitions, in which state.
        self._going: list[dict[State, int]] = [{frozenset(): 1}]

    def _next(self, state: State, place: int) -> State | None:
        """The state after an outcome: its own slot or the next higher empty one; or the end."""
        free = (slot for slot in range(place, self._slots) if slot not in state)
        slot = next(free, None)
        return None if slot is None else state | {slot}

    def _after(self, times: int) -> dict[State, int]:
        while len(self._going) <= times:
            after: dict[State, int] = {}
            for state, ways in self._going[-1].items():
                after[state] = after.get(state, 0) + ways * self._idle
                for place, weight in self._fills.items():
                    new = self._next(state, place)
                    if new is not None:
                        after[new] = after.get(new, 0) + ways * weight
            self._going.append({state: ways for state, ways in after.items() if ways})
        return self._going[times]

    def at_least(self, k: int) -> Fraction:
        """The chance that it takes k times or more: still going after one less."""
        if k <= 1:
            return ONE
        return Fraction(sum(self._after(k - 1).values()), self._den ** (k - 1))

    def below(self, k: int) -> Fraction:
        """The chance that it takes less than k times."""
        return ONE - self.at_least(k)

    @cached_property
    def mean(self) -> Fraction:
        """The average number of repetitions."""

        @cache
        def rest(state: State) -> Fraction:
            later = ZERO
            for place, weight in self._fills.items():
                new = self._next(state, place)
                if new is not None:
                    later += weight * rest(new)
            # Slots only fill, so the only way back to a state is to stay in it.
            return (self._den + later) / (self._den - self._idle)

        return rest(frozenset())
