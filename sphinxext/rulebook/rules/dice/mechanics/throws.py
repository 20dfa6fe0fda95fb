"""Every way for one die to come to lie, through all the throws that it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ....dice.budget import product, spend
from ....dice.law import Law, Listed
from ....dice.sums import Factor, Sum
from ...model.faces import Faces
from ...model.roll import Die
from .pool import FaceReading, Spread, endless, once_more, part, rolling_on, times

LookCounts = tuple[int, ...]  # how many dice show each look


class Way(NamedTuple):
    """The places of the faces that one die showed, the standing one first, and how many ways."""

    ways: int
    places: tuple[int, ...]
    endless: bool = False  # whether it rolls on, with no end in sight


def held(faces: Faces | None, die: Die) -> list[bool]:
    """True for each face of the die that is among these."""
    top = max(die.faces)
    return [faces is not None and faces.on(die.name).holds(face, top) for face in die.faces]


def ways_of(die: Die, reading: FaceReading) -> tuple[list[Way], int]:
    """Every way for a die to come to lie, and how many ways there are together."""
    own = reading.on(die)
    first, den = once_more(die.faces, own.reroll)
    further, more = once_more(die.faces, own.reroll if own.every else None)
    again, on = rolling_on(die, reading), endless(die, reading)
    if on or not any(again):
        return [
            Way(ways, (place,), endless=on and again[place]) for place, ways in enumerate(first)
        ], den
    found = []
    for place, ways in enumerate(first):
        if again[place]:
            found += [Way(ways * w, (place, next_)) for next_, w in enumerate(further)]
        else:
            found.append(Way(ways * more, (place,)))
    return found, den * more


def picked_up(firsts: Sequence[Way], seconds: Sequence[Way], worth: Sequence[int]) -> Iterator[Way]:
    """The ways of failed dice that are thrown again: the second throw counts unless it is worse."""
    for failed in firsts:
        for second in seconds:
            stands = second if worth[second.places[0]] >= worth[failed.places[0]] else failed
            yield stands._replace(ways=failed.ways * second.ways)


def shares(ways: Sequence[int], many: int) -> Iterator[tuple[LookCounts, int]]:
    """Every way to share dice out among looks, and how many ways lead there."""
    first, *others = ways
    if not others:
        yield (many,), first**many
        return
    for here in range(many + 1):
        for rest, more in shares(others, many - here):
            yield (here, *rest), comb(many, here) * first**here * more


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
