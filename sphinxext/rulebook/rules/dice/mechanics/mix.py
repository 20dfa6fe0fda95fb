"""Several laws of which one holds, each in so many ways or with a chance of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...budget import Meter, of_fraction, spend
from ..law import ZERO, Bounded, Law

EACH = 2_000  # nanoseconds to ask a part, beside what it takes by itself


class Mix(Law):
    """A sum of laws, or of parts of one, each times what it stands for."""

    def __init__(self, parts: Sequence[tuple[int | Fraction, Law]]) -> None:
        """Add the parts up."""
        self.parts = parts
        lows, highs = [part.low for _, part in parts], [part.high for _, part in parts]
        self.low = None if None in lows else min(low for low in lows if low is not None)
        self.high = None if None in highs else max(high for high in highs if high is not None)
        self.error = sum((times * part.error for times, part in parts), ZERO)

    def below(self, k: int) -> Fraction:
        """The chance of less than k."""
        return self._total(part.below(k) for _, part in self.parts)

    def at(self, k: int) -> Fraction:
        """The chance of exactly k."""
        return self._total(part.at(k) for _, part in self.parts)

    def _total(self, chances: Iterable[Fraction]) -> Fraction:
        """Add the chances of all parts up, each times what it stands for."""
        meter = Meter()
        total = ZERO
        for (times, _), chance in zip(self.parts, chances, strict=True):
            meter.take(EACH)
            if chance:
                total += times * chance
                meter.take(2 * of_fraction(total.denominator.bit_length()))
        meter.settle()
        return total

    def run(self, low: int, high: int) -> list[Fraction]:
        """The chances of low to high; each part is read only where it has any."""
        meter = Meter()
        found = [ZERO] * (high - low + 1)
        for times, part in self.parts:
            meter.take(EACH)
            first = low if part.low is None else max(low, part.low)
            last = high if part.high is None else min(high, part.high)
            for k, chance in enumerate(part.run(first, last), first):
                if chance:
                    found[k - low] += times * chance
                    meter.take(2 * of_fraction(found[k - low].denominator.bit_length()))
        meter.settle()
        return found

    @property
    def weight(self) -> Fraction:
        """The chance of any value."""
        return self._total(part.weight for _, part in self.parts)

    @property
    def mean(self) -> Fraction | Bounded:
        """The average value, where every part is whole."""
        near, error = ZERO, ZERO
        for times, part in self.parts:
            spend(EACH + of_fraction(near.denominator.bit_length()))
            mean = part.mean
            one = mean if isinstance(mean, Bounded) else Bounded(mean, ZERO)
            near, error = near + times * one.near, error + times * one.error
        return Bounded(near, error) if error else near

    def cost_of_run(self, values: int) -> float:
        """The nanoseconds that so many chances take."""
        return sum(2 * part.cost_of_run(_within(part, values)) for _, part in self.parts)

    @property
    def bits(self) -> int:
        """About how many bits all chances take together."""
        return sum(part.bits for _, part in self.parts)


def _within(part: Law, values: int) -> int:
    """Count how many of so many values the part may have."""
    if part.low is None or part.high is None:
        return values
    return min(values, part.high - part.low + 1)
