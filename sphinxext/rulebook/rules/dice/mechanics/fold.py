"""Any throw that ends, read in any way: its dice are folded face by face into states, exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any, NamedTuple

from ...budget import spend, steps_left
from ...model.reading import ALL, DROPPED, KEPT
from ...model.roll import Keep
from .set_words import SetOf, needs_order, number_of, seen_more

EACH = 3_000  # nanoseconds for a step from state to state
EACH_THROW = 12_000  # nanoseconds for a die of a throw that is looked at by itself


class Lie(NamedTuple):
    """One way for a die to come to lie: its kind, its face, what it counts, what it adds."""

    kind: str
    face: int  # on the throw that stands
    adds: tuple[int, ...]  # to each sum that is looked for
    rank: tuple[int, ...] = ()  # by which dice are kept


class Group(NamedTuple):
    """Dice that are alike: how many, and how many ways lead to each way to lie."""

    many: int
    lies: Mapping[Lie, int]


class SumsWanted(NamedTuple):
    """The things to find: the dice that each sum adds up, and the words that are read as sets."""

    sums: tuple[str, ...]
    sets: tuple[SetOf, ...] = ()


SumsAndSets = tuple[tuple[int, ...], tuple[int, ...]]  # the sums, and what is read as a set
WaysToShow = dict[SumsAndSets, int]  # in how many ways


class OutOfReach(Exception):
    """More states than can be looked at in good time."""


def _states(groups: Sequence[Group], wanted: SumsWanted) -> int:
    """About how many states there are in the end, at most."""
    throws = prod(comb(each.many + len(each.lies) - 1, each.many) for each in groups if each.lies)
    shown = prod(_numbers(groups, one) for one in wanted.sets)
    for i in range(len(wanted.sums)):
        adds = [[lie.adds[i] for lie in group.lies] or [0] for group in groups]
        shown *= 1 + sum(
            group.many * (max(each) - min(each)) for group, each in zip(groups, adds, strict=True)
        )
    return int(min(throws, shown))


def _numbers(groups: Sequence[Group], one: SetOf) -> int:
    """How many numbers a reading of a set can be, at most."""
    seen = [each for each in groups if any(one.looks_at(lie.kind) for lie in each.lies)]
    if one.word in ("highest", "lowest"):
        return 1 + len({lie.face for each in seen for lie in each.lies})
    return 1 + sum(each.many for each in seen)


class _Step(NamedTuple):
    """A way to lie, with the group that it belongs to."""

    group: int
    lie: Lie
    ways: int
    chosen: bool  # whether `keep` chooses among such dice


Quota = tuple[int, ...]  # how many dice may still be kept
Keeps = Callable[[_Step, int, Quota], tuple[int, Quota] | None]


def _each(groups: Sequence[Group]) -> int:
    """The nanoseconds for a step from state to state: ways to choose among many dice are long."""
    return EACH + sum(group.many for group in groups) ** 2 // 25


def fold(groups: Sequence[Group], keep: Keep | None, wanted: SumsWanted) -> WaysToShow:
    """In how many ways the dice come to each sum and to each reading of a set."""
    steps = [
        _Step(i, lie, ways, keep is not None and keep.of in ("", lie.kind))
        for i, group in enumerate(groups)
        for lie, ways in group.lies.items()
        if ways and group.many
    ]
    if _states(groups, wanted) > steps_left(_each(groups)):
        raise OutOfReach
    down = keep is not None and keep.highest
    steps.sort(key=lambda step: step.lie.face, reverse=down)
    if keep is None:
        if not any(_needs_order_of_all(one, steps) for one in wanted.sets):
            steps.sort(key=lambda step: step.group)  # far fewer states: one group is open at a time
        return _folded(groups, steps, (), lambda _step, count, quota: (count, quota), wanted)
    ranked = sorted([step for step in steps if step.chosen], key=_ranked, reverse=down)
    others = [step for step in steps if not step.chosen]
    faces = [step.lie.face for step in ranked]
    if faces == sorted(faces, reverse=down) or not any(map(needs_order, wanted.sets)):
        order = [*ranked, *others]
        if any(map(needs_order, wanted.sets)):
            order.sort(key=lambda step: step.lie.face, reverse=down)  # it keeps the ranks
        return _folded(groups, order, (keep.many,), _best_first, wanted)
    throws = prod(comb(each.many + len(each.lies) - 1, each.many) for each in groups if each.many)
    if throws <= steps_left(EACH_THROW * max(1, sum(group.many for group in groups))):
        return _throw_by_throw(groups, steps, keep, wanted)
    return _by_ranks(groups, steps, [step.lie for step in ranked], keep, wanted)


def _needs_order_of_all(one: SetOf, steps: Sequence[_Step]) -> bool:
    """True where equal faces of several groups have to come one after the other."""
    return needs_order(one) and len({s.group for s in steps if one.looks_at(s.lie.kind)}) > 1


def _throw_by_throw(
    groups: Sequence[Group], steps: Sequence[_Step], keep: Keep, wanted: SumsWanted
) -> WaysToShow:
    """The same, where there are so few throws that each can be looked at."""
    dice = sum(group.many for group in groups)
    found: WaysToShow = {}
    left = tuple([group.many for group in groups])
    nothing = (0,) * len(wanted.sums), (None,) * len(wanted.sets)
    own = [[step for step in steps if step.group == i] for i in range(len(groups))]
    alike = [
        combinations_with_replacement(each, group.many)
        for each, group in zip(own, groups, strict=True)
    ]
    seen = 0
    for throw in product(*alike):
        seen += 1
        lying = [step for each in throw for step in each]
        ways = 1
        for group, each in zip(groups, throw, strict=True):
            free = group.many
            for step, many in Counter(each).items():
                ways *= comb(free, many) * step.ways**many
                free -= many
        chosen = sorted([s for s in lying if s.chosen], key=_ranked, reverse=keep.highest)
        kept = Counter(chosen[: keep.many])
        state: Any = (left, (), *nothing)
        for step, many in sorted(
            Counter(lying).items(), key=lambda pair: pair[0].lie.face, reverse=keep.highest
        ):
            taken = kept[step] if step.chosen else many
            state = _after(step, many, (taken, ()), state, wanted)
        shown = state[2], tuple(map(number_of, state[3], wanted.sets))
        found[shown] = found.get(shown, 0) + ways
    spend(seen * EACH_THROW * dice, "")
    return found


def _ranked(step: _Step) -> tuple[int, ...]:
    return step.lie.rank


def _best_first(step: _Step, count: int, quota: Quota) -> tuple[int, Quota] | None:
    """As many as may still be kept, where the best dice come first."""
    if not step.chosen:
        return count, quota
    kept = min(count, quota[0])
    return kept, (quota[0] - kept,)


def _by_ranks(
    groups: Sequence[Group], steps: Sequence[_Step], lies: list[Lie], keep: Keep, wanted: SumsWanted
) -> WaysToShow:
    """The same where dice are kept in an order that is not that of their faces.

    Each way to lie is, in turn, that of the last die which is kept. Then it is known of every
    die whether it is kept, whatever the order in which they are folded.
    """
    found: WaysToShow = {}
    order = list(dict.fromkeys(lies))
    for place, last in enumerate(order):
        better = frozenset(order[:place])

        def keeps(
            step: _Step,
            count: int,
            quota: Quota,
            better: frozenset[Lie] = better,
            last: Lie = last,
        ) -> tuple[int, Quota] | None:
            above, level = quota
            if not step.chosen:
                return count, quota
            if step.lie in better:
                return (count, (above - count, level)) if count <= above else None
            if step.lie != last:
                return 0, quota
            kept = min(count, level)
            return kept, (above, level - kept)

        for level in range(1, keep.many + 1):
            quota = keep.many - level, level
            here = _folded(groups, steps, quota, keeps, wanted, (0, 0))
            for shown, ways in here.items():
                found[shown] = found.get(shown, 0) + ways
    return found


def _folded(
    groups: Sequence[Group],
    steps: Sequence[_Step],
    quota: Quota,
    keeps: Keeps,
    wanted: SumsWanted,
    end: Quota | None = None,
) -> WaysToShow:
    """The dice folded in this order; with `end`, only where so many were kept."""
    last = {step.group: i for i, step in enumerate(steps)}
    left = tuple([group.many for group in groups])
    nothing = (0,) * len(wanted.sums), (None,) * len(wanted.sets)
    states: dict[Any, int] = {(left, quota, *nothing): 1}
    work, most = 0, steps_left(_each(groups))
    for i, step in enumerate(steps):
        after: dict[Any, int] = {}
        for state, ways in states.items():
            here = state[0][step.group]
            counts = (here,) if last[step.group] == i else range(here + 1)
            work += len(counts)
            if work > most:
                raise OutOfReach
            for count in counts:
                kept = keeps(step, count, state[1])
                if kept is None:
                    break
                new = _after(step, count, kept, state, wanted) if count else state
                after[new] = after.get(new, 0) + ways * comb(here, count) * step.ways**count
        states = after
    spend(work * _each(groups), "")
    found: WaysToShow = {}
    for (_, free, sums, sets), ways in states.items():
        if end is None or free == end:
            shown = sums, tuple(map(number_of, sets, wanted.sets))
            found[shown] = found.get(shown, 0) + ways
    return found


def _after(
    step: _Step, count: int, taken: tuple[int, Quota], state: Any, wanted: SumsWanted
) -> Any:
    """The state after so many dice of one group came to lie in this way."""
    left, _, sums, sets = state
    kept, quota = taken
    share = {ALL: count, KEPT: kept, DROPPED: count - kept}
    left = (*left[: step.group], left[step.group] - count, *left[step.group + 1 :])
    adds = zip(sums, wanted.sums, step.lie.adds, strict=True)
    sums = tuple([old + share[among] * one for old, among, one in adds])
    if sets:
        sets = tuple(
            [
                seen_more(seen, step.lie.face, share[one.among], one, step.lie.kind)
                if share[one.among] and one.looks_at(step.lie.kind)
                else seen
                for seen, one in zip(sets, wanted.sets, strict=True)
            ]
        )
    return left, quota, sums, sets
