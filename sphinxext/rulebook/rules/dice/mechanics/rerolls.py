"""Failed dice that are picked up and thrown once more, the better result standing."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb

from ....dice.budget import product, spend
from ....dice.law import Law, Listed
from ....dice.sums import Factor, Sum
from ...model.roll import Die
from .pool import FaceReading, Spread, part, times


def rerolled(die: Die, count: int, rerolls: int, reading: FaceReading, flat: int) -> Law:
    """The law of `count` dice of which up to `rerolls` failed ones are thrown again."""
    one = part(die, reading)
    sides = one.bottom[0]
    fails = one.top[0] if one.shift == 0 else 0
    if not fails:
        return Sum([(one, count)], flat)
    if rerolls >= count:
        return Sum([(_better_of_two(one), count)], flat)
    bits = count * sides.bit_length() / 2
    spend(
        count * min(rerolls + 1, count) * len(one.top) * (300 + product(bits, bits)),
        f"{rerolls:,} rerolls among {count:,} dice are too many to count exactly; take fewer",
    )
    # A throw with f failures: the rest succeeded, and min(f, rerolls) dice are thrown anew.
    good, anew = _powers((0, *one.top[1:]), count), _powers(one.top, rerolls)
    out = [0] * ((len(one.top) - 1) * count + 1)
    for failed in range(count + 1):
        second = min(failed, rerolls)
        weight = comb(count, failed) * fails**failed * sides ** (rerolls - second)
        for value, ways in times(good[count - failed], anew[second]).items():
            out[value] += weight * ways
    return Listed(flat, out, sides ** (count + rerolls))


def _better_of_two(one: Factor) -> Factor:
    """The factor of a die that is thrown again whenever it fails."""
    sides, fails = one.bottom[0], one.top[0]
    top = tuple(fails * c + (sides * c if i else 0) for i, c in enumerate(one.top))
    mean = Fraction(sum(i * c for i, c in enumerate(top)), sides * sides)
    return Factor(0, top, (sides * sides,), mean)


def _powers(poly: tuple[int, ...], most: int) -> list[Spread]:
    """The powers of a polynomial up to the most."""
    one = {value: ways for value, ways in enumerate(poly) if ways}
    return list(accumulate([one] * most, times, initial={0: 1}))
