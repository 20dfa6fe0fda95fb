"""When the dice of a throw are thrown again, and what a player who chooses aims at."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..language.faces import Faces
from ..language.formulas import Condition, Number
from .roll import plural

MANY = 10**9
AGAIN = "again"  # how often dice, or a whole throw, were thrown again
OUTCOME = "outcome"  # the word for the outcome that a throw comes to so far


class Then(StrEnum):
    """The ways in which a throw that goes on may count."""

    ADD = "add"  # with the throws after it
    REPLACE = "replace"  # not at all: the last throw counts
    DOUBLE = "double"  # not at all, and the last throw counts twice as much for each


class GoingOn(NamedTuple):
    """When a throw goes on, how often at most, and how it counts."""

    when: Condition
    times: int = 0  # 0 is no end
    then: Then = Then.ADD

    def counted(self, values: list[int]) -> int:
        """The number that several throws come to, the last one among them."""
        if self.then is Then.ADD:
            return sum(values)
        last = values[-1]
        return last << (len(values) - 1) if self.then is Then.DOUBLE else last


class Push(NamedTuple):
    """When dice are thrown again, which of them, how often at most, and whether a player may."""

    faces: Faces
    when: Condition | None = None
    times: int = 1
    may: bool = False  # whether a player decides, and for which of these dice
    few: tuple[int, int] = (0, MANY)  # how many of them a player who does throws, if there are

    def in_words(self) -> str:
        """Return which dice a player may throw again."""
        least, most = self.few
        if most == MANY:
            return "all dice at once" if least else "any dice"
        return f"{'just' if least else 'up to'} {plural(most, 'die', 'dice')}"


class Aim(NamedTuple):
    """A number, or a chance, that a player who chooses makes as great as possible on average."""

    written: str
    number: Number
