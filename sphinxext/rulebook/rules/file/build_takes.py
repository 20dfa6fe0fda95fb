"""Builds the parameters of a check and the changes that they make, every word of them checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import suggest
from ..language.formulas import NOTHING, Number
from ..language.read_condition import parse_number
from ..model.faces import Faces, completed, named_in
from ..model.game import Choice, Parameter
from ..model.reading import OUTCOME
from ..model.roll import CHANGES, FACED, RollChange
from .change_kinds import die_known
from .place import FACE_WORDS, BuildPlace
from .positions import KeyPath

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LEVELS = ("each", "first", "further", "half")
WORDS = "no die named '{0}'; a list names dice, and words have a table: choices = {{ {1} = {{}} }}"


def check_change(place: BuildPlace, found: RollChange, at: KeyPath) -> None:
    """Note the dice and the parameters of a change that are not there."""
    for key, value in found:
        here = (*at, key)
        if key == "none" and not isinstance(value, str):
            check_change(place, value, here)
        elif key == "keep":
            check_die(place, here, value.of)
            _numbers(place, here, [value.by] if value.by else [])
        elif key == "ties":
            for i, die in enumerate(value.kinds):
                check_die(place, (*here, str(i)), die)
        elif key == "worth":
            for faces, _ in value:
                named_faces(place, here, faces)
        elif key == "step" and not place.game.steps:
            place.add(here, "the file has no 'steps', the ladder that dice move along")
        elif key in FACED:
            named_faces(place, here, value)
        elif key not in CHANGES:
            check_die(place, here, key, only_dice=False)


def named_faces(place: BuildPlace, at: KeyPath, faces: Faces) -> None:
    """Note the parameters and dice that are named and not there."""
    _numbers(place, at, faces.face_names)
    for die in faces.kinds:
        check_die(place, at, die)


def check_die(place: BuildPlace, at: KeyPath, die: str, *, only_dice: bool = True) -> None:
    """Note a die that is not there, whatever its parameters are."""
    names = [die] if die else []
    for name in named_in(die):
        if name not in place.numbers and name not in place.choices:
            known = [*place.numbers, *place.choices]
            hint = suggest(name, known) or "; there is none"
            place.add(at, f"no parameter named '{name}'{hint}")
            return
        words = ("6",) if name in place.numbers else place.choices[name]
        names = [completed(one, {name: word}) for one in names for word in words]
    found = [die_known(name, place.game.dice, only_dice=only_dice) for name in names]
    if wrong := next(filter(None, found), ""):
        place.add(at, wrong)


def _numbers(place: BuildPlace, at: KeyPath, names: Iterable[str]) -> None:
    """Note the names that are no parameters of numbers."""
    place.expect(at, "parameter", names, place.numbers)


def parameters(place: BuildPlace, found: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The parameters in the order of the file, and whether what they name is there."""
    takes = tuple([_parameter(place, key, each) for key, each in found.items()])
    numbers = [parameter.name for parameter in takes if not parameter.choices]
    for one in takes:
        others = [name for name in numbers if name != one.name]
        excluded = (one.excludes,) if one.excludes else ()
        for link, names in (("cancels", one.cancelled), ("excludes", excluded)):
            place.expect(("takes", one.name, link), "other parameter of numbers", names, others)
    unknown = {each.name for each in takes if isinstance(each.default, Number)}
    for one in takes:
        if isinstance(one.default, Number):
            for name in sorted(one.default.names() & unknown):
                message = f"'{name}' is calculated too; put it earlier"
                place.add(("takes", one.name, "default"), message)
            unknown.discard(one.name)
    return takes


def _parameter(place: BuildPlace, key: str, found: Mapping[str, Any]) -> Parameter:
    at = ("takes", key)
    # Conditions ask for the words of a parameter as they ask for an outcome.
    taken = {*FACE_WORDS, *((OUTCOME,) if "choices" in found else ())}
    place.expect_name(at, key, "parameter", taken)
    for word in LEVELS:
        check_change(place, found.get(word, ()), (*at, word))
    choices = _choices(place, found["choices"], (*at, "choices")) if "choices" in found else ()
    least, most = found.get("least", 0), found.get("most")
    if most is not None and most < least:
        place.add((*at, "most"), f"the most, {most}, is less than the least, {least}")
    # Where neither the file nor 0 can fill in for it, a question has to say what it is.
    stands = not choices and least <= 0 and (most is None or most >= 0)
    needed = not {"default", "rolls"} & {*found} and not stands
    parameter = Parameter(key, **{"required": needed, **found, "choices": choices})
    if "default" in found and "rolls" in found:
        place.add((*at, "rolls"), "it is rolled, or it has a default; keep one")
    if "default" in found:
        return parameter._replace(default=_default(place, parameter, (*at, "default")))
    return parameter


def _default(place: BuildPlace, parameter: Parameter, at: KeyPath) -> int | str | Number:
    """The default, its words and its bounds checked; where it is calculated, the number."""
    default, most = parameter.default, parameter.most
    if parameter.choices:
        choice = parameter.choice(str(default))
        if choice is None:
            place.unknown(at, "choice", str(default), [c.name for c in parameter.choices])
        return choice.name if choice else str(default)
    if isinstance(default, str):
        number: Number = place.read(at, parse_number, default, NOTHING)
        _numbers(place, at, sorted(number.names()))
        return number
    beyond = most is not None and isinstance(default, int) and default > most
    if isinstance(default, int) and (default < parameter.least or beyond):
        place.add(at, f"{default} is not among what the parameter takes")
    return default


def _choices(place: BuildPlace, found: Any, at: KeyPath) -> tuple[Choice, ...]:
    if not found:
        place.add(at, "no choices; name dice, or words with their changes")
    choices = []
    if isinstance(found, Mapping):
        for name, each in found.items():
            check_change(place, each["change"], (*at, name))
            choices.append(Choice(name, **each))
    else:
        for i, name in enumerate(found):
            wrong = die_known(name, place.game.dice, only_dice=True)
            if wrong:
                if f"no die named '{name}'" in wrong and "did you mean" not in wrong:
                    wrong = WORDS.format(name, name if _BARE_KEY.fullmatch(name) else f'"{name}"')
                place.add((*at, str(i)), wrong)
            die = place.game.dice.get(name)
            also, label = (die.also, die.label) if die else ((), "")
            choices.append(Choice(name, () if wrong else ((name, 1),), also, label))
    place.unique(at, [word for choice in choices for word in choice.words])
    return tuple(choices)
