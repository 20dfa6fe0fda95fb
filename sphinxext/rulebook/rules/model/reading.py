"""Readings of a throw beside its result, and when its dice are thrown again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from ..language.formulas import Condition
from .faces import Faces, completed

ALL, KEPT, DROPPED = "all", "kept", "dropped"
AMONG = (ALL, KEPT, DROPPED)
FIRST, EVERY = "first", "every"
THROWS = (FIRST, EVERY)
FACES, SIGN, SUM = "faces", "sign", "sum"
PAIRED = ("beats", "ties")  # dice of one kind held against those of another, highest first
SETS = ("highest", "lowest", "same", "pairs", "row")
SIZED = {"sets": 2, "height": 2, "width": 1}  # words with a number beside them, if left out
GROUPS = "groups"  # the most groups of dice that reach a sum
CONTINUED = "continued"  # how often a throw went on
PUSHED = "pushed"  # how often the dice of a check were thrown again
OUTCOME = "outcome"  # the word for the outcome that a throw comes to so far
AVERAGE = "mean"
_AIM = re.compile(r"(best|worst) for (.+)", re.IGNORECASE | re.DOTALL)


class Reading(NamedTuple):
    """A word for what dice show: a count of faces or of a sign, a sum, or a word for a set."""

    what: str = FACES  # or SIGN, SUM, or a word such as highest
    faces: Faces | None = None
    sign: str = ""
    of: str = ""  # the only kind of dice that it looks at
    among: str = ALL
    throws: str = FIRST  # of a die that rolls again: the throw that counts, or every one
    against: str = ""  # the kind of dice that these are compared with, or cancelled by
    size: int = 0  # how large a set is, which place it has, or what groups reach

    @property
    def adds_up(self) -> bool:
        """True where each die adds its own part, whatever the others show."""
        return self.what in (FACES, SIGN, SUM) and not self.against

    def settled(self, values: Mapping[str, int]) -> Reading:
        """The same with every parameter as the face, or the die, that it is."""
        faces = None if self.faces is None else self.faces.settled(values)
        of, against = completed(self.of, values), completed(self.against, values)
        return self._replace(faces=faces, of=of, against=against)


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
