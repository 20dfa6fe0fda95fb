"""The cells of a throw that is folded: its law, split by all that is read of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple

from ...budget import TooMuch, spend, steps_left
from ...errors import RulesError, TooMany
from ...model.reading import ALL, EVERY, FIRST, KEPT
from ...model.roll import Die, Keep, Roll
from ..law import Law, Listed
from ..sums import Factor, Sum, factor_of
from .fold import (
    Group,
    Lie,
    OutOfReach,
    SumsAndSets,
    SumsWanted,
    WaysToShow,
    fold,
)
from .marks import MarkedLaw
from .mix import Mix
from .pool import DiceAndCounts, FaceReading, endless, part, worths_of
from .set_words import SetOf
from .summed import summed
from .throws import Way, once_more, picked_up, ways_of

EACH_CELL = 12_000  # nanoseconds for one cell: its law, and what the conditions make of it
SURE = 0.9  # so that the dice which are said to be within reach are
PerFace = tuple[int, ...]  # a number for each face of a die


class FoldedColumn(NamedTuple):
    """A sum over dice: which of them it looks at, and what each face of each kind adds."""

    name: str
    among: str
    every: bool  # whether what a die shows when it rolls again adds, too
    table: Mapping[str, PerFace]


def folded(
    dice: DiceAndCounts,
    roll: Roll,
    reading: FaceReading,
    keep: Keep | None,
    columns: Sequence[FoldedColumn] = (),
    sets: Mapping[str, SetOf] | None = None,
    *,
    valued: bool = True,
) -> list[MarkedLaw]:
    """The law of the throw, split by its columns and by what is read of it as a set."""
    valued = valued or keep is not None or any(endless(die, reading) for die, _ in dice)
    sets = sets or {}
    value = FoldedColumn(
        "",
        KEPT,
        every=True,
        table={d.name: worths_of(d, reading) if valued else (0,) * len(d.faces) for d, _ in dice},
    )
    rolling = [die for die, _ in dice if endless(die, reading)]
    _refuse_endless(rolling, keep, columns)
    wanted = SumsWanted(
        (KEPT, *[column.among for column in columns], *[ALL] * len(rolling)),
        tuple(sets.values()),
    )
    found: WaysToShow = {}
    whole, within, most = 1, 0, steps_left(1)
    try:
        for groups, times, den in _throws(dice, roll, reading, (value, *columns), rolling, keep):
            whole = den
            added = 0 if keep or wanted.sets else summed(groups, wanted.sums)
            here: Mapping[SumsAndSets, int]
            if isinstance(added, int):
                within = added
                here = fold(groups, keep, wanted)
            else:
                here = {(one, ()): ways for one, ways in added.items()}
            for shown, ways in here.items():
                found[shown] = found.get(shown, 0) + times * ways
        _spend_on_cells(len(found), most, sum(count for _, count in dice), _names(columns))
    except OutOfReach as beyond:
        many = sum(count for _, count in dice)
        if keep is not None or sets:
            about = int(min(beyond.within, many - 1) * SURE)
            fewer = f"about {about:,} are within reach" if about else "take fewer"
            raise TooMuch(f"{many:,} dice are too many to sort exactly; {fewer}") from None
        raise TooMany(many, _names(columns), within) from None
    names = _names(columns)
    cells: dict[PerFace, dict[PerFace, dict[int, int]]] = {}
    for (sums, seen), ways in found.items():
        read, tails = sums[1 : len(names) + 1], sums[len(names) + 1 :]
        part_of = cells.setdefault((*read, *seen), {}).setdefault(tails, {})
        part_of[sums[0]] = part_of.get(sums[0], 0) + ways
    further = [_further(die, roll, reading) for die in rolling]
    return [
        (dict(zip((*names, *sets), shown, strict=True)), _law(parts, further, whole))
        for shown, parts in cells.items()
    ]


def _names(columns: Sequence[FoldedColumn]) -> list[str]:
    return [column.name for column in columns]


def _spend_on_cells(cells: int, most: int, many: int, names: Sequence[str]) -> None:
    """Take what so many cells cost, or say how many dice are within all that could be spent."""
    cost = cells * EACH_CELL
    share = min(most / (most - steps_left(1) + cost), 1)
    within = int(many * share ** (1 / (len(names) + 1)) * SURE)
    spend(cost, str(TooMany(many, names, within)))


def _refuse_endless(
    rolling: Sequence[Die], keep: Keep | None, columns: Sequence[FoldedColumn]
) -> None:
    """Refuse what cannot be folded of dice that roll again without end."""
    for die in rolling:
        if keep is not None and keep.of in ("", die.name):
            raise RulesError(
                "dice that are kept and roll again without end cannot be read so; "
                'let them roll again once, as in again = "6 once", or leave out the reading'
            )
        for column in columns:
            if column.every and any(column.table[die.name]):
                raise RulesError(
                    f"'{column.name}' looks at every throw, and the {die.name}s roll again without "
                    f'end; let them roll again once, as in again = "6 once", or give the check a '
                    "reading of first throws"
                )


def _throws(
    dice: DiceAndCounts,
    roll: Roll,
    reading: FaceReading,
    columns: Sequence[FoldedColumn],
    rolling: Sequence[Die],
    keep: Keep | None,
) -> Iterator[tuple[list[Group], int, int]]:
    """The dice as groups that are alike, in how many ways each, and all ways together."""
    table = [(die, count, *ways_of(die, roll, reading)) for die, count in dice]

    def lies(die: Die, ways: Sequence[Way]) -> dict[Lie, int]:
        found: dict[Lie, int] = {}
        for way in ways:
            lie = _lie(die, way, columns, rolling, keep)
            found[lie] = found.get(lie, 0) + way.ways
        return found

    if not roll.rerolls or not dice:
        den = prod(one**count for _, count, _, one in table)
        yield [Group(count, lies(die, ways)) for die, count, ways, _ in table], 1, den
        return
    ((die, count, ways, one),) = table
    worth = worths_of(die, reading)
    good = [way for way in ways if worth[way.places[0]] > 0]
    bad = [way for way in ways if worth[way.places[0]] <= 0]
    later, other = ways, one
    if roll.reroll is not None and roll.reroll.throws == FIRST:
        plain = roll.copy()
        plain.reroll = None
        later, other = ways_of(die, plain, reading)
    spend(
        len(bad) * len(later) * 5_000, f"rerolls of {die.name}s have too many ways to look at each"
    )
    second = list(picked_up(bad, later, worth))
    most = min(roll.rerolls, count)
    for failed in range(count + 1):
        again = min(failed, most)
        shares = ((count - failed, good), (again, second), (failed - again, bad))
        if all(many == 0 or some for many, some in shares):
            groups = [Group(many, lies(die, some)) for many, some in shares if many]
            times = comb(count, failed) * other ** (most - again)
            yield groups, times, one**count * other**most


def _lie(
    die: Die, way: Way, columns: Sequence[FoldedColumn], rolling: Sequence[Die], keep: Keep | None
) -> Lie:
    """The face of the die, and what it adds to each sum."""
    adds = [
        sum(column.table[die.name][place] for place in way.places[: None if column.every else 1])
        for column in columns
    ]
    # What a die counts that rolls on is another sum; here it is known that there is one.
    tails = [int(way.endless and one.name == die.name) for one in rolling]
    rank: PerFace = ()
    if keep is not None and keep.of in ("", die.name):
        shown = [number for place in way.places for number in (die.faces[place], place)]
        rank = (adds[0], *shown)
    return Lie(die.name, die.faces[way.places[0]], (*adds, *tails), rank)


def _further(die: Die, roll: Roll, reading: FaceReading) -> Factor:
    """The factor of a die that rolls again without end, from its second throw on."""
    if roll.reroll is not None and roll.reroll.throws == EVERY:
        ways, _ = once_more(roll.reroll, die)
        faces = tuple(
            [face for face, many in zip(die.faces, ways, strict=True) for _ in range(many)]
        )
        die = die._replace(faces=faces, signs=())
    return part(die, reading)


def _law(parts: Mapping[PerFace, Mapping[int, int]], further: Sequence[Factor], den: int) -> Law:
    """A cell's part of the law: what was seen, and the sums of the dice that roll on."""
    laws: list[tuple[int | Fraction, Law]] = []
    for tails, values in parts.items():
        low, high = min(values), max(values)
        numerators = [values.get(value, 0) for value in range(low, high + 1)]
        if not any(tails):
            laws.append((1, Listed(low, numerators, den)))
            continue
        whole = sum(numerators)
        seen = factor_of(Listed(low, numerators, whole))
        rest = [(one, many) for one, many in zip(further, tails, strict=True) if many]
        laws.append((Fraction(whole, den), Sum([(seen, 1), *rest])))
    return laws[0][1] if len(laws) == 1 and laws[0][0] == 1 else Mix(laws)
