"""Numbers that a rules file calculates, from parameters and from what a throw shows."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from ..errors import RulesError

Value = int | Fraction
REACH: Mapping[str, Callable[..., Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: Fraction(a) / b,
    "floor": floor,
    "ceil": ceil,
    "min": min,
    "max": max,
    "half": lambda a: floor(Fraction(a) / 2),
}
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2}


class Number(NamedTuple):
    """A number, perhaps calculated from others."""

    apply: str  # a number, a parameter's or a reading's name, an operator or a function
    parts: tuple[Number, ...] = ()
    key: str = ""  # of a roll of its own: under which name its number is known

    def value(self, known: Mapping[str, object]) -> Value:
        """The number where the words are these."""
        if not self.parts:
            given = known.get(self.key or self.apply)
            if isinstance(given, int):
                return given
            if given is None:
                return int(self.apply) if self.apply.isdecimal() else Fraction(self.apply)
            return Fraction(str(given))
        numbers = [part.value(known) for part in self.parts]
        if self.apply == "/" and not numbers[1]:
            raise RulesError(f"'{self}' divides by 0 here")
        return REACH[self.apply](*numbers)

    def names(self) -> set[str]:
        """The words that the number is calculated from."""
        return set(self.order())

    def order(self) -> list[str]:
        """The same words in the order in which they are."""
        if self.parts:
            words = [word for part in self.parts for word in part.order()]
            return list(dict.fromkeys(words))
        if self.key:
            return [self.key]
        return [] if self.apply[0].isdecimal() else [self.apply]

    def own_rolls(self) -> dict[str, str]:
        """The rolls that are in the number itself: what is rolled, by the name of its number."""
        if self.parts:
            found = {}
            for part in self.parts:
                found.update(part.own_rolls())
            return found
        return {self.key: self.apply} if self.key else {}

    def __str__(self) -> str:
        """The number as a rules file writes it, with the brackets that it needs."""
        if not self.parts:
            return self.apply
        if self.apply not in _BINDS:
            return f"{self.apply}({', '.join(map(str, self.parts))})"
        if self.apply == "-" and self.parts[0] == NOTHING:
            return f"-{self.parts[1]._within('*')}"
        first, second = self.parts
        return f"{first._within(self.apply)} {self.apply} {second._within(self.apply, last=True)}"

    def _within(self, sign: str, *, last: bool = False) -> str:
        """The number as a part of what the sign joins."""
        here, around = _BINDS.get(self.apply, 3), _BINDS[sign]
        loose = bool(self.parts) and (here < around or (last and here == around))
        return f"({self})" if loose else str(self)


NOTHING = Number("0")
