"""The law of a roll, split by everything that the outcomes of its check read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from ...dice import SetOf
from ...dice.law import Law, Listed, Moved
from ...dice.sums import Sum
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, RESULTS, TIMES, VALUE
from ..model.arguments import dice_of
from ..model.game import Check, Game, Use
from ..model.reading import ALL, CONTINUED, DROPPED, EVERY, KEPT, PUSHED, SETS, SIGN, SUM
from ..model.reading import Reading as Rule
from ..model.roll import Die, Keep, Roll
from .mechanics.folded import FoldedColumn, PerFace, cost_of_folded, folded
from .mechanics.marks import MarkedLaw, all_failures, marked, ways_to_share
from .mechanics.pool import (
    DiceAndCounts,
    FaceReading,
    endless,
    numbers_of,
    reading_of,
    rolling_on,
    rolls_on,
    worths_of,
)
from .mechanics.sets import set_of
from .mechanics.throws import held
from .throw import binding, check_rerolls, law_of

EACH_PART = 40_000  # nanoseconds for a part of a law of its own
# Facts of our own, which no reading of an author can be called.
STANDING, GAINED = "first throws that do not fail", "further gains"
BOTH = {"successes": 1, "failures": -1}


def words_read(check: Check) -> set[str]:
    """Return the words that are read of a throw of the check, beside what it comes to."""
    read = [outcome.when.names() for outcome in check.outcomes]
    if check.result is not None:
        read.append(check.result.names())
    results = [one.result for one in check.outcomes if one.result is not None]
    read.extend(result.names() - result.own_rolls().keys() for result in results)
    return set(check.reads).union(*read) - {VALUE} - {parameter.name for parameter in check.takes}


def wanted_of(check: Check, roll: Roll) -> set[str]:
    """Return the words that have to be read of a throw that comes to a number."""
    wanted = words_read(check)
    # What is added up shows by itself what the dice showed.
    return wanted if roll.counts or not roll.times else wanted - RESULTS


def looks_at_value(check: Check) -> bool:
    """True where an outcome of the check may depend on what the throw comes to."""
    return not check.outcomes or bool(RESULTS & check.used[Use.OUTCOMES])


def cells_of(game: Game, check: Check, roll: Roll, *, valued: bool = True) -> list[MarkedLaw]:
    """The law of the roll, split by all that the check's outcomes read beside its value.

    Without the value, the law of each part says no more than how likely the part is.
    """
    always = {FLAT: roll.flat, TIMES: roll.times}
    wanted = wanted_of(check, roll)
    if not wanted:
        return [(always, law_of(game, roll))]
    bare = roll.bare()
    dice = dice_of(game, bare)
    reading = reading_of(bare)
    if roll.rerolls:
        check_rerolls(roll, dice, reading)
    cells: list[MarkedLaw]
    first_face_tells = not (roll.keep or roll.rerolls or roll.reroll or _recovers(dice, reading))
    if wanted == {ALL_FAILURES} and first_face_tells:
        whole = law_of(game, bare)
        if roll.successes > 0 or not dice:
            cells = [({ALL_FAILURES: 0}, whole)]
        else:
            cells = all_failures(dice, reading, 0, whole)
    else:
        turned = roll.times < 0
        found = _read(check, bare, dice, reading, wanted, turned=turned, valued=valued)
        cells = [(settled_facts(facts, roll), law) for facts, law in found]
    return [({**facts, **always}, _drawn_out(law, roll)) for facts, law in cells]


def _drawn_out(law: Law, roll: Roll) -> Law:
    """A part of a law with what the dice are multiplied by, and what comes without them."""
    if roll.times == 1 and not roll.flat:
        return law
    if not roll.times:
        share = law.weight
        return Listed(roll.flat, [share.numerator], share.denominator)
    return Moved(law, roll.times, roll.flat)


def rules_of(check: Check, wanted: Iterable[str]) -> dict[str, Rule]:
    """The reading behind each word: the check's own, the signs of dice, words for sets."""
    found = {}
    for name in sorted({*wanted} - {ALL_FAILURES, NATURAL, PUSHED, CONTINUED, *BOTH}):
        own = Rule(what=name) if name in SETS else Rule(what=SIGN, sign=name)
        found[name] = check.readings.get(name, own)
    return found


