"""Prepares a roll: what is thrown without dice, and refusals of what a roll leaves open."""

from __future__ import annotations

from ..errors import RulesError
from ..language.conditions import VALUE
from ..model.arguments import Values, dice_of, is_rolled
from ..model.game import Check, Game
from ..model.roll import Roll, RollChange
from .rows import worths_of


def prepared(game: Game, roll: Roll) -> Roll:
    """The roll as it is when no dice are left, or the roll as it was, what is open refused."""
    many = sum(count for count in roll.dice.values() if count > 0)
    if many < roll.least:
        needed = f"; {roll.least} are needed" if roll.least > 1 else ""
        raise RulesError(f"{many or 'no'} dice are left to roll{needed}")
    if roll.none is not None and not many:
        roll = _with_none(roll, roll.none)
    if game.dice and roll.counts:
        _refuse_worthless(game, roll)
    if roll.keep is not None and roll.ties is not None:
        roll = roll.copy()
        roll.keep = roll.keep and roll.keep._replace(ties=roll.ties)
    return roll


def _refuse_worthless(game: Game, roll: Roll) -> None:
    """Refuse dice of which nothing says what they count, though something should."""
    if roll.worth is not None or game.dice.keys().isdisjoint(roll.dice):
        return
    named = [roll.success, roll.failure]
    if any(faces is not None and faces.kinds for faces in named):
        return
    for die, _ in dice_of(game, roll):
        own = die.name in game.dice and not die.names
        plain = sorted(die.faces) == list(range(1, len(die.faces) + 1))
        if own and not plain and any(die.faces) and not any(worths_of(die, roll)):
            raise RulesError(
                f"the {die.name} die counts nothing here: none of its faces is a success. Say what "
                f"it counts, as in 'success on 1+ of {die.name}', or name the dice that count, "
                "as in 'success on 5+ of d6'"
            )


def _with_none(roll: Roll, none: RollChange) -> Roll:
    """The roll that is made instead of one without dice."""
    instead = roll.copy()
    instead.dice = {}
    instead.change(none)
    return instead


def aims_at_number(check: Check) -> bool:
    """Return whether a player who chooses aims at a number that outcomes give."""
    return check.has_results and any(VALUE in aim.number.names() for aim in check.aims)


def refuse_rolled_aim(check: Check, later: Values) -> None:
    """Refuse an aim at a number that is rolled only when the dice are chosen."""
    if not aims_at_number(check):
        return
    rolled = {name for name, value in later.items() if is_rolled(value)}
    results = [one.result for one in check.outcomes if one.result is not None]
    if any(result.own_rolls() or result.names() & rolled for result in results):
        raise RulesError(
            f"the outcomes of '{check.name}' roll for their number, so the player cannot aim at "
            'it; aim at an outcome, as in aim = "is Hit"'
        )


def refuse_further_throws(check: Check, roll: Roll) -> None:
    """Refuse dice that are thrown again in another way, too."""
    for word in ("again", "reroll", "rerolls"):
        if getattr(roll, word):
            other = "reroll" if check.push is not None else "may keep"
            raise RulesError(
                f"which throws '{other}' looks at beside '{word}' is open; leave '{word}' out, or "
                "make two checks of it"
            )
