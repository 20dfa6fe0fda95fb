"""The law of a roll's value: in closed form, or folded die by die."""

from __future__ import annotations

from ...dice.law import Law, Listed, Mix, Moved
from ...dice.sums import Sum
from ..errors import RulesError
from ..model.arguments import dice_of
from ..model.faces import refuse_two_values
from ..model.game import Game
from ..model.roll import Keep, Roll, RollChange
from .mechanics.folded import folded
from .mechanics.pool import (
    DiceAndCounts,
    FaceReading,
    factors,
    falls_without_end,
    in_reach,
    parts_of,
    reading_of,
    rolling_on,
    rolls_on,
    summed,
    turned,
    worths_of,
)
from .mechanics.throws import rerolled


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


def law_of(game: Game, roll: Roll) -> Law:
    """The law of the roll's value alone."""
    if roll.times == 1:
        return _law(game, roll)
    if not roll.times:
        return Listed(roll.flat, [1], 1)
    law = Moved(_law(game, roll.bare()), roll.times, roll.flat)
    in_reach(law)
    return law


def _law(game: Game, roll: Roll) -> Law:
    """The law of a roll whose dice count once each: in closed form, or folded."""
    dice = dice_of(game, roll)
    reading = reading_of(roll)
    keep = None if roll.keep is None else binding(roll, dice)
    if roll.rerolls:
        check_rerolls(roll, dice, reading)
        if dice and keep is None and roll.reroll is None and not rolls_on(dice, reading):
            ((die, count),) = dice
            return rerolled(die, count, roll.rerolls, reading, roll.flat)
        if dice:
            return _whole(dice, roll, reading, keep)
    if keep is not None:
        return _kept(dice, roll, reading, keep)
    taken = []
    if roll.again is not None:
        taken = [(die, count) for die, count in dice if falls_without_end(die, reading)]
    if taken:
        return _less_endless(dice, taken, roll, reading)
    return summed(factors(dice, reading), roll.flat)


def _less_endless(
    dice: DiceAndCounts, taken: DiceAndCounts, roll: Roll, reading: FaceReading
) -> Law:
    """The law of some dice less others that roll again without end."""
    from ...dice.margin import margin

    rest = [(die, count) for die, count in dice if (die, count) not in taken]
    less = [(turned(die), count) for die, count in taken]
    return margin(summed(factors(rest, reading), roll.flat), summed(factors(less, reading), 0))


def _whole(dice: DiceAndCounts, roll: Roll, reading: FaceReading, keep: Keep | None) -> Law:
    """The law of dice that are folded, whatever else they show."""
    law: Law = Mix([(1, part) for _, part in folded(dice, roll, reading, keep)])
    return law.raised(roll.flat)


def binding(roll: Roll, dice: DiceAndCounts) -> Keep | None:
    """The dice that are kept, or None where that leaves none out."""
    keep = roll.keep
    if keep is None:
        return None
    among = sum(count for die, count in dice if keep.of in ("", die.name))
    return keep if among > keep.many else None


def _kept(dice: DiceAndCounts, roll: Roll, reading: FaceReading, keep: Keep) -> Law:
    from ...dice.kept import kept_endless, kept_factor
    from ...dice.margin import total

    apart = [(die, count) for die, count in dice if keep.of not in ("", die.name)]
    kept = parts_of([each for each in dice if each not in apart], reading)
    others = factors(apart, reading)
    if any(len(one.bottom) > 1 for one, _ in kept):
        law = kept_endless(kept, keep.plain)
        if others:
            return total(law, Sum(others, roll.flat))
        return law.raised(roll.flat)
    return summed([(kept_factor(kept, keep.plain), 1), *others], roll.flat)
