"""A check with its arguments: what each parameter is, and the roll that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..errors import RulesError, listed, suggest
from ..language.conditions import THE_VALUE
from ..language.faces import completed, named_in
from ..language.formulas import OUTCOME_OF, Number
from ..language.parse import parse_args
from ..language.query import Argument, Call, PlainDice, SharedThrow
from .cancelling import hanging_on, is_open, left, without_open
from .game import Check, Game
from .parameter import Parameter
from .roll import CHANGES, MOVES, Die, Roll, standard_die

MOST_SIDES = 1000
Values = dict[str, Any]  # parameter to number, choice's name, or a call for one side


def given(check: Check, args: tuple[tuple[str, Argument], ...]) -> Values:
    """The values of the arguments by parameter, without the parameters that are left out."""
    values: Values = {}
    places = iter(check.order)
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
            place = _only_left(check, values, args, value)
        try:
            _set(check, values, place, value)
        except RulesError as error:
            raise RulesError(f"{error}{_meant(check, place, value)}") from None
    return values


def _only_left(
    check: Check, values: Values, args: tuple[tuple[str, Argument], ...], value: Argument
) -> Parameter:
    """Return the one parameter that a value can be for, though nothing says its place."""
    taken = {*values, *dict(args)}
    left = [one for one in check.takes if one.name not in taken]
    if not left:
        few = ", ".join(one.name for one in check.takes) or "nothing"
        raise RulesError(f"'{check.name}' takes {few}; '{value}' is one too many")
    if len(left) > 1:
        names = listed([one.name for one in left], "and")
        raise RulesError(
            f"which of {names} of '{check.name}' is '{value}'? write its name, as in "
            f"'{left[0].name}={value}'"
        )
    return left[0]


def _meant(check: Check, parameter: Parameter, value: Argument) -> str:
    """A hint for an argument that is at the place of a parameter it does not fit."""
    for other in check.takes:
        if other is not parameter:
            try:
                fitting(check, other, value)
            except RulesError:
                continue
            return f" (for '{other.name}' write '{other.name}={value}')"
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
    for parameter in check.calculated:
        number = values[parameter.name]
        if not isinstance(number, Number):
            continue
        if parameter.choices:  # the outcome of a throw is one of its words
            outcome = values[number.apply]
            if not is_rolled(outcome):
                values[parameter.name] = fitting(check, parameter, outcome)
            continue
        looked = set().union(*[hanging_on(check, name) for name in number.names()])
        if not any(is_open(values[name]) for name in looked):
            known = left(check, without_open(check, values))
            values[parameter.name] = fitting(check, parameter, number.value(known))
    return values


def _example(check: Check) -> str:
    """The call with some argument for what it needs, for a message."""
    some = {p.name: p.choices[0].name if p.choices else str(max(p.least, 3)) for p in check.takes}
    words = ", ".join(
        some[one.name] if one in check.order else f"{one.name}={some[one.name]}"
        for one in check.takes
        if one.required
    )
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
    return [
        (name, part if check.parameter(name).choices else int(part.replace(" ", "")))
        for name, part in zip(named_in(check.notation), match.groups(), strict=True)
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
        check_hint = f"; a check has brackets, '{value}()'" if str(value).isidentifier() else ""
        raise RulesError(f"{where} takes a number, not '{value}'{check_hint}")
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
    """Return whether another roll decides the value of a parameter."""
    return isinstance(value, Call | PlainDice | SharedThrow)


def any_rolled(values: Values) -> bool:
    """Return whether another roll decides the value of any parameter."""
    return any(map(is_open, values.values()))


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
            values: list[object] = [choice.die for choice in parameter.choices if choice.die]
        elif parameter.most is not None:
            values = list(range(max(parameter.least, 1), min(parameter.most, MOST_SIDES) + 1))
        else:
            known = parameter.default if isinstance(parameter.default, int) else 0
            values = [max(known, parameter.least, 1)]
        found = [completed(one, {name: value}) for one in found for value in values]
    return found


def die_named(game: Game, name: str) -> Die:
    """Return the die of that name: the game's own or a plain one."""
    if name.startswith("-"):
        return die_named(game, name[1:])._replace(name=name, minus=True)
    die = game.dice.get(name) or standard(name)
    if die is None:
        hint = suggest(name, game.dice) or "; write one such as d6"
        raise RulesError(f"no die named '{name}'{hint}")
    return die


@lru_cache(maxsize=512)
def standard(name: str) -> Die | None:
    """The die that a plain name stands for."""
    return standard_die(name)


def share_throws(check: Check, values: dict[str, Any]) -> None:
    """Let all that is read of a throw be read of one throw, that of its parameter."""
    for one in check.shares:
        holder = check.parameter(one.of)
        throw = values.get(holder.name, holder.default)
        if isinstance(throw, Call | PlainDice):
            throw = values[holder.name] = SharedThrow(throw, THE_VALUE)
        if one.name in values:
            continue
        if not isinstance(throw, SharedThrow):
            throw, reads = str(holder.default), f"'{one.name}'"
            if one.name.endswith(OUTCOME_OF):
                reads = f"the outcome of '{one.of}'"
            example = throw if throw[-1] == ")" else f"{throw}()"
            raise RulesError(
                f"'{check.name}' reads {reads}, so give a throw, as in '{one.of}={example}'"
            )
        assert isinstance(one.default, SharedThrow)
        values[one.name] = one.default._replace(throw=throw.throw)


def with_words(game: Game, check: Check, values: Values) -> Values:
    """Return the values with all words for the outcome of each throw that is asked for."""
    words = {}
    for one in check.shares:
        if isinstance(one.thrown, Call) and isinstance(name := values[one.name], str):
            thrown = game.check(one.thrown.check).with_outcomes(game.checks)
            words[one.name] = thrown.words_for(name)
    return {**values, **words}
