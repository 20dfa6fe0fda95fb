"""An average as the book's habit has it: of all dice, of each die by itself, or the most."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..language.formatter import HABITS, MeanRounding, Rounding, Style, rounded
from ..rules.language.query import Call, EventKind, PlainDice, Query
from ..rules.model.arguments import any_rolled, bound, dice_of, rolled
from ..rules.model.roll import standard_die
from ..rules.rules import Rules


def meant(rules: Rules, query: Query, mean: Fraction, style: Style) -> Fraction:
    """The average as the book counts it, before it is rounded."""
    if (
        style.mean_rounding not in HABITS
        or query.event is None
        or query.event.kind is not EventKind.MEAN
        or query.over is not None
        or query.also
    ):
        return mean
    parts = _parts(rules, query)
    if parts is None:
        return mean
    thrown, add = parts
    total = Fraction(add)
    down = style.mean_rounding == MeanRounding.PER_DIE_DOWN
    way = Rounding.DOWN if down else Rounding.NEAREST
    for times, faces in thrown:
        if style.mean_rounding == MeanRounding.HIGHEST:
            total += times * (max(faces) if times > 0 else min(faces))
            continue
        each = Fraction(sum(faces), len(faces))
        total += times * rounded(each, 0, way)
    return total


SummedDice = list[tuple[int, tuple[int, ...]]]


def _parts(rules: Rules, query: Query) -> tuple[SummedDice, int] | None:
    """The dice that add up and the number added; None if the roll is not a sum."""
    if isinstance(query.what, PlainDice):
        return _of_dice(query.what)
    return _of_check(rules, query.game, query.what)


def _of_dice(dice: PlainDice) -> tuple[SummedDice, int] | None:
    found: SummedDice = []
    for term in dice.terms:
        die = standard_die(term.die)
        if die is None or term.explodes or term.keep:
            return None
        found.append((term.sign * term.many * term.times, die.faces))
    return found, dice.add


def _of_check(rules: Rules, name: str, call: Call) -> tuple[SummedDice, int] | None:
    game = rules.game(name)
    check = game.check(call.check)
    args = bound(check, call.args)
    if not check.is_a_roll or check.result is not None or any_rolled(args):
        return None
    roll = rolled(game, check, args)
    changed: Iterable[object] = (roll.keep, roll.again, roll.reroll)
    if roll.counts or any(each is not None for each in changed):
        return None
    dice = dice_of(game, roll)
    if any(die.named for die, _ in dice):
        return None
    return [(count * roll.times, die.faces) for die, count in dice], roll.add
