"""Parameters that cancel each other: what is left of them, whatever order they are given in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..errors import RulesError, listed
from ..language.query import words_in
from .game import Check, Use
from .parameter import Parameter
from .roll import MOVES, SETS

Pair = frozenset[str] | tuple[str, str]  # two that cancel each other, or one that moves another
Pairs = frozenset[Pair]
_GIVEN = frozenset({int, str, Fraction})


def is_open(value: object) -> bool:
    """Return whether the value of a parameter is still to be rolled or calculated."""
    return type(value) not in _GIVEN


def without_open(check: Check, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with a number or a word in the place of each that is still open."""
    known = dict(values)
    for one in check.known:
        if is_open(values[one.name]):
            known[one.name] = one.choices[0].name if one.choices else 0
    return known


def hanging_on(check: Check, name: str, later: Pairs = frozenset()) -> set[str]:
    """Return the parameters that decide what is left of this one, and itself."""
    found = {name}
    pairs = (check.links | check.moves) - later
    while more := {one for pair in pairs if _decides(pair, found) for one in pair} - found:
        found |= more
    return found


def _decides(pair: Pair, names: Collection[str]) -> bool:
    """Return whether one of a pair has a say in what is left of one of these."""
    return pair[1] in names if isinstance(pair, tuple) else not pair.isdisjoint(names)


def handed_on(check: Check, values: Mapping[str, Any], later: Pairs) -> Mapping[str, Any]:
    """Return what is left of each value to hand on; what hangs on an open one is that one."""
    if not (check.links or check.moves):
        return values
    levels = left(check, without_open(check, values), later)
    for name in levels:
        for one in sorted(hanging_on(check, name, later)):
            if is_open(values[one]):
                levels[name] = values[one]
    return levels


def left(check: Check, values: Mapping[str, Any], later: Pairs = frozenset()) -> dict[str, Any]:
    """Return the values after levels that cancel each other are gone, one for one.

    Several that cancel one parameter go in the order that it says. Without an order it may not
    matter which of them are left. `later` are the links and moves that wait for another check.
    """
    levels = dict(values)
    links = [link for link in check.links - later if all(levels[name] > 0 for name in link)]
    while links:
        together = _joined(links, min(links[0]))
        links = [link for link in links if link not in together]
        middle = set.intersection(*map(set, together))
        names = sorted(set().union(*together))
        if not middle:
            raise RulesError(
                f"{listed(names, 'and')} of '{check.name}' cancel each other in a row, and which "
                "go first is open; let one of them cancel all the others, in an order, as in "
                f'takes.{names[0]}.cancels = "{", ".join(names[1:])}"'
            )
        one = check.parameter(sorted(middle)[0] if len(together) == 1 else middle.pop())
        others = [check.parameter(name) for name in names if name != one.name]
        for other in _in_order(check, one, others, levels):
            both = min(levels[one.name], levels[other.name])
            if one.half is None or other.half is None:
                both = int(both)
            levels[one.name] -= both
            levels[other.name] -= both
    for one in check.moving:
        _move(check, one, levels, later)
    return levels


def done_by(other: Check, names: Collection[str]) -> Pairs:
    """Return the moves of another check among the parameters that it is handed."""
    return frozenset({pair for pair in other.moves if {*pair} <= {*names}})


def refuse_unmet(check: Check, values: Mapping[str, Any], later: Collection[str]) -> None:
    """Refuse a parameter that needs other values of the others, where all of them are known."""
    for one in check.takes:
        if one.needs is None or not values[one.name] or {one.name, *one.needed} & {*later}:
            continue
        if not one.needs.holds(values):
            raise RulesError(f"'{one.name}' of '{check.name}' needs {one.needs}")


def _move(check: Check, one: Parameter, levels: dict[str, Any], later: Pairs) -> None:
    """Move parameters by the levels of this one, words along their list."""
    for change, many in one.changes(levels[one.name]):
        for key, value in change:
            if not key.startswith(MOVES):
                continue
            name = key.removeprefix(MOVES)
            if (one.name, name) in later:
                continue
            levels[name] = check.parameter(name).moved_by(levels[name], value * many)


def none_left_below(check: Check, levels: Mapping[str, Any]) -> dict[str, Any]:
    """Return what conditions see: a number that others moved below its least one is that one."""
    moved = {name for one in check.moving for name in one.moved}
    numbers = {name: levels[name] for name in moved if not isinstance(levels[name], str)}
    least = {name: max(n, check.parameter(name).least) for name, n in numbers.items()}
    return {**levels, **least}


def _joined(links: Collection[frozenset[str]], name: str) -> list[frozenset[str]]:
    """Return the pairs that hang together with this name."""
    names = {name}
    while more := {other for link in links if link & names for other in link} - names:
        names |= more
    return [link for link in links if link & names]


def _in_order(
    check: Check, one: Parameter, others: list[Parameter], levels: Mapping[str, int | Fraction]
) -> list[Parameter]:
    """Return those that one parameter cancels, in the order in which it does."""
    enough = sum(levels[other.name] for other in others) <= levels[one.name]
    if len(others) == 1 or enough or _alike(check, others):
        return others
    if all(other.name in one.cancels for other in others):
        return sorted(others, key=lambda other: one.cancels.index(other.name))
    names = [other.name for other in others]
    raise RulesError(
        f"{listed(names, 'and')} of '{check.name}' are more together than '{one.name}', and which "
        "of them it cancels is open; say the order, as in "
        f'takes.{one.name}.cancels = "{", ".join(names)}"'
    )


def _alike(check: Check, parameters: Sequence[Parameter]) -> bool:
    """Return whether only their levels together matter."""
    first, *rest = parameters
    if not check.is_a_roll or any(p.first or p.further or p.half for p in parameters):
        return False
    if {key for key, _ in first.each} & SETS.keys() or any(_is_read(check, p) for p in parameters):
        return False
    return all(dict(other.each) == dict(first.each) for other in rest)


def _is_read(check: Check, parameter: Parameter) -> bool:
    """Return whether anything but the parameter itself may look at its levels."""
    read = [words for use, words in check.used.items() if use != Use.LEVELS]
    handed = [words_in(each.thrown) for each in check.takes if each.thrown is not None]
    return parameter.name in set(check.reads).union(*read, *handed)
