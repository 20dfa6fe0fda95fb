"""The law of a roll's value: in closed form, or folded die by die."""

from __future__ import annotations

from ...dice.law import Law, Listed, Mix, Moved
from ...dice.sums import Factor, Sum
from ..model.arguments import dice_of
from ..model.game import Game
from ..model.roll import Keep, Roll
from .mechanics.folded import folded
from .mechanics.pool import (
    DiceAndCounts,
    FaceReading,
    factors,
    falls_without_end,
    in_reach,
    parts_of,
    reading_of,
    rolls_on,
    turned,
    within_reach,
)
from .mechanics.rerolls import rerolled
from .prepared import check_rerolls


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
    found = factors(dice, reading)
    within_reach(found, roll.flat)
    return Sum(found, roll.flat)


def _less_endless(
    dice: DiceAndCounts, taken: DiceAndCounts, roll: Roll, reading: FaceReading
) -> Law:
    """The law of some dice less others that roll again without end."""
    from ...dice.margin import margin

    rest = [(die, count) for die, count in dice if (die, count) not in taken]
    first = factors(rest, reading)
    second = factors([(turned(die), count) for die, count in taken], reading)
    within_reach(first, roll.flat)
    within_reach(second, 0)
    return margin(Sum(first, roll.flat), Sum(second, 0))


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
    found: list[tuple[Factor, int]] = [(kept_factor(kept, keep.plain), 1), *others]
    within_reach(found, roll.flat)
    return Sum(found, roll.flat)
