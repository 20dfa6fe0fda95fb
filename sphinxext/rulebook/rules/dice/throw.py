"""A roll to what may come of it: the law of its value, split by what else its check reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ..errors import RulesError
from ..language.conditions import ALL_FAILURES, FLAT, RESULTS, read_by
from ..model.arguments import dice_of
from ..model.faces import Faces
from ..model.game import Check, Game
from ..model.roll import Die, Keep, Roll
from .law import Law, Stretched
from .mechanics.marks import Cell, all_failures, marked
from .mechanics.pool import Reading, factors, in_reach, reading_of, within_reach, worths
from .mechanics.rerolls import rerolled
from .mechanics.sets import SETS, as_a_set
from .sums import Factor, Sum, factor_of

MOST_TWICE = 100
BESIDE = "endless dice that are kept cannot stand beside other dice"
Dice = Sequence[tuple[Die, int]]
# Marks of our own, which no reading of an author can be called.
_ALL_DICE, _FAILING = "all dice", "all failing"
Marks = Mapping[str, Mapping[str, tuple[int, ...]]]


def _thrown(game: Game, roll: Roll) -> list[tuple[Die, int]]:
    """The dice of the roll; one that is thrown once more has more faces, so that chances agree."""
    dice = dice_of(game, roll)
    if roll.reroll is None:
        return dice
    return [(_once_more(die, roll.reroll), count) for die, count in dice]


def _once_more(die: Die, faces: Faces) -> Die:
    """A die of which some faces are thrown once more: sides * sides faces, equally likely."""
    top, sides = max(die.faces), len(die.faces)
    if sides > MOST_TWICE:
        raise RulesError(f"a die that is thrown once more has at most {MOST_TWICE} sides")
    again = sum(1 for face in die.faces if faces.holds(face, top))
    places = [
        i
        for i, face in enumerate(die.faces)
        for _ in range(again + (0 if faces.holds(face, top) else sides))
    ]
    signs = tuple([die.signs[i] for i in places]) if die.signs else ()
    return die._replace(faces=tuple([die.faces[i] for i in places]), signs=signs)


def prepared(roll: Roll) -> Roll:
    """The roll as it is when no dice are left, or the roll as it was."""
    if roll.reroll is not None and (roll.again is not None or roll.rerolls):
        raise RulesError(
            "'reroll' stands with neither 'again' nor 'rerolls': which throw it means is open"
        )
    if roll.none is None or any(count > 0 for count in roll.dice.values()):
        return roll
    if isinstance(roll.none, str):
        raise RulesError("no dice are left to roll")
    instead = roll.copy()
    instead.dice = {}
    instead.change(roll.none)
    return instead


def law_of(game: Game, roll: Roll, *, stretch: bool = True) -> Law:
    """The law of the roll's value alone."""
    if stretch and roll.times not in (0, 1) and (roll.times > 0 or not roll.keep):
        return _stretched(game, roll)
    dice = _thrown(game, roll)
    reading = reading_of(roll)
    if roll.rerolls:
        return _rerolled(dice, roll, reading)
    if roll.keep:
        kept, rest = _split(dice, roll.keep)
        if sum(count for _, count in kept) > roll.keep.many:
            return _kept(kept, rest, roll, reading, roll.keep)
    found = factors(dice, reading)
    within_reach(found, roll.flat)
    return Sum(found, roll.flat)


def _stretched(game: Game, roll: Roll) -> Law:
    """The law of dice that are multiplied: one of small steps, drawn out."""
    once = roll.copy()
    once.times, once.add, once.successes, once.failures = 1, 0, 0, 0
    law = Stretched(law_of(game, once), roll.times, roll.flat)
    in_reach(law)
    return law


def _rerolled(dice: Dice, roll: Roll, reading: Reading) -> Law:
    if len(dice) > 1:
        raise RulesError("rerolls need one kind of die; which of several to roll again is open")
    if roll.keep:
        raise RulesError("rerolls and kept dice do not go together")
    if not dice:
        return Sum([], roll.flat)
    (die, count) = dice[0]
    return rerolled(die, count, roll.rerolls, reading, roll.flat)


def _split(dice: Dice, keep: Keep) -> tuple[Dice, Dice]:
    """The dice among which some are kept, and those that always count."""
    if not keep.of:
        return dice, []
    return (
        [(die, count) for die, count in dice if die.name == keep.of],
        [(die, count) for die, count in dice if die.name != keep.of],
    )


def _kept(kept: Dice, rest: Dice, roll: Roll, reading: Reading, keep: Keep) -> Law:
    from .mechanics.kept import KeptEndless, kept_factor

    others = factors(rest, reading)
    if reading.again is not None and not reading.again.once:
        if others:
            raise RulesError(BESIDE)
        return KeptEndless(kept, reading, keep, roll.flat)
    found: list[tuple[Factor, int]] = [(kept_factor(kept, reading, keep), 1), *others]
    within_reach(found, roll.flat)
    return Sum(found, roll.flat)


