"""Coefficients of products of powers of polynomials, one after the other, on whole numbers.

For F = G1^n1 * G2^n2 * ... the log-derivative F'/F = n1 G1'/G1 + n2 G2'/G2 + ... is a quotient of
two small polynomials. Comparing coefficients gives each one of F from the few before it, however
large the exponents are; an exponent below zero gives an endless series in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

Poly = tuple[int, ...]


class Power(NamedTuple):
    """A polynomial, its constant not zero, and how often it stands in the product."""

    poly: Poly
    times: int


def multiply(first: Sequence[int], second: Sequence[int]) -> Poly:
    """The product of two small polynomials."""
    out = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                out[i + j] += a * b
    return tuple(out)


@lru_cache(maxsize=512)
def _basis(polys: tuple[Poly, ...]) -> tuple[Poly, tuple[Poly, ...]]:
    """The product of the polynomials, and for each the part it has in the log-derivative."""
    whole: Poly = (1,)
    for poly in polys:
        whole = multiply(whole, poly)
    parts = []
    for i, poly in enumerate(polys):
        part: Poly = tuple(k * c for k, c in enumerate(poly))[1:] or (0,)
        for j, other in enumerate(polys):
            if i != j:
                part = multiply(part, other)
        parts.append(part)
    return whole, tuple(parts)


class Series:
    """The coefficients of a product of powers, found as far as they are asked for."""

    __slots__ = ("_lags", "_lead", "terms")

    def __init__(self, powers: Sequence[Power]) -> None:
        """Set the recurrence up; every exponent below zero belongs to a constant of one."""
        whole, parts = _basis(tuple([power.poly for power in powers]))
        first = 1
        for poly, times in powers:
            if poly[0] != 1:
                first *= poly[0] ** times
        self.terms = [first]
        self._lead = whole[0]
        lags = []
        for j in range(1, len(whole)):
            slope = whole[j]
            start = j * slope
            for power, part in zip(powers, parts, strict=True):
                if j <= len(part):
                    start += power.times * part[j - 1]
            if slope or start:
                lags.append((j, start, slope))
        self._lags = tuple(lags)

    def upto(self, last: int) -> list[int]:
        """The coefficients, at least up to the one at `last`."""
        terms = self.terms
        if last < len(terms):
            return terms
        lead, lags = self._lead, self._lags
        steps = range(len(terms), last + 1)
        push = terms.append
        # One and two steps back are nearly every pool of a game: unrolled, they cost half.
        if len(lags) == 1 and lags[0][0] == 1:
            _, start, slope = lags[0]
            term = terms[-1]
            for k in steps:
                term = term * (start - k * slope) // (k * lead)
                push(term)
            return terms
        if len(lags) == 2 and lags[0][0] == 1 and lags[1][0] == 2:
            (_, start, slope), (_, start2, slope2) = lags
            before, term = terms[-2] if len(terms) > 1 else 0, terms[-1]
            for k in steps:
                before, term = (
                    term,
                    (term * (start - k * slope) + before * (start2 - k * slope2)) // (k * lead),
                )
                push(term)
            return terms
        for k in steps:
            total = 0
            for j, start, slope in lags:
                if j > k:
                    break
                total += terms[k - j] * (start - k * slope)
            push(total // (k * lead))
        return terms
