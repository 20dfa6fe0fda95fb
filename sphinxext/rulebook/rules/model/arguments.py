"""A check with its arguments: what each parameter is, and the roll that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..errors import RulesError, suggest
from ..language.faces import Faces, amount, completed, named_in
from ..language.formulas import Number
from ..language.parse import parse_args
from ..language.query import Argument, Call, PlainDice, SharedThrow
from .cancelling import hanging_on, is_open, left, without_open
from .game import Check, Game, Parameter, names_in
from .heaps import Part, refuse_one_heap
from .roll import CHANGES, MOVES, SETS, Die, Keep, Roll, RollChange, Ties, standard_die
from .shared import share_throws

MOST_SIDES = 1000
Values = dict[str, Any]  # parameter to number, choice's name, or a call for one side


def given(check: Check, args: tuple[tuple[str, Argument], ...]) -> Values:
    """The values of the arguments by parameter, without the parameters that are left out."""
    values: Values = {}
    places = iter(check.takes)
    for name, value in args:
        if name:
            parameter = check.parameter(name)
            _set(check, values, parameter, value)
            continue
        if (
            check.notation
            and isinstance(value, str | PlainDice)
            and (parts := _noted(check, value))
        ):
            for key, text in parts:
                _set(check, values, check.parameter(key), text)
            continue
        while (place := next(places, None)) is not None and place.name in values:
            pass
        if place is None:
            few = ", ".join(parameter.name for parameter in check.takes) or "nothing"
            raise RulesError(f"'{check.name}' takes {few}; '{value}' is one too many")
        try:
            _set(check, values, place, value)
        except RulesError as error:
            raise RulesError(f"{error}{_ordered(check, place, value)}") from None
    return values


def _ordered(check: Check, parameter: Parameter, value: Argument) -> str:
    """A hint for an argument that is at the place of a parameter it does not fit."""
    for other in check.takes:
        if other is not parameter:
            try:
                fitting(check, other, value)
            except RulesError:
                continue
            order = ", ".join(each.name for each in check.takes)
            return (
                f" ('{check.name}' takes {order} in this order; for '{other.name}' write "
                f"'{other.name}={value}')"
            )
    return ""


def bound(check: Check, args: tuple[tuple[str, Argument], ...]) -> Values:
    """The value of each parameter of the check, in the order of the rules file."""
    values = given(check, args)
    share_throws(check, values)
    for parameter in check.takes:
        if parameter.name not in values:
            if parameter.required:
                raise RulesError(f"'{check.name}' needs '{parameter.name}'{_example(check)}")
            values[parameter.name] = parameter.default
    values = {parameter.name: values[parameter.name] for parameter in check.known}
    if Number in map(type, values.values()):
        return _reckoned(check, values)
    return values


def _reckoned(check: Check, values: Values) -> Values:
    """Return the values with those that are calculated from what is left of known others."""
    for parameter in check.takes:
        number = values[parameter.name]
        if not isinstance(number, Number):
            continue
        if parameter.choices:  # the outcome of a throw is one of its words
            outcome = values[number.apply]
            if not is_rolled(outcome):
                values[parameter.name] = fitting(check, parameter, outcome)
            continue
        looked = set().union(*[hanging_on(check, name) for name in number.names()])
        if not any(is_rolled(values[name]) for name in looked):
            known = left(check, without_open(check, values))
            values[parameter.name] = fitting(check, parameter, number.value(known))
    return values


def _example(check: Check) -> str:
    """The call with some argument for what it needs, for a message."""
    some = {p.name: p.choices[0].name if p.choices else str(max(p.least, 3)) for p in check.takes}
    words = ", ".join(some[parameter.name] for parameter in check.takes if parameter.required)
    if check.notation:
        words = noted(check, some)
    return f", as in '{check.name}({words})'"


def noted(check: Check, values: Mapping[str, str]) -> str:
    """The values in the game's own notation, in quotes where a question needs them."""
    text = check.notation.format_map(values)
    try:
        alone = len(parse_args(text)) == 1
    except RulesError:
        alone = False
    return text if alone else f'"{text}"'


def _noted(check: Check, value: str | PlainDice) -> list[tuple[str, Argument]]:
    """The arguments that the game's own notation packs into one word, or into seeming dice."""
    match = check.noted.fullmatch(str(value).replace("−", "-"))
    if match is None:
        return []
    names = re.findall(r"\{(.*?)\}", check.notation)
    return [
        (name, part if check.parameter(name).choices else int(part.replace(" ", "")))
        for name, part in zip(names, match.groups(), strict=True)
    ]


def _set(check: Check, values: Values, parameter: Parameter, value: Argument) -> None:
    name = parameter.name
    if name in values:
        raise RulesError(f"'{check.name}' is given '{name}' twice")
    values[name] = fitting(check, parameter, value)


