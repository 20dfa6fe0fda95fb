"""What given dice come to: a worked example read by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, known_at
from ..language.query import Thrown
from ..model.arguments import Values, dice_of
from ..model.game import Check, Game
from ..model.roll import Die, Keep, Roll, plural
from .mechanics.pool import Reading, factor, reading_of, rolls_again, worths
from .mechanics.rerolls import refuse_rerolls
from .mechanics.sets import SETS, read_set
from .odds import first_outcome
from .throw import marks_of, prepared


class Judged(NamedTuple):
    """What the dice come to: successes, failures, the value and the outcome."""

    successes: int | None
    failures: int | None
    value: int | None
    outcome: str | None


class _Shown(NamedTuple):
    """A die of the throw: what it shows first, and all that it counts in the end."""

    die: Die
    place: int  # of the first face, among the die's faces
    worths: tuple[int, ...]


def judge(game: Game, check: Check, args: Values, roll: Roll, thrown: Thrown) -> Judged:
    """What the dice that were thrown come to under the check."""
    roll = prepared(roll)
    reading = reading_of(roll)
    shown = _read(game, roll, reading, thrown)
    kept = _kept(shown, roll.keep)
    values = [worth for one in kept for worth in one.worths]
    value = sum(values) + roll.flat
    facts = _facts(game, check, shown, reading, roll)
    if check.result is not None:
        from .mechanics.reckoned import result_of

        facts[NATURAL] = value - roll.flat
        value = result_of(check.result, known_at(value, {**args, **facts}))
    outcome = first_outcome(check, value, facts, args) if check.outcomes else None
    if check.outcomes and outcome is None:
        raise RulesError(f"'{check.name}' has no outcome for a result of {value}")
    if check.ladder:
        return Judged(None, None, None, outcome)
    if not roll.counts:
        return Judged(None, None, value, outcome)
    successes = sum(max(0, worth) for worth in values) + roll.successes
    failures = sum(max(0, -worth) for worth in values) + roll.failures
    return Judged(successes, failures, value, outcome)


def _read(game: Game, roll: Roll, reading: Reading, thrown: Thrown) -> list[_Shown]:
    kinds = dice_of(game, roll)
    dice = [die for die, count in kinds for _ in range(count)]
    if len(thrown.first) != len(dice):
        named = ", ".join(f"{count}{die.name}" for die, count in kinds) or "no dice"
        raise RulesError(
            f"{plural(len(thrown.first), 'die', 'dice')} for a roll of {len(dice)} ({named})"
        )
    more = iter(thrown.again)
    places = [_place(die, face) for die, face in zip(dice, thrown.first, strict=True)]
    # Which dice failed shows before the result is multiplied.
    once = reading._replace(times=1)
    if roll.rerolls or roll.again:
        _refuse_what_has_no_odds(kinds, roll, once)
    table = [worths(die.faces, once) for die in dice]
    counted = [[row[place]] for row, place in zip(table, places, strict=True)]
    used = _thrown_again(dice, places, table, counted, roll, reading, more)
    if len(thrown.again) > used:
        raise RulesError(
            f"{plural(len(thrown.again), 'die', 'dice')} after ';', "
            f"but only {used} {'was' if used == 1 else 'were'} rolled again"
        )
    return [
        _Shown(die, place, tuple([worth * roll.times for worth in all_of]))
        for die, place, all_of in zip(dice, places, counted, strict=True)
    ]


def _refuse_what_has_no_odds(
    kinds: Sequence[tuple[Die, int]], roll: Roll, reading: Reading
) -> None:
    """Refuse dice thrown again whose odds are refused, in the same words."""
    for die, _ in kinds:
        if roll.rerolls:
            refuse_rerolls(die, roll.rerolls, reading)
        factor(die.faces, reading)


def _place(die: Die, face: int) -> int:
    """Which face of the die shows: by its number, or by its place where faces are names."""
    if die.by_place:
        if 1 <= face <= len(die.faces):
            return face - 1
        raise RulesError(
            f"the {die.name} die has no face {face}; its faces are 1 to {len(die.faces)}"
        )
    if face not in die.faces:
        raise RulesError(
            f"a {die.name} has no face {face}; it shows {min(die.faces)} to {max(die.faces)}"
        )
    return die.faces.index(face)


def _thrown_again(
    dice: Sequence[Die],
    places: list[int],
    table: Sequence[Sequence[int]],
    counted: list[list[int]],
    roll: Roll,
    reading: Reading,
    more: Iterator[int],
) -> int:
    """How many dice were thrown again; what they show goes to what is counted."""
    used = 0

    def face_of(die: Die) -> int:
        nonlocal used
        face = next(more, None)
        if face is None:
            raise RulesError("too few dice after ';': a die that rolls again is missing")
        used += 1
        return _place(die, face)

    for i, die in enumerate(dice):
        if roll.reroll is not None and roll.reroll.holds(die.faces[places[i]], max(die.faces)):
            places[i] = face_of(die)
            counted[i] = [table[i][places[i]]]
    failed = [i for i, worth in enumerate(counted) if worth[0] <= 0]
    for i in failed[: roll.rerolls]:
        counted[i][0] = max(counted[i][0], table[i][face_of(dice[i])])
    waiting = [i for i, die in enumerate(dice) if rolls_again(die.faces, reading)[places[i]]]
    while waiting:
        i = waiting.pop(0)
        place = face_of(dice[i])
        counted[i].append(table[i][place])
        once = reading.again is not None and reading.again.once
        if not once and rolls_again(dice[i].faces, reading)[place]:
            waiting.append(i)
    return used


def _kept(shown: list[_Shown], keep: Keep | None) -> list[_Shown]:
    if keep is None:
        return shown
    among = [one for one in shown if not keep.of or one.die.name == keep.of]
    others = [one for one in shown if keep.of and one.die.name != keep.of]
    among.sort(key=lambda one: sum(one.worths), reverse=keep.highest)
    return among[: keep.many] + others


def _facts(
    game: Game, check: Check, shown: Sequence[_Shown], reading: Reading, roll: Roll
) -> dict[str, int]:
    """What else the throw shows, for the conditions of outcomes."""
    faces = [one.die.faces[one.place] for one in shown]
    worth = [amount for one in shown for amount in one.worths]
    first = [one.worths[0] for one in shown]
    facts = {
        FLAT: roll.flat,
        **{name: read_set(name, faces) for name in SETS},
        "successes": sum(max(0, amount) for amount in worth) + roll.successes,
        "failures": sum(max(0, -amount) for amount in worth) + roll.failures,
        ALL_FAILURES: int(
            bool(shown) and all(amount < 0 for amount in first) and roll.successes <= 0
        ),
    }
    for name in (*check.readings, *game.signs):
        facts[name] = sum(marks_of(check, name, one.die, reading)[one.place] for one in shown)
    return facts
