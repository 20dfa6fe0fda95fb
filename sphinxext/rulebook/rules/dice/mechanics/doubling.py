"""The law of a number that doubles as long as throws go on, in closed form."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...budget import of_fraction, spend
from ...errors import RulesError
from ..law import ZERO, Law


class Doubling(Law):
    """A last throw that counts 2, 4, 8 … times, after one, two, three … throws that went on."""

    def __init__(self, last: Mapping[int, Fraction], go: Fraction) -> None:
        """Take the chance of each last throw, and the chance to go on before it."""
        self._last, self._go = {v: chance for v, chance in last.items() if chance}, go
        least, most = min(self._last), max(self._last)
        self.low = None if least < 0 else 2 * least
        self.high = None if most > 0 else 2 * most

    def _throws(self, below: int) -> Fraction:
        """The chances of 1 to so many throws that went on, but for that of the last one."""
        spend(of_fraction(below * self._go.denominator.bit_length()))
        return (1 - self._go**below) / (1 - self._go)

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        total = ZERO
        for value, chance in self._last.items():
            if value > 0:
                total += chance * self._throws(_doublings(value, k - 1))
            elif k > 0:
                total += chance / (1 - self._go)
            elif value < 0:
                less = _doublings(-value, -k)
                total += chance * (1 / (1 - self._go) - self._throws(less))
        return total

    def run(self, low: int, high: int) -> list[Fraction]:
        """The chances of low to high."""
        spend(self.cost_of_run(high - low + 1))
        found = [ZERO] * (high - low + 1)
        for value, chance in self._last.items():
            if not value:
                if low <= 0 <= high:
                    found[-low] += chance / (1 - self._go)
                continue
            number, share = 2 * value, chance
            while min(low, 0) <= number <= max(high, 0):
                if low <= number <= high:
                    found[number - low] += share
                number, share = 2 * number, share * self._go
        return found

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return sum(self._last.values(), ZERO) / (1 - self._go)

    @property
    def mean(self) -> Fraction:
        """The average value."""
        if 2 * self._go >= 1:
            raise RulesError(
                "this throw doubles so often that it has no average; say how often it goes on at "
                "most by 'times' in 'continues'"
            )
        return 2 * sum((v * c for v, c in self._last.items()), ZERO) / (1 - 2 * self._go)


def _doublings(value: int, most: int) -> int:
    """Count how often a number above 0 may be doubled without going beyond another."""
    return max((most // value).bit_length() - 1, 0)
