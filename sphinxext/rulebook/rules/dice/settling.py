"""Finds out whether an answer depends on which of several equal choices a player takes."""

from __future__ import annotations

from collections.abc import Callable

from .mechanics.throws import LookCounts
from .pushed import Pushed
from .rates import Rate, by_all

Spread = tuple[int, int]  # the least and the most that a result is rated, over all ways to go on


class EqualChoices:
    """The choices of a player that serve the aims equally well, and what they change."""

    def __init__(self, way: Pushed, rate: Rate) -> None:
        """Take how results are rated: what is asked is settled if no choice changes the rating."""
        self._way, self._rate = way, rate
        self._spreads: dict[tuple[LookCounts, int], Spread] = {}
        self._further: dict[tuple[LookCounts, int], Spread] = {}

    def settled(self) -> bool:
        """Return whether no choice between equal ones changes what is asked."""
        looks = self._way.looks
        firsts = looks.thrown([kind.many for kind in looks.kinds])
        spreads = (self._spread(counts, 0) for counts, _ in firsts)
        return all(low == high for low, high in spreads)

    def settled_here(self, counts: LookCounts, pushes: int) -> bool:
        """Return whether the next choice changes nothing, whatever comes of later ones."""
        choices = self._way.equal_choices(counts, pushes)
        if choices:
            return len({self._after(stays, pushes + 1) for stays in choices}) == 1
        low, high = self._spread(counts, pushes)
        return low == high

    def _spread(self, counts: LookCounts, pushes: int) -> Spread:
        key = counts, pushes
        if key not in self._spreads:
            way = self._way
            if choices := way.equal_choices(counts, pushes):
                found = [self._after(stays, pushes + 1) for stays in choices]
            else:
                scale = way.looks.den ** (way.times - pushes)
                rates = [self._rate(*each) * scale for each in way.results(counts, pushes)]
                found = [(rate, rate) for rate in rates]
            self._spreads[key] = min(low for low, _ in found), max(high for _, high in found)
        return self._spreads[key]

    def _after(self, stays: LookCounts, pushes: int) -> Spread:
        """Rate throwing the dice that do not stay."""
        key = stays, pushes
        if key not in self._further:
            looks = self._way.looks
            free = looks.free(stays)
            idle = looks.idle(free)
            least = most = 0
            for thrown, ways in looks.thrown(free):
                after = tuple([a + b for a, b in zip(stays, thrown, strict=True)])
                low, high = self._spread(after, pushes)
                least, most = least + ways * low, most + ways * high
            self._further[key] = least * idle, most * idle
        return self._further[key]


def settling(find: Callable[[], Pushed]) -> Callable[[Rate], None]:
    """Return what refuses a question that a choice between equal ones would change."""
    known: dict[str, bool] = {}  # whether no such choice changes anything at all

    def settle(rate: Rate) -> None:
        if "all" not in known:
            known["all"] = EqualChoices(find(), by_all).settled()
        if not known["all"]:
            way = find()
            if rate is by_all or not EqualChoices(way, rate).settled():
                raise way.open_choice()

    return settle
