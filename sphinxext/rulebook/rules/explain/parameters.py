"""Reads the parameters of a check back in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import listed
from ..language.formulas import Number
from ..language.query import Argument, Call, PlainDice, words_in
from ..model.game import Check, Choice, Game, Noun, Parameter, Use
from ..model.roll import CHANGES, SETS, RollChange, phrases
from .conditions import any_of, condition_in_words


def taken(game: Game, check: Check) -> Iterator[str]:
    """A line for each thing that the check takes, and for each word of it."""
    if check.takes and not check.versus:
        yield "It takes, in this order:"
        for parameter in check.takes:
            yield from _parameter(game, check, parameter)


def _parameter(game: Game, check: Check, parameter: Parameter) -> Iterator[str]:
    text = f", {parameter.text}" if parameter.text else ""
    own_dice = all(
        choice.change == ((choice.name, 1),) and choice.name in game.dice
        for choice in parameter.choices
    )
    if parameter.choices and own_dice:
        named = any_of(choice.name for choice in parameter.choices)
        yield f"- {parameter.name}{text}: {named}{_left_out(parameter)}. That die is rolled."
        return
    if parameter.choices:
        sentences = [f"{parameter.name}{text}: one word{_left_out(parameter)}."]
        if _is_idle(parameter):
            sentences.append(_elsewhere(game, check, parameter))
    else:
        sentences = [f"{parameter.name}{text}: {_range(parameter)}{_left_out(parameter)}."]
        sentences.extend(_levels(parameter) or [_elsewhere(game, check, parameter)])
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
    own = parameter.cancelled
    others = [
        each.name for each in check.takes if each.name in own or parameter.name in each.cancelled
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
    """True where no word of the parameter changes the roll by itself."""
    return bool(parameter.choices) and not any(choice.change for choice in parameter.choices)


def _left_out(parameter: Parameter) -> str:
    if parameter.required:
        return ", required"
    if parameter.thrown is not None:
        return f", rolled by {word_of(parameter.default)} if left out"
    if parameter.choices and isinstance(parameter.default, Number):
        return f", the outcome of {parameter.default.apply.removesuffix(' is')} if left out"
    return f", {word_of(parameter.default)} if left out"


def _range(parameter: Parameter) -> str:
    kind = "a whole or half number" if parameter.half is not None else "a whole number"
    if parameter.most is None:
        return kind if parameter.free else f"{kind}, {parameter.least} or more"
    if parameter.free:
        return f"{kind}, {parameter.most} or less"
    return f"{kind}, {parameter.least} to {parameter.most}"


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
    if "times" in keys:
        said.append("Each of these levels multiplies the dice once more.")
    if parameter.least < 0 and keys & SETS.keys():
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
    handed = check.repeats or check.tries
    if handed and name in _handed(game, check):
        used = [f"it is given to {handed}", *used]
    used += [f"it decides {each.name}" for each in check.takes if name in _goes_by(game, each)]
    said = "; ".join(used)
    if not said and name in check.used[Use.ROLL] | check.used[Use.ADDED]:
        return ""  # the sentences about the roll name it
    return f"{said[:1].upper()}{said[1:]}." if said else "It changes nothing in the roll."


UNSAID = (Use.AMOUNT, Use.DEFAULT, Use.LEVELS, Use.ROLL, Use.ADDED)  # other sentences say these


def _handed(game: Game, check: Check) -> set[str]:
    """The parameters that a check which it repeats or tries is given."""
    if check.repeated is not None:
        return set(words_in(check.repeated))
    return {each.name for each in game.check(check.repeats or check.tries).takes}


def _goes_by(game: Game, parameter: Parameter) -> set[str]:
    """The parameters that this one is calculated or rolled by where it is left out."""
    if isinstance(parameter.default, Number):
        return parameter.default.names()
    if isinstance(parameter.thrown, Call):
        return {each.name for each in game.check(parameter.thrown.check).takes}
    return set()


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
