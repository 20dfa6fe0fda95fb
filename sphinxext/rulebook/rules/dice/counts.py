"""The chance of every value of a law, as it is listed."""

from __future__ import annotations

from fractions import Fraction

from ...dice.budget import too_much
from ...dice.errors import TooMuch
from ...dice.law import Law, chances

TOO_LONG = (
    "the whole distribution of so large a roll is too long to list; "
    "ask for a part of it, such as '>= 10' or 'mean'"
)


class Counts(dict[int, Fraction]):
    """The chance of every value, ascending; the ends of an endless law hold all beyond them."""

    def __init__(self, law: Law) -> None:
        """Read the law from one end to the other."""
        try:
            self._read(law)
        except TooMuch:
            raise too_much(TOO_LONG) from None

    def _read(self, law: Law) -> None:
        low, high = law.ends
        found = chances(law, low, high)
        self.update((k, chance) for k, chance in found if chance or k in (low, high))
        self.tail = high if law.high is None else None
        self.head = low if law.low is None else None
        if self.tail is not None:
            self[high] = law.at_least(high)
        if self.head is not None:
            self[low] = law.below(low + 1)

    def named(self) -> dict[str, Fraction]:
        """The same with the values as they are printed: '>=9' for an endless end."""
        return {
            f">={k}" if k == self.tail else f"<={k}" if k == self.head else str(k): chance
            for k, chance in self.items()
        }
