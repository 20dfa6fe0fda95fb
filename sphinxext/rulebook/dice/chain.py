"""A check repeated while its outcomes change what it is given: its ends and how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, NamedTuple

from .budget import lowest_terms, of_fraction, spend, step
from .errors import Refused
from .law import ONE, ZERO, Law, Stream

EACH_STEP = 7_000  # nanoseconds for a way out of a state
EACH_STATE = 10_000  # nanoseconds for a state itself
EACH_WAY = 400  # and for going it once more
TOO_LONG = (
    "the repetition may go on for too long to be known exactly; ask for its average, or let its "
    "outcomes change less"
)
State = Any  # whatever tells one situation from another; it can be a key


class Step(NamedTuple):
    """The states that one repetition leads to, and how likely each is."""

    chance: Fraction
    to: State
    ended: bool


class Chain:
    """All states that a repetition may come to, and the way from each."""

    def __init__(self, start: State, steps: Callable[[State], Iterable[Step]]) -> None:
        """Look at every state that can be reached."""
        self.start = start
        self.ways: dict[State, list[Step]] = {}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in self.ways:
                continue
            ways = self.ways[state] = list(steps(state))
            spend(
                EACH_STATE + EACH_STEP * len(ways),
                f"the repetition can be in more than {len(self.ways):,} ways; let its outcomes "
                "change less",
            )
            waiting += [one.to for one in ways if not one.ended]
        self._now: dict[State, int] = {start: 1}
        self._ended: list[dict[State, int]] = [{}]

    @cached_property
    def _order(self) -> list[State]:
        """The states, each after those that it leads to, as far as there is no circle."""
        order: list[State] = []
        seen = set()
        stack: list[tuple[State, int]] = [(self.start, 0)]
        while stack:
            state, place = stack.pop()
            if not place and state in seen:
                continue
            seen.add(state)
            ways = self.ways[state]
            if place == len(ways):
                order.append(state)
                continue
            stack.append((state, place + 1))
            one = ways[place]
            if not one.ended and one.to not in seen:
                stack.append((one.to, 0))
        return order

    @cached_property
    def _visits(self) -> dict[State, Fraction]:
        """Average how often each state is passed.

        States are left out one after the other, and those before them lead to what they led to.
        Then each is passed as often as those that were left out later lead to it.
        """
        leads: dict[State, dict[State, Fraction]] = {state: {} for state in self._order}
        before: dict[State, set[State]] = {state: set() for state in self._order}
        for state, row in leads.items():
            for one in self.ways[state]:
                if not one.ended:
                    row[one.to] = row.get(one.to, ZERO) + one.chance
                    before[one.to].add(state)
        left: dict[State, tuple[Fraction, dict[State, Fraction]]] = {}
        for state in self._order:
            row = leads.pop(state)
            stays = row.pop(state, ZERO)
            if stays == 1:
                raise Refused("the repetition never ends: nothing leads out of it")
            shares = {one: leads[one].pop(state) for one in before[state] if one in leads}
            bits = 2 * bits_of(*row.values(), *shares.values(), stays)
            spend(len(shares) * (200 + 2 * of_fraction(bits) * len(row)), self._too_many)
            for one, share in shares.items():
                for to, chance in row.items():
                    leads[one][to] = leads[one].get(to, ZERO) + share * chance / (1 - stays)
                    before[to].add(one)
            left[state] = 1 - stays, shares
        visits: dict[State, Fraction] = {}
        for state, (leaves, shares) in reversed(left.items()):
            come = sum((visits[one] * share for one, share in shares.items()), ZERO)
            visits[state] = (come or ONE) / leaves  # nothing leads to the start, the last one left
            spend((1 + len(shares)) * 2 * of_fraction(bits_of(visits[state])), self._too_many)
        return visits

    @property
    def _too_many(self) -> str:
        """The line that refuses to solve so many states."""
        return (
            f"the repetition can be in {len(self.ways):,} ways, too many to solve; let its "
            "outcomes change less"
        )

    def ends(self) -> dict[State, Fraction]:
        """The chance of each end."""
        ended: dict[State, Fraction] = {}
        for state, passed in self._visits.items():
            for one in self.ways[state]:
                if one.ended:
                    ended[one.to] = ended.get(one.to, ZERO) + passed * one.chance
        return ended

    def length(self) -> Fraction:
        """The average number of repetitions."""
        return sum(self._visits.values(), ZERO)

    def ended_at(self, k: int) -> dict[State, Fraction]:
        """The chance of each end at just that repetition."""
        den = self._den**k
        return {end: Fraction(ways, den) for end, ways in self._ways_to_end(k).items()}

    def _ways_to_end(self, k: int) -> Mapping[State, int]:
        """In how many ways each end comes at just that repetition, over the k-th power of `den`."""
        while len(self._ended) <= k:
            after: dict[State, int] = {}
            ended: dict[State, int] = {}
            each = EACH_WAY + step(len(self._ended) * self._den.bit_length())
            for state, ways in self._now.items():
                spend(len(self._weights[state]) * each, TOO_LONG)
                for to, over, weight in self._weights[state]:
                    found = ended if over else after
                    found[to] = found.get(to, 0) + ways * weight
            self._now = after
            self._ended.append(ended)
        return self._ended[k]

    def _share(self, ways: int, k: int) -> Fraction:
        """Return the share of so many ways among all of so many repetitions, in lowest terms."""
        spend(lowest_terms(k * self._den.bit_length()), TOO_LONG)
        return Fraction(ways, self._den**k)

    @cached_property
    def _den(self) -> int:
        """The common denominator of all chances."""
        return lcm(*{one.chance.denominator for ways in self.ways.values() for one in ways})

    @cached_property
    def _weights(self) -> dict[State, list[tuple[State, bool, int]]]:
        """Where each state leads, and in how many ways."""
        return {
            state: [(one.to, one.ended, int(one.chance * self._den)) for one in ways]
            for state, ways in self.ways.items()
        }

    def lengths(self, ends: Collection[State], weight: Fraction) -> Law:
        """Return the law of the number of repetitions until one of some ends."""
        least = [0]  # in how many ways it takes so many or less

        def ways(k: int) -> int:
            return sum([ways for end, ways in self._ways_to_end(k).items() if end in ends])

        def at(k: int) -> Fraction:
            if k < 1 or (self.longest is not None and k > self.longest):
                return ZERO
            return self._share(ways(k), k)

        def below(k: int) -> Fraction:
            if self.longest is not None and k > self.longest:
                return weight
            if weight == 1 and k > len(least) and self._moves is not None:
                return 1 - self._going(k - 1, *self._moves)
            while len(least) < k:
                least.append(least[-1] * self._den + ways(len(least)))
            return self._share(least[max(0, k - 1)], max(0, k - 1))

        return Stream((1, self.longest), below, self.length, at=at, weight=weight)

    @cached_property
    def _moves(self) -> tuple[int, list[int]] | None:
        """In how many ways a state stays, and by how many moves it goes on; None if states differ.

        Where every state stays with the same chance, all that matters is how often it moved.
        """
        stays = {
            sum([weight for to, over, weight in ways if to == state and not over])
            for state, ways in self._weights.items()
        }
        if len(stays) > 1 or self._circles:
            return None
        going, states = [1], {self.start: 1}
        while states:
            after: dict[State, int] = {}
            for state, ways in states.items():
                for to, over, weight in self._weights[state]:
                    if not over and to != state:
                        after[to] = after.get(to, 0) + ways * weight
            states = after
            going.append(sum(after.values()))
        return stays.pop(), going[:-1]

    def _going(self, times: int, stay: int, moves: Sequence[int]) -> Fraction:
        """The chance that it goes on after so many repetitions."""
        if times <= 0:
            return ONE

        bits = times * self._den.bit_length()
        spend(len(moves) * 40 * step(bits) + lowest_terms(bits), TOO_LONG)
        some = enumerate(moves[: times + 1])
        ways = sum([comb(times, moved) * stay ** (times - moved) * n for moved, n in some])
        return Fraction(ways, self._den**times)

    @property
    def _circles(self) -> bool:
        """Return whether states lead back to others."""
        places = {state: place for place, state in enumerate(self._order)}
        return any(
            places[one.to] > places[state]
            for state, ways in self.ways.items()
            for one in ways
            if not one.ended
        )

    @cached_property
    def longest(self) -> int | None:
        """The most repetitions it can take, or None where there is no most."""
        reach: dict[State, int] = {}
        for state in self._order:
            following = [one.to for one in self.ways[state] if not one.ended]
            if any(to not in reach for to in following):
                return None
            reach[state] = 1 + max([reach[to] for to in following], default=0)
        return reach[self.start]


def bits_of(*chances: Fraction) -> int:
    """Return the bits of the longest chance."""
    return max([chance.denominator.bit_length() for chance in chances], default=1)
