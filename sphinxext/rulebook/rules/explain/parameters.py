"""Reads the parameters of a check back in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..language.formulas import Number
from ..language.query import Argument, Call, PlainDice, SharedThrow, words_in
from ..model.braced import named_in
from ..model.faces import Faces
from ..model.game import Check, Choice, Game, Parameter
from ..model.push import OUTCOME
from ..model.roll import CHANGES, FACED, SETS, RollChange, phrases
from .conditions import any_of


def taken(game: Game, check: Check) -> Iterator[str]:
    """A line for each thing that the check takes, and for each word of it."""
    if check.takes and not check.versus:
        yield "It takes, in this order:"
        for parameter in check.takes:
            yield from _parameter(game, check, parameter)
        shared: dict[Argument, list[str]] = {}
        for parameter in check.takes:
            if isinstance(parameter.rolls, SharedThrow):
                shared.setdefault(parameter.rolls.throw, []).append(parameter.name)
        for throw, names in shared.items():
            if len(names) > 1:
                yield f"A single throw of {word_of(throw)} decides {_all_of(names)}."


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
    if parameter.excludes:
        sentences.append(f"It cannot be used together with {parameter.excludes}.")
    yield f"- {' '.join(sentences)}"
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
            f"It and {_all_of(others)} cancel each other, one for one. A question is refused if it "
            "matters which of them go first."
        )


def _is_idle(parameter: Parameter) -> bool:
    """True where no word of the parameter changes the roll by itself."""
    return bool(parameter.choices) and not any(choice.change for choice in parameter.choices)


def _left_out(parameter: Parameter) -> str:
    if parameter.required:
        return ", required"
    if isinstance(parameter.rolls, SharedThrow):
        throw, number = parameter.rolls
        read = f"the {number or OUTCOME} of" if not number or not number.parts else f"{number} from"
        return f", {read} one throw of {word_of(throw)} if left out"
    if parameter.rolls is not None:
        return f", rolled by {word_of(parameter.rolls)} if left out"
    return f", {word_of(parameter.default)} if left out"


def _range(parameter: Parameter) -> str:
    kind = "a whole or half number" if parameter.half is not None else "a whole number"
    if parameter.most is None:
        return f"{kind}, {parameter.least} or more"
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
    conditions = [one.when for one in check.outcomes if one.when is not None]
    keeps = [value for change in changes_of(check) for key, value in change if key == "keep"]
    handed = check.repeats or check.tries
    ends = check.ends
    uses = {
        f"it is given to {handed}": bool(handed) and name in _handed(game, check),
        "outcomes change it": any(name == one for many in check.after.values() for one, _ in many),
        "the end depends on it": ends is not None and name in ends.names(),
        "it says how many times": name in (check.times, check.best, check.worst),
        "it says which faces are meant": any(name in faces.face_names for faces in _faces(check)),
        "it says which dice are rolled": any(
            name in named_in(key) for change in changes_of(check) for key, _ in change
        ),
        "it says how many dice count": any(name == keep.by for keep in keeps),
        "the result uses it": check.result and name in check.result.names(),
        "it is the value of an outcome": name in check.rolled_later,
        "it says when dice are thrown again": check.push is not None
        and check.push.when is not None
        and name in check.push.when.names(),
        "it says when the throw goes on": check.going_on is not None
        and name in check.going_on.when.names(),
        "the player's choice depends on it": any(
            aim.condition is not None and name in aim.condition.names() for aim in check.choose
        ),
        "the outcomes depend on it": any(name in condition.names() for condition in conditions),
        **{f"it decides {each.name}": name in _goes_by(game, each) for each in check.takes},
    }
    said = "; ".join(words for words, used in uses.items() if used)
    return f"{said[:1].upper()}{said[1:]}." if said else "It changes nothing in the roll."


def _handed(game: Game, check: Check) -> set[str]:
    """The parameters that a check which it repeats or tries is given."""
    if check.repeated is not None:
        return set(words_in(check.repeated))
    return {each.name for each in game.check(check.repeats or check.tries).takes}


def _faces(check: Check) -> Iterator[Faces]:
    """Every set of faces that the check names."""
    for change in changes_of(check):
        for key, value in change:
            if key in FACED:
                yield value
            elif key == "worth":
                yield from (faces for faces, _ in value)
    yield from (rule.faces for rule in check.readings.values() if rule.faces is not None)
    if check.push is not None:
        yield check.push.faces


def _goes_by(game: Game, parameter: Parameter) -> set[str]:
    """The parameters that this one is calculated or rolled by where it is left out."""
    if isinstance(parameter.default, Number):
        return parameter.default.names()
    if isinstance(parameter.thrown, Call):
        return {each.name for each in game.check(parameter.thrown.check).takes}
    return set()


def _all_of(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _also(choice: Choice) -> str:
    return f" (also {any_of(choice.also)})" if choice.also else ""


def _said(change: RollChange, dice: str = "{} more") -> str:
    return "; ".join(phrases(change, dice)) or "nothing changes"


def _rolls_dice(change: RollChange) -> bool:
    return any(key not in CHANGES for key, _ in change)


def changes_of(check: Check) -> Iterator[RollChange]:
    """Every change that the check may put on its roll."""
    return check.changes()


def word_of(value: Argument | Number) -> str:
    """The argument as a question writes it."""
    if isinstance(value, PlainDice):
        return value.text
    text = str(value)
    return f'"{text}"' if " " in text else text
