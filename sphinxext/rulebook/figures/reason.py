"""Why a figure may be wrong: a reason and the values that it is about, never words."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple


class Reason(Enum):
    """The reasons for a wrong figure, with what each is about."""

    ROUNDED = auto()  # right by another rounding: which one
    ENDS = auto()  # 0% or 100% for what only nearly never or always happens
    ROW = auto()  # right so many rows further down
    COLUMN = auto()  # right so many columns further right
    ARGUMENT = auto()  # right with another argument: its name and its value
    EVENT = auto()  # right with another event
    RANGE = auto()  # the faces or totals beside it have another chance: which
    DICE = auto()  # the dice beside it are others
    ROLL = auto()  # the chance beside a roll needs another
    LABEL = auto()  # a label that reads as the value of another line
    LOCK = auto()  # right by an older lock: how it is called, and whether the whole table is
    ROLLS = auto()  # what is wrong with the rolls of a random table


class Explanation(NamedTuple):
    """A reason, and the values that it is about."""

    reason: Reason
    about: tuple[object, ...] = ()
