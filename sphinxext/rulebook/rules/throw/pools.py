"""Makes a pool of a roll: its dice as rows of numbers, and how the check reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..dice.continued import refuse_open
from ..dice.mechanics.folded import FoldedColumn
from ..dice.mechanics.pool import (
    endless,
    falls_without_end,
    part,
    reading_of,
    rolling_on,
    turned,
    worths_of,
)
from ..dice.mechanics.throws import held
from ..dice.pushed import Pushed
from ..dice.rates import fingerprint
from ..dice.readings import BOTH, GAINED, STANDING, columns_of, rules_of, words_read
from ..dice.settling import EqualChoices
from ..dice.throw import check_rerolls
from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, TIMES, VALUE
from ..language.formulas import Number
from ..model.arguments import Values, dice_of
from ..model.game import Check, Game
from ..model.reading import ALL, CONTINUED, EVERY, KEPT, PUSHED
from ..model.roll import Die, Roll
from .program import WORTH, Chosen, Facts, Kind, Pool, Reader, Row, Sum, Throw

SURE, LOST = "successes without rolling", "failures without rolling"
RUINED = "may be all failures"
PLACE = "among the outcomes"
MANY = "how many times the dice count"


def pool_of(throw: Throw) -> Pool:
    """Return the dice of a throw with their faces as rows of numbers."""
    if throw.rows is None:
        throw.rows = _pool(throw)
    return throw.rows


def _pool(throw: Throw) -> Pool:
    game, check, args, roll = throw.game, throw.check, throw.args, throw.roll
    strict = throw.strict
    kinds, reading = dice_of(game, roll), reading_of(roll)
    if roll.rerolls:
        check_rerolls(roll, kinds, reading)
    for die, _ in kinds if roll.again else ():
        part(turned(die) if falls_without_end(die, reading) else die, reading)
    counted = BOTH.keys() if roll.counts and strict else set()
    chosen = _chosen(game, check, args, roll, strict=strict)
    if check.going_on is not None:
        if chosen is not None:
            raise RulesError(f"'{check.name}' 'continues', and its dice are chosen; keep one")
        refuse_open(check, roll)
    words = words_read(check) | counted
    if check.going_on is not None:
        words |= check.going_on.when.names() - {VALUE} - {one.name for one in check.takes}
    columns, reader = _reader(check, kinds, roll, words)
    dice = tuple([(_kind(game, die, roll, columns), many) for die, many in kinds])
    return Pool(
        reader,
        dice,
        {**args, **_without_rolling(roll, dice=bool(kinds))},
        rerolls=roll.rerolls,
        keep=roll.keep,
        chosen=chosen,
        goes=check.going_on,
        counts=roll.counts,
        named_only=bool(check.ladder),
    )


def _without_rolling(roll: Roll, *, dice: bool) -> Facts:
    """Return what is known of a throw before any die falls."""
    ruined = int(dice and roll.successes <= 0)
    known = {FLAT: roll.flat, SURE: roll.successes, LOST: roll.failures, RUINED: ruined}
    return {**known, TIMES: roll.times, MANY: abs(roll.times)}


def _chosen(game: Game, check: Check, args: Values, roll: Roll, *, strict: bool) -> Chosen | None:
    if check.push is None and (roll.keep is None or not roll.keep.chosen):
        return None
    way = Pushed(game, check, args, roll, BOTH.keys() if strict and roll.counts else ())
    if not (strict and check.choose):
        return Chosen(way)

    def rate(name: str | None, value: int, known: Facts) -> int:
        return fingerprint(name, value, *[known.get(word) for word in BOTH])

    return Chosen(way, EqualChoices(way, rate))


def _reader(
    check: Check, kinds: Sequence[tuple[Die, int]], roll: Roll, wanted: set[str]
) -> tuple[list[FoldedColumn], Reader]:
    """Return how the throw is read, and what each face of the dice adds to each of its sums."""
    rules, reading = rules_of(check, wanted), reading_of(roll)

    def column(word: str, among: str, every: bool, each: Callable[[int], int]) -> FoldedColumn:
        table = {die.name: tuple(map(each, worths_of(die, reading))) for die, _ in kinds}
        return FoldedColumn(word, among, every=every, table=table)

    columns = [column(WORTH, KEPT, True, int)]
    columns += columns_of(rules, kinds, reading, wanted - {ALL_FAILURES}, turned=roll.times < 0)
    if ALL_FAILURES in wanted:
        columns.append(column(STANDING, ALL, False, lambda worth: int(worth >= 0)))
        columns.append(column(GAINED, ALL, True, lambda worth: max(0, worth)))
    push = PUSHED if check.push is not None else CONTINUED if check.going_on is not None else ""
    return columns, Reader(
        check.name,
        tuple([Sum(column.name, column.among, column.every) for column in columns]),
        tuple([(name, rule) for name, rule in rules.items() if not rule.adds_up]),
        tuple(_words(wanted, roll.times)),
        check.result,
        check.outcomes,
        push,
    )


def _words(wanted: set[str], times: int) -> list[tuple[str, Number]]:
    """Return what is worked out from the sums, one after the other."""

    def times_and(word: str, by: str, more: str) -> Number:
        one = Number(word) if times == 1 else Number("*", (Number(word), Number(by)))
        return Number("+", (one, Number(more)))

    words = [(VALUE, times_and(WORTH, TIMES, FLAT))]
    for word, more in zip(BOTH, (SURE, LOST), strict=True):
        if word in wanted:
            words.append((word, times_and(word, MANY, more)))
    if ALL_FAILURES in wanted:
        left = Number("-", (Number("-", (Number(RUINED), Number(STANDING))), Number(GAINED)))
        words.append((ALL_FAILURES, Number("max", (Number("0"), left))))
    return words


def _kind(game: Game, die: Die, roll: Roll, columns: Sequence[FoldedColumn]) -> Kind:
    reading = reading_of(roll)
    return Kind(
        die,
        tuple(game.data["die"][die.name.removeprefix("-")]["faces"]) if die.named else (),
        _row(rolling_on(die, reading)) if reading.again is not None else (),
        reading.again is not None and not endless(die, reading),
        _row(held(roll.reroll, die)) if roll.reroll is not None else (),
        roll.reroll is not None and roll.reroll.throws == EVERY,
        reading.counts,
        tuple([column.table[die.name] for column in columns]),
    )


def _row(faces: Sequence[bool]) -> Row:
    """Return the faces as numbers; an empty row where there is none."""
    return tuple(map(int, faces)) if any(faces) else ()
