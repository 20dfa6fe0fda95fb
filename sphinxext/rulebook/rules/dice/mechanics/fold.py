"""Any throw that ends, read in any way: its dice are folded face by face into states, exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, inf, log, prod
from typing import Any, NamedTuple

from ...budget import spend, steps_left
from ...model.reading import ALL, DROPPED, GROUPS, KEPT
from ...model.roll import Keep
from .set_words import SetOf, closed, needs_order, number_of, seen_more

EACH = 3_000  # nanoseconds for a step from state to state
TRIAL = 12  # the part of what a question has left that is spent on saying what is within reach
FAR = 0.95  # of the dice: if so few seem to be within reach, they are not tried
EACH_THROW = 12_000  # nanoseconds for a die of a throw that is looked at by itself


class Lie(NamedTuple):
    """One way for a die to come to lie: its kind, its face, what it counts, what it adds."""

    kind: str
    face: int  # on the throw that counts
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
    """More states than can be looked at in good time; `within` is about how many dice are."""

    def __init__(self, within: float = inf) -> None:
        """Keep the number, if it is known."""
        super().__init__()
        self.within = within


class _Work:
    """The steps that folding has taken, and the most that it may take."""

    def __init__(self, most: int, *, trial: bool = False) -> None:
        """Begin with none; a trial shows how the work grows."""
        self.most, self.done, self.trial = most, 0, trial

    @property
    def left(self) -> int:
        """The number of steps that are left."""
        return self.most - self.done

    def take(self, steps: int) -> None:
        """Take so many steps."""
        self.done += steps
        if self.done > self.most:
            raise OutOfReach


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
    """The most numbers that a reading of a set can be."""
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
    each = _each(groups)
    work = _Work(steps_left(each))
    if wanted.sets or keep is not None:
        most = _states(groups, wanted) * prod(group.many + 1 for group in groups)
        grows = most > work.left // TRIAL or any(one.word == GROUPS for one in wanted.sets)
        within = _about_within(groups, keep, wanted) if grows else inf
        if within < FAR * sum(group.many for group in groups):
            raise OutOfReach(within)
    try:
        found = _fold(groups, keep, wanted, work)
    except OutOfReach:
        raise OutOfReach(_about_within(groups, keep, wanted)) from None
    spend(work.done * each, "")
    return found


def _about_within(groups: Sequence[Group], keep: Keep | None, wanted: SumsWanted) -> float:
    """About how many such dice can be folded: a few of them show how the work grows."""
    dice = sum(group.many for group in groups)
    most = steps_left(_each(groups))
    seen: list[tuple[int, int]] = []
    few = 2
    while few < dice:
        work = _Work(most // TRIAL, trial=True)
        try:
            some = [group._replace(many=-(-group.many * few // dice)) for group in groups]
            _fold(some, keep, wanted, work)
        except OutOfReach:
            break
        seen.append((sum(group.many for group in some), max(work.done, 1)))
        few += max(1, few // 3)
    if len(seen) < 2 or seen[-1][0] == seen[-2][0]:
        return inf
    (fewer, less), (many, more) = seen[-2:]
    power = max(1.0, log(more / less) / log(many / fewer))
    return float(many * (most / more) ** (1 / power))


def _fold(
    groups: Sequence[Group], keep: Keep | None, wanted: SumsWanted, work: _Work
) -> WaysToShow:
    steps = [
        _Step(i, lie, ways, keep is not None and keep.of in ("", lie.kind))
        for i, group in enumerate(groups)
        for lie, ways in group.lies.items()
        if ways and group.many
    ]
    if _states(groups, wanted) > work.left:
        raise OutOfReach
    down = keep is not None and keep.highest
    steps.sort(key=lambda step: step.lie.face, reverse=down)
    if keep is None:
        if not any(_needs_order_of_all(one, steps) for one in wanted.sets):
            steps.sort(key=lambda step: step.group)  # far fewer states: one group is open at a time
        return _folded(groups, steps, (), lambda _, count, quota: (count, quota), wanted, work)
    ranked = sorted([step for step in steps if step.chosen], key=_ranked, reverse=down)
    others = [step for step in steps if not step.chosen]
    faces = [step.lie.face for step in ranked]
    if faces == sorted(faces, reverse=down) or not any(map(needs_order, wanted.sets)):
        order = [*ranked, *others]
        if any(map(needs_order, wanted.sets)):
            order.sort(key=lambda step: step.lie.face, reverse=down)  # it keeps the ranks
        return _folded(
            groups, order, (keep.many,), _best_first, wanted, work, rises=not keep.highest
        )
    throws = prod(comb(each.many + len(each.lies) - 1, each.many) for each in groups if each.many)
    a_throw = sum(group.many for group in groups) * EACH_THROW // EACH
    if throws * a_throw <= work.left and not work.trial:
        work.take(throws * a_throw)
        return _throw_by_throw(groups, steps, keep, wanted)
    return _by_ranks(groups, steps, [step.lie for step in ranked], keep, wanted, work)


def _needs_order_of_all(one: SetOf, steps: Sequence[_Step]) -> bool:
    """True where equal faces of several groups have to come one after the other."""
    return needs_order(one) and len({s.group for s in steps if one.looks_at(s.lie.kind)}) > 1


def _throw_by_throw(
    groups: Sequence[Group], steps: Sequence[_Step], keep: Keep, wanted: SumsWanted
) -> WaysToShow:
    """The same, where there are so few throws that each can be looked at."""
    found: WaysToShow = {}
    left = tuple([group.many for group in groups])
    nothing = (0,) * len(wanted.sums), (None,) * len(wanted.sets)
    own = [[step for step in steps if step.group == i] for i in range(len(groups))]
    alike = [
        combinations_with_replacement(each, group.many)
        for each, group in zip(own, groups, strict=True)
    ]
    for throw in product(*alike):
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
    groups: Sequence[Group],
    steps: Sequence[_Step],
    lies: list[Lie],
    keep: Keep,
    wanted: SumsWanted,
    work: _Work,
) -> WaysToShow:
    """The same where dice are kept in an order that is not that of their faces.

    Each way to lie is, in turn, that of the last die which is kept. Then it is known of every
    die whether it is kept, whatever the order in which they are folded.
    """
    found: WaysToShow = {}
    rises = not keep.highest
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
            here = _folded(groups, steps, quota, keeps, wanted, work, (0, 0), rises=rises)
            for shown, ways in here.items():
                found[shown] = found.get(shown, 0) + ways
    return found


def _folded(
    groups: Sequence[Group],
    steps: Sequence[_Step],
    quota: Quota,
    keeps: Keeps,
    wanted: SumsWanted,
    work: _Work,
    end: Quota | None = None,
    *,
    rises: bool = True,
) -> WaysToShow:
    """The dice folded in this order; with `end`, only where so many were kept.

    `rises` says that the faces of each kind come from the lowest up.
    """
    last = {step.group: i for i, step in enumerate(steps)}
    left = tuple([group.many for group in groups])
    nothing = (0,) * len(wanted.sums), (None,) * len(wanted.sets)
    states: dict[Any, int] = {(left, quota, *nothing): 1}
    for i, step in enumerate(steps):
        after: dict[Any, int] = {}
        for state, ways in states.items():
            here = state[0][step.group]
            counts = (here,) if last[step.group] == i else range(here + 1)
            work.take(len(counts))
            for count in counts:
                kept = keeps(step, count, state[1])
                if kept is None:
                    break
                new = _after(step, count, kept, state, wanted) if count else state
                after[new] = after.get(new, 0) + ways * comb(here, count) * step.ways**count
        states = after
        if wanted.sets and (i + 1 == len(steps) or steps[i + 1].lie.face != step.lie.face):
            states = {}
            for state, ways in after.items():
                new = _closed(state, step.lie.face, wanted, rises=rises)
                states[new] = states.get(new, 0) + ways
    found: WaysToShow = {}
    for (_, free, sums, sets), ways in states.items():
        if end is None or free == end:
            shown = sums, tuple(map(number_of, sets, wanted.sets))
            found[shown] = found.get(shown, 0) + ways
    return found


def _closed(state: Any, face: int, wanted: SumsWanted, *, rises: bool) -> Any:
    """The state when no further die shows the face."""
    left, quota, sums, sets = state
    seen = zip(sets, wanted.sets, strict=True)
    return left, quota, sums, tuple([closed(each, one, face, rises=rises) for each, one in seen])


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
