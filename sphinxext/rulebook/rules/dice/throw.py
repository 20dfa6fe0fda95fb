"""A roll to what may come of it: the law of its value, split by what else its check reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, NATURAL, RESULTS, TIMES, VALUE, read_by
from ..model.arguments import dice_of
from ..model.game import Check, Game
from ..model.reading import ALL, DROPPED, EVERY, FIRST, KEPT, SIGN, SUM
from ..model.reading import Reading as Rule
from ..model.roll import Die, Keep, Roll
from .law import Law, Listed, Stretched
from .mechanics.fold import SETS, SetOf
from .mechanics.folded import DiceAndCounts, FoldedColumn, PerFace, folded
from .mechanics.marks import MarkedLaw, all_failures, marked, ways_to_share
from .mechanics.mix import Mix
from .mechanics.pool import (
    FaceReading,
    endless,
    factors,
    in_reach,
    numbers_of,
    reading_of,
    rolling_on,
    within_reach,
    worths_of,
)
from .mechanics.rerolls import rerolled
from .mechanics.throws import held, once_more
from .sums import Factor, Sum

MOST_TWICE = 100
EACH_PART = 40_000  # nanoseconds for a part of a law of its own
FEW = 5_000  # parts of a law: more of them are folded instead, where the dice end
# Facts of our own, which no reading of an author can be called.
_ALL_DICE, _FAILING = "all dice", "all failing"
BOTH = {"successes": 1, "failures": -1}


def _expanded(dice: DiceAndCounts, roll: Roll) -> DiceAndCounts:
    """The dice; one that is thrown once more has more faces, so that chances agree."""
    if roll.reroll is None:
        return dice
    return [(_once_more(die, roll), count) for die, count in dice]


def _once_more(die: Die, roll: Roll) -> Die:
    """A die of which some faces are thrown once more: sides * sides faces, equally likely."""
    if not any(held(roll.reroll, die)):
        return die
    if len(die.faces) > MOST_TWICE:
        raise RulesError(f"a die that is thrown once more has at most {MOST_TWICE} sides")
    ways, _ = once_more(roll.reroll, die)
    places = [place for place, many in enumerate(ways) for _ in range(many)]
    signs = tuple([die.signs[i] for i in places]) if die.signs else ()
    return die._replace(faces=tuple([die.faces[i] for i in places]), signs=signs)


def prepared(game: Game, roll: Roll) -> Roll:
    """The roll as it is when no dice are left, or the roll as it was, what is open refused."""
    roll = _with_none(roll)
    _refuse_worthless(game, roll)
    return roll


def _refuse_worthless(game: Game, roll: Roll) -> None:
    """Refuse dice of which nothing says what they count, though something should."""
    if not roll.counts:
        return
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
                f"the {die.name} die counts nothing here: none of its faces is a success; say what "
                f'it counts, as in worth = {{ "1+ of {die.name}" = "face" }}, or name the dice '
                'that count, as in success = { d6 = "5+" }'
            )


def _with_none(roll: Roll) -> Roll:
    if roll.reroll is not None and not roll.reroll.throws:
        for word in ("again", "rerolls"):
            if getattr(roll, word):
                raise RulesError(
                    f"which throws 'reroll' looks at beside '{word}' is open; write "
                    f'"{roll.reroll} first" for the first throw of each die alone, or '
                    f'"{roll.reroll} every" for every throw'
                )
    if roll.none is None or any(count > 0 for count in roll.dice.values()):
        return roll
    if isinstance(roll.none, str):
        raise RulesError("no dice are left to roll")
    instead = roll.copy()
    instead.dice = {}
    instead.change(roll.none)
    return instead


def law_of(game: Game, roll: Roll) -> Law:
    """The law of the roll's value alone."""
    if roll.times == 1:
        return _law(game, roll)
    if not roll.times:
        return Listed(roll.flat, [1], 1)
    law = Stretched(_law(game, roll.bare()), roll.times, roll.flat)
    in_reach(law)
    return law


def _law(game: Game, roll: Roll) -> Law:
    """The law of a roll whose dice count once each: in closed form, or folded."""
    dice = dice_of(game, roll)
    reading = reading_of(roll)
    keep = binding(roll, dice)
    if roll.rerolls:
        check_rerolls(roll, dice, reading)
        if dice and keep is None and roll.reroll is None and not _rolls_on(dice, reading):
            ((die, count),) = dice
            return rerolled(die, count, roll.rerolls, reading, roll.flat)
        if dice:
            return _whole(dice, roll, reading, keep)
    if roll.reroll is not None and roll.reroll.throws == FIRST and _rolls_on(dice, reading):
        return _whole(dice, roll, reading, keep)
    thrown = _expanded(dice, roll)
    if keep is not None:
        return _kept(thrown, roll, reading, keep)
    found = factors(thrown, reading)
    within_reach(found, roll.flat)
    return Sum(found, roll.flat)


