"""The sum of the highest or lowest few of some dice, by the last one that counts, exact.

Let v be what the last die shows that counts. The dice that show better all count; the others that
count show just v. Going through each v, and through how many dice show better, meets every throw
once. Sums are polynomials, each packed into one whole number: Python multiplies these far faster
than it would go through their terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

from .budget import most_bits, product, spend, too_much
from .packed import Keep, unpack

LEVEL = 1500  # nanoseconds for how often one value may be shown
EACH_BIT = 5  # nanoseconds for a bit of a binomial and of its powers
EACH_PACKED = 0.3  # nanoseconds for a bit of a polynomial that is moved and added
EACH_PLACED = 0.1  # nanoseconds for a bit of a polynomial that is put in its place
TOO_MANY = "these dice are too many to sort exactly; take fewer"


class Alike(NamedTuple):
    """Dice that are alike: how many, and how many ways lead to each value from 0 on."""

    many: int
    ways: Sequence[int]


class _Split(NamedTuple):
    """The ways in which like dice fall below, on and above a value."""

    better: int  # as a packed polynomial
    here: int
    worse: int


def sums_of_best(dice: Sequence[Alike], kept: Keep, most: int | None = None) -> list[int]:
    """In how many ways the kept dice add up to each number from 0 to `most`."""
    keep, highest = min(kept.many, sum(each.many for each in dice)), kept.highest
    values = max(len(each.ways) for each in dice)
    size = prod(sum(each.ways) ** each.many for each in dice).bit_length() // 8 + 1
    bits = 8 * size
    if most is None and keep * values * bits > most_bits():
        raise too_much(TOO_MANY)
    total = 0
    better = [0] * len(dice)
    worse = [sum(each.ways) for each in dice]
    for value in range(values - 1, -1, -1) if highest else range(values):
        splits = []
        for i, each in enumerate(dice):
            here = each.ways[value] if value < len(each.ways) else 0
            worse[i] -= here
            splits.append(_Split(better[i], here, worse[i]))
        # Of higher values only what they show beyond this one is packed, and so in little room.
        start = keep * value if highest else 0
        room = None if most is None else (most + 1 - start) * bits
        if (room is None or room > 0) and any(split.here for split in splits):
            packed = 0
            for above, ways in enumerate(_around(dice, splits, keep, room, bits)):
                packed += ways << ((above if highest else (keep - above) * value) * bits)
            spend(EACH_PLACED * (start * bits + packed.bit_length()), TOO_MANY)
            total += packed << (start * bits)
        for i, split in enumerate(splits):
            if highest:
                better[i] = better[i] << bits | split.here
            else:
                better[i] |= split.here << (value * bits)
        if not highest and most is not None and value > most:
            break
    return unpack(total if most is None else _cut(total, (most + 1) * bits), size)


def _cut(packed: int, room: int | None) -> int:
    """The polynomial without what lies beyond so many bits."""
    return packed if room is None else packed & ((1 << room) - 1)


def _around(
    dice: Sequence[Alike], splits: Sequence[_Split], keep: int, room: int | None, bits: int
) -> list[int]:
    """By how many dice show better: their sums, where enough others show just this."""
    width = max(sum(each.ways) for each in dice).bit_length()
    # By how many dice show better and how many, as far as they count, show just this value.
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for place, (each, split) in enumerate(zip(dice, splits, strict=True), 1):
        after: dict[tuple[int, int], int] = {}
        most = min(keep - 1, each.many)
        for above, power in zip(range(most + 1), _powers(split.better, room), strict=False):
            if not power:
                break
            times = comb(each.many, above)
            for (was, level), ways in states.items():
                if was + above < keep:
                    both = power
                    if ways != 1:
                        spend(product(ways.bit_length(), power.bit_length()), TOO_MANY)
                        both = _cut(ways * power, room)
                    # What so many dice come to takes little of the room for a value.
                    filled = (was + above) * width * both.bit_length() / bits
                    free, enough = each.many - above, keep - was - above - level
                    for same, share in _levels(free, enough, split, last=place == len(dice)):
                        whole = EACH_PACKED * both.bit_length()
                        spend(whole + product(filled + 1, share.bit_length()), TOO_MANY)
                        key = was + above, level + same
                        after[key] = after.get(key, 0) + both * (share * times)
        states = after
    found = [0] * keep
    for (above, _), ways in states.items():
        found[above] += ways
    return found


def _levels(many: int, enough: int, split: _Split, *, last: bool) -> Iterator[tuple[int, int]]:
    """Count the ways in which each number of the other dice, up to enough, shows this value.

    Of the last dice enough have to.
    """
    few, enough = 0, max(enough, 0)
    for same in range(min(enough, many + 1)):
        if ways := _exactly(many, same, split):
            few += ways
            if not last:
                yield same, ways
    if enough <= many:
        spend(_cost_of_power(many, split), TOO_MANY)
        if ways := (split.here + split.worse) ** many - few:
            yield enough, ways


def _exactly(many: int, same: int, split: _Split) -> int:
    spend(LEVEL + _cost_of_power(many, split), TOO_MANY)
    return int(comb(many, same) * split.here**same * split.worse ** (many - same))


def _cost_of_power(many: int, split: _Split) -> float:
    bits = many * (split.here + split.worse).bit_length()
    return EACH_BIT * bits + product(bits / 2, bits / 2)


def _powers(packed: int, room: int | None) -> Iterator[int]:
    """The powers of a polynomial, from the one on that is 1."""
    power, packed = 1, _cut(packed, room)
    while True:
        yield power
        spend(product(power.bit_length(), packed.bit_length()), TOO_MANY)
        power = _cut(power * packed, room)
