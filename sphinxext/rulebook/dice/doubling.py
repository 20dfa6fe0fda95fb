"""The law of a number that doubles as long as throws go on, in closed form."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .budget import of_fraction, spend
from .errors import Refused
from .law import ZERO, Law, Stream


def doubling(last: Mapping[int, Fraction], go: Fraction) -> Law:
    """Return the law of a last throw that counts 2, 4, 8 … times after 1, 2, 3 … that went on.

    Take the chance of each last throw, and the chance to go on before it.
    """
    last = {value: chance for value, chance in last.items() if chance}
    least, most = min(last), max(last)

    def throws(some: int) -> Fraction:
        """The chances of 1 to so many throws that went on, but for that of the last one."""
        spend(of_fraction(some * go.denominator.bit_length()))
        return (1 - go**some) / (1 - go)

    def below(k: int) -> Fraction:
        total = ZERO
        for value, chance in last.items():
            if value > 0:
                total += chance * throws(_doublings(value, k - 1))
            elif k > 0:
                total += chance / (1 - go)
            elif value < 0:
                total += chance * (1 / (1 - go) - throws(_doublings(-value, -k)))
        return total

    def run(low: int, high: int) -> list[Fraction]:
        spend(1_000.0 * (high - low + 1))
        found = [ZERO] * (high - low + 1)
        for value, chance in last.items():
            if not value:
                if low <= 0 <= high:
                    found[-low] += chance / (1 - go)
                continue
            number, share = 2 * value, chance
            while min(low, 0) <= number <= max(high, 0):
                if low <= number <= high:
                    found[number - low] += share
                number, share = 2 * number, share * go
        return found

    def mean() -> Fraction:
        if 2 * go >= 1:
            raise Refused(
                "this throw doubles so often that it has no average; say how often it goes on at "
                "most, as in 'again 3 times doubled when …'"
            )
        return 2 * sum((v * c for v, c in last.items()), ZERO) / (1 - 2 * go)

    ends = None if least < 0 else 2 * least, None if most > 0 else 2 * most
    return Stream(ends, below, mean, run=run, weight=sum(last.values(), ZERO) / (1 - go))


def _doublings(value: int, most: int) -> int:
    """Count how often a number above 0 may be doubled without going beyond another."""
    return max((most // value).bit_length() - 1, 0)
