"""Reads the parameters of a check back in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import listed
from ..language.formulas import Number
from ..language.query import Argument, Call, PlainDice, words_in
from ..model.arguments import given
from ..model.game import Check, Game, Use
from ..model.outcome import Noun
from ..model.parameter import Choice, Parameter
from ..model.roll import CHANGES, SETS, RollChange, phrases
from .conditions import any_of, condition_in_words


def taken(game: Game, check: Check) -> Iterator[str]:
    """A line for each thing that the check takes, and for each word of it."""
    if check.takes and not check.sides:
        yield "It takes, in this order:" if check.order == check.takes else "It takes:"
        for parameter in check.takes:
            yield from _parameter(game, check, parameter)


def _parameter(game: Game, check: Check, parameter: Parameter) -> Iterator[str]:
    text = f", {parameter.text}" if parameter.text else ""
    left_out = _left_out(game, check, parameter)
    given_to = [_ended(one) for one in _given_to(game, check, parameter)]
    own_dice = all(
        choice.change == ((choice.name, 1),) and choice.name in game.dice
        for choice in parameter.choices
    )
    if parameter.choices and own_dice:
        named = any_of(choice.name for choice in parameter.choices)
        sentences = [f"{parameter.name}{text}: {named}{left_out}. That die is rolled.", *given_to]
        yield f"- {' '.join(sentences)}"
        return
    if parameter.choices:
        sentences = [f"{parameter.name}{text}: one word{left_out}."]
        if _is_idle(parameter):
            sentences.append(_elsewhere(game, check, parameter))
        else:
            sentences += given_to
    else:
        counted = parameter.name in check.used[Use.TIMES]
        least = max(parameter.least, 1) if counted else parameter.least
        sentences = [f"{parameter.name}{text}: {_range(parameter, least)}{left_out}."]
        if levels := _levels(parameter):
            sentences += levels + given_to
        else:
            sentences.append(_elsewhere(game, check, parameter))
    sentences.extend(_cancelling(check, parameter))
    if parameter.needs is not None:
        names = [each.name for each in check.takes]
        when = condition_in_words(parameter.needs, Noun("", ""), None, names)
        sentences.append(f"It can only be used where {when}.")
    yield f"- {' '.join(filter(None, sentences))}"
    if _is_idle(parameter):
        for choice in parameter.choices:
            yield f"  - {choice.name}{_also(choice)}"
        return
    for choice in parameter.choices:
        said = _said(choice.change, "{} more" if _rolls_dice(check.roll) else "{}")
        yield f"  - {choice.name}{_also(choice)}: {said}."


def _cancelling(check: Check, parameter: Parameter) -> Iterator[str]:
    """Say which others it cancels, and in which order."""
    own = parameter.cancels
    others = [
        each.name for each in check.takes if each.name in own or parameter.name in each.cancels
    ]
    if len(others) == 1 and own:
        yield f"It and {others[0]} cancel each other, one for one."
    elif len(others) > 1 and {*others} <= {*own}:
        yield f"It cancels {', then '.join(own)}, one for one."
    elif len(others) > 1:
        yield (
            f"It and {listed(others, 'and', '')} cancel each other, one for one. A question is "
            "refused if it matters which of them go first."
        )


def _is_idle(parameter: Parameter) -> bool:
    """Return whether no word of the parameter changes the roll by itself."""
    return bool(parameter.choices) and not any(choice.change for choice in parameter.choices)


def _left_out(game: Game, check: Check, parameter: Parameter) -> str:
    if parameter.required:
        return ", required"
    if parameter.thrown is not None:
        word = word_of(parameter.default)
        tries = check.several and parameter.name not in check.used[Use.TIMES]
        if tries and parameter.name in _handed(game, check):
            return f", rolled in each try, by {word}, if left out"
        return f", rolled {f'once, by {word},' if check.repeats else f'by {word}'} if left out"
    if parameter.choices and isinstance(parameter.default, Number):
        return f", the outcome of {parameter.default.apply.removesuffix(' is')} if left out"
    return f", {word_of(parameter.default)} if left out"


def _range(parameter: Parameter, least: int) -> str:
    kind = "a whole or half number" if parameter.half is not None else "a whole number"
    if parameter.most is None:
        return kind if parameter.free else f"{kind}, {least} or more"
    if parameter.free:
        return f"{kind}, {parameter.most} or less"
    return f"{kind}, {least} to {parameter.most}"


def _levels(parameter: Parameter) -> list[str]:
    """A sentence for each kind of level, with the change that it makes."""
    levels = (
        ("For each", parameter.each),
        ("For the first", parameter.first),
        ("For each after the first", parameter.further),
        ("For a half", parameter.half or ()),
    )
    said = [f"{which}: {_said(change)}." for which, change in levels if change]
    keys = {key for key, _ in (*parameter.each, *parameter.further)}
    set_by = {key for key, _ in parameter.first} | keys
    if "times" in keys:
        said.append("Each of these levels multiplies the dice once more.")
    if parameter.least < 0 and set_by & SETS.keys():
        said.append("A level below 0 takes away what each adds, and sets nothing.")
    return said


def _elsewhere(game: Game, check: Check, parameter: Parameter) -> str:
    """The use of a number whose levels change nothing in the roll."""
    if check.python:
        return f"It is given to {check.python}."
    name = parameter.name
    used: list[str] = [use for use in Use if name in check.used[use] and use not in UNSAID]
    if name not in check.rolled_later:
        used = [use for use in used if use != Use.VALUES]
    used += [f"it decides {each.name}" for each in check.takes if name in _names_of(each.default)]
    said = "; ".join([*_given_to(game, check, parameter), *used])
    if not said and name in check.used[Use.ROLL] | check.used[Use.ADDED]:
        return ""  # the sentences about the roll name it
    return _ended(said) if said else "It changes nothing in the roll."


def _ended(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


UNSAID = (Use.AMOUNT, Use.DEFAULT, Use.LEVELS, Use.ROLL, Use.ADDED)  # other sentences say these


def _handed(game: Game, check: Check) -> set[str]:
    """The parameters that a check which it repeats or tries is given."""
    if check.repeated is not None:
        return set(words_in(check.repeated))
    return {each.name for each in game.check(check.inner).takes}


def _given_to(game: Game, check: Check, parameter: Parameter) -> list[str]:
    """Say which checks get it: one that is repeated or tried, and those that decide others."""
    found = [check.inner] if check.inner and parameter.name in _handed(game, check) else []
    for call in [each.thrown for each in check.takes]:
        if isinstance(call, Call):
            taken = {each.name for each in game.check(call.check).takes}
            if parameter.name in taken - given(game.check(call.check), call.args).keys():
                found.append(call.check)
    return [f"it is given to {listed(dict.fromkeys(found), 'and', '')}"] if found else []


def _names_of(default: object) -> set[str]:
    """Return the parameters that a default is calculated from."""
    return default.names() if isinstance(default, Number) else set()


def _also(choice: Choice) -> str:
    return f" (also {any_of(choice.also)})" if choice.also else ""


def _said(change: RollChange, dice: str = "{} more") -> str:
    return "; ".join(phrases(change, dice)) or "nothing changes"


def _rolls_dice(change: RollChange) -> bool:
    return any(key not in CHANGES for key, _ in change)


def word_of(value: Argument | Number) -> str:
    """The argument as a question writes it."""
    text = str(value)
    return f'"{text}"' if " " in text and not isinstance(value, PlainDice) else text
