"""A push: some dice of a throw are thrown again, and a player may choose which."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..language.formulas import Condition
from .faces import Faces

PUSHED = "pushed"  # how often the dice of a check were thrown again
OUTCOME = "outcome"  # the word for the outcome that a throw comes to so far
AVERAGE = "mean"
_AIM = re.compile(r"(best|worst) for (.+)", re.IGNORECASE | re.DOTALL)


class Push(NamedTuple):
    """When dice are thrown again, which of them, and how often at most."""

    faces: Faces
    when: Condition | None = None
    written: str = ""  # the condition as the rules file writes it
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
