"""Runs the program of a throw: the meaning of a check. The page's script does the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from ..dice.mechanics.reckoned import result_of
from ..dice.mechanics.sets import read_set, set_of
from ..dice.mechanics.ties import Contender, mark_of, rank_of, refuse_open_ties
from ..errors import RulesError
from ..language.conditions import FLAT, NATURAL, VALUE
from ..model.reading import ALL, DROPPED, KEPT, GoingOn, Then
from ..model.roll import Keep
from .pools import LOST, PLACE, RUINED, SURE, pool_of
from .program import (
    WORTH,
    Best,
    Called,
    Case,
    Chosen,
    Dice,
    Facts,
    Kind,
    Let,
    Loop,
    Pool,
    Program,
    Reader,
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
        pool = pool_of(program)
        source.open(pool)
        came = _throw(pool, source)
        source.close(pool)
    elif isinstance(program, Dice):
        source.open(program)
        thrown = [_throw(pool_of(one), source) for one in program.terms]
        came = Came(program.add + sum([one.value for one in thrown]), None, {})
        source.close(program)
    elif isinstance(program, Let):
        came = _together(program, source)
    elif isinstance(program, Best):
        source.need(program.many, program.asks)
        roll = program.roll.program()
        tries = [run(roll, source) for _ in range(program.many)]
        choose = max if program.check.best else min
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
        held = (one.name for one in reader.outcomes if one.when.holds(known))
        found = next(held, None)
        if found is None:
            raise RulesError(f"'{reader.check}' has no outcome for a {what} of {value}")
    return Came(value, found, known)


def _work_out(reader: Reader, known: dict[str, Any]) -> dict[str, Any]:
    for word, number in reader.words:
        known[word] = number.value(known)
    return known


class _Fallen(NamedTuple):
    """A die of a throw: the places of the faces that it showed, the standing one first."""

    kind: Kind
    places: tuple[int, ...]

    @property
    def worth(self) -> int:
        """All that it counts."""
        return sum(self.kind.worth[place] for place in self.places)

    def adds(self, at: int, *, every: bool) -> int:
        """Return what it adds to the sum at this place."""
        row = self.kind.adds[at]
        return sum([row[place] for place in (self.places if every else self.places[:1])])


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


def _lie(pool: Pool, places: list[int], source: Source) -> tuple[list[_Fallen], set[int], int]:
    """Return the dice as they lie in the end, which of them count, and how often some were thrown.

    Dice are thrown once more, then failed ones again, then those that roll on.
    """
    kinds = pool.each
    if pool.chosen is not None:
        kept, pushes = _choose(pool.chosen, kinds, places, source)
        dice = [_Fallen(kind, (place,)) for kind, place in zip(kinds, places, strict=True)]
        return dice, kept, pushes

    def further(kind: Kind, before: int) -> int:
        place = source.again(kind, before)
        more = kind.every and kind.reroll and kind.reroll[place]
        return source.again(kind, place) if more else place

    for i, kind in enumerate(kinds):
        if kind.reroll and kind.reroll[places[i]]:
            places[i] = source.again(kind, places[i])
    failed = [i for i, kind in enumerate(kinds) if kind.worth[places[i]] <= 0]
    for i in failed[: pool.rerolls]:
        second = further(kinds[i], places[i])
        if kinds[i].worth[second] >= kinds[i].worth[places[i]]:
            places[i] = second
    lying = [[place] for place in places]
    waiting = [i for i, kind in enumerate(kinds) if kind.again and kind.again[places[i]]]
    while waiting:
        i = waiting.pop(0)
        place = further(kinds[i], lying[i][-1])
        lying[i].append(place)
        if not kinds[i].once and kinds[i].again[place]:
            waiting.append(i)
    dice = [_Fallen(kind, tuple(each)) for kind, each in zip(kinds, lying, strict=True)]
    return dice, _kept(pool, dice), 0


def _choose(
    chosen: Chosen, kinds: Sequence[Kind], places: list[int], source: Source
) -> tuple[set[int], int]:
    """Throw dice again as the rules or the player choose; return which count, and how often."""
    way, pushes = chosen.way, 0
    while True:
        looks = [
            way.looks.place_of_look(kind.die, place)
            for kind, place in zip(kinds, places, strict=True)
        ]
        counts = way.looks.counts_of(looks)
        if chosen.open is not None and not chosen.open.settled_here(counts, pushes):
            raise way.open_choice()
        stays = way.chosen(counts, pushes)
        if stays is None:
            return {*_first_of(looks, way.kept(counts, pushes))}, pushes
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


def _kept(pool: Pool, dice: Sequence[_Fallen]) -> set[int]:
    """Return the places of the dice that count; refuse equal ones that are read apart."""
    keep = pool.keep
    if keep is None:
        return set(range(len(dice)))
    among = [i for i, one in enumerate(dice) if keep.of in ("", one.kind.die.name)]
    others = {*range(len(dice))} - {*among}
    contenders = {i: _contender(pool.reader, keep, dice[i]) for i in among}
    refuse_open_ties([(1, [contenders[i]]) for i in among], keep)
    among.sort(key=lambda i: contenders[i].rank, reverse=keep.highest)
    return {*among[: keep.many]} | others


def _contender(reader: Reader, keep: Keep, one: _Fallen) -> Contender:
    """Return a die as `keep` sees it, with what it adds to all that is read."""
    die = one.kind.die
    adds = [one.adds(at, every=each.every) for at, each in enumerate(reader.sums)]
    seen = [(rule.among, rule.of in ("", die.name)) for _, rule in reader.sets]
    mark = mark_of([each.among for each in reader.sums], adds, seen)
    faces = [die.faces[place] for place in one.places]
    return Contender(die.name, rank_of(keep, die, one.worth, faces), mark)


def _seen(pool: Pool, dice: Sequence[_Fallen], kept: set[int]) -> dict[str, Any]:
    """Return the sums and sets that a throw shows."""
    among = {
        ALL: dice,
        KEPT: [one for i, one in enumerate(dice) if i in kept],
        DROPPED: [one for i, one in enumerate(dice) if i not in kept],
    }
    seen = {
        each.word: sum([one.adds(at, every=each.every) for one in among[each.among]])
        for at, each in enumerate(pool.reader.sums)
    }
    tops = {kind.die.name: max(kind.die.faces) for kind, _ in pool.dice}
    for word, rule in pool.reader.sets:
        of = set_of(rule, tops)
        faces = [(one.kind.die.faces[one.places[0]], one.kind.die.name) for one in among[of.among]]
        seen[word] = read_set(of, faces)
    return seen


def _together(let: Let, source: Source) -> Came:
    """Make several rolls, and work something out of them together."""
    source.need(len(let.parts), let.asks)
    known: dict[str, Any] = {}
    for part in let.parts:
        came = run(part.roll.program(), source)
        if came.named_only and not part.side.outcomes:
            raise RulesError(f"'{part.side.query}' only names outcomes; a margin needs numbers")
        bound_to(known, part.side, came.outcome, came.value)
    return read(let.reader, known, "margin")


def bound_to(known: dict[str, Any], side: Side, outcome: str | None, value: int) -> None:
    """Let what a roll came to be known by its word."""
    known[side.word] = value
    if outcome is not None and side.outcomes:
        known[f"{side.word} {PLACE}"] = list(side.outcomes).index(outcome)
        known[f"{side.word} is"] = side.outcomes[outcome]


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
        state, over = loop.after(state, outcome, came.value)
        over = over or times == loop.most
    return read(loop.reader, {VALUE: times, **loop.known(state, outcome)})
