"""Compares conditions: whether two can be true of one throw, and whether one lies within another.

A condition falls apart into cases, each a list of limits: sums of whole numbers that are at most 0.
No throw has a case from which a limit such as "1 is at most 0" follows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product
from math import lcm, prod

from .formulas import ALWAYS, AND, NEVER, OPS, OR, Condition, Number, Value

MOST_CASES = 256  # of several conditions together; more are not compared
MOST_LIMITS = 150  # of one case; more are not compared
ROUNDED = ("down", "up")
ONE = ""  # the name of what has none
_OPPOSITE = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}
Sum = dict[str, Value]  # names, each so many times
Case = tuple[Sum, ...]  # each is at most 0


class Nesting:
    """Compares the conditions of a check for every throw, and for all that it may be given."""

    def __init__(
        self,
        bounds: Mapping[str, tuple[int, int | None]],
        halves: Collection[str] = (),
        counts: Collection[str] = (),
        thrown: Collection[str] = (),
    ) -> None:
        """Take the bounds of parameters, those that may be half numbers, and counts of dice.

        Parameters that are thrown, or change from throw to throw, are not given.
        """
        self._bounds, self._halves, self._counts = bounds, halves, counts
        self._given = bounds.keys() - {*thrown}
        self._known: Case = ()
        self._whole = True

    def overlap(self, one: Condition, other: Condition) -> bool:
        """Return whether both may be true of one throw."""
        return self._possible([(one, True, ""), (other, True, "")])

    def within(self, one: Condition, other: Condition) -> bool:
        """Return whether the first is the narrower of two that may be true of one throw, or equal.

        It lies within the other with all that the check may be given. If the other then lies
        within the first, too, their words decide, whatever is given.
        """
        if not self._within_if_given(one, other):
            return False
        return not self._within_if_given(other, one) or self._implies(one, other)

    def _within_if_given(self, one: Condition, other: Condition) -> bool:
        """Return whether the other is true wherever the first is, where any throw is both.

        The two throws share what the check is given.
        """
        both = [(one, True, ""), (other, True, "")]
        return not self._possible([*both, (one, True, "'"), (other, False, "'")])

    def _implies(self, one: Condition, other: Condition) -> bool:
        return not self._possible([(one, True, ""), (other, False, "")])

    def _possible(self, conditions: Iterable[tuple[Condition, bool, str]]) -> bool:
        self._known, self._whole = (), True
        cases = [self._cases(*each) for each in conditions]
        if prod(map(len, cases)) > MOST_CASES or not self._whole:
            return True
        known = self._known
        return any(_is_possible([*known, *chain(*parts)])
                   for parts in product(*cases))  # fmt: skip

    def _cases(self, condition: Condition, true: bool, mark: str) -> list[Case]:
        """Return the ways in which a condition is true, or is not."""
        if condition in (ALWAYS, NEVER):
            return [()] if (condition == ALWAYS) == true else []
        if condition.apply in (AND, OR):
            parts = [self._cases(part, true, mark) for part in condition.parts]
            if (condition.apply == OR) == true:
                return [case for part in parts for case in part]
            return [tuple(chain(*each)) for each in product(*parts)]
        if condition.apply not in OPS:  # a word that is shown, or all failures
            word = self._opaque(condition, mark)
            return [(_plus({ONE: 1}, word, -1),)] if true else [(word,)]
        left, right = (self._sum(part, mark) for part in condition.parts)
        low, high = _plus(left, right, -1), _plus(right, left, -1)
        op = condition.apply if true else _OPPOSITE[condition.apply]
        ways: dict[str, list[Case]] = {
            "<=": [(low,)],
            ">=": [(high,)],
            "<": [(_less(low),)],
            ">": [(_less(high),)],
            "=": [(low, high)],
            "!=": [(_less(low),), (_less(high),)],
        }
        return ways[op]

    def _sum(self, number: Number, mark: str) -> Sum:
        """Return a number as a sum; what is none is a name of its own."""
        if not number.parts:
            if number.apply[0].isdecimal():
                return {ONE: number.value({})}
            return self._named(number.key or number.apply, {number.key or number.apply}, mark)
        parts = [self._sum(part, mark) for part in number.parts]
        if number.apply in ("+", "-"):
            return _plus(parts[0], parts[1], 1 if number.apply == "+" else -1)
        plain = [{*part} <= {ONE} for part in parts]
        if number.apply == "*" and any(plain):
            by, what = parts if plain[0] else parts[::-1]
            return _times(what, by.get(ONE, 0))
        if number.apply == "/" and plain[1] and parts[1].get(ONE):
            return _times(parts[0], Fraction(1) / parts[1][ONE])
        # Limits are of whole numbers, and a part of one may be rounded only by name.
        self._whole &= number.apply in ROUNDED or "/" not in str(number)
        found = self._opaque(number, mark)
        self._known += _about(number.apply, found, parts)
        return found

    def _opaque(self, number: Number, mark: str) -> Sum:
        names = number.names() | ({number.key} if number.shows else set())
        return self._named(f"({number}) {number.key} {number.name}", names, mark)

    def _named(self, name: str, looks: Collection[str], mark: str) -> Sum:
        """Return a name by itself; what the check is given is the same for all throws."""
        found: Sum = {name if self._given >= {*looks} else name + mark: 1}
        if "lowest" in name and name in looks and name not in self._bounds:
            self._known += (_plus(found, {name.replace("lowest", "highest") + mark: 1}, -1),)
        if name in self._halves:
            found = _times(found, Fraction(1, 2))
        least, most = self._bounds.get(name, (0 if name in self._counts else None, None))
        if least is not None:
            self._known += (_plus({ONE: least}, found, -1),)
        if most is not None:
            self._known += (_plus(found, {ONE: most}, -1),)
        return found


def _about(function: str, found: Sum, parts: list[Sum]) -> Case:
    """Return what is known of the result of a function."""
    low, high = _plus(found, parts[0], -1), _plus(parts[0], found, -1)
    if function == "down":
        return low, _less(_plus(high, {ONE: 1}, -1))
    if function == "up":
        return high, _less(_plus(low, {ONE: 1}, -1))
    if function in ("min", "max"):
        by = 1 if function == "min" else -1
        return tuple([_times(_plus(found, part, -1), by) for part in parts])
    return ()


def _plus(one: Sum, other: Sum, by: Value) -> Sum:
    found = dict(one)
    for name, many in other.items():
        found[name] = found.get(name, 0) + many * by
    return {name: many for name, many in found.items() if many}


def _times(one: Sum, by: Value) -> Sum:
    return {name: many * by for name, many in one.items() if by}


def _less(one: Sum) -> Sum:
    """Return the sum, below 0, as one that is at most 0: its names are whole numbers."""
    one = _times(one, lcm(*[many.denominator for many in one.values()]))
    return _plus(one, {ONE: 1}, 1)


def _is_possible(limits: Iterable[Sum]) -> bool:
    """Return whether no contradiction follows, by taking out one name after the other."""
    left = {frozenset(limit.items()) for limit in limits}
    while len(left) < MOST_LIMITS:
        sums = [dict(limit) for limit in left]
        if any({*each} == {ONE} and each[ONE] > 0 for each in sums):
            return False
        names = {name for each in sums for name in each} - {ONE}
        if not names:
            return True
        signs = {name: [each.get(name, 0) for each in sums] for name in names}
        name = min(names, key=lambda each: (_ways(signs[each]), each))
        above = [each for each in sums if each.get(name, 0) > 0]
        below = [each for each in sums if each.get(name, 0) < 0]
        left = {limit for limit, each in zip(left, sums, strict=True) if name not in each}
        for one, other in product(above, below):
            without = _plus(_times(one, -other[name]), other, one[name])
            left.add(frozenset(without.items()))
    return True


def _ways(many: Sequence[Value]) -> int:
    """Return how many limits come of taking out a name that limits have so often."""
    return sum(each > 0 for each in many) * sum(each < 0 for each in many)
