"""The law of a pool of dice, split by all that is read of it beside its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TypeVar

from ...dice.budget import spend
from ...dice.die import Row, part, rerolled
from ...dice.law import ONE, ZERO, Law, Listed, Mix, Moved, without
from ...dice.margin import margin, total
from ...dice.packed import Keep as Few
from ...dice.sums import Factor
from ...dice.sums import Sum as SumOfDice
from ..errors import RulesError, TooMany
from ..language.conditions import FLAT, TIMES
from ..language.reading import ALL, DROPPED
from ..model.roll import Keep
from .folded import MarkedLaw, cost_of_folded, folded
from .pool import RUINED, STANDING, Kind, Pool

Factors = list[tuple[Factor, int]]
Key = TypeVar("Key")
LookCounts = tuple[int, ...]  # how many dice show each look
EACH_PART = 40_000  # nanoseconds for a part of a law of its own
EACH_SPLIT = 8_000  # and for one way to share dice out among such parts
FARTHEST = 100_000  # a result beyond this is refused, in a roll as in a question


def law_of(pool: Pool) -> Law:
    """Return the law of what the dice come to, whatever else they show."""
    times, flat = pool.known[TIMES], pool.known[FLAT]
    if times == 1:
        return _bare(pool, flat)
    if not times:
        return Listed(flat, [1], 1)
    law = Moved(_bare(pool), times, flat)
    in_reach(law)
    return law


def _bare(pool: Pool, flat: int = 0) -> Law:
    """Return the law of dice that count once each: in closed form, or folded."""
    dice, keep = pool.dice, pool.binding
    if pool.rerolls and dice:
        ((kind, count),) = dice
        if keep is None and not kind.rolling.reroll and not kind.rolling.again:
            return rerolled(kind.rolling, count, pool.rerolls).raised(flat)
    if (pool.rerolls and dice) or pool.drawn:
        return Mix([(1, law) for _, law in folded(pool, keep)]).raised(flat)
    if keep is not None:
        return _kept(pool, keep, flat)
    falling = [each for each in dice if each[0].rolling.again and each[0].rolling.falls]
    if falling:
        rest = _factors([each for each in dice if each not in falling])
        less = [(part(kind.rolling.turned), count) for kind, count in falling]
        return margin(summed(rest, flat), summed(less, 0))
    return summed(_factors(dice), flat)


def _factors(dice: Iterable[tuple[Kind, int]]) -> Factors:
    """Return the part of each kind of dice in a sum, without those that count nothing."""
    found = [(part(kind.rolling), count) for kind, count in dice]
    return [
        (one, count) for one, count in found if one.top != (1,) or one.bottom != (1,) or one.shift
    ]


def _kept(pool: Pool, keep: Keep, flat: int) -> Law:
    from ...dice.kept import kept_endless, kept_factor

    among = [(part(kind.rolling), n) for kind, n in pool.dice if keep.of in ("", kind.die.name)]
    others = _factors([each for each in pool.dice if keep.of not in ("", each[0].die.name)])
    if any(len(one.bottom) > 1 for one, _ in among):
        law = kept_endless(among, keep.plain)
        return total(law, SumOfDice(others, flat)) if others else law.raised(flat)
    return summed([(kept_factor(among, keep.plain), 1), *others], flat)


def summed(found: Sequence[tuple[Factor, int]], flat: int) -> SumOfDice:
    """Return the sum of dice; refuse a result that would go beyond every reason."""
    low = high = flat
    for one, count in found:
        low += one.shift * count
        high += (one.shift + len(one.top) - 1) * count
    _refuse_beyond(max(-low, high))
    return SumOfDice(found, flat)


def in_reach(law: Law) -> None:
    """Refuse a law that goes beyond every reason where it has an end."""
    _refuse_beyond(max(abs(law.low or 0), abs(law.high or 0)))


def _refuse_beyond(most: int) -> None:
    if most > FARTHEST:
        raise RulesError(f"this roll can reach {most:,}; the most is {FARTHEST:,}")


def listed(chances: Mapping[int, Fraction]) -> Listed:
    """Return the law of these chances, none of them beyond every reason."""
    low, high = min(chances), max(chances)
    _refuse_beyond(max(-low, high))
    return Listed.of(low, [chances.get(value, ZERO) for value in range(low, high + 1)])


def split(cases: Iterable[tuple[Key, int | Law, Fraction]]) -> list[tuple[Key, Law]]:
    """Return the law of the numbers under each key; those without an end are apart.

    A case is a number, or the law of some, with its chance.
    """
    found: dict[Key, dict[int, Fraction]] = {}
    endless: list[tuple[Key, Law]] = []
    for key, number, share in cases:
        if isinstance(number, int):
            part = found.setdefault(key, {})
            part[number] = part.get(number, ZERO) + share
        elif number.low is None or number.high is None:
            endless.append((key, Mix([(share, number)])))
        else:
            part = found.setdefault(key, {})
            for value, chance in enumerate(number.run(number.low, number.high), number.low):
                if chance:
                    part[value] = part.get(value, ZERO) + share * chance
    return [*endless, *[(key, listed(part)) for key, part in found.items()]]


def whole(laws: Iterable[Law]) -> Law:
    """Return the law that these are parts of."""
    parts: list[Law] = []
    each: list[Law] = []
    for law in laws:
        (each if isinstance(law, Listed) else parts).append(law)
    parts += [law for _, law in split(((), law, ONE) for law in each)]
    return parts[0] if len(parts) == 1 else Mix([(1, law) for law in parts])


def cells_of(pool: Pool, *, valued: bool = True) -> list[MarkedLaw]:
    """Return the law of the pool, split by all that is read of it beside its value.

    Without the value, the law of each part says no more than how likely the part is.
    """
    if not pool.reader.words:
        return [(pool.facts({}), law_of(pool))]
    flat, times = pool.known[FLAT], pool.known[TIMES]

    def drawn_out(law: Law) -> Law:
        if not times:
            return Listed(flat, [law.weight.numerator], law.weight.denominator)
        return law if times == 1 and not flat else Moved(law, times, flat)

    return [(pool.facts(facts), drawn_out(law)) for facts, law in _read(pool, valued=valued)]


def _read(pool: Pool, *, valued: bool) -> list[MarkedLaw]:
    """Return the cells of dice that count once each: folded, or by their first faces."""
    keep, sums = pool.binding, pool.reader.sums[1:]
    dice = [kind.rolling for kind, _ in pool.dice]
    later = any(one.every for one in sums) and any(die.again for die in dice)
    if not (later or pool.reader.sets or pool.rerolls or pool.drawn):
        ruin = [one.word for one in sums] == [STANDING]
        if keep is None and ruin and not any(die.reroll for die in dice):
            return _ruined(pool)
        endless = any(die.endless for die in dice)
        if keep is not None and endless and not keep.of and all(one.among == ALL for one in sums):
            return _marked(pool, keep.plain)
        shared = _ways_to_share(pool) * EACH_PART
        if keep is None and (endless or shared < cost_of_folded(pool, valued=valued)):
            return _marked(pool, None)
    return folded(pool, keep, valued=valued)


def _ruined(pool: Pool) -> list[MarkedLaw]:
    """Return the law split by whether every die that is thrown fails."""
    whole, nothing = _bare(pool), {STANDING: 1}
    each = [(kind, many, tuple([1 - one for one in kind.adds[1]])) for kind, many in pool.dice]
    if not pool.known[RUINED] or not all(any(row) for _, _, row in each):
        return [(nothing, whole)]
    ruin = SumOfDice([(part(kind.rolling, row), many) for kind, many, row in each])
    return [({STANDING: 0}, ruin), (nothing, without(whole, ruin))]


def _marked(pool: Pool, keep: Few | None) -> list[MarkedLaw]:
    """Return the law split by what each first face adds to the sums, in closed form."""
    from ...dice.kept import kept_endless

    names = [one.word for one in pool.reader.sums[1:]]
    many = sum(count for _, count in pool.dice)
    spend(_ways_to_share(pool) * (EACH_SPLIT + 60 * many), str(TooMany(many, names)))
    each = []
    for kind, count in pool.dice:
        rows = [(shown, part(kind.rolling, only)) for shown, only in _classes(pool, kind).items()]
        each.append([(n, counts, rows) for counts, n in shares((1,) * len(rows), count)])
    cells: dict[Row, list[tuple[int, Law]]] = {}
    for split_ in product(*each):
        told = [
            (n, shown, one)
            for _, counts, rows in split_
            for n, (shown, one) in zip(counts, rows, strict=True)
            if n
        ]
        totals = tuple([sum([n * shown[i] for n, shown, _ in told]) for i in range(len(names))])
        parts = [(one, n) for n, _, one in told]
        found = SumOfDice(parts, 0) if keep is None else kept_endless(parts, keep)
        cells.setdefault(totals, []).append((prod([n for n, _, _ in split_]), found))
    return [(dict(zip(names, shown, strict=True)), Mix(laws)) for shown, laws in cells.items()]


def _classes(pool: Pool, kind: Kind) -> dict[Row, Row]:
    """Return the faces of a die by what they add to the sums; no die is dropped here."""
    among = [int(one.among != DROPPED) for one in pool.reader.sums[1:]]
    found: dict[Row, list[int]] = {}
    for place, adds in enumerate(zip(*kind.adds[1:], strict=True)):
        shown = tuple([add * counts for add, counts in zip(adds, among, strict=True)])
        found.setdefault(shown, [0] * len(kind.worth))[place] = 1
    return {shown: tuple(only) for shown, only in found.items()}


def _ways_to_share(pool: Pool) -> int:
    """Count the ways for the dice to be shared out among what they add."""
    each = [(count, len(_classes(pool, kind)) - 1) for kind, count in pool.dice]
    return prod([comb(count + others, others) for count, others in each])


def shares(
    ways: Sequence[int], many: int, *, drawn: bool = False
) -> Iterator[tuple[LookCounts, int]]:
    """Yield every way to share dice out among looks, and how many ways lead there."""
    first, *others = ways
    if not others:
        yield (many,), comb(first, many) if drawn else first**many
        return
    for here in range(many + 1):
        one = comb(first, here) if drawn else comb(many, here) * first**here
        for rest, more in shares(others, many - here, drawn=drawn):
            yield (here, *rest), one * more
