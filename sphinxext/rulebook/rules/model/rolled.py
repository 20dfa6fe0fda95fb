"""The roll that a check comes to with its arguments; what they leave open is refused."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import RulesError
from ..language.faces import Faces, amount, completed, named_in
from ..language.formulas import Number
from ..language.reading import Reading
from .arguments import MOST_SIDES, Values, any_rolled
from .cancelling import left
from .game import Check
from .parameter import Parameter
from .roll import SETS, Keep, Roll, RollChange, Ties, names_in


def rolled(check: Check, values: Values) -> Roll:
    """The roll that the check comes to with these values."""
    if any_rolled(values):
        raise RulesError(
            f"another roll decides something of '{check.name}'; it is not a single roll"
        )
    return roll_left(check, left(check, values))


def roll_left(check: Check, levels: Values) -> Roll:
    """The roll that comes of what is left after cancelling."""
    roll = Roll()
    named = _as_dice(check, levels)
    whole = _completed(check, check.roll, named)
    roll.change(whole)
    parts = [Part("", check.roll, whole, 1)]
    setters: dict[str, Parameter] = {}
    for parameter in check.takes:
        own: set[str] = set()
        for stated, many in parameter.changes(levels[parameter.name]):
            if many > 1 and stated is parameter.each:
                _refuse_again_twice(parameter, stated)
            change = _completed(check, stated, named)
            for key, value in change:
                if key in SETS and many > 0:
                    other = setters.get(key, parameter)
                    if other is not parameter and getattr(roll, key) != value:
                        raise RulesError(_set_twice(check, key, other, parameter))
                    own.add(key)
            roll.change(change, many)
            parts.append(Part(parameter.name, stated, change, many))
        setters |= dict.fromkeys(own, parameter)
    refuse_one_heap(check, named, parts, roll)
    return roll


def _refuse_again_twice(parameter: Parameter, change: RollChange) -> None:
    """Refuse several levels of which each says which dice roll again, in the same words."""
    for key, faces in change:
        if key in ("again", "reroll") and not names_in(faces):
            raise RulesError(
                f"each level of '{parameter.name}' says the same of dice that roll again, so what "
                f"more of them mean is open; write it as 'first', or give it most = 1"
            )


def _as_dice(check: Check, levels: Values) -> Values:
    """Return the values with each word of a parameter as the kind of dice that it stands for."""
    if not check.completed:
        return levels
    words = {
        one.name: next((each.die for each in one.choices if each.name == levels[one.name]), "")
        for one in check.takes
        if one.choices and one.name in levels
    }
    return {**levels, **{name: die for name, die in words.items() if die}}


def _completed(check: Check, change: RollChange, levels: Values) -> RollChange:
    """The change with every number calculated, and with the names that parameters complete."""
    if not check.completed:
        return change
    found = []
    for name, value in change:
        key, many = completed(name, levels), _settled(check, value, levels)
        size = key.removeprefix("-").removeprefix("d")
        sized = key != name and size.removeprefix("-").isdecimal()
        if sized and many > 0 and not 1 <= int(size) <= MOST_SIDES:
            given = " and ".join(f"'{one}' is {levels[one]}" for one in named_in(name))
            raise RulesError(f"{given} in '{check.name}', and a die has 1 to {MOST_SIDES} sides")
        found.append((key, many))
    return tuple(found)


def _settled(check: Check, value: Any, levels: Values) -> Any:
    """A part of a roll with every parameter in it as the number, or the die, that it is."""
    if isinstance(value, Faces):
        names = _names_in(value)
        if not names:
            return value
        faces = _faces(value, tuple([(name, levels[name]) for name in names if name in levels]))
        if len({*faces.kinds}) < len(faces.kinds):
            twice = next(die for die in faces.kinds if faces.kinds.count(die) > 1)
            raise RulesError(f"'{check.name}' says twice which faces of a {twice} it means")
        return faces
    if isinstance(value, Number):
        return amount(value, levels)
    if isinstance(value, str):
        return completed(value, levels)
    if not isinstance(value, tuple):
        return value
    parts = [_settled(check, each, levels) for each in value]
    if isinstance(value, Keep) and parts[0] < 1:
        raise RulesError(f"'{check.name}' keeps '{value.many}' dice, 1 or more, not {parts[0]}")
    return type(value)(*parts) if isinstance(value, Keep | Ties | Reading) else tuple(parts)


@lru_cache(maxsize=2048)
def _names_in(faces: Faces) -> frozenset[str]:
    return frozenset(names_in(faces))


@lru_cache(maxsize=2048)
def _faces(faces: Faces, levels: tuple[tuple[str, Any], ...]) -> Faces:
    return faces.settled(dict(levels))


def settled(check: Check, values: Values) -> Check:
    """The check with the faces that it looks at as they are with these values."""
    if not check.completed:
        return check
    values = _as_dice(check, values)
    seen = {word: _settled(check, rule, values) for word, rule in check.seen.items()}
    push = check.push and check.push._replace(faces=_settled(check, check.push.faces, values))
    return check._replace(seen=seen, push=push)


def _set_twice(check: Check, key: str, first: Parameter, second: Parameter) -> str:
    """Tell that two parameters set one part of a roll differently, and the ways out."""
    one, other = sorted([first.name, second.name])
    way = f"set '{key}' in one of them only"
    if not first.choices and not second.choices:
        way = f"write takes.{other}.needs = \"{one} = 0\" (or 'cancels'), or {way}"
    return f"'{one}' and '{other}' of '{check.name}' both set '{key}', each differently; {way}"


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
                f"'{check.name}' takes {die} away, and only added dice are read alone: "
                f"add it in 'roll', and write a result such as 'value - 2 * natural({die})'"
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
