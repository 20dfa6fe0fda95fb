"""Runs the program of a throw: the meaning of a check. The page's script does the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from ...dice import Dice as Alike
from ...dice import Look
from ...dice.die import Way
from ..dice.folded import look_of, read_dice
from ..dice.odds import result_of
from ..dice.pool import LOST, RUINED, SURE, WORTH, Kind, Pool, Reader
from ..dice.pushed import Chosen
from ..dice.ties import refuse_open_ties
from ..errors import RulesError
from ..language.conditions import FLAT, NATURAL, VALUE, Facts
from ..language.formulas import OUTCOME_OF
from ..language.reading import ALL, DROPPED, KEPT
from ..model.reading import GoingOn, Then
from .program import (
    PLACE,
    Best,
    Called,
    Case,
    Dice,
    Let,
    Loop,
    Program,
    Results,
    Side,
    Throw,
)

TOGETHER = (WORTH, NATURAL, "successes", "failures")  # what throws of one check count together


class Source(Protocol):
    """Where faces come from: dice that were given, chance, or every throw in turn."""

    def need(self, many: int, asks: str) -> None:
        """Refuse fewer throws than so many, with what is said then."""

    def open(self, program: Pool | Dice) -> None:
        """Begin a throw."""

    def first(self, pool: Pool) -> list[int]:
        """Return the place of the face that each die shows."""

    def more(self, pool: Pool) -> list[int]:
        """Return the same of a further throw of all dice."""

    def again(self, kind: Kind, place: int) -> int:
        """Return the place of the face that one die shows now, after the one at this place."""

    def close(self, program: Pool | Dice) -> None:
        """End a throw."""

    def done(self, asks: str) -> None:
        """Remember what is said of more throws than this."""


class Came(NamedTuple):
    """The number that a throw came to, its outcome and all that is known of it."""

    value: int
    outcome: str | None
    known: Facts
    counts: bool = False  # whether it counts successes and failures
    named_only: bool = False  # whether its number is no more than the place of an outcome


def run(program: Program, source: Source) -> Came:
    """Return what the program comes to with the faces of the source."""
    if isinstance(program, Throw):
        pool = program.pool
        source.open(pool)
        came = _throw(pool, source)
        source.close(pool)
    elif isinstance(program, Dice):
        source.open(program)
        thrown = [_throw(one.pool, source) for one in program.terms]
        came = Came(program.add + sum([one.value for one in thrown]), None, {})
        source.close(program)
    elif isinstance(program, Let):
        came = _together(program, source)
    elif isinstance(program, Best):
        source.need(program.many, program.asks)
        roll = program.roll.program()
        tries = [run(roll, source) for _ in range(program.many)]
        choose = max if program.best else min
        came = choose(tries, key=lambda one: program.rank(one.outcome, one.value))
    elif isinstance(program, Case):
        source.need(2, program.asks)
        first = run(program.roll.program(), source)
        key = program.found.key(first.outcome, {**first.known, VALUE: first.value})
        return run(program.then(key).program(), source)
    elif isinstance(program, Results):
        return _resulting(program, source)
    elif isinstance(program, Called):
        raise program.no_throw()
    else:
        came = _repeated(program, source)
    source.done(program.asks)
    return came


def read(reader: Reader, known: dict[str, Any], what: str = "result") -> Came:
    """Work out the words of a throw one after the other, then what it comes to."""
    own = NATURAL in known
    _work_out(reader, known)
    if reader.result is not None:
        known.setdefault(NATURAL, known[VALUE])
        known[VALUE] = result_of(reader.result, known)
    if not own:
        known[NATURAL] = known[VALUE]
    value, found = known[VALUE], None
    if reader.outcomes:
        tested = sorted(reader.outcomes, key=lambda one: one.rank)
        found = next((one.name for one in tested if one.held(known)), None)
        if found is None:
            raise RulesError(f"'{reader.check}' has no outcome for a {what} of {value}")
    return Came(value, found, known)


def _work_out(reader: Reader, known: dict[str, Any]) -> dict[str, Any]:
    for word, number in reader.words:
        known[word] = number.value(known)
    return known


def _throw(pool: Pool, source: Source) -> Came:
    """Throw dice and read them."""
    dice, kept, pushes = _lie(pool, source.first(pool), source)
    shown = [_seen(pool, dice, kept)]
    goes = pool.goes
    while goes is not None and _goes_on(pool, goes, shown):
        more, kept, _ = _lie(pool, source.more(pool), source)
        shown.append(_seen(pool, more, kept))
    further = len(shown) - 1
    facts = shown[0]
    if goes is not None:
        facts = dict(shown[-1] if goes.then is Then.REPLACE else facts)
        for word in TOGETHER:
            if word in facts:
                facts[word] = goes.counted([one[word] for one in shown])
    if pool.reader.counted:
        facts[pool.reader.counted] = pushes + further
    came = read(pool.reader, {**pool.known, **facts})
    return came._replace(counts=pool.counts, named_only=pool.named_only)


def _goes_on(pool: Pool, goes: GoingOn, shown: Sequence[Facts]) -> bool:
    """Return whether the last throw, by itself, asks for another one."""
    if goes.times and len(shown) > goes.times:
        return False
    alone = {FLAT: 0, SURE: 0, LOST: 0, RUINED: int(bool(pool.dice))}
    known = _work_out(pool.reader, {**pool.known, **alone, **shown[-1]})
    return goes.when.holds({NATURAL: known[VALUE], **known})


def _lie(pool: Pool, places: list[int], source: Source) -> tuple[list[Look], set[int], int]:
    """Return the dice as they lie in the end, which of them count, and how often some were thrown.

    Dice are thrown once more, then failed ones again, then those that roll on.
    """
    kinds = pool.each
    if pool.chosen is not None:
        kept, pushes = _choose(pool.chosen, kinds, places, source)
        return _looks(pool, [[place] for place in places]), kept, pushes

    def further(kind: Kind, before: int) -> int:
        place = source.again(kind, before)
        die = kind.rolling
        more = die.every and die.reroll and die.reroll[place]
        return source.again(kind, place) if more else place

    for i, kind in enumerate(kinds):
        if kind.rolling.reroll and kind.rolling.reroll[places[i]]:
            places[i] = source.again(kind, places[i])
    failed = [i for i, kind in enumerate(kinds) if kind.worth[places[i]] <= 0]
    for i in failed[: pool.rerolls]:
        second = further(kinds[i], places[i])
        if kinds[i].worth[second] >= kinds[i].worth[places[i]]:
            places[i] = second
    lying = [[place] for place in places]
    dice = [kind.rolling for kind in kinds]
    waiting = [i for i, die in enumerate(dice) if die.again and die.again[places[i]]]
    while waiting:
        i = waiting.pop(0)
        place = further(kinds[i], lying[i][-1])
        lying[i].append(place)
        if not dice[i].once and dice[i].again[place]:
            waiting.append(i)
    looks = _looks(pool, lying)
    return looks, _kept(pool, looks), 0


def _looks(pool: Pool, lying: Sequence[Sequence[int]]) -> list[Look]:
    """Return the dice by the places of the faces that each showed, the standing one first."""
    return [
        look_of(kind, Way(1, tuple(places)), pool.reader.sums, pool.keep)
        for kind, places in zip(pool.each, lying, strict=True)
    ]


def _choose(
    chosen: Chosen, kinds: Sequence[Kind], places: list[int], source: Source
) -> tuple[set[int], int]:
    """Throw dice again as the rules or the player choose; return which count, and how often."""
    way, pushes = chosen.way, 0
    while True:
        looks = [
            way.looks.places[kind.die.name][place]
            for kind, place in zip(kinds, places, strict=True)
        ]
        counts = tuple([looks.count(look) for look in range(len(way.looks.looks))])
        stays = chosen.stays(counts, pushes)
        if stays is None:
            return {*_first_of(looks, way.lies(counts, pushes)[0].kept)}, pushes
        free = [have - keep for have, keep in zip(counts, stays, strict=True)]
        for i in _first_of(looks, free):
            places[i] = source.again(kinds[i], places[i])
        pushes += 1


def _first_of(looks: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return the places of the first dice of which so many show each look."""
    left, found = list(counts), []
    for i, look in enumerate(looks):
        if left[look]:
            left[look] -= 1
            found.append(i)
    return found


