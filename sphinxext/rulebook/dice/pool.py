"""Dice thrown together: in how many ways they fall, by everything that is read of them.

Faces are taken from the highest down. A state has the dice that are left and what is known so far.
It carries the ways as a polynomial of the sums, packed into one whole number.

>>> from sphinxext.rulebook.dice.packed import Look
>>> d6 = {Look("d6", face, (face,), (face,)): 1 for face in range(1, 7)}
>>> throws([Dice(2, d6)], [KEPT])
{(): (2, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])}
>>> throws([Dice(2, d6)], [KEPT], keep=Keep(1, highest=True))
{(): (1, [1, 3, 5, 7, 9, 11])}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from math import comb
from operator import attrgetter, mul
from typing import Any, NamedTuple

from .errors import Refused
from .folds import Counts, Fold
from .packed import ALL, DROPPED, EACH, EACH_BIT, KEPT, Dice, Keep, Numbers, Packing, Spend, product

AT_ONCE = 50_000_000  # bits of new states that are told together
Values = tuple[int, list[int]]  # the least value, and the ways to each from there on
Cells = dict[Numbers, Values]
Ways = dict[tuple[int, Numbers], int]  # the polynomial for sums counted apart and for sets


class SetOf(NamedTuple):
    """A fold with the dice that it reads: a kind for each side, or any."""

    fold: Fold
    sides: tuple[str, ...] = ("",)
    among: str = ALL

    def side(self, kind: str) -> int | None:
        """Return the side that a kind of dice is on, or None."""
        if self.sides == ("",):
            return 0
        return self.sides.index(kind) if kind in self.sides else None

    @property
    def nothing(self) -> int:
        """Return what it reads of no dice."""
        return self.fold.end(self.fold.start)


def _freely(_: float, __: float) -> None:
    """Let it take what it takes."""


def throws(
    dice: Sequence[Dice],
    among: Sequence[str],
    sets: Sequence[SetOf] = (),
    keep: Keep | None = None,
    spend: Spend = _freely,
) -> Cells:
    """Return the ways to each value of the first sum, by all other sums and sets.

    `among` says of each sum whether it looks at all dice, at those that are kept or at the others.
    The key of a cell has the other sums, then the sets; its ways begin at its first number.
    """
    dice = [group for group in dice if group.many]
    if keep is not None and keep.many >= sum([group.many for group in dice if group.ranked]):
        keep = None
    if not all(group.ways for group in dice):
        raise Refused("more cards are drawn than there are")
    packing = Packing(dice, among, keep)
    whole: Ways = {(0, tuple([one.nothing for one in sets])): 1}
    for members in _linked(dice, sets, joined=keep is not None):
        whole = _product(whole, _Part(packing, members, sets, spend).ways(), sets, spend)
    found: Cells = {}
    for (apart, seen), packed in whole.items():
        for sums, ways in packing.read(apart, packed, spend):
            first = next(place for place, each in enumerate(ways) if each)
            while not ways[-1]:
                ways.pop()
            found[(*sums, *seen)] = packing.start + first, ways[first:]
    return found


def _linked(dice: Sequence[Dice], sets: Sequence[SetOf], *, joined: bool) -> Iterator[list[int]]:
    """Yield the groups of dice that are kept or read together; any other is a part of its own."""
    links = [{i for i, each in enumerate(dice) if one.side(each.kind) is not None} for one in sets]
    if joined:
        links.append({i for i, group in enumerate(dice) if group.ranked})
    free = set(range(len(dice)))
    while free:
        part = {min(free)}
        while more := [link for link in links if link & part and not link <= part]:
            part = part.union(*more)
        free -= part
        yield sorted(part)


def _product(first: Ways, second: Ways, sets: Sequence[SetOf], spend: Spend) -> Ways:
    """Return the ways of two parts together; each set is read by one of them at most."""
    held = max(first.values()).bit_length() + max(second.values()).bit_length()
    pairs = len(first) * len(second)
    spend(pairs * (EACH + product(held / 2)), min(pairs, len(first) + len(second)) * held)
    nothing = tuple([one.nothing for one in sets])
    found: Ways = {}
    for (apart, seen), ways in first.items():
        for (more, others), times in second.items():
            known = others
            if seen != nothing:
                each = zip(nothing, seen, others, strict=True)
                known = tuple([other if here == none else here for none, here, other in each])
            key = apart + more, known
            found[key] = found.get(key, 0) + ways * times
    return found


class _Step(NamedTuple):
    """Looks of one group that nothing tells apart, and are taken together."""

    group: int  # its place among the groups of the part
    face: int
    rank: tuple[Any, ...]
    kind: str
    powers: Mapping[int, int]  # the polynomials of so many dice
    kept: tuple[int, int]  # how far a die that is kept moves the polynomial, and the sums apart
    dropped: tuple[int, int]
    drawn: bool = False  # whether it is of cards, which are not put back
    last: bool = False  # whether no look of the group is left


Quota = tuple[int, ...]  # how many dice above a look are still to come, and how many of the look
Taking = Callable[[_Step, int, int, Quota], tuple[int, Quota] | None]
State = tuple[Numbers, Quota, int, tuple[Any, ...], tuple[Counts, ...]]


class _Part:
    """Groups of dice that are kept or read together."""

    def __init__(
        self, packing: Packing, members: Sequence[int], sets: Sequence[SetOf], spend: Spend
    ) -> None:
        """Find what is kept and read of these dice."""
        self.packing, self.members, self.sets, self.spend = packing, members, sets, spend
        self.groups = [packing.dice[i] for i in members]
        self.ranked = [i for i, group in enumerate(self.groups) if group.ranked]
        self.keep = packing.keep if self.ranked else None
        self.chosen_from = sum([self.groups[i].many for i in self.ranked])
        kinds = {group.kind for group in self.groups}
        self.seen = [i for i, one in enumerate(sets) if any(one.side(k) is not None for k in kinds)]

    def ways(self) -> Ways:
        """Return the polynomial of each way for the sums apart and the sets to come out."""
        nothing = [one.nothing for one in self.sets]
        found: Ways = {}
        for (_, _, sums, seen, _), packed in self._ends():
            shown = list(nothing)
            for i, what in zip(self.seen, seen, strict=True):
                shown[i] = self.sets[i].fold.end(what)
            key = sums, tuple(shown)
            found[key] = found.get(key, 0) + packed
        return found

    def _ends(self) -> Iterator[tuple[State, int]]:
        """Yield the last states, once for each way to know which dice are kept."""
        steps, best_first = self._steps()
        if self.keep is None or best_first:
            yield from self._taken(steps, (), self._by_places)
            return
        # Each look is in turn that of the last die which is kept: then it is known of every other
        # die whether it is kept, in whatever order they come.
        ranks = sorted({step.rank for step in steps if step.rank}, reverse=self.keep.highest)
        for place, last in enumerate(ranks):
            taking = _threshold(frozenset(ranks[:place]), last)
            for level in range(1, self.keep.many + 1):
                for state, packed in self._taken(steps, (self.keep.many - level, level), taking):
                    if not any(state[1]):
                        yield state, packed

    def _steps(self) -> tuple[list[_Step], bool]:
        """Return the steps in their order, and whether better dice come before worse ones."""
        steps: list[_Step] = []
        for group, (place, dice) in enumerate(zip(self.members, self.groups, strict=True)):
            if group in self.ranked and self.keep is not None:
                for look, ways in dice.looks.items():
                    kept = self.packing.adds(place, look, KEPT)
                    dropped = self.packing.adds(place, look, DROPPED)
                    powers = _powers(ways, dice.many, drawn=dice.drawn)
                    step = _Step(group, look.face, look.rank, look.kind, powers, kept, dropped)
                    steps.append(step._replace(drawn=dice.drawn))
            elif dice.drawn:
                for look, ways in dice.looks.items():
                    move = self.packing.adds(place, look, KEPT)
                    powers = _powers(ways, dice.many, drawn=True)
                    face = look.face if self.seen else 0
                    steps.append(_Step(group, face, (), look.kind, powers, move, move, drawn=True))
            else:
                steps.extend(self._alike(group, place, dice))
        steps.sort(key=lambda step: (-step.face if self.seen else 0, step.group))
        best_first = True
        if self.keep is not None and self.seen:
            ranks = [step.rank for step in steps if step.rank]
            best_first = ranks == sorted(ranks, reverse=True)
        elif self.keep is not None:
            steps.sort(key=lambda step: step.rank, reverse=self.keep.highest)
        lasts = {step.group: n for n, step in enumerate(steps)}
        steps = [step._replace(last=lasts[step.group] == n) for n, step in enumerate(steps)]
        return steps, best_first

    def _alike(self, group: int, place: int, dice: Dice) -> Iterator[_Step]:
        """Yield the steps of dice that are all kept."""
        found: dict[tuple[int, int], dict[int, int]] = {}
        for look, ways in dice.looks.items():
            moved, apart = self.packing.adds(place, look, KEPT)
            moves = found.setdefault((look.face if self.seen else 0, apart), {})
            moves[moved] = moves.get(moved, 0) + ways
        for (face, apart), moves in found.items():
            near = min(moves)
            one = sum([ways << (moved - near) for moved, ways in moves.items()])
            bits = one.bit_length() * dice.many
            self.spend(EACH + EACH_BIT * bits * dice.many, bits * dice.many / 2 * len(found))
            powers = {dice.many: one**dice.many} if len(found) == 1 else _powers(one, dice.many)
            move = near, apart
            yield _Step(group, face, (), dice.kind, powers, move, move)

    def _by_places(
        self, step: _Step, count: int, placed: int, quota: Quota
    ) -> tuple[int, Quota] | None:
        """Return how many of so many dice are kept, where all better ones were placed before."""
        assert self.keep is not None
        if not step.rank:
            return count, quota
        # Where sets are read the highest come first, even if the lowest are kept.
        first = self.chosen_from - self.keep.many if self.seen and not self.keep.highest else 0
        end = min(placed + count, first + self.keep.many)
        return max(0, end - max(placed, first)), quota

    def _taken(
        self, steps: Sequence[_Step], quota: Quota, taking: Taking
    ) -> Iterator[tuple[State, int]]:
        """Yield the states when every die has its look."""
        left = tuple([group.many for group in self.groups])
        starts = tuple([self.sets[i].fold.start for i in self.seen])
        blank = tuple([(0,) * len(self.sets[i].sides) for i in self.seen])
        states: dict[State, int] = {(left, quota, 0, starts, blank): 1}
        for face, run in groupby(steps, key=attrgetter("face")):
            *others, last = run
            for step in others:
                states = self._after(states, step, taking)
            closing = _Closing(self, face, blank) if self.seen else None
            states = self._after(states, last, taking, closing)
        yield from states.items()

    def _after(
        self,
        states: Mapping[State, int],
        step: _Step,
        taking: Taking,
        closing: _Closing | None = None,
    ) -> dict[State, int]:
        """Return the states after the dice of a group that show one look."""
        self._afford(states, step)
        sides = [self.sets[i].side(step.kind) for i in self.seen]
        seen_by = [
            (n, self.sets[i].among, s)
            for n, (i, s) in enumerate(zip(self.seen, sides, strict=True))
            if s is not None
        ]
        group, powers, drawn = step.group, step.powers, step.drawn
        ranked = self.ranked if self.keep is not None else ()
        (near, one), (far, other) = step.kept, step.dropped
        wide = powers.get(1, 0).bit_length() + max(near, far)  # bits that a die adds at most
        made = 0  # bits that the new states hold
        after: dict[State, int] = {}
        for (left, quota, apart, seen, here), packed in states.items():
            free, before, ways = left[group], len(after), packed
            if not step.last:
                more = (free + 1) * (packed.bit_length() + free * wide // 2)
                if made + more > AT_ONCE:
                    self.spend(0, made + more)
            placed = self.chosen_from - sum([left[i] for i in ranked]) if ranked else 0
            for count in (free,) if step.last else range(free + 1):
                if count not in powers:
                    break
                kept, less = count, quota
                if ranked:
                    taken = taking(step, count, placed, quota)
                    if taken is None:
                        break
                    kept, less = taken
                dropped = count - kept
                ways, sums, shown, known = packed, apart, here, seen
                if count:
                    ways = packed * (powers[count] if drawn else comb(free, count) * powers[count])
                    ways <<= kept * near + dropped * far
                    sums += kept * one + dropped * other
                    if seen_by:
                        shown = _shown(here, seen_by, count, kept)
                if closing is not None:
                    known, shown = closing(seen, shown), closing.blank
                key = (*left[:group], free - count, *left[group + 1 :]), less, sums, known, shown
                after[key] = after.get(key, 0) + ways
            made += (len(after) - before) * (packed.bit_length() + ways.bit_length()) // 2
        return after

    def _afford(self, states: Mapping[State, int], step: _Step) -> None:
        """Spend what the step costs, before it is taken."""
        held = sum([packed.bit_length() for packed in states.values()])
        steps = sum([1 if step.last else state[0][step.group] + 1 for state in states])
        each = EACH * sum([self.sets[i].fold.cost for i in self.seen], start=1)
        self.spend(steps * (each + EACH_BIT * held / max(len(states), 1)), held)


class _Closing:
    """Finds how sets go on when no further die shows a face."""

    def __init__(self, part: _Part, face: int, blank: tuple[Counts, ...]) -> None:
        """Begin with nothing known."""
        self._folds = [part.sets[i].fold for i in part.seen]
        self._face, self.blank = face, blank
        self._idle = any(fold.idle for fold in self._folds)
        self._known: dict[tuple[tuple[Any, ...], tuple[Counts, ...]], tuple[Any, ...]] = {}

    def __call__(self, seen: tuple[Any, ...], here: tuple[Counts, ...]) -> tuple[Any, ...]:
        """Return what is known after the dice that show the face."""
        if here == self.blank and not self._idle:
            return seen
        found = self._known.get((seen, here))
        if found is None:
            each = zip(self._folds, seen, here, strict=True)
            found = tuple(
                [
                    fold.over(what, self._face, counts) if fold.idle or any(counts) else what
                    for fold, what, counts in each
                ]
            )
            self._known[seen, here] = found
        return found


def _powers(one: int, most: int, *, drawn: bool = False) -> Mapping[int, int]:
    """Return the ways for so many dice to show a look, or to draw so many cards of it."""
    if drawn:
        return {many: comb(one, many) for many in range(min(one, most) + 1)}
    return dict(enumerate(accumulate([one] * most, mul, initial=1)))


def _shown(
    here: tuple[Counts, ...], seen_by: Sequence[tuple[int, str, int]], count: int, kept: int
) -> tuple[Counts, ...]:
    """Return how many dice show a face for each set, after so many more."""
    shares = {ALL: count, KEPT: kept, DROPPED: count - kept}
    now = list(here)
    for n, among, side in seen_by:
        counts = list(now[n])
        counts[side] += shares[among]
        now[n] = tuple(counts)
    return tuple(now)


def _threshold(better: frozenset[tuple[Any, ...]], last: tuple[Any, ...]) -> Taking:
    """Return the taking of dice where a last look to keep is known."""

    def taking(step: _Step, count: int, _: int, quota: Quota) -> tuple[int, Quota] | None:
        above, level = quota
        if not step.rank:
            return count, quota
        if step.rank in better:
            return (count, (above - count, level)) if count <= above else None
        kept = min(count, level) if step.rank == last else 0
        return kept, (above, level - kept)

    return taking
