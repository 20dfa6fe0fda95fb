"""One die through all the throws that it takes: its part in a sum, and every way for it to lie.

>>> d6 = Rolling((1, 2, 3, 4, 5, 6))
>>> part(d6).top, part(d6).bottom
((1, 1, 1, 1, 1, 1), (6,))

A six that rolls on without end makes the part a quotient:

>>> part(d6._replace(again=(0, 0, 0, 0, 0, 1))).bottom
(6, 0, 0, 0, 0, 0, -1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd
from typing import NamedTuple

from .budget import product, spend
from .errors import Refused
from .law import Law, Listed
from .sums import Factor, Sum

Row = tuple[int, ...]  # one number for each face of a die
Spread = dict[int, int]  # in how many ways each value comes


class Rolling(NamedTuple):
    """A die as rows of numbers: what its faces count, and after which it is thrown again.

    An empty row is one of nothing.
    """

    worth: Row
    again: Row = ()  # it rolls on, and adds what it shows then
    once: bool = False  # it rolls on once only
    reroll: Row = ()  # it is thrown once more, and the second throw counts
    every: bool = False  # on every throw, not on the first alone

    @property
    def endless(self) -> bool:
        """Return whether it may roll on without end."""
        return bool(self.again) and not self.once

    @property
    def falls(self) -> bool:
        """Return whether it takes away, and rolls on without end."""
        return self.endless and max(self.worth) <= 0

    @property
    def turned(self) -> Rolling:
        """Return the die with every number negated."""
        return self._replace(worth=tuple([-one for one in self.worth]))


class Way(NamedTuple):
    """The places of the faces that one die showed, the standing one first, and how many ways."""

    ways: int
    places: tuple[int, ...]
    endless: bool = False  # whether it rolls on, with no end in sight


def once_more(sides: int, reroll: Row) -> tuple[Row, int]:
    """Count the ways to each face where some are thrown once more; and all ways together."""
    many = sum(reroll)
    if not many:
        return (1,) * sides, sides
    return tuple([many + (0 if here else sides) for here in reroll]), sides * sides


@lru_cache(maxsize=512)
def part(die: Rolling, only: Row = ()) -> Factor:
    """Return the part of a die in a sum; with `only`, of the throws that begin with such a face.

    A die that is thrown once more begins with its second face.
    """
    sides = len(die.worth)
    first, den = once_more(sides, die.reroll)
    further, each = once_more(sides, die.reroll if die.every else ())
    begins = tuple([n * here for n, here in zip(first, only, strict=True)]) if only else first
    more = die.again or (0,) * sides
    stay, leave = _spread(die.worth, begins, more, 0), _spread(die.worth, begins, more, 1)
    held, again = _spread(die.worth, further, more, 0), _spread(die.worth, further, more, 1)
    bottom = {0: den}
    if not die.again:
        top = stay
    elif die.once:
        top = _plus(times(stay, {0: each}), times(leave, _plus(held, again)))
        bottom = {0: den * each}
    else:
        if all(more):
            raise Refused("every face rolls again, so the roll never ends; leave one out")
        if min(again) < 0:
            raise Refused(
                "a face that takes away cannot roll again without end here: leave it out of "
                "'again', or write 'once' after the faces"
            )
        # What rolls again adds another throw's value with it, and so on: held / (each - again).
        bottom = _plus({0: each}, times(again, {0: -1}))
        top = held
        if only or first != further:
            top = _plus(times(stay, bottom), times(leave, held))
            bottom = times(bottom, {0: den})
    return quotient(top, bottom)


def _spread(values: Row, ways: Row, more: Row, on: int) -> Spread:
    """Return the values of the faces that roll on, or of the others."""
    found: Spread = {}
    for value, many, again in zip(values, ways, more, strict=True):
        if many and again == on:
            found[value] = found.get(value, 0) + many
    return found


def times(first: Spread, second: Spread) -> Spread:
    """Return the values of two independent numbers together."""
    found: Spread = {}
    for a, ways in first.items():
        for b, more in second.items():
            found[a + b] = found.get(a + b, 0) + ways * more
    return found


def _plus(first: Spread, second: Spread) -> Spread:
    return {v: first.get(v, 0) + second.get(v, 0) for v in {**first, **second}}


def quotient(top: Spread, bottom: Spread) -> Factor:
    """Return the part of a sum that is a quotient of two polynomials, in lowest terms."""
    below = tuple([bottom.get(place, 0) for place in range(max(bottom) + 1)])
    values = [value for value, ways in top.items() if ways]
    if not values:
        return Factor(0, (0,), below[:1])
    low = min(values)
    above = tuple([top.get(value, 0) for value in range(low, max(values) + 1)])
    common = gcd(*above, *below)
    if common > 1:
        above, below = tuple([n // common for n in above]), tuple([n // common for n in below])
    return Factor(low, above, below)


def ways_of(die: Rolling) -> tuple[list[Way], int]:
    """Return every way for a die to come to lie, and how many ways there are together."""
    sides = len(die.worth)
    first, den = once_more(sides, die.reroll)
    further, more = once_more(sides, die.reroll if die.every else ())
    again = die.again or (0,) * sides
    if not die.again or not die.once:
        return [Way(n, (place,), bool(again[place])) for place, n in enumerate(first)], den
    found = []
    for place, ways in enumerate(first):
        if again[place]:
            found += [Way(ways * w, (place, next_)) for next_, w in enumerate(further)]
        else:
            found.append(Way(ways * more, (place,)))
    return found, den * more


def picked_up(firsts: Sequence[Way], seconds: Sequence[Way], worth: Row) -> Iterator[Way]:
    """Yield the ways of failed dice that are thrown again: the second throw counts unless worse."""
    for failed in firsts:
        for second in seconds:
            stands = second if worth[second.places[0]] >= worth[failed.places[0]] else failed
            yield stands._replace(ways=failed.ways * second.ways)


def rerolled(die: Rolling, count: int, rerolls: int) -> Law:
    """Return the law of `count` dice of which up to `rerolls` failed ones are thrown again."""
    one = part(die)
    sides, fails = one.bottom[0], one.top[0] if one.shift == 0 else 0
    if not fails:
        return Sum([(one, count)])
    if rerolls >= count:
        better = [fails * c + (sides * c if i else 0) for i, c in enumerate(one.top)]
        return Sum([(Factor(0, tuple(better), (sides * sides,)), count)])
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
    return Listed(0, out, sides ** (count + rerolls))


def _powers(poly: Row, most: int) -> list[Spread]:
    """Return the powers of a polynomial up to the most."""
    one = {value: ways for value, ways in enumerate(poly) if ways}
    return list(accumulate([one] * most, times, initial={0: 1}))