def _kept(pool: Pool, dice: Sequence[Look]) -> set[int]:
    """Return the places of the dice that count; refuse equal ones that are read apart."""
    keep = pool.keep
    if keep is None:
        return set(range(len(dice)))
    among = [i for i, look in enumerate(dice) if look.rank]
    among_of = [one.among for one in pool.reader.sums]
    each = [Alike(1, {dice[i]: 1}) for i in among]
    refuse_open_ties(each, among_of, pool.sets.values(), keep)
    others = {*range(len(dice))} - {*among}
    among.sort(key=lambda i: dice[i].rank, reverse=keep.highest)
    return {*among[: keep.many]} | others


def _seen(pool: Pool, dice: Sequence[Look], kept: set[int]) -> dict[str, Any]:
    """Return the sums and sets that a throw shows."""
    among = {
        ALL: [(look, 1) for look in dice],
        KEPT: [(look, 1) for i, look in enumerate(dice) if i in kept],
        DROPPED: [(look, 1) for i, look in enumerate(dice) if i not in kept],
    }
    return read_dice(pool.reader.sums, pool.sets, among)


def _together(let: Let, source: Source) -> Came:
    """Make several rolls, and work something out of them together."""
    source.need(len(let.sides), let.asks)
    known: dict[str, Any] = {}
    for side in let.sides:
        came = run(side.roll.program(), source)
        if came.named_only and not side.outcomes:
            raise RulesError(f"'{side.query}' only names outcomes; a margin needs numbers")
        bound_to(known, side, came.outcome, came.value)
    return read(let.reader, known, "margin")


