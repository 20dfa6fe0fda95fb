"""Blank cells: which chances a table leaves out, as it is told or as its own habit shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ..language.formatter import Style, rounded
from ..rules.errors import RulesError, suggest


class LeftOut(StrEnum):
    """A kind of chance that may be left out."""

    NEVER = "never"
    ALWAYS = "always"
    TINY = "<1%"
    HUGE = ">99%"


ENDS = frozenset({LeftOut.NEVER, LeftOut.ALWAYS})
SMALL = Fraction(1, 100)  # a chance that a table may leave out though its digits could show it


@dataclass(frozen=True)
class Blanks:
    """The chances that a table leaves blank."""

    kinds: frozenset[LeftOut] = ENDS
    digits: int = 0  # of the table's percentages
    below: Fraction = Fraction(0)  # the table leaves out all chances up to here
    above: Fraction = Fraction(1)

    def holds(self, exact: Fraction, style: Style) -> bool:
        """Return whether a cell with this chance may be blank."""
        is_left_out = 0 < exact < 1 and not self.below < exact < self.above
        return is_left_out or kind_of(exact, self.digits, style) in self.kinds


def kind_of(exact: Fraction, digits: int, style: Style) -> LeftOut | None:
    """The kind of a chance that is next to nothing, or nearly certain."""
    if exact in (0, 1):
        return LeftOut.ALWAYS if exact else LeftOut.NEVER
    near = rounded(exact, digits + 2, style.rounding)
    if near not in (0, 1):
        return None
    return LeftOut.HUGE if near else LeftOut.TINY


def kinds_in(text: str) -> frozenset[LeftOut]:
    """The kinds that an option or a setting lists: "never, <1%"."""
    found = set()
    for word in re.split(r"[,\s]+", text.strip()):
        if word not in set(LeftOut):
            raise RulesError(f"a blank cell means 'never', 'always', '<1%' or '>99%', not '{word}'"
                             f"{suggest(word, LeftOut)}")  # fmt: skip
        found.add(LeftOut(word))
    return frozenset(found)


def habit_of(blank: Iterable[Fraction], filled: Iterable[Fraction], digits: int) -> Blanks:
    """Find the chances that a table leaves blank without saying so: all of a kind, or none."""
    empty, typed = list(blank), [each for each in filled if each not in (0, 1)]
    low = max((each for each in empty if 0 < each <= SMALL), default=Fraction(0))
    high = min((each for each in empty if 1 - SMALL <= each < 1), default=Fraction(1))
    if any(each <= low for each in typed):
        low = Fraction(0)
    if any(each >= high for each in typed):
        high = Fraction(1)
    return Blanks(ENDS, digits, low, high)
