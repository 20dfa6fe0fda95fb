"""A roll before it is thrown: what happens with no dice, and refusals of rules left open."""

from __future__ import annotations

from ..errors import RulesError
from ..model.arguments import dice_of
from ..model.faces import refuse_two_values
from ..model.game import Game
from ..model.roll import Roll, RollChange
from .mechanics.pool import DiceAndCounts, FaceReading, reading_of, rolling_on, worths_of


def prepared(game: Game, roll: Roll) -> Roll:
    """The roll as it is when no dice are left, or the roll as it was, what is open refused."""
    if roll.reroll is not None:
        _refuse_open_reroll(roll)
    if roll.none is not None and not any(count > 0 for count in roll.dice.values()):
        roll = _with_none(roll, roll.none)
    if roll.worth is not None or (game.dice and roll.counts):
        _refuse_worthless(game, roll)
    if roll.worth is not None and len(roll.worth) > 1:
        reading = reading_of(roll)
        for die, _ in dice_of(game, roll):
            refuse_two_values(reading.on(die).worth or (), die.faces, max(die.faces))
    if roll.keep is not None and roll.ties is not None:
        roll = roll.copy()
        roll.keep = roll.keep and roll.keep._replace(ties=roll.ties)
    return roll


def _refuse_worthless(game: Game, roll: Roll) -> None:
    """Refuse dice of which nothing says what they count, though something should."""
    bare = roll.success is None and roll.failure is None
    if bare and roll.worth and all(count == 0 for _, count in roll.worth):
        raise RulesError(
            "'worth' makes these faces count 0, and nothing says what other faces count; "
            'add "4+" = "face" to it, or any faces and what they count'
        )
    if roll.worth is not None or game.dice.keys().isdisjoint(roll.dice):
        return
    named = [roll.success, roll.failure]
    if any(faces is not None and faces.kinds for faces in named):
        return
    reading = reading_of(roll)
    for die, _ in dice_of(game, roll):
        own = die.name in game.dice and not die.named
        plain = sorted(die.faces) == list(range(1, len(die.faces) + 1))
        if own and not plain and any(die.faces) and not any(worths_of(die, reading)):
            raise RulesError(
                f"the {die.name} die counts nothing here: none of its faces is a success. Say what "
                f'it counts, as in worth = {{ "1+ of {die.name}" = "face" }}, or name the dice '
                'that count, as in success = { d6 = "5+" }'
            )


def _refuse_open_reroll(roll: Roll) -> None:
    """Refuse a reroll beside further throws that does not say which throws it looks at."""
    for word in ("again", "rerolls"):
        if getattr(roll, word) and roll.reroll is not None and not roll.reroll.throws:
            raise RulesError(
                f"which throws 'reroll' looks at beside '{word}' is open; write "
                f'"{roll.reroll} first" for the first throw of each die alone, or '
                f'"{roll.reroll} every" for every throw'
            )


def _with_none(roll: Roll, none: RollChange | str) -> Roll:
    """The roll that is made instead of one without dice."""
    if isinstance(none, str):
        raise RulesError("no dice are left to roll")
    instead = roll.copy()
    instead.dice = {}
    instead.change(none)
    return instead


def check_rerolls(roll: Roll, dice: DiceAndCounts, reading: FaceReading) -> None:
    """Refuse what leaves open which dice are rolled again, and what that means."""
    if len(dice) > 1:
        raise RulesError("rerolls need one kind of die; which of several to roll again is open")
    if not reading.counts:
        raise RulesError("only a roll that counts successes has failed dice to roll again")
    if roll.rerolls < 0:
        raise RulesError("there cannot be fewer than 0 rerolls")
    for die, _ in dice:
        worth = worths_of(die, reading)
        if min(worth) < 0:
            raise RulesError(
                "rerolls need dice that take no successes away: which failed dice are rolled "
                "again is open; say it by their faces, as in reroll = \"1-4\", or set no 'failure'"
            )
        on = rolling_on(die, reading)
        if any(again and not value for again, value in zip(on, worth, strict=True)):
            raise RulesError(
                "a face that fails and rolls again leaves open when its die has failed; "
                "leave it out of 'again'"
            )