def bound_to(known: dict[str, Any], side: Side, outcome: str | None, value: int) -> None:
    """Let what a roll came to be known by its word."""
    known[side.word] = value
    if outcome is not None and side.outcomes:
        known[f"{side.word} {PLACE}"] = list(side.outcomes).index(outcome)
        known[f"{side.word}{OUTCOME_OF}"] = side.outcomes[outcome]


def _resulting(program: Results, source: Source) -> Came:
    """Make a roll, then those that its outcome asks for."""
    came = run(program.roll, source)
    outcome = str(came.outcome)
    known = dict(came.known)
    result = program.results.get(outcome)
    for word, roll, said in result.words if result is not None else ():
        if isinstance(roll, int):
            known[word] = roll
            continue
        source.need(1, f"'{said}' is rolled for '{outcome}': write its dice after a '|'")
        found = run(roll.program(), source)
        if found.named_only:
            raise RulesError(f"'{said}' only names outcomes, and a number is needed")
        known[word] = found.value
    source.done(f"'{outcome}' asks for no more dice after '|'")
    value = result_of(result.formula, known) if result is not None else 0
    return Came(value, outcome, known)


def _repeated(loop: Loop, source: Source) -> Came:
    """Make a roll again and again, until its outcomes have changed a state enough."""
    source.need(0, loop.asks)
    state, times, over, outcome = loop.start, 0, False, ""
    while not over:
        came = run(loop.roll(state).program(), source)
        outcome, times = str(came.outcome), times + 1
        known = {**came.known, VALUE: came.value}
        seen = [result_of(number, known) for _, number in loop.steps.reads]
        state, over = loop.after(state, outcome, seen)
        over = over or times == loop.most
    return read(loop.reader, {VALUE: times, **loop.known(state, outcome)})
