"""Words of a rules file checked: what may be a name, what is twice, what is not there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..errors import fold, suggest
from ..language.conditions import READINGS, VALUE
from ..language.formulas import REACH
from ..model.game import Game
from .positions import KeyPath
from .spec import Problems

# Words of the query language and of conditions, which a parameter or reading would hide.
# "half" is a function where a bracket follows, and many books call a parameter so.
RESERVED = frozenset(
    {*READINGS, *REACH, VALUE, "is", "any", "on", "all", "and", "or", "otherwise"} - {"half"}
)
FACE_WORDS = frozenset({"top", "once"})  # which mean something among faces
_NAME = re.compile(r"[^\W\d]\w*(?:[-'’]\w+)*")
_DICE_LIKE = re.compile(r"[dD](?:\d+|[fF])!?(?:[kd][hl]?\d*)?")


class BuildPlace(NamedTuple):
    """A place in a game that is being built, and the list that its mistakes go to."""

    game: Game
    at: KeyPath
    problems: Problems
    numbers: tuple[str, ...] = ()  # the parameters that a set of faces may name
    words: Mapping[str, tuple[str, ...]] = {}  # the words of each other parameter, never changed

    def add(self, at: KeyPath, message: str) -> None:
        """Note a mistake at a key below this place."""
        self.problems.add((*self.at, *at), message)

    def unknown(self, at: KeyPath, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word that names nothing."""
        names = [*known]
        hint = suggest(word, names) or "; there is none"
        parts = _subtracted(word, names)
        if len(parts) > 1:
            hint = f"; a minus needs spaces around it: '{' - '.join(parts)}'"
        self.add(at, f"no {what} named '{word}'{hint}")


def _subtracted(word: str, names: Collection[str]) -> list[str]:
    """The word taken apart at those hyphens that were meant as a minus."""
    parts = word.split("-")
    for many in range(len(parts), 0, -1):
        first, rest = "-".join(parts[:many]), parts[many:]
        if first in names and rest:
            return [first, *_subtracted("-".join(rest), names)]
    known = [part for part in parts if part in names]
    return parts if known else [word]


def is_name(word: str) -> bool:
    """True for a word that can name a check, a die, a parameter or a reading in a question."""
    return bool(_NAME.fullmatch(word)) and not _DICE_LIKE.fullmatch(word)


def unique(names: Iterable[str], at: KeyPath, problems: Problems) -> None:
    """Note the names that are twice."""
    seen: set[str] = set()
    for name in names:
        if fold(name) in seen:
            problems.add(at, f"'{name}' is there twice; letter case does not matter")
        seen.add(fold(name))


def among(names: Iterable[str], known: Iterable[str], at: KeyPath, problems: Problems) -> None:
    """Note the names that are not among the known ones."""
    known = list(known)
    for name in names:
        if name not in known:
            problems.add(at, f"unknown name '{name}'{suggest(name, known) or '; there is none'}")