def _whole(dice: DiceAndCounts, roll: Roll, reading: FaceReading, keep: Keep | None) -> Law:
    """The law of dice that are folded, whatever else they show."""
    law: Law = Mix([(1, part) for _, part in folded(dice, roll, reading, keep)])
    return Stretched(law, 1, roll.flat) if roll.flat else law


def binding(roll: Roll, dice: DiceAndCounts) -> Keep | None:
    """Which dice are kept, where that leaves any out."""
    keep = roll.keep
    if keep is None:
        return None
    among = sum(count for die, count in dice if keep.of in ("", die.name))
    return keep if among > keep.many else None


def _rolls_on(dice: DiceAndCounts, reading: FaceReading) -> bool:
    return any(any(rolling_on(die, reading)) for die, _ in dice)


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


def _kept(dice: DiceAndCounts, roll: Roll, reading: FaceReading, keep: Keep) -> Law:
    from .mechanics.kept import Beside, KeptEndless, kept_factor

    kept = [(die, count) for die, count in dice if keep.of in ("", die.name)]
    rest = [(die, count) for die, count in dice if keep.of not in ("", die.name)]
    others = factors(rest, reading)
    if any(endless(die, reading) for die, _ in kept):
        law = KeptEndless(kept, reading, keep, 0 if others else roll.flat)
        return Beside(law, Sum(others, roll.flat)) if others else law
    found: list[tuple[Factor, int]] = [(kept_factor(kept, reading, keep), 1), *others]
    within_reach(found, roll.flat)
    return Sum(found, roll.flat)


def wanted_of(check: Check, roll: Roll) -> set[str]:
    """The words whose meaning the outcomes and the result of the check need of its throw."""
    read = [read_by(outcome.when) for outcome in check.outcomes if outcome.when is not None]
    if check.result is not None:
        read.append(check.result.names())
    wanted = set().union(*read) - {VALUE} - {parameter.name for parameter in check.takes}
    # What is added up shows by itself what the dice showed.
    return wanted if roll.counts or not roll.times else wanted - RESULTS


def cells_of(game: Game, check: Check, roll: Roll) -> list[MarkedLaw]:
    """The law of the roll, split by all that the check's outcomes read beside its value."""
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
    if wanted == {ALL_FAILURES} and not (roll.keep or roll.rerolls or roll.reroll):
        whole = _law(game, bare)
        if roll.successes > 0 or not dice:
            cells = [({ALL_FAILURES: 0}, whole)]
        else:
            cells = all_failures(dice, reading, 0, whole)
    else:
        found = _read(check, bare, dice, reading, wanted, turned=roll.times < 0)
        cells = [(_settled(facts, roll), law) for facts, law in found]
    return [({**facts, **always}, _drawn_out(law, roll)) for facts, law in cells]


def _drawn_out(law: Law, roll: Roll) -> Law:
    """A part of a law with what the dice are multiplied by, and what comes without them."""
    if roll.times == 1 and not roll.flat:
        return law
    if not roll.times:
        share = law.weight
        return Listed(roll.flat, [share.numerator], share.denominator)
    return Stretched(law, roll.times, roll.flat)


def rules_of(check: Check, wanted: Iterable[str]) -> dict[str, Rule]:
    """What each word looks at: the check's own readings, the signs of dice, words for sets."""
    found = {}
    for name in sorted({*wanted} - {ALL_FAILURES, NATURAL, *BOTH}):
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
) -> list[MarkedLaw]:
    """The cells of a throw: in closed form by the first faces of its dice, or folded."""
    rules = rules_of(check, wanted)
    keep = binding(roll, dice)
    expanded = dice if _needs_folding(rules, roll, dice, reading) else _expanded(dice, roll)
    columns = _columns(rules, expanded, reading, wanted, turned=turned)
    if not _needs_folding(rules, roll, dice, reading) and _by_marks(columns, dice, reading, keep):
        marks = {column.name: {} if column.among == DROPPED else column.table for column in columns}
        if keep is not None:
            from .mechanics.kept import Extreme

            one = keep
            return marked(expanded, reading, marks, lambda parts: Extreme(parts, one, 0))
        parts_cost = ways_to_share(expanded, marks) * EACH_PART
        if not _rolls_on(dice, reading):
            from .mechanics.joint import cost_of_joint, joint

            if cost_of_joint(expanded, reading, marks) < parts_cost:
                return joint(expanded, reading, marks)
        if any(endless(die, reading) for die, _ in dice) or parts_cost <= FEW * EACH_PART:
            return marked(expanded, reading, marks, lambda parts: Sum(parts, 0))
    if expanded is not dice:
        columns = _columns(rules, dice, reading, wanted, turned=turned)
    sets = {
        name: SetOf(rule.what, rule.among, rule.of)
        for name, rule in rules.items()
        if not rule.adds_up and not rule.against
    }
    against = {name: rule for name, rule in rules.items() if rule.against}
    if not against:
        return folded(dice, roll, reading, keep, columns, sets)
    seen = _face_by_face(against.values(), dice)
    cells = folded(dice, roll, reading, keep, [*columns, *seen.values()], sets)
    return _compared(against, seen, cells)


