"""Judges given dice of a check whose dice are thrown again, or chosen by a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RulesError
from ..language.conditions import VALUE
from ..language.query import Thrown
from ..model.arguments import Values, dice_of
from ..model.game import Check, Game
from ..model.roll import Roll, plural
from .odds import first_outcome
from .prepared import prepared
from .pushed import Pushed
from .rates import fingerprint
from .settling import EqualChoices
from .worked_example import Judged, Results, missing_throw, place_of, places_of

BOTH = ("successes", "failures")


def _as_judged(name: str | None, value: int, known: Mapping[str, Any]) -> int:
    """Rate a result by all that is told of it."""
    return fingerprint(name, value, *[known.get(word) for word in BOTH])


def judge_pushed(
    game: Game,
    check: Check,
    args: Values,
    roll: Roll,
    thrown: Thrown,
    results: Results | None = None,
) -> Judged:
    """The result of the dice: those thrown again come after the others, in the order they fell.

    Where a player chooses, the dice that the best choice throws again are meant.
    """
    roll = prepared(game, roll)
    kinds = dice_of(game, roll)
    dice = [die for die, count in kinds for _ in range(count)]
    places = places_of(thrown, kinds)
    way = Pushed(game, check, args, roll, BOTH if roll.counts else ())
    pushes, used = 0, 0
    while True:
        looks = [
            way.looks.place_of_look(die, place) for die, place in zip(dice, places, strict=True)
        ]
        counts = way.looks.counts_of(looks)
        if check.choose and not EqualChoices(way, _as_judged).settled_here(counts, pushes):
            raise way.open_choice()
        stays = way.chosen(counts, pushes)
        if stays is None:
            break
        free = [have - keep for have, keep in zip(counts, stays, strict=True)]
        for i, look in enumerate(looks):
            if free[look]:
                free[look] -= 1
                if used == len(thrown.again):
                    raise missing_throw(thrown, dice[i], places[i])
                places[i] = place_of(dice[i], thrown.again[used])
                used += 1
        pushes += 1
    if len(thrown.again) > used:
        raise RulesError(
            f"{plural(len(thrown.again), 'die', 'dice')} after ';', "
            f"but only {used} {'was' if used == 1 else 'were'} thrown again"
        )
    known, _ = way.seen(counts, pushes)
    value = int(known[VALUE])
    outcome = first_outcome(check, value, known, {}) if check.outcomes else None
    if check.outcomes and outcome is None:
        raise RulesError(f"'{check.name}' has no outcome for a result of {value}")
    if check.ladder:
        return Judged(None, None, None, outcome)
    if results is not None and outcome is not None:
        return Judged(None, None, results.result(check.outcome(outcome), known), outcome)
    if not roll.counts:
        return Judged(None, None, value, outcome)
    return Judged(known["successes"], known["failures"], value, outcome)
