"""The kinds of figures that suggestions are made for."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class ClueKind(Enum):
    """A kind of figure: the role that holds it, and the question before it is filled in."""

    CHANCE = "odds", "CHECK EVENT"
    AVERAGE = "odds", "CHECK mean"
    RANGE = "rule", "CHECK.success"
    ROLLED = "rolled", "CHECK on DICE"
    LISTED = "", ""  # dice of a worked example, which are no figures

    @property
    def role(self) -> str:
        """The role that holds the figure."""
        return self.value[0]

    @property
    def unknown(self) -> str:
        """The question with the places that are to be filled in."""
        return self.value[1]


class PossibleFigure(NamedTuple):
    """A figure that may want to be held: its kind, and where in its sentence it is."""

    kind: ClueKind
    start: int
    end: int
    score: int
