"""Finds out whether an answer depends on which of several equal choices a player takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..model.arguments import Values
from ..model.game import Check, Game
from ..model.roll import Roll
from .cells import LookCounts
from .odds import Rate, by_all, fingerprint
from .pool import BOTH, Facts
from .pushed import Pushed

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
        firsts = self._way.looks.after(self._way.looks.nothing)
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
            least = most = 0
            for after, ways in self._way.looks.after(stays):
                low, high = self._spread(after, pushes)
                least, most = least + ways * low, most + ways * high
            self._further[key] = least, most
        return self._further[key]


class Chosen(NamedTuple):
    """The dice that are thrown again and kept, where the rules decide by the whole throw."""

    way: Pushed
    open: EqualChoices | None = None  # what tells whether a choice of the player is left open


def chosen_of(game: Game, check: Check, args: Values, roll: Roll, *, strict: bool) -> Chosen | None:
    """Return how dice are chosen; None where each falls by itself."""
    if check.push is None and (roll.keep is None or not roll.keep.chosen):
        return None
    way = Pushed(game, check, args, roll, BOTH.keys() if strict and roll.counts else ())
    if not (strict and check.aims):
        return Chosen(way)

    def rate(name: str | None, value: int, known: Facts) -> int:
        return fingerprint(name, value, *[known.get(word) for word in BOTH])

    return Chosen(way, EqualChoices(way, rate))


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