def cells_of(game: Game, check: Check, roll: Roll) -> list[Cell]:
    """The law of the roll, split by all that the check's outcomes read beside its value."""
    read = [read_by(outcome.when) for outcome in check.outcomes if outcome.when is not None]
    if check.result is not None:
        read.append(check.result.names())
    wanted = set().union(*read) - RESULTS - {parameter.name for parameter in check.takes}
    if not wanted:
        return [({FLAT: roll.flat}, law_of(game, roll))]
    dice = _thrown(game, roll)
    reading = reading_of(roll)
    if wanted == {ALL_FAILURES} and not roll.keep:
        whole = law_of(game, roll)
        if roll.successes > 0 or not dice:
            cells: list[Cell] = [({ALL_FAILURES: 0}, whole)]
        else:
            cells = all_failures(dice, reading, roll.flat, whole)
    else:
        cells = _read(check, roll, dice, reading, wanted)
    return [({**facts, FLAT: roll.flat}, law) for facts, law in cells]


def _read(check: Check, roll: Roll, dice: Dice, reading: Reading, wanted: set[str]) -> list[Cell]:
    if roll.rerolls:
        raise RulesError("rerolls and further readings of a throw do not go together")
    marks = {
        name: {die.name: marks_of(check, name, die, reading) for die, _ in dice}
        for name in sorted(wanted - {*SETS, ALL_FAILURES})
    }
    if ALL_FAILURES in wanted:
        marks[_ALL_DICE] = {die.name: (1,) * len(die.faces) for die, _ in dice}
        marks[_FAILING] = {
            die.name: tuple(int(v < 0) for v in worths(die.faces, reading)) for die, _ in dice
        }
    if roll.keep or wanted & set(SETS):
        cells = _kept_and_read(dice, roll, reading, marks, wanted)
    else:
        cells = marked(dice, reading, marks, lambda parts: Sum(parts, roll.flat))
    return [(_settled(facts, roll), law) for facts, law in cells]


def _kept_and_read(
    dice: Dice, roll: Roll, reading: Reading, marks: Marks, wanted: set[str]
) -> list[Cell]:
    """The cells of dice of which some are kept, or that are read as a set."""
    kept, rest = _split(dice, roll.keep) if roll.keep else (dice, [])
    if rest and wanted & set(SETS):
        kinds = " and ".join(die.name for die, _ in rest)
        raise RulesError(
            f"'{min(wanted & set(SETS))}' reads every die, also the {kinds} that no keep looks at; "
            "give the check a reading of faces instead"
        )
    if reading.again is not None and roll.keep and roll.keep.many == 1 and not wanted & set(SETS):
        if rest:
            raise RulesError(BESIDE)
        from .mechanics.kept import Extreme

        keep = roll.keep
        return marked(kept, reading, marks, lambda parts: Extreme(parts, keep, roll.flat))
    cells = as_a_set(kept, reading, 0 if rest else roll.flat, roll.keep, marks, wanted)
    if not rest:
        return [*cells]
    found: list[Cell] = []
    for facts, law in cells:
        one = factor_of(law)
        for more, part in marked(rest, reading, marks, partial(_beside, one, roll.flat)):
            both = {name: shown + more.get(name, 0) for name, shown in facts.items()}
            found.append((both, part))
    return found


def _beside(one: Factor, flat: int, parts: list[tuple[Factor, int]]) -> Law:
    """The law of dice together with one group that was kept."""
    return Sum([*parts, (one, 1)], flat)


def marks_of(check: Check, name: str, die: Die, reading: Reading) -> tuple[int, ...]:
    """What each face of the die counts for a reading."""
    if name in ("successes", "failures"):
        if reading.again is not None:
            raise RulesError(f"'{name}' cannot be read apart where dice roll again")
        sign = 1 if name == "successes" else -1
        return tuple(max(0, sign * worth) for worth in worths(die.faces, reading))
    if name not in check.readings:
        return tuple([sign.get(name, 0) for sign in die.signs]) or (0,) * len(die.faces)
    faces, of = check.readings[name]
    if of and of != die.name:
        return (0,) * len(die.faces)
    top = max(die.faces)
    return tuple(int(faces.holds(face, top)) for face in die.faces)


def _settled(facts: Mapping[str, int], roll: Roll) -> dict[str, int]:
    """The facts of a throw with what comes without rolling."""
    settled = dict(facts)
    if "successes" in settled:
        settled["successes"] += roll.successes
    if "failures" in settled:
        settled["failures"] += roll.failures
    if _FAILING in settled:
        all_fail = settled[_FAILING] == settled[_ALL_DICE] > 0 and roll.successes <= 0
        settled[ALL_FAILURES] = int(all_fail)
    return settled
