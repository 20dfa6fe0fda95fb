"""A value of the rules by its path: `direct.success`, `direct(favor=1).success`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..language.formatter import Style, decimal
from ..language.markup import plain_text
from ..language.phrasebook import faces as faces_words
from ..language.phrasebook import words_of
from ..rules.errors import RulesError, fold, suggest
from ..rules.language.formulas import Number
from ..rules.language.parse import parse_call
from ..rules.language.query import Call, PlainDice
from ..rules.model.arguments import bound, die_named, possible_dice, rolled
from ..rules.model.faces import Faces
from ..rules.model.game import Check, Choice, Difficulty, Game, Outcome, Parameter
from ..rules.model.roll import ADDS, SETS, Die, Keep, Roll
from ..rules.rules import Rules
from .conditions import holds_words
from .rung import needs_words

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
    keys = _split(match[2], check)
    if keys[0] in _TABLES:
        return _inside(_TABLES[keys[0]](check), keys[1:], path, game, check)
    if keys[0] in ("limit",):
        return game.limit
    if keys[0] == "result" and check.result is not None:
        return str(check.result)
    if keys[0] in [parameter.name for parameter in check.takes] and not what.args:
        return _inside(_parameter(check.parameter(keys[0])), keys[1:], path, game, check)
    if len(keys) == 1:
        return _of_roll(game, check, what, keys[0])
    raise RulesError(f"'{check.name}' has no '{keys[0]}'{suggest(keys[0], _known(check))}")


def _split(text: str, check: Check) -> list[str]:
    """The keys of a path; a name may be in quotes and may hold dots."""
    first, _, rest = text.partition(".")
    keys = [first.strip().strip('"')]
    if keys[0] in _TABLES and rest:
        longest = sorted(_TABLES[keys[0]](check), key=len, reverse=True)
        bare = rest.strip().replace('"', "")
        for name in longest:
            if fold(bare) == fold(name):
                return [*keys, name]
            if fold(bare).startswith(fold(name) + "."):
                return [*keys, name, *bare[len(name) + 1 :].split(".")]
        return [*keys, bare]
    return [*keys, *[key.strip().strip('"') for key in rest.split(".") if key]]


def _difficulties(check: Check) -> Mapping[str, Any]:
    return {each.name: (check, each) for each in check.difficulties}


def _outcomes(check: Check) -> Mapping[str, Any]:
    return {each.name: (check, each) for each in check.outcomes}


_TABLES = {"difficulties": _difficulties, "outcomes": _outcomes}


def _parameter(parameter: Parameter) -> Mapping[str, Any]:
    default = parameter.default
    found: dict[str, Any] = {
        "least": parameter.least,
        "default": str(default) if isinstance(default, Number) else default,
    }
    if parameter.rolls is not None:
        rolls = parameter.rolls
        found["rolls"] = rolls.text if isinstance(rolls, PlainDice) else str(rolls)
    if parameter.most is not None:
        found["most"] = parameter.most
    for word in ("each", "first", "further", "half"):
        change = getattr(parameter, word)
        if change:
            found[word] = dict(change)
    for choice in parameter.choices:
        found[choice.name] = choice
        found.update(dict.fromkeys(choice.also, choice))
    return found


def _inside(found: Any, keys: list[str], path: str, game: Game, check: Check) -> Any:
    """The value that the keys lead to; of a change with one value, that value."""
    for key in keys:
        if isinstance(found, Choice):
            found = dict(found.change)
        if isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], Difficulty):
            found = _difficulty(found[1])
        elif isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], Outcome):
            found = _texts(found[1])
        if not isinstance(found, Mapping):
            raise RulesError(f"'{path}': there is nothing below '{key}'")
        folded = {fold(str(name)): value for name, value in found.items()}
        if fold(key) not in folded:
            raise RulesError(f"'{check.name}' has no '{key}' there{suggest(key, map(str, found))}")
        found = folded[fold(key)]
    if isinstance(found, Choice):
        found = dict(found.change)
    if isinstance(found, Mapping):
        if len(found) != 1:
            raise RulesError(f"'{path}' has several values{suggest('', map(str, found))}")
        found = next(iter(found.values()))
    if isinstance(found, Faces):
        return _on(possible_dice(game, check), found)
    return found


def _difficulty(difficulty: Difficulty) -> Mapping[str, Any]:
    needs: Any = difficulty.needs.number or difficulty.needs.name
    return {"needs": needs, **dict(difficulty.given), **_texts(difficulty)}


def _texts(named: Difficulty | Outcome) -> Mapping[str, str]:
    """The words that the rules have for it."""
    texts = {key: getattr(named, key, "") for key in ("example", "shown", "text", "label")}
    return {key: text for key, text in texts.items() if text}


def _known(check: Check) -> list[str]:
    return [*_TABLES, *[p.name for p in check.takes], *ADDS, *SETS]


def _of_roll(game: Game, check: Check, call: Call, key: str) -> Any:
    """A key of the roll with these arguments, required ones left out at their least."""
    args = call.args
    missing = [p for p in check.takes if p.required and p.name not in dict(args)]
    if missing and not any(not name for name, _ in args):
        filled = {p.name: p.choices[0].name if p.choices else max(1, p.least) for p in missing}
        args = (*args, *filled.items())
    roll = rolled(game, check, bound(check, args))
    if key not in (*ADDS, *SETS):
        if key in roll.dice:
            return max(0, roll.dice[key])
        raise RulesError(f"'{check.name}' has no '{key}'{suggest(key, _known(check))}")
    value = getattr(roll, key)
    if value is None:
        raise RulesError(f"the roll of '{check.name}' has no '{key}'")
    return _on_dice(game, check, roll, value) if isinstance(value, Faces) else value


def _on_dice(game: Game, check: Check, roll: Roll, faces: Faces) -> NamedFaces:
    """The faces of the roll's dice that are meant, the success range as wide as it is."""
    thrown = [die_named(game, name) for name, count in roll.dice.items() if count > 0]
    dice = thrown or possible_dice(game, check)
    if faces == roll.success and dice:
        faces = faces.widened(roll.widen, min(min(die.faces) for die in dice))
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
    if isinstance(value, Faces):
        return str(value)
    if isinstance(value, int):
        return decimal(Fraction(value), 0, style.language)
    if isinstance(value, Fraction):
        return decimal(value, 2, style.language, padded=False)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Difficulty):
        return needs_words(*value)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Outcome):
        return plain_text(holds_words(*value, words))
    if isinstance(value, Keep | str):
        return str(value)
    raise RulesError("this rule is not a single value that a sentence could say")
