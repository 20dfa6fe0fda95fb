"""A check repeated until its slots are full: how many times, exact at every number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, log

from ....dice.budget import afford, lowest_terms, step
from ....dice.law import ONE, ZERO, Law
from ...errors import RulesError

FacesSeen = frozenset[int]


class UntilFull(Law):
    """The number of repetitions until an outcome finds no slot any more.

    Slots only fill, and whatever is filled a repetition does nothing with the same chance. So
    what matters is how many of them did something, and how often so many leave a slot free.
    """

    def __init__(self, chances: Mapping[str, Fraction], slots: Sequence[str]) -> None:
        """Take the chance of each outcome; one that is no slot changes nothing."""
        self.low: int = 1
        self.high = None
        self._slots = len(slots)
        first = {name: place for place, name in reversed(list(enumerate(slots)))}
        fills = {place: chances[name] for name, place in first.items() if chances[name]}
        if not fills:
            raise RulesError("no slot is ever filled, so the repetition never ends")
        self._den = lcm(*[chance.denominator for chance in fills.values()])
        self._fills = {place: int(chance * self._den) for place, chance in fills.items()}
        self._idle = self._den - sum(self._fills.values())

    def _next(self, state: FacesSeen, place: int) -> FacesSeen | None:
        """The state after an outcome: its own slot or the next higher empty one; or the end."""
        free = (slot for slot in range(place, self._slots) if slot not in state)
        slot = next(free, None)
        return None if slot is None else state | {slot}

    @cached_property
    def _going(self) -> list[int]:
        """In how many ways so many outcomes that fill a slot all find one, by their number."""
        going, states = [1], {FacesSeen(): 1}
        while states:
            after: dict[FacesSeen, int] = {}
            for state, ways in states.items():
                for place, weight in self._fills.items():
                    new = self._next(state, place)
                    if new is not None:
                        after[new] = after.get(new, 0) + ways * weight
            states = after
            going.append(sum(states.values()))
        return going[:-1]

    def at_least(self, k: int) -> Fraction:
        """The chance that it takes k times or more: still going after one less."""
        times = k - 1
        if times <= 0:
            return ONE
        afford(times, self._cost, self._too_far)
        ways = sum(
            comb(times, filled) * self._idle ** (times - filled) * going
            for filled, going in enumerate(self._going[: times + 1])
        )
        return Fraction(ways, self._den**times)

    def _cost(self, times: int) -> float:
        """The nanoseconds that it takes to find the chance after so many times."""
        bits = times * self._den.bit_length()
        return len(self._going) * 40 * step(bits) + lowest_terms(bits)

    def _too_far(self, within: int) -> str:
        return f"the slots fill so slowly that chances are exact up to {within:,} times, no farther"

    @property
    def bits(self) -> int:
        """About how many bits all chances take together, up to where next to nothing is left."""
        rest = float(Fraction(self._idle, self._den))
        far = len(self._going) + (28 / -log(rest) if 0 < rest < 1 else 0)
        return int(far * far * self._den.bit_length() * len(self._going))

    def below(self, k: int) -> Fraction:
        """The chance that it takes less than k times."""
        return ONE - self.at_least(k)

    @cached_property
    def mean(self) -> Fraction:
        """The average number of repetitions."""
        busy = self._den - self._idle
        found = sum((Fraction(n, busy**i) for i, n in enumerate(self._going)), ZERO)
        return found * Fraction(self._den, busy)
