"""Parameters that cancel each other: what is left of them, whatever order they are given in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..errors import RulesError
from .game import Check, Parameter
from .roll import SETS


def cancelling_with(check: Check, name: str) -> set[str]:
    """Return the parameters whose levels may cancel those of this one, directly or in a row."""
    links = _links(check)
    found, waiting = {name}, [name]
    while waiting:
        here = waiting.pop()
        more = {other for link in links if here in link for other in link} - found
        found |= more
        waiting += more
    return found


def left(check: Check, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values after levels that cancel each other are gone, one for one.

    Several that cancel one parameter go in the order that it says. Without an order it may not
    matter which of them are left.
    """
    for one in check.takes:
        if one.excludes and values[one.name] and values[one.excludes]:
            raise RulesError(f"'{check.name}' takes '{one.name}' or '{one.excludes}', not both")
    levels = dict(values)
    links = [link for link in _links(check) if all(levels[name] > 0 for name in link)]
    while links:
        together = _joined(links)
        links = [link for link in links if link not in together]
        middle = set.intersection(*map(set, together))
        names = sorted(set().union(*together))
        if not middle:
            raise RulesError(
                f"{_all_of(names)} of '{check.name}' cancel each other in a row, and which go "
                "first is open; let one of them cancel all the others, in an order, as in "
                f"takes.{names[0]}.cancels = {_list_of(names[1:])}"
            )
        one = check.parameter(sorted(middle)[0] if len(together) == 1 else middle.pop())
        others = [check.parameter(name) for name in names if name != one.name]
        for other in _in_order(check, one, others, levels):
            both = min(levels[one.name], levels[other.name])
            if one.half is None or other.half is None:
                both = int(both)
            levels[one.name] -= both
            levels[other.name] -= both
    return levels


def _links(check: Check) -> set[frozenset[str]]:
    """Return the pairs that cancel each other, whichever of the two says so."""
    return {frozenset({each.name, other}) for each in check.takes for other in each.cancelled}


def _joined(links: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Return the first pair with all that hang together with it."""
    names = set(links[0])
    while any(link & names and not link <= names for link in links):
        names |= set().union(*[link for link in links if link & names])
    return [link for link in links if link <= names]


def _in_order(
    check: Check, one: Parameter, others: list[Parameter], levels: Mapping[str, int | Fraction]
) -> list[Parameter]:
    """Return those that one parameter cancels, in the order in which it does."""
    enough = sum(levels[other.name] for other in others) <= levels[one.name]
    if len(others) == 1 or enough or _alike(check, others):
        return others
    if all(other.name in one.cancelled for other in others):
        return sorted(others, key=lambda other: one.cancelled.index(other.name))
    names = [other.name for other in others]
    raise RulesError(
        f"{_all_of(names)} of '{check.name}' are more together than '{one.name}', and which of "
        f"them it cancels is open; say the order, as in takes.{one.name}.cancels = "
        f"{_list_of(names)}"
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
    named = re.compile(rf"(?<![\w'-]){re.escape(parameter.name)}(?![\w'-])")
    return any(
        named.search(text)
        for text in texts_in(
            (
                tuple(check.changes()),
                check.readings,
                tuple((one.when, one.result) for one in check.outcomes),
                (check.result, check.push, check.choose, check.going_on, check.reads),
                tuple((one.default, one.rolls) for one in check.takes if one is not parameter),
            )
        )
    )


def texts_in(value: object) -> Iterator[str]:
    """Yield every text in a value of the rules."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from texts_in(tuple(value.items()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def _all_of(names: Sequence[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _list_of(names: Sequence[str]) -> str:
    return f'"{", ".join(names)}"'
