"""Faces that nothing tells apart, and the throws that they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from ...dice import Dice, Look, SetOf
from ..model.faces import Faces
from ..model.reading import ALL, DROPPED, KEPT
from ..model.roll import Die, Keep
from .mechanics.folded import FoldedColumn, contenders, look_of, value_column
from .mechanics.pool import DiceAndCounts, FaceReading
from .mechanics.sets import read_set
from .mechanics.throws import LookCounts, Way, held, shares
from .mechanics.ties import refuse_open_ties

SeenThrow = tuple[dict[str, int], int]  # what is read of a throw, and what it counts


class SameDice(NamedTuple):
    """Dice that are alike: how many, and the places of their looks with the ways to each."""

    many: int
    sides: int
    first: int
    ways: tuple[int, ...]


class FaceLooks:
    """Some dice and all that is read of them, as how many show each look."""

    def __init__(
        self,
        dice: DiceAndCounts,
        reading: FaceReading,
        keep: Keep | None,
        again: Faces | None,
        columns: Sequence[FoldedColumn],
        sets: Mapping[str, SetOf],
    ) -> None:
        """Take the dice, which of them are kept or thrown again, and what is read of them."""
        self._keep, self.columns, self.sets = keep, columns, sets
        table = {die.name: tuple(map(int, held(again, die))) for die, _ in dice}
        thrown_again = FoldedColumn("", ALL, every=False, table=table)
        self._read = (value_column(dice, reading), *columns, thrown_again)
        self._among = [column.among for column in self._read]
        groups = []
        self.looks: list[Look] = []
        self.kinds: list[SameDice] = []
        for die, many in dice:
            own: dict[Look, int] = {}
            for place in range(len(die.faces)):
                look = self._look(die, place)
                own[look] = own.get(look, 0) + 1
            groups.append(Dice(many, own))
            ways = tuple(own.values())
            self.kinds.append(SameDice(many, len(die.faces), len(self.looks), ways))
            self.looks.extend(own)
        if keep is not None and not keep.chosen:
            refuse_open_ties(contenders(groups, self._among, sets.values()), keep)
        self.again = [bool(look.adds[-1]) for look in self.looks]
        self.den = prod(kind.sides**kind.many for kind in self.kinds)

    def _look(self, die: Die, place: int) -> Look:
        """One face of a die, as far as anything tells it from others."""
        look = look_of(die, Way(1, (place,)), self._read, (), self._keep)
        return look if self.sets or self._keep is not None else look._replace(face=0)

    def free(self, stays: LookCounts) -> list[int]:
        """Count the dice of each kind that are thrown beside those that stay."""
        return [
            kind.many - sum(stays[kind.first : kind.first + len(kind.ways)]) for kind in self.kinds
        ]

    def idle(self, free: Sequence[int]) -> int:
        """Count each throw so often that as many dice as at first are always thrown."""
        kinds = zip(self.kinds, free, strict=True)
        return prod(kind.sides ** (kind.many - many) for kind, many in kinds)

    def thrown(self, free: Sequence[int]) -> Iterator[tuple[LookCounts, int]]:
        """Every throw of so many dice of each kind, and in how many ways it falls."""
        each = [list(shares(kind.ways, many)) for kind, many in zip(self.kinds, free, strict=True)]
        for parts in product(*each):
            counts: LookCounts = ()
            ways = 1
            for part, more in parts:
                counts, ways = counts + part, ways * more
            yield counts, ways

    def kept(self, counts: LookCounts) -> Iterator[LookCounts]:
        """Each way to keep dice of a throw."""
        keep = self._keep
        if keep is None or sum(self._among_kept(counts)) <= keep.many:
            yield counts
        elif keep.chosen:
            yield from self._any(counts, keep.many)
        else:
            yield self._in_order(counts, keep)

    def _among_kept(self, counts: LookCounts) -> list[int]:
        return [n if look.rank else 0 for look, n in zip(self.looks, counts, strict=True)]

    def _in_order(self, counts: LookCounts, keep: Keep) -> LookCounts:
        """The highest or the lowest dice, beside those that are not chosen from."""
        free = self._among_kept(counts)
        kept = [n - left for n, left in zip(counts, free, strict=True)]
        left = keep.many
        for place in self._by_rank(highest=keep.highest):
            more = min(left, free[place])
            kept[place] += more
            left -= more
        return tuple(kept)

    def _by_rank(self, *, highest: bool) -> list[int]:
        places = range(len(self.looks))
        return sorted(places, key=lambda i: self.looks[i].rank, reverse=highest)

    def _any(self, counts: LookCounts, keep: int) -> Iterator[LookCounts]:
        """Every way to keep so many of the dice, the higher faces first."""
        order, free = self._by_rank(highest=True), self._among_kept(counts)

        def go(place: int, left: int, kept: list[int]) -> Iterator[LookCounts]:
            if place == len(order):
                if not left:
                    yield tuple(kept)
                return
            here = order[place]
            if not free[here]:
                yield from go(place + 1, left, kept)
                return
            for many in range(min(left, free[here]), -1, -1):
                kept[here] = many
                yield from go(place + 1, left - many, kept)
            kept[here] = 0

        fixed = [n - left for n, left in zip(counts, free, strict=True)]
        yield from go(0, keep, fixed)

    def read(self, counts: LookCounts, kept: LookCounts) -> SeenThrow:
        """All that is read of a throw of which these dice are kept, and what they count."""
        dropped = tuple([n - k for n, k in zip(counts, kept, strict=True)])
        shares = {ALL: counts, KEPT: kept, DROPPED: dropped}
        sums = [
            sum(n * look.adds[i] for n, look in zip(shares[among], self.looks, strict=True) if n)
            for i, among in enumerate(self._among)
        ]
        facts = {column.name: total for column, total in zip(self.columns, sums[1:], strict=False)}
        for name, one in self.sets.items():
            lie = zip(self.looks, shares[one.among], strict=True)
            facts[name] = read_set(
                one, [(look.face, look.kind) for look, n in lie for _ in range(n)]
            )
        return facts, sums[0]

    def place_of_look(self, die: Die, place: int) -> int:
        """Find the look of a face of a die of this roll."""
        return self.looks.index(self._look(die, place))

    def counts_of(self, looks: Sequence[int]) -> LookCounts:
        """Count the dice that show each look."""
        return tuple([looks.count(place) for place in range(len(self.looks))])
