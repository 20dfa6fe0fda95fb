"""Folds a pool die by die: its law, split by sums and by what is read of it as a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod

from ...dice import Dice, Look, SetOf, throws
from ...dice.budget import most_bits, spend, too_much
from ...dice.die import Row, Way, part, picked_up, ways_of
from ...dice.law import Law, Listed, Mix
from ...dice.packed import Packing, Spend
from ...dice.pool import Cells, Values
from ...dice.sums import Factor, factor_of
from ...dice.sums import Sum as SumOfDice
from ..errors import RulesError, TooMany
from ..language.conditions import Facts
from ..language.reading import ALL
from ..model.roll import Keep
from .pool import WORTH, Kind, Pool, Sum
from .sets import read_set
from .ties import NO_RANK, rank_of, refuse_open_ties

MarkedLaw = tuple[Facts, Law]  # what the readings show, and the part of the law there
EACH_CELL = 4_000  # nanoseconds for the law of one cell


def folded(pool: Pool, keep: Keep | None, *, valued: bool = True) -> list[MarkedLaw]:
    """Return the law split by sums and by what is read of the throw as a set."""
    sums, sets = pool.reader.sums, pool.sets
    rolling = [kind for kind, _ in pool.dice if kind.rolling.endless]
    valued = valued or keep is not None or bool(rolling)
    _refuse_endless(rolling, keep, pool)
    names = [one.word for one in sums[1:]]
    among = [*[one.among for one in sums], *[ALL] * len(rolling)]
    many = sum(count for _, count in pool.dice)
    found: Cells = {}
    whole = 1
    for groups, times, den in _throws(pool, keep, valued=valued):
        whole = den
        if keep is not None:
            refuse_open_ties(groups, among, sets.values(), keep)
        plain = None if keep is None else keep.plain
        cells = throws(groups, among, tuple(sets.values()), plain, _spender(many, names))
        spend(len(cells) * EACH_CELL, str(TooMany(many, names)))
        for shown, (low, ways) in cells.items():
            here = low, ways if times == 1 else [times * each for each in ways]
            found[shown] = _both(found[shown], here) if shown in found else here
    later = [kind.rolling for kind in rolling]
    further = [part(die if die.every else die._replace(reroll=())) for die in later]
    laws: dict[Row, dict[Row, Values]] = {}
    ends = len(names) + len(rolling)
    for shown, values in found.items():
        read = (*shown[: len(names)], *shown[ends:])
        laws.setdefault(read, {})[shown[len(names) : ends]] = values
    return [
        (dict(zip((*names, *sets), shown, strict=True)), _law(parts, further, whole))
        for shown, parts in laws.items()
    ]


def _both(first: Values, second: Values) -> Values:
    """Return the ways to each value of two kinds of throws together."""
    low = min(first[0], second[0])
    ways = [0] * (max(start + len(each) for start, each in (first, second)) - low)
    for start, each in (first, second):
        for place, many in enumerate(each, start - low):
            ways[place] += many
    return low, ways


def cost_of_folded(pool: Pool, *, valued: bool) -> float:
    """Return about how many nanoseconds it takes to fold dice that are all kept and end."""
    among = [one.among for one in pool.reader.sums]
    each = _throws(pool, None, valued=valued)
    return sum(Packing(groups, among, None).cost for groups, _, _ in each)


def _spender(many: int, names: Sequence[str]) -> Spend:
    """Return what charges the question for time and memory."""
    refused = str(TooMany(many, names))

    def charge(time: float, bits: float) -> None:
        spend(time, refused)
        if bits > most_bits():
            raise too_much(refused)

    return charge


def _refuse_endless(rolling: Sequence[Kind], keep: Keep | None, pool: Pool) -> None:
    """Refuse what cannot be folded of dice that roll again without end."""
    for kind in rolling:
        name = kind.die.name
        if keep is not None and keep.of in ("", name):
            raise RulesError(
                "dice that are kept and roll again without end cannot be read so; "
                "let them roll again once, as in 'again on 6 once', or leave out the reading"
            )
        for one, adds in zip(pool.reader.sums, kind.adds, strict=True):
            if one.word != WORTH and one.every and any(adds):
                raise RulesError(
                    f"'{one.word}' looks at every throw, and the {name}s roll again without "
                    "end; let them roll again once, as in 'again on 6 once', or give the check a "
                    "reading of first throws"
                )


def _throws(
    pool: Pool, keep: Keep | None, *, valued: bool
) -> Iterator[tuple[list[Dice], int, int]]:
    """Yield the dice as groups that are alike, in how many ways each, and all ways together."""
    rolling = [kind.die.name for kind, _ in pool.dice if kind.rolling.endless]
    table = [(kind, count, *ways_of(kind.rolling)) for kind, count in pool.dice]

    def looks(kind: Kind, ways: Sequence[Way]) -> dict[Look, int]:
        found: dict[Look, int] = {}
        for way in ways:
            look = look_of(kind, way, pool.reader.sums, keep)
            # What a die counts that rolls on is another sum; here it is known that there is one.
            tails = [int(way.endless and name == kind.die.name) for name in rolling]
            worth, *adds = look.adds
            look = look._replace(adds=(worth if valued else 0, *adds, *tails))
            found[look] = found.get(look, 0) + way.ways
        return found

    if not pool.rerolls or not table:
        groups = [Dice(many, looks(kind, ways), kind.die.bag) for kind, many, ways, _ in table]
        yield groups, 1, prod(group.ways for group in groups)
        return
    ((kind, count, ways, one),) = table
    die = kind.rolling
    good = [way for way in ways if die.worth[way.places[0]] > 0]
    bad = [way for way in ways if die.worth[way.places[0]] <= 0]
    later, other = ways_of(die if die.every else die._replace(reroll=()))
    spend(
        len(bad) * len(later) * 5_000,
        f"rerolls of {kind.die.name}s have too many ways to look at each",
    )
    second = list(picked_up(bad, later, die.worth))
    most = min(pool.rerolls, count)
    for failed in range(count + 1):
        again = min(failed, most)
        parts = ((count - failed, good), (again, second), (failed - again, bad))
        if all(many == 0 or some for many, some in parts):
            groups = [Dice(many, looks(kind, some)) for many, some in parts if many]
            times = comb(count, failed) * other ** (most - again)
            yield groups, times, one**count * other**most


def look_of(kind: Kind, way: Way, sums: Sequence[Sum], keep: Keep | None) -> Look:
    """Return a die that lies so: its face, and what it adds to each sum."""
    die, places = kind.die, way.places
    adds = tuple(
        [
            sum([row[place] for place in (places if one.every else places[:1])])
            for one, row in zip(sums, kind.adds, strict=True)
        ]
    )
    rank = NO_RANK
    if keep is not None and keep.of in ("", die.name):
        rank = rank_of(keep, die, adds[0], [die.faces[place] for place in places])
    return Look(die.name, die.faces[places[0]], adds, rank)


def read_dice(
    sums: Sequence[Sum], sets: Mapping[str, SetOf], among: Mapping[str, Sequence[tuple[Look, int]]]
) -> dict[str, int]:
    """Return the sums and sets that dice show; `among` has all, those kept, and the others."""
    seen = {
        one.word: sum([many * look.adds[at] for look, many in among[one.among] if many])
        for at, one in enumerate(sums)
    }
    return seen | {word: read_set(one, among[one.among]) for word, one in sets.items()}


def _law(parts: Mapping[Row, Values], further: Sequence[Factor], den: int) -> Law:
    """Return a cell's part of the law: what was seen, and the sums of the dice that roll on."""
    laws: list[tuple[int | Fraction, Law]] = []
    for tails, (low, numerators) in parts.items():
        if not any(tails):
            laws.append((1, Listed(low, numerators, den)))
            continue
        whole = sum(numerators)
        seen = factor_of(Listed(low, numerators, whole))
        rest = [(one, many) for one, many in zip(further, tails, strict=True) if many]
        laws.append((Fraction(whole, den), SumOfDice([(seen, 1), *rest])))
    return laws[0][1] if len(laws) == 1 and laws[0][0] == 1 else Mix(laws)