def _face_by_face(
    rules: Iterable[Rule], dice: DiceAndCounts
) -> dict[tuple[str, int], FoldedColumn]:
    """How many dice of each kind that is compared show each of its faces."""
    kinds = {kind for rule in rules for kind in (rule.of, rule.against)}
    return {
        (die.name, face): FoldedColumn(
            f"{die.name} showing {face}",
            ALL,
            every=False,
            table={
                other.name: tuple([int(other.name == die.name and f == face) for f in other.faces])
                for other, _ in dice
            },
        )
        for die, _ in dice
        if die.name in kinds
        for face in sorted(set(die.faces))
    }


def _compared(
    against: Mapping[str, Rule],
    seen: Mapping[tuple[str, int], FoldedColumn],
    cells: Sequence[MarkedLaw],
) -> list[MarkedLaw]:
    """The cells with what comes of comparing dice in the place of all their faces."""
    found: dict[tuple[tuple[str, int], ...], list[tuple[int, Law]]] = {}
    for facts, law in cells:
        shown: dict[str, list[int]] = {}
        for (kind, face), column in seen.items():
            shown.setdefault(kind, []).extend([face] * facts[column.name])
        own = {column.name for column in seen.values()}
        kept = {name: number for name, number in facts.items() if name not in own}
        for name, rule in against.items():
            kept[name] = rule.compared(shown.get(rule.of, []), shown.get(rule.against, []))
        found.setdefault(tuple(kept.items()), []).append((1, law))
    return [(dict(key), Mix(laws)) for key, laws in found.items()]


def _needs_folding(
    rules: Mapping[str, Rule], roll: Roll, dice: DiceAndCounts, reading: FaceReading
) -> bool:
    """Whether a throw is more than dice of which each says all by its first face."""
    if roll.rerolls or not all(rule.adds_up for rule in rules.values()):
        return True
    first = roll.reroll is not None and roll.reroll.throws != EVERY
    return first and _rolls_on(dice, reading)


def _by_marks(
    columns: Sequence[FoldedColumn], dice: DiceAndCounts, reading: FaceReading, keep: Keep | None
) -> bool:
    """Whether the first faces of all dice say what is read."""
    if _rolls_on(dice, reading) and any(column.every for column in columns):
        return False
    if keep is None:
        return True
    run_on = all(endless(die, reading) for die, _ in dice)
    one = keep.many == 1 and not keep.of and run_on
    return one and all(column.among == ALL for column in columns)


def _columns(
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
        columns.append(column(_ALL_DICE, ALL, False, lambda die: (1,) * len(die.faces)))
        columns.append(column(_FAILING, ALL, False, partial(_failing, reading)))
    return columns


def amounts(rule: Rule, die: Die) -> PerFace:
    """What each face of the die adds to a reading."""
    if rule.of and rule.of != die.name:
        return (0,) * len(die.faces)
    if rule.what == SIGN:
        return tuple([sign.get(rule.sign, 0) for sign in die.signs]) or (0,) * len(die.faces)
    if rule.what == SUM:
        return numbers_of(die)
    return tuple(map(int, held(rule.faces, die)))


def _apart(reading: FaceReading, sign: int, die: Die) -> PerFace:
    return tuple([max(0, sign * worth) for worth in worths_of(die, reading)])


def _failing(reading: FaceReading, die: Die) -> PerFace:
    return tuple([int(worth < 0) for worth in worths_of(die, reading)])


def _settled(facts: Mapping[str, int], roll: Roll) -> dict[str, int]:
    """The facts of a throw with what comes without rolling."""
    settled = dict(facts)
    many = abs(roll.times)
    for name, more in (("successes", roll.successes), ("failures", roll.failures)):
        if name in settled:
            settled[name] = settled[name] * many + more
    if _FAILING in settled:
        all_fail = settled[_FAILING] == settled[_ALL_DICE] > 0 and roll.successes <= 0
        settled[ALL_FAILURES] = int(all_fail)
    return settled