def fitting(check: Check, parameter: Parameter, value: Argument) -> Any:
    """The value as the parameter takes it: a number, a choice's name, or what rolls either."""
    if is_rolled(value) and not (isinstance(value, PlainDice) and parameter.choices):
        return value
    where = f"'{parameter.name}' of '{check.name}'"
    if parameter.of and isinstance(value, str):
        return value
    if parameter.choices:
        choice = parameter.choice(str(value))
        if choice is not None:
            return choice.name
        if isinstance(value, PlainDice) and parameter.numbered:
            return value
        names = [choice.name for choice in parameter.choices]
        raise RulesError(f"{where} takes no '{value}'{suggest(str(value), names)}")
    if not isinstance(value, int | Fraction):
        raise RulesError(f"{where} takes a number, not '{value}'")
    number = int(value) if value.denominator == 1 else value
    if number.denominator > (1 if parameter.half is None else 2):
        kind = "whole numbers" if parameter.half is None else "whole or half numbers"
        raise RulesError(f"{where} takes {kind}, not {float(value)}")
    if number < parameter.least and not parameter.free:
        raise RulesError(f"{where} must be {parameter.least} or more, not {number}")
    if parameter.most is not None and number > parameter.most:
        raise RulesError(f"{where} must be {parameter.most} or less, not {number}")
    return number


def is_rolled(value: object) -> bool:
    """True where another roll decides the value of a parameter."""
    return isinstance(value, Call | PlainDice | SharedThrow)


def any_rolled(values: Values) -> bool:
    """True where another roll decides the value of any parameter."""
    return any(map(is_open, values.values()))


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
    if isinstance(value, Keep):
        many = _settled(check, value.many, levels)
        if many < 1:
            raise RulesError(f"'{check.name}' keeps '{value.many}' dice, 1 or more, not {many}")
        return value._replace(many=many, of=completed(value.of, levels))
    if isinstance(value, Ties):
        return value._replace(kinds=tuple([completed(kind, levels) for kind in value.kinds]))
    if isinstance(value, tuple):
        return tuple([(completed(key, levels) if isinstance(key, str) else
                       _settled(check, key, levels), _settled(check, each, levels))
                      for key, each in value])  # fmt: skip
    return value


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
    seen = {word: rule.settled(values) for word, rule in check.seen.items()}
    push = check.push and check.push._replace(faces=check.push.faces.settled(values))
    return check._replace(seen=seen, push=push)


def _set_twice(check: Check, key: str, first: Parameter, second: Parameter) -> str:
    """Tell that two parameters set one part of a roll differently, and the ways out."""
    one, other = sorted([first.name, second.name])
    way = f"set '{key}' in one of them only"
    if not first.choices and not second.choices:
        way = f"write takes.{other}.needs = \"{one} = 0\" (or 'cancels'), or {way}"
    return f"'{one}' and '{other}' of '{check.name}' both set '{key}', each differently; {way}"


def dice_of(game: Game, roll: Roll) -> list[tuple[Die, int]]:
    """The dice that are thrown, each kind with its number; a roll beyond the limit is refused."""
    dice = [(die_named(game, name), count) for name, count in roll.dice.items() if count > 0]
    total = sum(count for _, count in dice)
    if total > game.limit:
        raise RulesError(f"{total:,} dice are more than the {game.limit:,} that the game allows")
    return dice


def possible_dice(game: Game, check: Check) -> list[Die]:
    """Every kind of die that the check can throw, whatever it is given."""
    names = dict.fromkeys(
        whole
        for change in check.changes()
        for name, _ in change
        if name not in CHANGES and not name.startswith(MOVES)
        for whole in possible_names(check, name)
    )
    return [die_named(game, name) for name in names]


def possible_names(check: Check, die: str) -> list[str]:
    """The names of a die with every value of the parameters that complete it."""
    found = [die]
    for name in named_in(die):
        parameter = check.parameter(name)
        if parameter.choices:
            values: list[object] = [choice.die or choice.name for choice in parameter.choices]
        elif parameter.most is not None:
            values = list(range(max(parameter.least, 1), min(parameter.most, MOST_SIDES) + 1))
        else:
            known = parameter.default if isinstance(parameter.default, int) else 0
            values = [max(known, parameter.least, 1)]
        found = [completed(one, {name: value}) for one in found for value in values]
    return found


def die_named(game: Game, name: str) -> Die:
    """The die of that name: the game's own or a plain one."""
    if name.startswith("-"):
        return die_named(game, name[1:])._replace(name=name, minus=True)
    die = game.dice.get(name) or standard(name)
    if die is None:
        raise RulesError(f"no die named '{name}'{suggest(name, game.dice)}")
    return die


@lru_cache(maxsize=512)
def standard(name: str) -> Die | None:
    """The die that a plain name stands for."""
    return standard_die(name)
