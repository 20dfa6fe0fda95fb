"""A throw that goes on: all dice are thrown again while a condition holds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..language.formulas import Condition

CONTINUED = "continued"  # how often a throw went on


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