def _read(
    check: Check,
    roll: Roll,
    dice: DiceAndCounts,
    reading: FaceReading,
    wanted: set[str],
    *,
    turned: bool,
    valued: bool,
) -> list[MarkedLaw]:
    """The cells of a throw: in closed form by the first faces of its dice, or folded."""
    rules = rules_of(check, wanted)
    keep = binding(roll, dice)
    folds = roll.rerolls or not all(rule.adds_up for rule in rules.values())
    columns = columns_of(rules, dice, reading, wanted, turned=turned)
    if not folds and _by_marks(columns, dice, reading, keep):
        marks = {column.name: {} if column.among == DROPPED else column.table for column in columns}
        if keep is not None:
            from ...dice.kept import kept_endless

            few = keep.plain
            return marked(dice, reading, marks, lambda parts: kept_endless(parts, few))
        shared = ways_to_share(dice, marks) * EACH_PART
        endlessly = any(endless(die, reading) for die, _ in dice)
        if endlessly or shared < cost_of_folded(dice, roll, reading, columns, valued=valued):
            return marked(dice, reading, marks, lambda parts: Sum(parts, 0))
    return folded(dice, roll, reading, keep, columns, sets_of(rules, dice), valued=valued)


def sets_of(rules: Mapping[str, Rule], dice: DiceAndCounts) -> dict[str, SetOf]:
    """Return what is read of dice as a set."""
    tops = {die.name: max(die.faces) for die, _ in dice}
    return {name: set_of(rule, tops) for name, rule in rules.items() if not rule.adds_up}


def _by_marks(
    columns: Sequence[FoldedColumn], dice: DiceAndCounts, reading: FaceReading, keep: Keep | None
) -> bool:
    """True where the first faces of all dice decide everything that is read."""
    if rolls_on(dice, reading) and any(column.every for column in columns):
        return False
    if keep is None:
        return True
    run_on = not keep.of and any(endless(die, reading) for die, _ in dice)
    return run_on and all(column.among == ALL for column in columns)


def columns_of(
    rules: Mapping[str, Rule],
    dice: DiceAndCounts,
    reading: FaceReading,
    wanted: set[str],
    *,
    turned: bool,
) -> list[FoldedColumn]:
    """The sums of all that is read, with what each face of each kind of dice adds to them.

    `turned` says that dice are multiplied by less than zero: what they count is taken away.
    """

    def column(name: str, among: str, every: bool, each: Callable[[Die], PerFace]) -> FoldedColumn:
        return FoldedColumn(
            name, among, every=every, table={die.name: each(die) for die, _ in dice}
        )

    columns = [
        column(name, rule.among, rule.throws == EVERY, partial(amounts, rule))
        for name, rule in rules.items()
        if rule.adds_up
    ]
    if NATURAL in wanted:
        columns.append(column(NATURAL, KEPT, True, numbers_of))
    for name, sign in BOTH.items():
        if name in wanted:
            each = partial(_apart, reading, -sign if turned else sign)
            columns.append(column(name, KEPT, True, each))
    if ALL_FAILURES in wanted:
        columns.append(column(STANDING, ALL, False, partial(_standing, reading)))
        if _recovers(dice, reading):
            columns.append(column(GAINED, ALL, True, partial(_apart, reading, 1)))
    return columns


def amounts(rule: Rule, die: Die) -> PerFace:
    """The amount that each face of the die adds to a reading."""
    if rule.of and rule.of != die.name:
        return (0,) * len(die.faces)
    if rule.what == SIGN:
        return tuple([sign.get(rule.sign, 0) for sign in die.signs]) or (0,) * len(die.faces)
    if rule.what == SUM:
        return numbers_of(die)
    return tuple(map(int, held(rule.faces, die)))


def _apart(reading: FaceReading, sign: int, die: Die) -> PerFace:
    return tuple([max(0, sign * worth) for worth in worths_of(die, reading)])


def _standing(reading: FaceReading, die: Die) -> PerFace:
    return tuple([int(worth >= 0) for worth in worths_of(die, reading)])


def _recovers(dice: DiceAndCounts, reading: FaceReading) -> bool:
    """Return whether a die that fails may roll again and succeed."""
    for die, _ in dice:
        worth = worths_of(die, reading)
        fails_on = [w < 0 for w, on in zip(worth, rolling_on(die, reading), strict=True) if on]
        if any(fails_on) and max(worth) > 0:
            return True
    return False


def settled_facts(facts: Mapping[str, int], roll: Roll) -> dict[str, int]:
    """The facts of a throw with what comes without rolling."""
    settled = dict(facts)
    many = abs(roll.times)
    for name, more in (("successes", roll.successes), ("failures", roll.failures)):
        if name in settled:
            settled[name] = settled[name] * many + more
    if STANDING in settled:
        ruined = roll.successes <= 0 and any(count > 0 for count in roll.dice.values())
        settled[ALL_FAILURES] = int(ruined and not settled[STANDING] and not settled.get(GAINED))
    return settled
