"""Builds the parameters of a check and the changes that they make, every word of them checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from ..errors import suggest
from ..language.formulas import NOTHING, Number
from ..language.read_condition import parse_number
from ..model.braced import completed, named_in
from ..model.faces import Faces
from ..model.game import Choice, Parameter
from ..model.push import OUTCOME
from ..model.roll import CHANGES, FACED, RollChange
from .build_names import FACE_WORDS, RESERVED, BuildPlace, is_name, unique
from .change_kinds import die_known
from .positions import KeyPath

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LEVELS = ("each", "first", "further")


def change(place: BuildPlace, found: RollChange, at: KeyPath) -> RollChange:
    """The change, its dice and its references checked."""
    for key, value in found:
        if key == "none" and not isinstance(value, str):
            change(place, value, (*at, key))
        elif key == "keep":
            if value.of and (wrong := wrong_die(place, value.of)):
                place.add((*at, key), wrong)
            _numbers(place, (*at, key), [value.by] if value.by else [])
        elif key == "ties":
            for i, die in enumerate(value.kinds):
                if wrong := wrong_die(place, die):
                    place.add((*at, key, str(i)), wrong)
        elif key == "worth":
            for faces, _ in value:
                named_faces(place, (*at, key), faces)
        elif key == "step" and not place.game.steps:
            place.add((*at, key), "the file has no 'steps', the ladder that dice move along")
        elif key in FACED:
            named_faces(place, (*at, key), value)
        elif key not in CHANGES and (wrong := wrong_die(place, key, only_dice=False)):
            place.add((*at, key), wrong)
    return found


def named_faces(place: BuildPlace, at: KeyPath, faces: Faces) -> None:
    """Note the parameters and dice that are named and not there."""
    _numbers(place, at, faces.face_names)
    for die in faces.kinds:
        if wrong := wrong_die(place, die):
            place.add(at, wrong)


def wrong_die(place: BuildPlace, die: str, *, only_dice: bool = True) -> str:
    """Empty where the die is there, whatever its parameters are, else what is wrong with it."""
    names = [die]
    for name in named_in(die):
        if name in place.numbers:
            words: tuple[str, ...] = ("6",)
        elif name in place.words:
            words = place.words[name]
        else:
            known = [*place.numbers, *place.words]
            return f"no parameter named '{name}'{suggest(name, known) or '; there is none'}"
        names = [completed(one, {name: word}) for one in names for word in words]
    found = [die_known(name, place.game.dice, only_dice=only_dice) for name in names]
    return next(filter(None, found), "")


def _numbers(place: BuildPlace, at: KeyPath, names: Iterable[str]) -> None:
    """Note the names that are no parameters of numbers."""
    for name in names:
        if name not in place.numbers:
            place.unknown(at, "parameter", name, place.numbers)


def parameters(place: BuildPlace, found: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The parameters in the order of the file, and whether what they name is there."""
    takes = tuple([_parameter(place, key, each) for key, each in found.items()])
    numbers = [parameter.name for parameter in takes if not parameter.choices]
    for parameter in takes:
        others = [name for name in numbers if name != parameter.name]
        links = [("cancels", other) for other in parameter.cancelled]
        links += [("excludes", parameter.excludes)] if parameter.excludes else []
        for link, other in links:
            if other not in others:
                place.unknown(
                    ("takes", parameter.name, link), "other parameter of numbers", other, others
                )
    unknown = {each.name for each in takes if isinstance(each.default, Number)}
    for parameter in takes:
        if isinstance(parameter.default, Number):
            for name in sorted(parameter.default.names() & unknown):
                message = f"'{name}' is calculated too; put it earlier"
                place.add(("takes", parameter.name, "default"), message)
            unknown.discard(parameter.name)
    return takes


def _parameter(place: BuildPlace, key: str, found: Mapping[str, Any]) -> Parameter:
    at = ("takes", key)
    worded = "choices" in found and key == OUTCOME  # which conditions ask for otherwise
    if not is_name(key) or key in RESERVED | FACE_WORDS or key in place.game.signs or worded:
        place.add(at, f"'{key}' cannot name a parameter; take another word")
    levels = {word: change(place, found.get(word, ()), (*at, word)) for word in LEVELS}
    half = change(place, found["half"], (*at, "half")) if "half" in found else None
    choices = _choices(place, found["choices"], (*at, "choices")) if "choices" in found else ()
    least, most = found.get("least", 0), found.get("most")
    if most is not None and most < least:
        place.add((*at, "most"), f"the most, {most}, is less than the least, {least}")
    # Where neither the file nor 0 can fill in for it, a question has to say what it is.
    stands = not choices and least <= 0 and (most is None or most >= 0)
    parameter = Parameter(
        key,
        **levels,
        half=half,
        choices=choices,
        least=least,
        most=most,
        default=found.get("default", 0),
        required=found.get("required", not {"default", "rolls"} & {*found} and not stands),
        rolls=found.get("rolls"),
        cancels=found.get("cancels", ""),
        excludes=found.get("excludes", ""),
        label=found.get("label", ""),
        text=found.get("text", ""),
        one=found.get("one", ""),
    )
    if "default" in found and "rolls" in found:
        place.add((*at, "rolls"), "it is rolled, or it has a default; keep one")
    if "default" in found:
        return parameter._replace(default=_default(place, parameter, (*at, "default")))
    return parameter


def _default(place: BuildPlace, parameter: Parameter, at: KeyPath) -> int | str | Number:
    """The default, its words and its bounds checked; where it is calculated, the number."""
    default = parameter.default
    if parameter.choices:
        choice = parameter.choice(str(default))
        if choice is None:
            place.unknown(at, "choice", str(default), [c.name for c in parameter.choices])
        return choice.name if choice else str(default)
    if isinstance(default, str):
        read = partial(parse_number, default)
        number: Number = place.problems.attempt((*place.at, *at), read, NOTHING)
        _numbers(place, at, sorted(number.names()))
        return number
    if isinstance(default, int) and not _takes(parameter, default):
        place.add(at, f"{default} is not among what the parameter takes")
    return default


def _takes(parameter: Parameter, number: int) -> bool:
    most = parameter.most
    return number >= parameter.least and (most is None or number <= most)


def _key(name: str) -> str:
    """The name as a key of TOML."""
    return name if _BARE_KEY.fullmatch(name) else f'"{name}"'


def _choices(place: BuildPlace, found: Any, at: KeyPath) -> tuple[Choice, ...]:
    if not found:
        place.add(at, "no choices; name dice, or words with their changes")
    choices = []
    if isinstance(found, Mapping):
        for name, each in found.items():
            made = change(place, each["change"], (*at, name))
            choices.append(Choice(name, made, each["also"], each["label"]))
    else:
        for i, name in enumerate(found):
            if wrong := die_known(name, place.game.dice, only_dice=True):
                if f"no die named '{name}'" in wrong and "did you mean" not in wrong:
                    wrong = f"no die named '{name}'; a list names dice, and words have a table: "
                    wrong += f"choices = {{ {_key(name)} = {{}} }}"
                place.add((*at, str(i)), wrong)
                choices.append(Choice(name, ()))
                continue
            die = place.game.dice.get(name)
            also, label = (die.also, die.label) if die else ((), "")
            choices.append(Choice(name, ((name, 1),), also, label))
    words = [word for choice in choices for word in (choice.name, *choice.also)]
    unique(words, (*place.at, *at), place.problems)
    return tuple(choices)
