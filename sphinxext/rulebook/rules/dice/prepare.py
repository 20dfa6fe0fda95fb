"""Prepares a roll: what is thrown without dice, and refusals of what a roll leaves open."""

from __future__ import annotations

from ..errors import RulesError
from ..language.conditions import NATURAL, VALUE
from ..language.faces import one_in_words
from ..model.arguments import Values, dice_of, is_rolled
from ..model.game import Check, Game
from ..model.roll import Roll, RollChange, kinds_in
from .rows import worths_of


def prepared(game: Game, check: Check, roll: Roll) -> Roll:
    """The roll as it is when no dice are left, or the roll as it was, what is open refused."""
    many = sum(count for count in roll.dice.values() if count > 0)
    if many < roll.least:
        needed = f"; {roll.least} are needed" if roll.least > 1 else ""
        raise RulesError(f"{many or 'no'} dice are left to roll{needed}")
    if roll.none is not None and not many:
        roll = _with_none(roll, roll.none)
    if roll.counts:
        _refuse_worthless(game, check, roll)
    if roll.keep is not None and roll.ties is not None:
        roll = roll.copy()
        roll.keep = roll.keep and roll.keep._replace(ties=roll.ties)
    return roll


def _refuse_worthless(game: Game, check: Check, roll: Roll) -> None:
    """Refuse dice that count nothing, though their numbers look as if they did."""
    counted = [roll.success, roll.failure, *[faces for faces, _ in roll.worth or ()]]
    named = {kind for faces in counted if faces is not None for kind in faces.kinds or ("",)}
    read = {*kinds_in((*check.seen.values(), roll.keep))}
    read |= {"" for number in check.numbers if NATURAL in number.names()}
    signs = {rule.sign for rule in check.seen.values()}
    for die, _ in dice_of(game, roll):
        if die.names or not any(die.faces) or any(worths_of(die, roll)):
            continue
        plain = sorted(die.faces) == list(range(1, len(die.faces) + 1))
        one = one_in_words(die.name)
        face = max(die.faces, key=abs)
        some = f"{face} success on {face}".removeprefix("1 ") if not plain else "success on 5+"
        some = f"Say what it counts, as in '{some} of {die.name}'"
        if "" in named and not plain:
            raise RulesError(
                f"{one} counts nothing here: none of its faces is a success. {some}. If it is "
                "there for a reading alone, name the dice that count, as in 'success on 5+ of d6'"
            )
        if not named & {"", die.name} | read & {"", die.name} | signs.intersection(*die.signs):
            raise RulesError(
                f"{one} counts nothing here, and nothing reads it. {some}, or leave it out"
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
