"""A value of the rules by its path: `direct.success`, `direct(favor=1).success`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..language.formatter import Style, decimal
from ..language.markup import plain_text
from ..language.phrasebook import faces as faces_words
from ..language.phrasebook import words_of
from ..rules.errors import RulesError, fold, suggest
from ..rules.language.faces import Faces
from ..rules.language.parse import parse_call
from ..rules.language.query import Call
from ..rules.model.arguments import bound, die_named, possible_dice
from ..rules.model.game import Check, Game
from ..rules.model.outcome import Difficulty, Outcome
from ..rules.model.parameter import Choice, Parameter
from ..rules.model.roll import ADDS, SETS, Die, Keep, Roll
from ..rules.model.rolled import rolled
from ..rules.rules import Rules
from .rung import holds_words, needs_words

_PATH = re.compile(r"((?:[\w-]+:)?[\w-]+(?:\([^()]*\))?)\.(.+)", re.DOTALL)


def rule_text(rules: Rules, game_name: str, path: str, style: Style) -> str:
    """The value at the path as a sentence says it."""
    return _value_text(rule_value(rules, game_name, path), style)


class NamedFaces(tuple[int, ...]):
    """Faces of a die that a rule names, ascending."""

    __slots__ = ()


def rule_value(rules: Rules, game_name: str, path: str) -> Any:
    """The value at the path: a number, faces, or a text of the rules."""
    match = _PATH.fullmatch(path.strip())
    if match is None:
        raise RulesError(
            f"'{path}' is not a path of a rule; write 'CHECK.KEY', as in 'direct.success'"
        )
    named, what = parse_call(match[1])
    if not isinstance(what, Call):
        raise RulesError("plain dice have no rules; name a check")
    game = rules.game(named or game_name)
    check = game.check(what.check)
    first, *keys = _split(match[2], check)
    if first == "limit":
        return game.limit
    if first == "result" and check.result is not None:
        return str(check.result)
    found: Any
    if first in NAMED:
        found = _named(check, first)
    elif first in [parameter.name for parameter in check.takes]:
        if what.args:
            raise RulesError(
                f"'{first}' is a value that '{check.name}' takes; its keys are asked for without "
                f"brackets, as in '{check.name}.{first}.least'"
            )
        found = check.parameter(first)
    else:
        found = _of_roll(game, check, what, first)
        if keys:
            raise RulesError(f"'{path}': there is nothing below '{first}'")
        return found
    for key in keys:
        folded = {fold(name): value for name, value in _below(found).items()}
        if not folded:
            raise RulesError(f"'{path}': there is nothing below '{key}'")
        if fold(key) not in folded:
            raise RulesError(f"'{check.name}' has no '{key}' there{suggest(key, _below(found))}")
        found = folded[fold(key)]
    if isinstance(found, Choice | Parameter | Mapping):
        below = _below(found)
        if len(below) != 1:
            raise RulesError(f"'{path}' has several values{suggest('', below)}")
        (found,) = below.values()
    return _on(possible_dice(game, check), found) if isinstance(found, Faces) else found


def _split(text: str, check: Check) -> list[str]:
    """The keys of a path; a name may be in quotes and may hold dots."""
    first, _, rest = text.partition(".")
    first = first.strip().strip('"')
    if first not in NAMED or not rest:
        return [first, *[key.strip().strip('"') for key in rest.split(".") if key]]
    bare = rest.strip().replace('"', "")
    for name in sorted(_named(check, first), key=len, reverse=True):
        if fold(f"{bare}.").startswith(f"{fold(name)}."):
            return [first, name, *[key for key in bare[len(name) + 1 :].split(".") if key]]
    return [first, bare]


class Named(NamedTuple):
    """A difficulty or an outcome with its check."""

    check: Check
    one: Difficulty | Outcome


NAMED = ("difficulties", "outcomes")


def _named(check: Check, key: str) -> Mapping[str, Named]:
    return {each.name: Named(check, each) for each in getattr(check, key)}


def _below(found: Any) -> Mapping[str, Any]:
    """Return the values below a part of the rules, by their keys."""
    if isinstance(found, Choice):
        return dict(found.change)
    if isinstance(found, Named):
        one = found.one
        said = {"shown": getattr(one, "shown", ""), "text": one.text, "name": one.label}
        texts: dict[str, Any] = {key: text for key, text in said.items() if text}
        if isinstance(one, Difficulty):
            texts |= {"needs": one.needs.number or one.needs.name, **dict(one.given)}
        return texts
    if isinstance(found, Parameter):
        levels = {w: dict(getattr(found, w) or ()) for w in ("each", "first", "further", "half")}
        default = found.default if isinstance(found.default, int) else str(found.default)
        own = {"least": found.least, "default": default, "most": found.most}
        words = {word: one for one in found.choices for word in one.words}
        return {k: one for k, one in {**own, **levels, **words}.items() if one not in (None, {})}
    return found if isinstance(found, Mapping) else {}


def _of_roll(game: Game, check: Check, call: Call, key: str) -> Any:
    """Return a key of the roll with these arguments, if required ones left out do not matter."""
    args = call.args
    left_out = [p for p in check.takes if p.required and p.name not in dict(args)]
    missing = left_out if all(name for name, _ in args) else []
    found = []
    for step in range(max([2, *(len(p.choices) for p in missing)]) if missing else 1):
        roll = rolled(check, bound(check, (*args, *((p.name, _tried(p, step)) for p in missing))))
        value = max(0, roll.dice[key]) if key in roll.dice else getattr(roll, key, None)
        if key not in (*roll.dice, *ADDS, *SETS) or value is None:
            parts = [part for part in (*ADDS, *SETS) if getattr(roll, part)]
            named = [name for name in NAMED if getattr(check, name)]
            known = [*named, *(p.name for p in check.takes), *roll.dice, *parts]
            raise RulesError(f"'{check.name}' has no '{key}'{suggest(key, known)}")
        found.append(_on_dice(game, check, roll, value) if isinstance(value, Faces) else value)
    if any(value != found[0] for value in found):
        bound(check, args)  # says what it needs
    return found[0]


def _tried(parameter: Parameter, step: int) -> str | int:
    """Return one of the values that a required parameter may have."""
    if parameter.choices:
        return parameter.choices[min(step, len(parameter.choices) - 1)].name
    value = max(1, parameter.least) + step
    return value if parameter.most is None else min(value, parameter.most)


def _on_dice(game: Game, check: Check, roll: Roll, faces: Faces) -> NamedFaces:
    """The faces of the roll's dice that are meant, the success range as wide as it is."""
    thrown = [die_named(game, name) for name, count in roll.dice.items() if count > 0]
    dice = thrown or possible_dice(game, check)
    return _on(dice, faces)


def _on(dice: Sequence[Die], faces: Faces) -> NamedFaces:
    """The faces that are meant; of several kinds of dice those of the largest."""
    best: tuple[int, ...] = ()
    for die in dice:
        top = max(die.faces)
        shown = tuple(face for face in sorted(set(die.faces)) if faces.holds(face, top))
        best = max(best, shown, key=len)
    return NamedFaces(best)


def _value_text(value: Any, style: Style) -> str:
    words = words_of(style.language)
    if isinstance(value, NamedFaces):
        return faces_words(value, words)
    if isinstance(value, int):
        return decimal(Fraction(value), 0, style.language)
    if isinstance(value, Fraction):
        return decimal(value, 2, style.language, padded=False)
    if isinstance(value, Named):
        check, one = value
        if isinstance(one, Difficulty):
            return needs_words(check, one)
        return plain_text(holds_words(check, one, words))
    if isinstance(value, Keep | str):
        return str(value)
    raise RulesError("this rule is not a single value that a sentence could say")
