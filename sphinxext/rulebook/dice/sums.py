"""Sums of independent dice, in closed form: every die a quotient of two small polynomials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from .budget import lowest_terms, spend, step
from .law import ONE, ZERO, Law, Listed
from .series import Poly, Power, Series, multiply

NEAR = 16  # terms beyond the middle that are found sooner than the same law from its other end
FEW = 50  # terms that are not worth telling what they take exactly
EACH_OF_FEW = 1_000
LONG = 250  # terms from which on the powers of a scale take time
PRIMES = [n for n in range(2, 1000) if all(n % m for m in range(2, int(n**0.5) + 1))]
EACH_KEPT_BIT = 1  # nanoseconds that a bit of a term costs for the room that it takes
TOO_FAR = "this roll is too large, or a result too far out, to be summed exactly; take fewer dice"
MANY = 5  # faces from which on a run of equal ones is shorter as (1 - z^n) / (1 - z)


class Pole(NamedTuple):
    """The fall of an endless tail: by `ratio` every `step` values, times a polynomial."""

    step: int
    ratio: Fraction
    times: int


class Factor(NamedTuple):
    """The part of one die, or of a group kept together, in a sum: z^shift * top(z) / bottom(z)."""

    shift: int
    top: tuple[int, ...]
    bottom: tuple[int, ...]  # a number alone, but for a die that rolls again without end

    @property
    def mean(self) -> Fraction:
        """Return the average value."""
        top = Fraction(_slope(self.top), sum(self.top) or 1)
        below = Fraction(_slope(self.bottom), sum(self.bottom)) if len(self.bottom) > 1 else 0
        return self.shift + top - below

    @property
    def pole(self) -> tuple[int, Fraction] | None:
        """The step and the ratio of the tail's fall, where it falls in one way only."""
        steps = [j for j, c in enumerate(self.bottom) if c and j]
        if len(steps) != 1:
            return None
        return steps[0], Fraction(-self.bottom[steps[0]], self.bottom[0])

    def bits_at(self, value: int) -> int:
        """About how many bits a chance has that is so far out."""
        lead = self.bottom[0].bit_length()
        steps = [j for j, c in enumerate(self.bottom) if c and j]
        return lead * (1 + value // min(steps)) if steps else lead

    def stretched(self, by: int) -> Factor:
        """Return the same with values multiplied, not by zero; below it only with an end."""
        wide = abs(by)
        top, bottom = _spread(self.top, wide), _spread(self.bottom, wide)
        if by < 0:
            top = top[::-1]
        low = self.shift * by if by > 0 else (self.shift + len(self.top) - 1) * by
        return Factor(low, top, bottom)

    @property
    def scale(self) -> int:
        """A small S for which bottom(S z) has a constant that divides it."""
        lead = self.bottom[0]
        wanted = [(j, lead // gcd(lead, c)) for j, c in enumerate(self.bottom) if c and j]
        found = 1
        for prime in PRIMES:
            most = 0
            for i, (j, rest) in enumerate(wanted):
                many = 0
                while rest % prime == 0:
                    rest //= prime
                    many += 1
                wanted[i] = j, rest
                most = max(most, -(-many // j))
            found *= prime**most
        return found * lcm(*[rest for _, rest in wanted])


class Sum(Law):
    """The law of a sum of independent dice, in closed form."""

    def __init__(self, factors: Sequence[tuple[Factor, int]], shift: int = 0) -> None:
        """Take each factor as often as it is in the sum; shift is added at the end."""
        self.factors = factors
        self.shift = shift
        low, degree, den, endless, proper = shift, 0, 1, False, True
        for factor, times in factors:
            low += factor.shift * times
            degree += (len(factor.top) - 1) * times
            den *= factor.bottom[0] ** times
            endless = endless or len(factor.bottom) > 1
            proper = proper and sum(factor.top) == sum(factor.bottom)
        self.low: int = low
        self._proper = proper
        self.den = den
        self.degree = degree
        self.high: int | None = None if endless else low + degree
        self.scale = 1
        if endless:
            for factor, _ in factors:
                scale = factor.scale
                self.scale = self.scale * scale // gcd(self.scale, scale)
        self._series: Series | None = None

    @property
    def series(self) -> Series:
        """The coefficients of the law, found when they are asked for."""
        if self._series is None:  # Python 3.11 locks a cached_property
            self._series = Series(self._powers(flip=False))
        return self._series

    def _powers(self, *, flip: bool) -> list[Power]:
        scale = self.scale
        powers: dict[Poly, int] = {}
        for factor, times in self.factors:
            top = factor.top[::-1] if flip else factor.top
            if scale != 1:
                self._afford_scaled(top)
                self._afford_scaled(factor.bottom)
                top = tuple([c and c * scale**j for j, c in enumerate(top)])
                bottom = factor.bottom
                if len(bottom) > 1:
                    lead = bottom[0]
                    tail = tuple([c and c * scale**j // lead for j, c in enumerate(bottom)])
                    powers[tail] = powers.get(tail, 0) - times
            if len(top) >= MANY:
                short = multiply(top, (1, -scale))
                if 2 * _size(short) < _size(top):
                    top = short
                    powers[1, -scale] = powers.get((1, -scale), 0) - times
            powers[top] = powers.get(top, 0) + times
        return [Power(poly, times) for poly, times in powers.items() if times]

    def _afford_scaled(self, poly: Poly) -> None:
        """Refuse so many faces that their powers alone take too long."""
        if len(poly) > LONG:
            bits = _size(poly) * len(poly) * self.scale.bit_length()
            spend(1.3 * bits, "dice with so many faces that roll again are too much to sum")

    @cached_property
    def _from_top(self) -> Series:
        powers = self._powers(flip=True)
        return self.series if powers == self._powers(flip=False) else Series(powers)

    def _cost(self, find: int, add: int, bits: float, grown: float) -> float:
        """The nanoseconds to find so many terms and to add so many, up to so many bits longer."""
        each = bits + grown / 2 if self.high is None else bits / 2
        found = find * self.cost_of_term(each) + add * step(each, 0)
        return found + lowest_terms(bits + grown)

    def cost_of_term(self, bits: float) -> float:
        """The nanoseconds that one term of so many bits takes, found from those before it."""
        return step(bits, self.series.lags) + bits * self.series.bits_of_lags / 1_300

    def _afford(self, terms: int, total: Series | None = None) -> None:
        """Refuse terms too far out, or too many dice to find so many; or their total."""
        if terms < FEW and self.den.bit_length() < FEW * 20 and self.high is not None:
            spend(terms * EACH_OF_FEW)
            return

        known = min(terms, len(self.series.terms))
        find, add = (terms - known, terms) if total is None else total.steps_to(terms - 1)
        grown = terms * (self.scale.bit_length() - 1) if self.high is None else 0
        spend(self._cost(find, add - find, self.den.bit_length(), grown), TOO_FAR)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        i = k - self.low
        if i < 0 or (self.high is not None and k > self.high):
            return ZERO
        self._afford(i if self.high is None else min(i, self.degree - i))
        if self.scale == 1:
            if 2 * i > self.degree and self.high is not None:
                return Fraction(self._from_top.term(self.degree - i), self.den)
            return Fraction(self.series.term(i), self.den)
        return Fraction(self.series.term(i), self.den * self.scale**i)

    def run(self, low: int, high: int) -> Iterator[Fraction]:
        """The chances of low to high, one after the other, found in one go."""
        last = high - self.low
        self._afford(last)
        bits = self.den.bit_length() + last / 2 * (self.scale.bit_length() - 1)
        kept = max(last - len(self.series.terms), 0) * bits * EACH_KEPT_BIT
        spend(kept + (high - low + 1) * lowest_terms(bits), TOO_FAR)
        terms = self.series.upto(last)
        den = self.den * self.scale ** (low - self.low)
        for i in range(low - self.low, high - self.low + 1):
            yield Fraction(terms[i], den)
            den *= self.scale

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        top, den = self.count_below(k)
        return Fraction(top, den)

    def at_least(self, k: int) -> Fraction:
        """The chance of k or more."""
        if not self._proper:
            return self.weight - self.below(k)
        top, den = self.count_below(k)
        return Fraction(den - top, den)

    @cached_property
    def weight(self) -> Fraction:
        """The chance of any value: less than one where a factor holds some faces only."""
        total = ONE
        if not self._proper:
            for factor, times in self.factors:
                total *= Fraction(sum(factor.top), sum(factor.bottom)) ** times
        return total

    def count_below(self, k: int) -> tuple[int, int]:
        """The chance of less than k as two whole numbers, not yet in lowest terms."""
        i, den, series = k - self.low, self.den, self.series
        if i <= 0:
            return 0, den
        if self.high is not None:
            if i > self.degree and self._proper:
                return den, den
            i = min(i, self.degree + 1)
            rest = self.degree - i
            far = self._proper and 2 * i > self.degree + NEAR and len(series.terms) < i
            if far and self._from_top.steps_to(rest)[1] < series.steps_to(i - 1)[1]:
                self._afford(rest + 1, self._from_top)
                return den - self._from_top.total(rest), den
        self._afford(i, series)
        return series.total(i - 1, self.scale), den * self.scale ** (i - 1)

    @cached_property
    def mean(self) -> Fraction:
        """The sum of all values, each times its chance."""
        average = sum((one.mean * times for one, times in self.factors), Fraction(self.shift))
        return average if self._proper else self.weight * average

    def residues(self, step: int) -> list[Fraction]:
        """Return the chance of each remainder by `step`."""
        found = [ZERO] * step
        found[self.shift % step] = ONE
        for factor, times in self.factors:
            one = _turned(_remainders(factor.top, step), _inverse(factor.bottom, step))
            one = [one[(place - factor.shift) % step] for place in range(step)]
            for _ in range(times):
                found = _turned(found, one)
        return found

    @property
    def as_sum(self) -> Sum:
        """The law itself."""
        return self

    def stretched(self, by: int, add: int) -> Sum | None:
        """The sum with every value multiplied, where it has an end or the number is above zero."""
        if by < 0 and self.high is None:
            return None
        factors = [(factor.stretched(by), times) for factor, times in self.factors]
        return Sum(factors, self.shift * by + add)

    def raised(self, add: int) -> Sum:
        """Return the sum with a number added."""
        return Sum(self.factors, self.shift + add) if add else self

    def plus(self, other: Sum) -> Sum:
        """The sum of both."""
        return Sum(merged([*self.factors, *other.factors]), self.shift + other.shift)

    @property
    def median(self) -> int:
        """The least value whose chance of being at most that is one half or more."""
        if not self._proper:
            return super().median
        total, whole, endless = 0, self.den, self.high is None
        self._afford(2 * (int(self.mean) - self.low + 1))
        terms = self.series.endlessly() if endless else self.series.each(self.degree)
        for value, term in enumerate(terms, self.low):
            total = total * self.scale + term
            if 2 * total >= whole:
                return value
            whole *= self.scale
        raise AssertionError("half of the chances lie somewhere")

    @property
    def held(self) -> int:
        """About how many bits the law keeps in memory by now."""
        kept = 0 if self._series is None else len(self._series.terms)
        return kept * (self.den.bit_length() + kept * (self.scale.bit_length() - 1)) // 2

    @property
    def poles(self) -> list[Pole] | None:
        """The fall of the tail; None where no closed form is known."""
        poles = []
        for factor, times in self.factors:
            if len(factor.bottom) > 1:
                if factor.pole is None:
                    return None
                poles.append(Pole(*factor.pole, times))
        return poles


def _spread(poly: Poly, by: int) -> Poly:
    """The polynomial in z^by."""
    if by == 1:
        return poly
    out = [0] * ((len(poly) - 1) * by + 1)
    out[::by] = poly
    return tuple(out)


def _size(poly: Poly) -> int:
    """Count the terms of the polynomial."""
    return sum(1 for c in poly if c)


def merged(factors: Sequence[tuple[Factor, int]]) -> list[tuple[Factor, int]]:
    """The factors with those that are the same counted together."""
    found: dict[Factor, int] = {}
    for factor, times in factors:
        found[factor] = found.get(factor, 0) + times
    return list(found.items())


def factor_of(law: Listed) -> Factor:
    """A law, or a part of one, as what it adds to a sum."""
    return Factor(law.low, tuple(law.numerators), (law.den,))


def _slope(poly: Sequence[int]) -> int:
    return sum(place * c for place, c in enumerate(poly))


def _remainders(poly: Sequence[int], step: int) -> list[Fraction]:
    """The polynomial where powers that are alike by `step` are one."""
    found = [ZERO] * step
    for place, c in enumerate(poly):
        found[place % step] += c
    return found


def _turned(first: Sequence[Fraction], second: Sequence[Fraction]) -> list[Fraction]:
    """The product of two such polynomials."""
    step = len(first)
    found = [ZERO] * step
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                found[(i + j) % step] += a * b
    return found


def _inverse(poly: Sequence[int], step: int) -> list[Fraction]:
    """The polynomial that makes one with it; there is one, as every tail fades away."""
    row = _remainders(poly, step)
    rows = [[*(row[(i - j) % step] for j in range(step)), Fraction(not i)] for i in range(step)]
    spend(step**3 * 600, "this result is divided by too large a number")
    return solved(rows)


def solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Return the solution of linear equations; ZeroDivisionError where they have not just one."""
    for i in range(len(rows)):
        pivot = next((k for k in range(i, len(rows)) if rows[k][i]), i)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(len(rows)):
            if k != i and rows[k][i]:
                share = rows[k][i] / rows[i][i]
                rows[k] = [a - share * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]
