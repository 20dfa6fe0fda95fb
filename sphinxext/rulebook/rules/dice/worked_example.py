"""Reads a worked example by the rules: the result of given dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, TIMES, VALUE, known_at, read_by
from ..language.query import Thrown
from ..model.arguments import Values, dice_of
from ..model.game import Check, Game, Outcome
from ..model.reading import ALL, DROPPED, EVERY, KEPT, SETS, Reading
from ..model.roll import Die, Keep, Roll, plural
from .mechanics.folded import FoldedColumn
from .mechanics.pool import (
    FaceReading,
    endless,
    falls_without_end,
    numbers_of,
    part,
    reading_of,
    rolling_on,
    turned,
    worths_of,
)
from .mechanics.sets import read_set, set_of
from .mechanics.throws import held
from .mechanics.ties import Contender, mark_of, rank_of, refuse_open_ties
from .odds import first_outcome
from .prepared import check_rerolls, prepared
from .readings import BOTH, amounts, columns_of, rules_of, wanted_of


class Judged(NamedTuple):
    """The result of given dice: successes, failures, the value and the outcome."""

    successes: int | None
    failures: int | None
    value: int | None
    outcome: str | None


class _FallenDie(NamedTuple):
    """A die of the throw: the places of the faces that it showed, the standing one first."""

    die: Die
    places: tuple[int, ...]
    worth: int  # all that it counts

    def contender(
        self, keep: Keep, columns: Sequence[FoldedColumn], sets: Sequence[Reading]
    ) -> Contender:
        """Return the die as `keep` sees it, with what it adds to all that is read."""
        adds = [
            sum(
                column.table[self.die.name][place]
                for place in (self.places if column.every else self.places[:1])
            )
            for column in columns
        ]
        seen = [(rule.among, rule.of in ("", self.die.name)) for rule in sets]
        mark = mark_of([column.among for column in columns], adds, seen)
        faces = [self.die.faces[place] for place in self.places]
        return Contender(self.die.name, rank_of(keep, self.die, self.worth, faces), mark)


class Results(Protocol):
    """The numbers of outcomes that have a result of their own."""

    def result(self, outcome: Outcome, known: Mapping[str, object]) -> int:
        """The number that the outcome comes to."""


def judge(
    game: Game,
    check: Check,
    args: Values,
    roll: Roll,
    thrown: Thrown,
    results: Results | None = None,
) -> Judged:
    """The result of the dice that were thrown under the check."""
    roll = prepared(game, roll)
    return result_of_throw(check, args, roll, facts_of(game, check, roll, thrown), results)


def facts_of(game: Game, check: Check, roll: Roll, thrown: Thrown) -> dict[str, int]:
    """Everything that given dice show."""
    reading = reading_of(roll)
    shown = _read(game, roll, reading, thrown)
    return _facts(game, check, shown, _kept(check, shown, roll, reading), reading, roll)


def result_of_throw(
    check: Check,
    args: Values,
    roll: Roll,
    facts: dict[str, int],
    results: Results | None = None,
) -> Judged:
    """The result of a throw that shows this."""
    value = facts[VALUE]
    if check.result is not None:
        from .mechanics.reckoned import result_of

        value = result_of(check.result, known_at(value, {**args, **facts}))
    facts = {name: number for name, number in facts.items() if name != VALUE}
    outcome = first_outcome(check, value, facts, args) if check.outcomes else None
    if check.outcomes and outcome is None:
        raise RulesError(f"'{check.name}' has no outcome for a result of {value}")
    if check.ladder:
        return Judged(None, None, None, outcome)
    if results is not None and outcome is not None:
        known = known_at(value, {**args, **facts})
        return Judged(None, None, results.result(check.outcome(outcome), known), outcome)
    if not roll.counts:
        return Judged(None, None, value, outcome)
    return Judged(facts["successes"], facts["failures"], value, outcome)


def _read(game: Game, roll: Roll, reading: FaceReading, thrown: Thrown) -> list[_FallenDie]:
    kinds = dice_of(game, roll)
    dice = [die for die, count in kinds for _ in range(count)]
    places = places_of(thrown, kinds)
    # What has no odds is refused here in the same words.
    if roll.rerolls:
        check_rerolls(roll, kinds, reading)
    for die, _ in kinds if roll.again else ():
        part(turned(die) if falls_without_end(die, reading) else die, reading)
    again = _Again(thrown)
    lying = _thrown_again(dice, places, roll, reading, again)
    if len(thrown.again) > again.used:
        raise RulesError(
            f"{plural(len(thrown.again), 'die', 'dice')} after ';', "
            f"but only {again.used} {'was' if again.used == 1 else 'were'} rolled again"
        )
    return [
        _FallenDie(die, all_of, sum(worths_of(die, reading)[place] for place in all_of))
        for die, all_of in zip(dice, lying, strict=True)
    ]


def refuse_other_number(thrown: Thrown, kinds: Sequence[tuple[Die, int]]) -> None:
    """Refuse more or fewer dice than the roll has."""
    many = sum(count for _, count in kinds)
    if len(thrown.first) != many:
        named = ", ".join(f"{count}{die.name}" for die, count in kinds) or "no dice"
        raise RulesError(
            f"{plural(len(thrown.first), 'die', 'dice')} for a roll of {many} ({named})"
        )


def places_of(thrown: Thrown, kinds: Sequence[tuple[Die, int]]) -> list[int]:
    """The place of each face that shows, on the dice in the order of the roll."""
    refuse_other_number(thrown, kinds)
    dice = [die for die, count in kinds for _ in range(count)]
    try:
        return [place_of(die, face) for die, face in zip(dice, thrown.first, strict=True)]
    except RulesError as error:
        if len(kinds) < 2:
            raise
        named = ", then ".join(f"{count}{die.name}" for die, count in kinds)
        raise RulesError(f"{error}; the dice of this roll go in order: {named}") from None


def place_of(die: Die, face: int) -> int:
    """The place of the face that shows, given its number, or its place where faces are names."""
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


def missing_throw(thrown: Thrown, die: Die, place: int) -> RulesError:
    """The mistake of dice that lack the new throw of a die that showed the face at this place."""
    shown, any_face = (
        at + 1 if die.by_place else die.faces[at] for at in (place, (len(die.faces) - 1) // 2)
    )
    first, again = (" ".join(map(str, each)) for each in (thrown.first, (*thrown.again, any_face)))
    return RulesError(
        f"the {shown} rolls again: write its new throw after ';', as in '{first}; {again}'"
    )


class _Again:
    """The faces of dice that were thrown again, taken in the order in which they fell."""

    def __init__(self, thrown: Thrown) -> None:
        self._thrown = thrown
        self.used = 0

    def next(self, die: Die, place: int) -> int:
        """The place of the face that the die shows now, after the one at this place."""
        if self.used == len(self._thrown.again):
            raise missing_throw(self._thrown, die, place)
        self.used += 1
        return place_of(die, self._thrown.again[self.used - 1])


def _thrown_again(
    dice: Sequence[Die], places: list[int], roll: Roll, reading: FaceReading, again: _Again
) -> list[tuple[int, ...]]:
    """The places of the faces that each die showed in the end, through all its throws."""
    every = roll.reroll is not None and roll.reroll.throws == EVERY

    def further(die: Die, before: int) -> int:
        place = again.next(die, before)
        return again.next(die, place) if every and held(roll.reroll, die)[place] else place

    for i, die in enumerate(dice):
        if held(roll.reroll, die)[places[i]]:
            places[i] = again.next(die, places[i])
    worth = [worths_of(die, reading) for die in dice]
    failed = [i for i, place in enumerate(places) if worth[i][place] <= 0]
    for i in failed[: roll.rerolls]:
        second = further(dice[i], places[i])
        if worth[i][second] >= worth[i][places[i]]:
            places[i] = second
    lying = [[place] for place in places]
    waiting = [i for i, die in enumerate(dice) if rolling_on(die, reading)[places[i]]]
    while waiting:
        i = waiting.pop(0)
        place = further(dice[i], lying[i][-1])
        lying[i].append(place)
        if endless(dice[i], reading) and rolling_on(dice[i], reading)[place]:
            waiting.append(i)
    return [tuple(all_of) for all_of in lying]


def _kept(check: Check, shown: Sequence[_FallenDie], roll: Roll, reading: FaceReading) -> set[int]:
    """The places in the throw of the dice that count."""
    keep = roll.keep
    if keep is None:
        return set(range(len(shown)))
    wanted = wanted_of(check, roll) | (BOTH.keys() if roll.counts else set())
    wanted |= read_by(check.going_on.when) if check.going_on is not None else set()
    rules = rules_of(check, wanted)
    kinds = [(die, 1) for die in {one.die.name: one.die for one in shown}.values()]
    columns = columns_of(rules, kinds, reading, wanted, turned=roll.times < 0)
    sets = [rule for rule in rules.values() if not rule.adds_up]
    contenders = [one.contender(keep, columns, sets) for one in shown]
    among = [i for i, one in enumerate(shown) if keep.of in ("", one.die.name)]
    others = {*range(len(shown))} - {*among}
    refuse_open_ties([(1, [contenders[i]]) for i in among], keep)
    among.sort(key=lambda i: contenders[i].rank, reverse=keep.highest)
    return {*among[: keep.many]} | others


def _facts(
    game: Game,
    check: Check,
    shown: Sequence[_FallenDie],
    kept: set[int],
    reading: FaceReading,
    roll: Roll,
) -> dict[str, int]:
    """Everything that the throw shows, for the result and for the conditions of outcomes."""
    among = {
        ALL: list(shown),
        KEPT: [one for i, one in enumerate(shown) if i in kept],
        DROPPED: [one for i, one in enumerate(shown) if i not in kept],
    }
    counting = among[KEPT]
    worth = [worths_of(one.die, reading)[place] for one in counting for place in one.places]
    plus, minus = sum(max(0, each) for each in worth), sum(max(0, -each) for each in worth)
    if roll.times < 0:
        plus, minus = minus, plus
    thrown = [[worths_of(one.die, reading)[place] for place in one.places] for one in shown]
    failed = all(first < 0 and max(further, default=0) <= 0 for first, *further in thrown)
    ruin = bool(shown) and failed and roll.successes <= 0
    facts = {
        VALUE: sum(worth) * roll.times + roll.flat,
        FLAT: roll.flat,
        TIMES: roll.times,
        NATURAL: sum(numbers_of(one.die)[place] for one in counting for place in one.places),
        "successes": plus * abs(roll.times) + roll.successes,
        "failures": minus * abs(roll.times) + roll.failures,
        ALL_FAILURES: int(ruin),
    }
    kinds = [one.die for one in shown]
    tops = {die.name: max(die.faces) for die in kinds}
    for name, rule in rules_of(check, {*check.readings, *SETS, *game.signs}).items():
        dice = [one for one in among[rule.among] if rule.of in ("", one.die.name)]
        if not rule.adds_up:
            faces = [(one.die.faces[one.places[0]], one.die.name) for one in among[rule.among]]
            facts[name] = read_set(set_of(rule, tops), faces)
            continue
        facts[name] = sum(
            amounts(rule, one.die)[place]
            for one in dice
            for place in (one.places if rule.throws == EVERY else one.places[:1])
        )
    return facts
