"""Faces that nothing tells apart, and the throws that they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import NamedTuple

from ..model.faces import Faces
from ..model.reading import ALL, DROPPED, KEPT
from ..model.reading import Reading as Rule
from ..model.roll import Die, Keep
from .mechanics.folded import FoldedColumn
from .mechanics.pool import DiceAndCounts, FaceReading, worths_of
from .mechanics.sets import read_set, set_of
from .mechanics.throws import held
from .mechanics.ties import NO_RANK, Contender, Mark, Rank, mark_of, rank_of, refuse_open_ties

LookCounts = tuple[int, ...]  # how many dice show each look
SeenThrow = tuple[dict[str, int], int]  # what is read of a throw, and what it counts


class FaceLook(NamedTuple):
    """Faces of one kind of dice that nothing tells apart."""

    kind: str
    face: int
    adds: tuple[int, ...]  # to the value and to each column
    rank: Rank  # by which dice are kept
    again: bool  # whether dice that show it may be thrown again


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
        sets: Mapping[str, Rule],
    ) -> None:
        """Take the dice, which of them are kept or thrown again, and what is read of them."""
        self.dice, self._reading, self._keep, self._again = dice, reading, keep, again
        self.columns, self.sets = columns, sets
        self._among = (KEPT, *[column.among for column in columns])
        self.looks, self.kinds = self._seen_apart()
        self._refuse_open_ties()
        self.den = prod(kind.sides**kind.many for kind in self.kinds)

    def _seen_apart(self) -> tuple[list[FaceLook], list[SameDice]]:
        looks: list[FaceLook] = []
        kinds = []
        for die, many in self.dice:
            own: dict[FaceLook, int] = {}
            for place in range(len(die.faces)):
                look = self._look(die, place)
                own[look] = own.get(look, 0) + 1
            kinds.append(SameDice(many, len(die.faces), len(looks), tuple(own.values())))
            looks.extend(own)
        return looks, kinds

    def _look(self, die: Die, place: int) -> FaceLook:
        """One face of a die, as far as anything tells it from others."""
        face, sorts = die.faces[place], self._keep is not None
        worth = worths_of(die, self._reading)[place]
        adds = (worth, *[column.table[die.name][place] for column in self.columns])
        again = held(self._again, die)[place]
        rank = NO_RANK if self._keep is None else rank_of(self._keep, die, worth, [face])
        return FaceLook(die.name, face if self.sets or sorts else 0, adds, rank, again)

    def _refuse_open_ties(self) -> None:
        """Refuse equal dice of which the rules leave open which are kept."""
        keep = self._keep
        if keep is None or keep.chosen:
            return
        refuse_open_ties(
            [
                (
                    kind.many,
                    [
                        Contender(look.kind, look.rank, self._mark(look))
                        for look in self.looks[kind.first : kind.first + len(kind.ways)]
                        if keep.of in ("", look.kind)
                    ],
                )
                for kind in self.kinds
            ],
            keep,
        )

    def _mark(self, look: FaceLook) -> Mark:
        """Return what a face adds to all that is read of the dice that are kept, or are not."""
        sets = [(rule.among, rule.of in ("", look.kind)) for rule in self.sets.values()]
        return mark_of(self._among, look.adds, sets)

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
        each = [list(_shares(kind.ways, many)) for kind, many in zip(self.kinds, free, strict=True)]
        for parts in product(*each):
            counts: LookCounts = ()
            ways = 1
            for part, more in parts:
                counts, ways = counts + part, ways * more
            yield counts, ways

    def kept(self, counts: LookCounts) -> Iterator[LookCounts]:
        """Each way to keep dice of a throw."""
        keep = self._keep
        if keep is None or sum(self._among_kept(counts, keep)) <= keep.many:
            yield counts
        elif keep.chosen:
            yield from self._any(counts, keep)
        else:
            yield self._in_order(counts, keep)

    def _among_kept(self, counts: LookCounts, keep: Keep) -> list[int]:
        return [
            n if keep.of in ("", look.kind) else 0
            for look, n in zip(self.looks, counts, strict=True)
        ]

    def _in_order(self, counts: LookCounts, keep: Keep) -> LookCounts:
        """The highest or the lowest dice, beside those that are not chosen from."""
        kept = [
            0 if keep.of in ("", look.kind) else n
            for look, n in zip(self.looks, counts, strict=True)
        ]
        left = keep.many
        for place in sorted(
            range(len(counts)), key=lambda i: self.looks[i].rank, reverse=keep.highest
        ):
            if keep.of in ("", self.looks[place].kind):
                kept[place] = min(left, counts[place])
                left -= kept[place]
        return tuple(kept)

    def _any(self, counts: LookCounts, keep: Keep) -> Iterator[LookCounts]:
        """Every way to keep so many of the dice, the higher faces first."""
        order = sorted(range(len(counts)), key=lambda i: self.looks[i].rank, reverse=True)
        free = self._among_kept(counts, keep)

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

        fixed = [0 if free[i] else n for i, n in enumerate(counts)]
        yield from go(0, keep.many, fixed)

    def read(self, counts: LookCounts, kept: LookCounts) -> SeenThrow:
        """All that is read of a throw of which these dice are kept, and what they count."""
        dropped = tuple([n - k for n, k in zip(counts, kept, strict=True)])
        shares = {ALL: counts, KEPT: kept, DROPPED: dropped}
        sums = [
            sum(n * look.adds[i] for n, look in zip(shares[among], self.looks, strict=True) if n)
            for i, among in enumerate(self._among)
        ]
        facts = {column.name: total for column, total in zip(self.columns, sums[1:], strict=True)}
        for name, rule in self.sets.items():
            facts[name] = self._set(rule, shares[rule.among])
        return facts, sums[0]

    def _set(self, rule: Rule, counts: LookCounts) -> int:
        tops = {die.name: max(die.faces) for die, _ in self.dice}
        faces = [
            (look.face, look.kind)
            for look, n in zip(self.looks, counts, strict=True)
            for _ in range(n)
        ]
        return read_set(set_of(rule, tops), faces)

    def place_of_look(self, die: Die, place: int) -> int:
        """Find the look of a face of a die of this roll."""
        return self.looks.index(self._look(die, place))

    def counts_of(self, looks: Sequence[int]) -> LookCounts:
        """Count the dice that show each look."""
        return tuple([looks.count(place) for place in range(len(self.looks))])


def _shares(ways: Sequence[int], many: int) -> Iterator[tuple[LookCounts, int]]:
    """Every way to share dice out among looks, and how many ways lead there."""
    first, *others = ways
    if not others:
        yield (many,), first**many
        return
    for here in range(many + 1):
        for rest, more in _shares(others, many - here):
            yield (here, *rest), comb(many, here) * first**here * more
