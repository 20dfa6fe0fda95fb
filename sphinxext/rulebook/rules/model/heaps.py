"""Refuses what is asked of some dice where others of their kind are added or taken away, too."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from ..errors import RulesError
from ..language.faces import completed, named_in
from .game import Check
from .roll import Roll, RollChange


class Part(NamedTuple):
    """A change of a roll: as it is stated, with its names completed, and how many times."""

    by: str  # the parameter that makes it, or nothing for the roll itself
    stated: RollChange
    change: RollChange
    many: int


def refuse_one_heap(check: Check, named: Mapping[str, Any], parts: list[Part], roll: Roll) -> None:
    """Refuse a reading or clause of a parameter's dice that means the dice of others, too."""
    if not check.kinds_asked:
        return
    words = {one.name for one in check.takes if one.choices}
    for kind in check.kinds_asked:
        die, names = completed(kind, named), words.intersection(named_in(kind))
        own = {sign: _brought(parts, names, sign + die) for sign in ("", "-")} if names else {}
        added, taken = (own.get(sign) or roll.dice.get(sign + die, 0) for sign in ("", "-"))
        if taken > 0 and not (own.get("") if own.get("-") else added):
            raise RulesError(
                f"'{check.name}' takes {die} away, and readings and clauses look at dice that are "
                f"added: add it in 'roll', and write a result such as 'value - 2 * natural({die})'"
            )
        if 0 < own.get("", 0) < roll.dice[die]:
            (name,) = names
            raise RulesError(
                f"other dice of '{check.name}' are {die}, too, and what is asked of '{name}' would "
                f"mean all of them; give it dice of its own: [die.{name}-{die}], and {die} = "
                f'"1 {name}-{die}" in its choices'
            )


def _brought(parts: list[Part], names: Set[str], die: str) -> int:
    """Return how many dice of that name come from a parameter, or from changes that name it."""
    return sum(
        count * many
        for by, stated, change, many in parts
        for (key, _), (found, count) in zip(stated, change, strict=True)
        if found == die and (by in names or names & {*named_in(key)})
    )
