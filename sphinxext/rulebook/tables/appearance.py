"""Colours and pictures that the rules file gives its dice and outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.errors import RulesError
from ..rules.language.query import EventKind
from ..rules.model.game import Check
from ..rules.model.roll import Die
from .axis_kinds import parameter_of
from .colours import hex_of, outcome_colour
from .places import Place
from .target import Target


def outcome_colour_of(check: Check | None, place: Place) -> str:
    """The colour of an outcome: the rules file's own, or its place between worst and best."""
    event = place.event
    if check is None or event is None or event.kind is not EventKind.IS:
        return ""
    outcome = check.outcome(event.name)
    if outcome.colour:
        return _colour(outcome.colour, outcome.name)
    names = [each.name for each in check.outcomes]
    return outcome_colour(names.index(outcome.name), len(names))


def outcome_number(check: Check | None, place: Place) -> int:
    """The number of the outcome that a place stands for, worst is 1; 0 where it is none."""
    event = place.event
    if check is None or event is None or event.kind is not EventKind.IS:
        return 0
    return [each.name for each in check.outcomes].index(check.outcome(event.name).name) + 1


def dice_at(target: Target, places: Sequence[Place]) -> list[Die | None]:
    """Return for each place the one die of the game's own that it stands for, if any."""
    dice = target.rules.game(target.game).dice if target.check else {}
    if not dice:
        return [None] * len(places)
    return [_die(target, place, dice) for place in places]


def _die(target: Target, place: Place, dice: Mapping[str, Die]) -> Die | None:
    for word, value in place.args:
        parameter = parameter_of(target, word)
        choice = parameter.choice(str(value)) if parameter.choices else None
        thrown = [dice[name] for name, _ in choice.change if name in dice] if choice else []
        if len(thrown) == 1:
            return thrown[0]
    return None


def die_colour(die: Die) -> str:
    """The colour of a die, empty where the rules give none."""
    return _colour(die.colour, die.name) if die.colour else ""


def _colour(text: str, owner: str) -> str:
    found = hex_of(text)
    if not found:
        raise RulesError(f"'{text}' of '{owner}' is not a colour; write '#6b3d7d'")
    return found
