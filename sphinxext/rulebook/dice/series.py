"""Coefficients of products of powers of polynomials, one after the other, on whole numbers.

For F = G1^n1 * G2^n2 * ... the log-derivative F'/F = n1 G1'/G1 + n2 G2'/G2 + ... is a quotient of
two small polynomials. Comparing coefficients gives each one of F from the few before it, however
large the exponents are; an exponent below zero gives an endless series in the same way.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import prod
from operator import itemgetter
from threading import Lock
from typing import NamedTuple

from .budget import product, spend
from .errors import Refused

Poly = tuple[int, ...]


LARGE = 200  # dice from which on a shorter way to binomials pays
KEPT = 16_384  # coefficients that are kept; those far beyond are found anew when they are asked
MARKED = 64  # coefficients from which on their sum is kept, so that sums near it take less
MOST_MARKS = 256
MOST_TERMS = 2_000_000  # terms of a recurrence beyond which there is no answer in good time
MOST_STEPS = 50_000_000
_GROWING = Lock()  # two threads that ask the same series at once would find its terms twice


class Mark(NamedTuple):
    """A sum of all coefficients up to a place, and the last few of them."""

    place: int
    total: int
    recent: tuple[int, ...] = ()  # far out only, where they are not kept


START = Mark(-1, 0)


class Power(NamedTuple):
    """A polynomial, its constant not zero, and how often it is in the product."""

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


@lru_cache(maxsize=256)
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


def _afford(polys: tuple[Poly, ...]) -> None:
    """Refuse polynomials that take too long to multiply with each other."""
    sizes = [len(poly) - poly.count(0) for poly in polys]
    pairs = (sum(sizes) ** 2 - sum(size * size for size in sizes)) // 2
    bits = max(abs(c).bit_length() for poly in polys for c in poly)
    spend(
        pairs * (len(polys) + 1) * (20 + 0.5 * product(bits, bits)),
        "too many kinds of dice in one roll to sum them exactly",
    )


def _shifts(poly: Poly, times: int) -> tuple[int, int, int] | None:
    """For (2^a + 2^b z)^times the exponents, with which its coefficients are binomials shifted."""
    if len(poly) != 2 or any(c < 1 or c & (c - 1) for c in poly):
        return None
    return times, poly[0].bit_length() - 1, poly[1].bit_length() - 1


def _binomials(times: int, low: int, high: int) -> list[int]:
    """The coefficients of (2^low + 2^high z)^times, the second half mirrored from the first."""
    row = [1]
    for k in range(1, times // 2 + 1):
        row.append(row[-1] * (times - k + 1) // k)
    row += row[: times - times // 2][::-1]
    return [c << (low * (times - k) + high * k) for k, c in enumerate(row)]


class Series:
    """The coefficients of a product of powers, found as far as they are asked for."""

    __slots__ = ("_lags", "_lead", "_marks", "_shifts", "lags", "terms")

    def __init__(self, powers: Sequence[Power]) -> None:
        """Set the recurrence up; every exponent below zero belongs to a constant of one."""
        polys = tuple([power.poly for power in powers])
        if len(polys) > 1 and prod(len(poly) - poly.count(0) for poly in polys) > MOST_TERMS:
            raise Refused("too many kinds of dice in one roll to sum them exactly")
        if len(polys) > 1:
            _afford(polys)
        whole, parts = _basis(polys)
        first = 1
        for poly, times in powers:
            if poly[0] != 1:
                first *= poly[0] ** times
        self.terms = [first]
        if len(polys) == 1 and powers[0].times == 1:
            self.terms = list(polys[0])
        self._marks: list[Mark] = []
        self._shifts: tuple[int, int, int] | None = None
        if len(powers) == 1 and powers[0].times >= LARGE:
            self._shifts = _shifts(*powers[0])
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
        # How many terms back each term is found from, where it is not known from the start.
        self.lags = 1 if len(self.terms) > 1 else len(lags)

    @property
    def bits_of_lags(self) -> int:
        """Count the bits of the factors of the terms before."""
        return sum(abs(start).bit_length() for _, start, _ in self._lags)

    def upto(self, last: int) -> list[int]:
        """The coefficients, at least up to the one at `last`."""
        if last >= len(self.terms):
            with _GROWING:
                self._grow(last)
        return self.terms

    def _grow(self, last: int) -> None:
        """Find the coefficients up to `last`, from those that are known."""
        terms = self.terms
        self._within_reason(last)
        lead, lags = self._lead, self._lags
        steps = range(len(terms), last + 1)
        push = terms.append
        # One and two steps back are nearly every pool of a game: unrolled, they cost half.
        if len(lags) == 1 and lags[0][0] == 1:
            if self._shifts and len(terms) == 1 and 2 * last >= self._shifts[0] >= LARGE:
                terms[:] = _binomials(*self._shifts)
                return
            _, start, slope = lags[0]
            term = terms[-1]
            for k in steps:
                term = term * (start - k * slope) // (k * lead)
                push(term)
            return
        if len(lags) == 2 and lags[0][0] == 1 and lags[1][0] == 2:
            (_, start, slope), (_, start2, slope2) = lags
            before, term = terms[-2] if len(terms) > 1 else 0, terms[-1]
            for k in steps:
                before, term = (
                    term,
                    (term * (start - k * slope) + before * (start2 - k * slope2)) // (k * lead),
                )
                push(term)
            return
        for k in steps:
            total = 0
            for j, start, slope in lags:
                if j > k:
                    break
                total += terms[k - j] * (start - k * slope)
            push(total // (k * lead))

    def term(self, place: int) -> int:
        """The coefficient at one place."""
        if place <= KEPT:
            return self.upto(place)[place]
        return deque(self.each(place), maxlen=1)[0]

    def each(self, last: int) -> Iterable[int]:
        """The coefficients up to the one at `last`; those far out are not kept."""
        return (
            self.upto(last)[: last + 1]
            if last <= KEPT
            else self._after(START, last, self._recent())
        )

    def total(self, last: int, scale: int = 1) -> int:
        """Return the sum up to `last`; before each coefficient is added the sum is scaled.

        The scale of one series is always the same.
        """
        mark, recent = self._nearest(last), self._recent()
        total = mark.total
        if scale == 1 and last <= KEPT:
            total += sum(self.upto(last)[mark.place + 1 : last + 1])
        else:
            for term in self._after(mark, last, recent):
                total = total * scale + term
        if last - mark.place > MARKED and len(self._marks) < MOST_MARKS:
            insort(self._marks, Mark(last, total, tuple(recent)))
        return total

    def steps_to(self, last: int) -> tuple[int, int]:
        """Count the coefficients to find, and those to add, for the sum up to `last`."""
        place = self._nearest(last).place
        known = len(self.terms) - 1
        return max(last - (known if last <= KEPT else max(known, place)), 0), last - place

    def endlessly(self) -> Iterator[int]:
        """The coefficients, as many as are taken."""
        yield from map(self.term, range(KEPT + 1))
        farthest = MOST_STEPS // max(len(self._lags), 1)
        yield from islice(self._after(START, farthest, self._recent()), KEPT + 1, None)

    def _nearest(self, last: int) -> Mark:
        """Return the last sum that is known up to there."""
        place = bisect_right(self._marks, last, key=itemgetter(0))
        return self._marks[place - 1] if place else START

    def _recent(self) -> deque[int]:
        """Return room for the coefficients that the next ones are found from."""
        return deque(maxlen=max((j for j, _, _ in self._lags), default=1))

    def _after(self, mark: Mark, last: int, recent: deque[int]) -> Iterator[int]:
        """Yield the coefficients after a place up to the last one."""
        terms = self.upto(min(last, KEPT))
        known = len(terms)
        yield from terms[mark.place + 1 : last + 1]
        if last < known:
            return
        self._within_reason(last)
        recent.extend(mark.recent if mark.place >= known else terms)
        lead, lags = self._lead, self._lags
        for k in range(max(mark.place + 1, known), last + 1):
            total = 0
            for j, start, slope in lags:
                if j <= k:
                    total += recent[-j] * (start - k * slope)
            recent.append(total // (k * lead))
            yield recent[-1]

    def _within_reason(self, last: int) -> None:
        if last * len(self._lags) > MOST_STEPS:
            raise Refused("this roll is too large to sum it exactly; take fewer dice or faces")
