"""Numbers and conditions that a rules file calculates, from parameters and from throws."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RulesError, fold

if TYPE_CHECKING:
    from .reading import Reading

Value = int | Fraction
REACH: Mapping[str, Callable[..., Value]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: Fraction(a) / b,
    "down": floor,
    "up": ceil,
    "min": min,
    "max": max,
}
OPS: Mapping[str, Callable[[Value, Value], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_APPLIED = {**REACH, **OPS}
AND, OR = "and", "or"
IS, IS_ANY = "is a", "is any"  # no word of an author has a space
OUTCOME_OF = " is"  # after the name of a throw: all words for its outcome
_SHOWN = (IS, IS_ANY)
_BINDS = {OR: 1, AND: 2, **dict.fromkeys((*OPS, *_SHOWN), 3), "+": 4, "-": 4, "*": 5, "/": 5}
_CLOSEST = 6


class Number(NamedTuple):
    """A number, perhaps calculated from others; a condition is 1 where it holds, and else 0."""

    apply: str  # a number, a parameter's or a reading's name, an operator or a function
    parts: tuple[Number, ...] = ()
    key: str = ""  # of a roll of its own: its name; of "is": whose outcome or word is asked for
    name: str = ""  # of "is": the outcome or word, as written; else the author's name for it
    reads: Reading | None = None  # what is read of dice, of which the text is `apply`

    def value(self, known: Mapping[str, object]) -> Value:
        """The number where the words are these."""
        if not self.parts:
            if self.apply in _SHOWN:
                return self._is_shown(known)
            given = known.get(self.key or self.apply)
            if isinstance(given, int):
                return given
            if given is None:
                return int(self.apply) if self.apply.isdecimal() else Fraction(self.apply)
            return Fraction(str(given))
        if self.apply == AND:
            return all(part.value(known) for part in self.parts)
        if self.apply == OR:
            return any(part.value(known) for part in self.parts)
        numbers = [part.value(known) for part in self.parts]
        if self.apply == "/" and not numbers[1]:
            raise RulesError(f"'{self}' divides by 0 here")
        return _APPLIED[self.apply](*numbers)

    def holds(self, known: Mapping[str, object]) -> bool:
        """Return whether the condition holds for the facts that are known."""
        return bool(self.value(known))

    def _is_shown(self, known: Mapping[str, object]) -> bool:
        if not self.key:
            raise RulesError(f"'is {fold(self.name)}' asks for an outcome, and none is known here")
        words = known.get(f"{self.key}{OUTCOME_OF}")
        if words is None:
            return fold(str(known[self.key])) == self.wanted
        assert isinstance(words, frozenset)  # a single word may not be the one that is asked for
        return self.wanted in words

    @property
    def shows(self) -> bool:
        """Return whether a named outcome or word is asked for, or one of a group."""
        return self.apply in _SHOWN

    @property
    def is_condition(self) -> bool:
        """Return whether it is 1 or 0."""
        return self.shows or self.apply in (*OPS, AND, OR)

    @property
    def wanted(self) -> str:
        """The word that is asked for, as words compare: "hit", "any success"."""
        return f"any {fold(self.name)}" if self.apply == IS_ANY else fold(self.name)

    def compared(self) -> Iterator[Number]:
        """Yield the single comparisons of a condition."""
        if self.apply in (AND, OR):
            for part in self.parts:
                yield from part.compared()
        else:
            yield self

    def adds(self, name: str) -> bool:
        """Return whether a name in it is added or subtracted, and nothing more."""
        if self.apply in ("+", "-"):
            return all(part.adds(name) for part in self.parts)
        return not self.parts or name not in self.names()

    def shown(self) -> Iterator[Number]:
        """Yield each named outcome or word that is asked for."""
        if self.shows:
            yield self
        for part in self.parts:
            yield from part.shown()

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
        return [] if self.shows or self.apply[0].isdecimal() else [self.apply]

    def readings(self) -> dict[str, Reading]:
        """Return what is read of dice for the number, by its text."""
        if self.reads is not None:
            return {self.apply: self.reads}
        return {word: rule for part in self.parts for word, rule in part.readings().items()}

    def own_rolls(self) -> dict[str, str]:
        """The rolls that are in the number itself: what is rolled, by the name of its number."""
        if self.parts:
            return {key: roll for part in self.parts for key, roll in part.own_rolls().items()}
        return {self.key: self.apply} if self.key and not self.shows else {}

    def __str__(self) -> str:
        """The number as a rules file writes it, with the brackets that it needs."""
        if self.shows:
            return f"{self.key} {self.apply if self.apply == IS_ANY else 'is'} {self.name}"
        if self.name:
            return self.name
        if not self.parts:
            return self.apply
        if self.apply not in _BINDS:
            return f"{self.apply}({', '.join(map(str, self.parts))})"
        if self.apply == "-" and self.parts[0] == NOTHING:
            return f"-{self.parts[1]._within('*')}"
        first, *others = self.parts
        rest = [part._within(self.apply, last=True) for part in others]
        return f" {self.apply} ".join([first._within(self.apply), *rest])

    def _within(self, sign: str, *, last: bool = False) -> str:
        """The number as a part of what the sign joins."""
        here, around = _BINDS.get(self.apply, _CLOSEST), _BINDS[sign]
        joined = self.shows or (bool(self.parts) and not self.name)
        loose = joined and (here < around or (last and here == around))
        return f"({self})" if loose else str(self)


Condition = Number
NOTHING = Number("0")
ALWAYS, NEVER = Number("1"), NOTHING
