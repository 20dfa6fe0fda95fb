"""The exact average of kept dice that roll again without end.

How many kept dice show more than a value is a sum of products of powers: of the chance that a die
of each kind shows more. Beyond some value these chances fall by a ratio, and so do their products.
Added up over all values they are geometric series.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm, prod
from typing import NamedTuple

from ...budget import spend, steps_left
from ...model.roll import Keep
from ..law import ONE, ZERO
from ..sums import Sum

Kinds = Sequence[tuple[Sum, int]]  # the law of one die of each kind, and their number
Powers = tuple[int, ...]  # one for each kind
EACH = 4_000  # nanoseconds for a product of two numbers of a few hundred bits


class _Tail(NamedTuple):
    """The fall of the chance that a die shows more, from some value on."""

    start: int
    step: int
    ratio: Fraction


def exact_average(kinds: Kinds, keep: Keep) -> Fraction | None:
    """Return the sum of all values, each times its chance; None where it has no such form."""
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
    spend(
        cost,
        f"{many:,} dice that roll again and are kept are too many for an exact average; take fewer",
    )
    return True


def _shares(kinds: Kinds, kept: int, dropped: int) -> dict[Powers, Fraction]:
    """Return how many kept dice show more, by powers of the chance of a die of each kind."""
    rows = [_rows(law.weight, count) for law, count in kinds]
    found: dict[Powers, Fraction] = {}
    for more in product(*[range(count + 1) for _, count in kinds]):
        counted = min(max(sum(more) - dropped, 0), kept)
        if not counted:
            continue
        own = [row[n] for row, n in zip(rows, more, strict=True)]
        for powers in product(*[range(n, len(row)) for n, row in zip(more, own, strict=True)]):
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
