"""When the dice of a throw are thrown again, and what a player who chooses aims at."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from ..language.faces import Faces
from ..language.formulas import Condition

CONTINUED = "continued"  # how often a throw went on
PUSHED = "pushed"  # how often the dice of a check were thrown again
OUTCOME = "outcome"  # the word for the outcome that a throw comes to so far
AVERAGE = "mean"
_AIM = re.compile(r"(best|worst) for (.+)", re.IGNORECASE | re.DOTALL)


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
    """When dice are thrown again, which of them, and how often at most."""

    faces: Faces
    when: Condition | None = None
    times: int = 1


class Aim(NamedTuple):
    """The aim of whoever chooses: that a condition holds, or the highest average."""

    written: str
    condition: Condition | None = None  # None is the average
    best: bool = True


def aim_in(text: str) -> tuple[bool, str] | None:
    """True where the best is chosen, and for which event; None where no aim is written."""
    match = _AIM.fullmatch(text.strip())
    return (match[1].casefold() == "best", match[2].strip()) if match else None
