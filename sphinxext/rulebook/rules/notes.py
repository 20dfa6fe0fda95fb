"""Parts of a check that change nothing: outcomes that never happen, keys without effect."""

from __future__ import annotations

from collections.abc import Iterator

from .dice.mechanics.throws import held
from .errors import RulesError
from .language.conditions import VALUE, edges
from .language.formulas import Condition
from .model.arguments import dice_of, rolled
from .model.game import Check, Game
from .model.roll import FACED, Roll

FREE = {"add", "successes", "failures", "times"}  # changes that leave the dice as they are


def notes_on(game: Game, check: Check) -> list[str]:
    """Return a sentence for each part of the check that changes nothing."""
    if not check.is_a_roll:
        return [*_never(check)]
    return [*_never(check), *_without_effect(game, check)]


def _never(check: Check) -> Iterator[str]:
    """Find outcomes that cannot happen, because those before them hold for every result."""
    if check.ladder:
        return
    cuts = {one.name: _cuts(one.when) for one in check.outcomes if one.when.names() <= {VALUE}}
    every = {cut for found in cuts.values() for cut in found or ()}
    left = {min(every, default=0) - 1, *every}
    for one in check.outcomes:
        here = left
        if cuts.get(one.name) is not None:
            here = {value for value in left if one.when.holds({VALUE: value})}
            left = left - here
        if not here:
            yield (
                f"'{one.name}' of '{check.name}' never happens: the outcomes before it hold for "
                "every such result; put it before them"
            )


def _cuts(condition: Condition) -> list[int] | None:
    """Return the values at which the condition turns; None if they have no end."""
    try:
        return [*edges(condition, {}, None, None)]
    except RulesError:
        return None


def _without_effect(game: Game, check: Check) -> Iterator[str]:
    """Find keys of the roll that can change nothing."""
    keys = {key for change in check.changes() for key, _ in change}
    for key, other in (("widen", "success"), ("ties", "keep")):
        if key in keys and other not in keys:
            yield _idle(check, key, f"there is no '{other}' here")
    moving = {
        key
        for one in check.takes
        for change in (one.each, one.first, one.further, one.half or ())
        for key, _ in change
    } | {key for one in check.takes for choice in one.choices for key, _ in choice.change}
    parts = [value for _, value in check.roll]
    if moving <= FREE and not any(_names_parameter(check, value) for value in parts):
        yield from _idle_in(game, check, rolled(game, check._replace(takes=()), {}))


def _names_parameter(check: Check, value: object) -> bool:
    """Return whether a part of the roll may depend on a parameter."""
    return any(one.name in str(value) for one in check.takes)


def _idle_in(game: Game, check: Check, roll: Roll) -> Iterator[str]:
    """Find keys that change nothing in this roll, whatever the question gives."""
    dice = dice_of(game, roll)
    for key in FACED:
        faces = getattr(roll, key)
        widened = key == "success" and roll.widen
        if faces is not None and not widened and not any(any(held(faces, d)) for d, _ in dice):
            yield _idle(check, key, f"no die of this roll shows {faces.in_words()}")
    keep = roll.keep
    if keep is not None and sum(n for die, n in dice if keep.of in ("", die.name)) <= keep.many:
        yield _idle(check, "keep", "it leaves no die out")
    if dict(check.roll).get("step") and not {*game.steps} & {key for key, _ in check.roll}:
        yield _idle(check, "step", "no die of this roll is in the file's 'steps'")
    if roll.none is not None and dice:
        yield _idle(check, "none", "there are always dice here")


def _idle(check: Check, key: str, why: str) -> str:
    return f"'{key}' of '{check.name}' changes nothing: {why}"
