"""Faces that nothing tells apart, and the throws that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod

from ...dice import Dice, Look
from ...dice.budget import spend
from ...dice.die import Way
from ..language.faces import Faces
from ..language.reading import ALL, DROPPED, KEPT
from .cells import LookCounts, shares
from .folded import look_of, read_dice
from .pool import WORTH, Pool
from .rows import held
from .ties import refuse_open_ties

EACH_THROW = 30_000  # nanoseconds to read a throw
EACH_KEPT = 6_000  # nanoseconds for one way to keep dice of a throw
EACH_WAY = 3_000  # nanoseconds for a way from one throw to the next
SeenThrow = tuple[dict[str, int], int]  # what is read of a throw, and what it counts


class FaceLooks:
    """Some dice and all that is read of them, as how many show each look."""

    def __init__(self, pool: Pool, again: Faces | None) -> None:
        """Take the dice, and the faces that are thrown again."""
        keep, sums = pool.keep, pool.reader.sums
        self._keep, self._sums, self.sets = keep, sums, pool.sets
        self.looks: list[Look] = []
        self.dice: list[Dice] = []
        self.places: dict[str, list[int]] = {}  # the look of each face of a kind of dice
        for kind, many in pool.dice:
            on = held(again, kind.die) or (0,) * len(kind.worth)
            shown = [look_of(kind, Way(1, (place,)), sums, keep) for place in range(len(on))]
            # The last thing that a look adds is whether it is thrown again.
            shown = [
                look._replace(adds=(*look.adds, here)) for look, here in zip(shown, on, strict=True)
            ]
            if not self.sets and keep is None:
                shown = [look._replace(face=0) for look in shown]
            ways = Counter(shown)
            own, first = [*ways], len(self.looks)
            self.places[kind.die.name] = [first + own.index(look) for look in shown]
            self.dice.append(Dice(many, ways, kind.die.bag))
            self.looks += own
        if keep is not None and not keep.chosen:
            among = [*[one.among for one in sums], ALL]
            refuse_open_ties(self.dice, among, self.sets.values(), keep)
        self.again = [look.adds[-1] for look in self.looks]
        self.nothing = (0,) * len(self.looks)
        self.den = prod(dice.ways for dice in self.dice)
        ranks = [look.rank for look in self.looks]
        downwards = keep is None or keep.chosen or keep.highest
        self._order = sorted(range(len(ranks)), key=ranks.__getitem__, reverse=downwards)
        self._afford()

    def after(self, stays: LookCounts) -> Iterator[tuple[LookCounts, int]]:
        """Yield every throw of the dice that do not stay with those that do, and its ways.

        Each is counted so often that as many dice as at first are always thrown.
        """
        each, free, idle, end = [], [], 1, 0
        for dice in self.dice:
            start, end = end, end + len(dice.looks)
            still = sum(stays[start:end])
            idle *= sum(dice.looks.values()) ** still
            free.append(dice.many - still)
        spend(EACH_WAY * self._throws(free), self.too_many)
        for dice, many in zip(self.dice, free, strict=True):
            each.append(list(shares([*dice.looks.values()], many, drawn=dice.drawn)))
        for parts in product(*each):
            thrown = [n for part, _ in parts for n in part]
            counts = tuple([a + b for a, b in zip(stays, thrown, strict=True)])
            yield counts, prod([ways for _, ways in parts]) * idle

    def _throws(self, free: Sequence[int]) -> int:
        """Count the throws of so many dice that are told apart."""
        each = [(len(dice.looks) - 1, many) for dice, many in zip(self.dice, free, strict=True)]
        return prod([comb(many + others, others) for others, many in each])

    def _afford(self) -> None:
        """Refuse more throws than can be looked at."""
        keep, many = self._keep, [dice.many for dice in self.dice]
        each = EACH_THROW
        if keep is not None and keep.chosen:
            ways = comb(len(self.looks) + keep.many - 1, keep.many)
            each += EACH_KEPT * min(ways, comb(sum(many), keep.many))
        spend(each * self._throws(many), self.too_many)

    @property
    def too_many(self) -> str:
        """The line that refuses more throws than can be looked at."""
        return (
            f"{sum(dice.many for dice in self.dice):,} dice that are thrown again or chosen can "
            "fall in too many ways that are told apart; take fewer, or read less of them"
        )

    def kept(self, counts: LookCounts) -> Iterator[LookCounts]:
        """Each way to keep dice of a throw."""
        keep = self._keep
        free = [n if look.rank else 0 for look, n in zip(self.looks, counts, strict=True)]
        if keep is None or sum(free) <= keep.many:
            yield counts
            return
        for some in _some([free[place] for place in self._order], keep.many):
            kept = [n - left for n, left in zip(counts, free, strict=True)]
            for place, many in zip(self._order, some, strict=True):
                kept[place] += many
            yield tuple(kept)
            if not keep.chosen:
                return

    def read(self, counts: LookCounts, kept: LookCounts) -> SeenThrow:
        """All that is read of a throw of which these dice are kept, and what they count."""
        dropped = tuple([n - k for n, k in zip(counts, kept, strict=True)])
        shown = {ALL: counts, KEPT: kept, DROPPED: dropped}
        among = {name: list(zip(self.looks, n, strict=True)) for name, n in shown.items()}
        facts = read_dice(self._sums, self.sets, among)
        return facts, facts.pop(WORTH)


def _some(free: Sequence[int], many: int) -> Iterator[LookCounts]:
    """Yield every way to take so many, the first ones first."""
    if not free:
        yield ()
        return
    first, *others = free
    for here in range(min(many, first), max(many - sum(others), 0) - 1, -1):
        for rest in _some(others, many - here):
            yield (here, *rest)
