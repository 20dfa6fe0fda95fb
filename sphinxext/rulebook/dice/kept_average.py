"""The average of kept dice that roll again without end, or the part of it that some faces have.

How many kept dice show more than a value is a sum of products of powers: of the chance that a die
of each kind shows more. Beyond some value these chances fall by a ratio, and so do their products.
Added up over all values they are geometric series.

Where that takes too long, or chances fall in no such way, the values are added up one by one as far
as it matters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product as every
from math import ceil, comb, lcm, prod
from typing import NamedTuple

from .budget import product, spend, steps_left
from .law import ONE, ZERO, Bounded
from .packed import Keep
from .sums import Sum

Kinds = Sequence[tuple[Sum, int]]  # the law of one die of each kind, and their number
Powers = tuple[int, ...]  # one for each kind
EACH = 4_000  # nanoseconds for a product of two numbers of a few hundred bits
ERROR = Fraction(1, 10**18)
PRECISE = 160  # bits of fraction, beside those that dice need
ROUNDED = Fraction(1, 10**20)  # more than all rounding can add up to
TOO_MANY = "dice that roll again and are kept are too many for an exact average; take fewer"


class _Tail(NamedTuple):
    """The fall of the chance that a die shows more, from some value on."""

    start: int
    step: int
    ratio: Fraction


def kept_average(kinds: Kinds, keep: Keep) -> Fraction | Bounded:
    """Return the sum of all values, each times its chance: exact where that has a form."""
    exact = _exact(kinds, keep)
    return _near(kinds, keep) if exact is None else exact


def _exact(kinds: Kinds, keep: Keep) -> Fraction | None:
    """Return the average by geometric series; None where it has no such form."""
    tails = [tail for law, _ in kinds if (tail := _tail_of(law))]
    if len(tails) < len(kinds) or not _affordable(kinds, tails):
        return None
    least = min(law.low for law, _ in kinds)
    many = sum(count for _, count in kinds)
    kept = min(keep.many, many)
    weight = prod([law.weight**count for law, count in kinds], start=ONE)
    shares = _shares(kinds, kept, 0 if keep.highest else many - kept)
    return least * kept * weight + _added_up(kinds, tails, least, shares)


def _tail_of(law: Sum) -> _Tail | None:
    """Return how the chances of one die fall, where they fall in one way only."""
    ((factor, _),) = law.factors
    start = law.low + len(factor.top)
    if len(factor.bottom) == 1:
        return _Tail(start, 1, ZERO)
    pole = factor.pole
    return _Tail(start, *pole) if pole else None


def _affordable(kinds: Kinds, tails: Sequence[_Tail]) -> bool:
    """Take what the average costs, unless that is more than a part of what is left."""
    values = max(tail.start for tail in tails) + lcm(*[tail.step for tail in tails])
    terms = prod([count + 1 for _, count in kinds])
    many = sum(count for _, count in kinds)
    bits = sum(count * law.den.bit_length() for law, count in kinds)
    cost = terms * (terms + values) * EACH * (1 + bits / 500)
    if cost > steps_left(1) / 4:
        return False
    spend(cost, f"{many:,} {TOO_MANY}")
    return True


def _shares(kinds: Kinds, kept: int, dropped: int) -> dict[Powers, Fraction]:
    """Return how many kept dice show more, by powers of the chance of a die of each kind."""
    rows = [_rows(law.weight, count) for law, count in kinds]
    found: dict[Powers, Fraction] = {}
    for more in every(*[range(count + 1) for _, count in kinds]):
        counted = min(max(sum(more) - dropped, 0), kept)
        if not counted:
            continue
        own = [row[n] for row, n in zip(rows, more, strict=True)]
        for powers in every(*[range(n, len(row)) for n, row in zip(more, own, strict=True)]):
            share = prod([row[power] for row, power in zip(own, powers, strict=True)])
            found[powers] = found.get(powers, ZERO) + counted * share
    return found


def _rows(weight: Fraction, count: int) -> list[list[Fraction]]:
    """Return the chance that so many like dice show more, by powers of that of one."""
    return [
        [
            comb(count, more)
            * comb(count - more, power - more)
            * (-1) ** (power - more)
            * weight ** (count - power)
            if power >= more
            else ZERO
            for power in range(count + 1)
        ]
        for more in range(count + 1)
    ]


def _added_up(
    kinds: Kinds, tails: Sequence[_Tail], least: int, shares: Mapping[Powers, Fraction]
) -> Fraction:
    """Return the sum of the products over all values: one by one, then as geometric series."""
    start, step = max(tail.start for tail in tails), lcm(*[tail.step for tail in tails])
    chances = [[law.at_least(k + 1) for law, _ in kinds] for k in range(least, start + step)]
    total = ZERO
    for powers, share in shares.items():
        if share:
            terms = [prod([c**n for c, n in zip(each, powers, strict=True)]) for each in chances]
            ratios = [
                tail.ratio ** (step // tail.step * n) for tail, n in zip(tails, powers, strict=True)
            ]
            series = sum(terms[-step:], ZERO) / (1 - prod(ratios, start=ONE))
            total += share * (sum(terms[:-step], ZERO) + series)
    return total


def _near(kinds: Kinds, keep: Keep) -> Bounded:
    """Return the average within a bound: beyond a value less is left than for all dice together."""
    many = sum(count for _, count in kinds)
    kept = min(keep.many, many)
    room = PRECISE + 2 * many  # bits after the point, so that rounding leaves no trace
    one = 1 << room
    least = min(law.low for law, _ in kinds)
    weight = prod((law.weight**count for law, count in kinds), start=ONE)
    products = 2 * many + len(kinds) * kept * (3 + kept / 2)
    # The rest beyond a value is at most what all dice have left there.
    dice = [count * (law.mean - least * law.weight) for law, count in kinds]
    near, k, rest = 0, least, ceil(sum(dice) * one)
    while rest > one * (ERROR - ROUNDED):
        spend(products * (product(room, room) + 250), f"{many:,} {TOO_MANY}")
        chances = [law.at_least(k + 1) for law, _ in kinds]
        beyond = [chance.numerator * one // chance.denominator for chance in chances]
        near += _places_beyond(kinds, keep, beyond, room)
        rest -= sum(n * count for n, (_, count) in zip(beyond, kinds, strict=True))
        k += 1
    return Bounded(Fraction(near, one) + least * kept * weight, Fraction(rest, one) + ROUNDED)


def _places_beyond(kinds: Kinds, keep: Keep, beyond: Sequence[int], room: int) -> int:
    """Count the kept dice that show more, where each die does with these chances."""
    one = 1 << room
    kept = min(keep.many, sum(count for _, count in kinds))
    wholes = [law.weight.numerator * one // law.weight.denominator for law, _ in kinds]
    within = [whole - more for whole, more in zip(wholes, beyond, strict=True)]
    # Fewer than are kept show more, or fewer show no more: the rest of the kept dice is known.
    fewer, others = (beyond, within) if keep.highest else (within, beyond)
    few = [one]  # the chance that just so many dice are such, up to those that are kept
    whole = one
    for chance, other, (law, count) in zip(fewer, others, kinds, strict=True):
        yes, no = _powers(chance, min(count, kept), room), _powers(other, count, room)
        own = [comb(count, n) * y * no[count - n] >> room for n, y in enumerate(yes)]
        both = [0] * min(len(few) + len(own) - 1, kept)
        for i, a in enumerate(few):
            for j, b in enumerate(own[: len(both) - i]):
                both[i + j] += a * b >> room
        few = both
        share = law.weight**count
        whole = whole * share.numerator // share.denominator
    left = sum((kept - n) * share for n, share in enumerate(few))
    return kept * whole - left if keep.highest else left


def _powers(chance: int, most: int, room: int) -> list[int]:
    """Return the powers of a chance from 0 to the most, all with so many bits of fraction."""
    powers = [1 << room]
    for _ in range(most):
        powers.append(powers[-1] * chance >> room)
    return powers
