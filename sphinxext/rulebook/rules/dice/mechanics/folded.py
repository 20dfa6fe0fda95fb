"""The cells of a throw that is folded: its law, split by all that is read of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple

from ....dice import Dice, Look, SetOf, throws
from ....dice.budget import most_bits, spend, too_much
from ....dice.law import Law, Listed, Mix
from ....dice.packed import Packing, Spend
from ....dice.pool import Cells, Values
from ....dice.sums import Factor, Sum, factor_of
from ...errors import RulesError, TooMany
from ...model.reading import ALL, FIRST, KEPT
from ...model.roll import Die, Keep, Roll
from .marks import MarkedLaw
from .pool import DiceAndCounts, FaceReading, endless, part, worths_of
from .throws import Way, picked_up, ways_of
from .ties import NO_RANK, Contender, mark_of, rank_of, refuse_open_ties

EACH_CELL = 4_000  # nanoseconds for the law of one cell
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
    value = value_column(dice, reading, valued=valued)
    rolling = [die for die, _ in dice if endless(die, reading)]
    _refuse_endless(rolling, keep, columns)
    names = [column.name for column in columns]
    among = [KEPT, *[column.among for column in columns], *[ALL] * len(rolling)]
    kept = None if keep is None else keep.plain
    many = sum(count for _, count in dice)
    found: Cells = {}
    whole = 1
    for groups, times, den in _throws(dice, roll, reading, (value, *columns), rolling, keep):
        whole = den
        if keep is not None:
            refuse_open_ties(contenders(groups, among, sets.values()), keep)
        cells = throws(groups, among, tuple(sets.values()), kept, _spender(many, names))
        spend(len(cells) * EACH_CELL, str(TooMany(many, names)))
        for shown, (low, ways) in cells.items():
            here = low, ways if times == 1 else [times * each for each in ways]
            found[shown] = _both(found[shown], here) if shown in found else here
    later = reading if reading.every else reading._replace(reroll=None)
    further = [part(die, later) for die in rolling]
    laws: dict[PerFace, dict[PerFace, Values]] = {}
    ends = len(names) + len(rolling)
    for shown, values in found.items():
        read = (*shown[: len(names)], *shown[ends:])
        laws.setdefault(read, {})[shown[len(names) : ends]] = values
    return [
        (dict(zip((*names, *sets), shown, strict=True)), _law(parts, further, whole))
        for shown, parts in laws.items()
    ]


def contenders(
    groups: Sequence[Dice], among: Sequence[str], sets: Collection[SetOf]
) -> list[tuple[int, list[Contender]]]:
    """List the looks of the dice that `keep` chooses among, and what is read of each."""

    def contender(look: Look) -> Contender:
        seen = [(one.among, one.side(look.kind) is not None) for one in sets]
        return Contender(look.kind, look.rank, mark_of(among, look.adds, seen))

    return [
        (group.many, [contender(look) for look in group.looks if look.rank]) for group in groups
    ]


def _both(first: Values, second: Values) -> Values:
    """Return the ways to each value of two kinds of throws together."""
    low = min(first[0], second[0])
    ways = [0] * (max(start + len(each) for start, each in (first, second)) - low)
    for start, each in (first, second):
        for place, many in enumerate(each, start - low):
            ways[place] += many
    return low, ways


def cost_of_folded(
    dice: DiceAndCounts,
    roll: Roll,
    reading: FaceReading,
    columns: Sequence[FoldedColumn],
    *,
    valued: bool,
) -> float:
    """Return about how many nanoseconds such dice take where all are kept, and none is endless."""
    value = value_column(dice, reading, valued=valued)
    among = [KEPT, *[column.among for column in columns]]
    every = _throws(dice, roll, reading, (value, *columns), (), None)
    return sum(Packing(groups, among, None).cost for groups, _, _ in every)


def value_column(dice: DiceAndCounts, reading: FaceReading, *, valued: bool = True) -> FoldedColumn:
    """Return the sum of what the dice count, or of nothing where nobody asks for it."""
    worth = {d.name: worths_of(d, reading) if valued else (0,) * len(d.faces) for d, _ in dice}
    return FoldedColumn("", KEPT, every=True, table=worth)


def _spender(many: int, names: Sequence[str]) -> Spend:
    """Return what charges the question for time and memory."""
    refused = str(TooMany(many, names))

    def charge(time: float, bits: float) -> None:
        spend(time, refused)
        if bits > most_bits():
            raise too_much(refused)

    return charge


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
) -> Iterator[tuple[list[Dice], int, int]]:
    """The dice as groups that are alike, in how many ways each, and all ways together."""
    table = [(die, count, *ways_of(die, reading)) for die, count in dice]

    def looks(die: Die, ways: Sequence[Way]) -> dict[Look, int]:
        found: dict[Look, int] = {}
        for way in ways:
            look = look_of(die, way, columns, rolling, keep)
            found[look] = found.get(look, 0) + way.ways
        return found

    if not roll.rerolls or not dice:
        den = prod(one**count for _, count, _, one in table)
        yield [Dice(count, looks(die, ways)) for die, count, ways, _ in table], 1, den
        return
    ((die, count, ways, one),) = table
    worth = worths_of(die, reading)
    good = [way for way in ways if worth[way.places[0]] > 0]
    bad = [way for way in ways if worth[way.places[0]] <= 0]
    later, other = ways, one
    if roll.reroll is not None and roll.reroll.throws == FIRST:
        later, other = ways_of(die, reading._replace(reroll=None))
    spend(
        len(bad) * len(later) * 5_000, f"rerolls of {die.name}s have too many ways to look at each"
    )
    second = list(picked_up(bad, later, worth))
    most = min(roll.rerolls, count)
    for failed in range(count + 1):
        again = min(failed, most)
        shares = ((count - failed, good), (again, second), (failed - again, bad))
        if all(many == 0 or some for many, some in shares):
            groups = [Dice(many, looks(die, some)) for many, some in shares if many]
            times = comb(count, failed) * other ** (most - again)
            yield groups, times, one**count * other**most


def look_of(
    die: Die, way: Way, columns: Sequence[FoldedColumn], rolling: Sequence[Die], keep: Keep | None
) -> Look:
    """The face of the die, and what it adds to each sum."""
    adds = [
        sum(column.table[die.name][place] for place in way.places[: None if column.every else 1])
        for column in columns
    ]
    # What a die counts that rolls on is another sum; here it is known that there is one.
    tails = [int(way.endless and one.name == die.name) for one in rolling]
    rank = NO_RANK
    if keep is not None and keep.of in ("", die.name):
        rank = rank_of(keep, die, adds[0], [die.faces[place] for place in way.places])
    return Look(die.name, die.faces[way.places[0]], (*adds, *tails), rank)


def _law(parts: Mapping[PerFace, Values], further: Sequence[Factor], den: int) -> Law:
    """A cell's part of the law: what was seen, and the sums of the dice that roll on."""
    laws: list[tuple[int | Fraction, Law]] = []
    for tails, (low, numerators) in parts.items():
        if not any(tails):
            laws.append((1, Listed(low, numerators, den)))
            continue
        whole = sum(numerators)
        seen = factor_of(Listed(low, numerators, whole))
        rest = [(one, many) for one, many in zip(further, tails, strict=True) if many]
        laws.append((Fraction(whole, den), Sum([(seen, 1), *rest])))
    return laws[0][1] if len(laws) == 1 and laws[0][0] == 1 else Mix(laws)
