"""A place in a game that is being built: which words are known there, and where mistakes go."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from ..errors import fold, suggest
from ..language.conditions import READINGS, VALUE
from ..language.formulas import REACH, Number
from ..model.game import Game, Ladder
from .positions import KeyPath
from .spec import Problems

# Words of the query language and of conditions, which a parameter or reading would hide.
# "half" is a function where a bracket follows, and many books call a parameter so.
RESERVED = frozenset(
    {*READINGS, *REACH, VALUE, "is", "any", "on", "all", "and", "or", "otherwise"} - {"half"}
)
FACE_WORDS = frozenset({"top", "once"})  # which mean something among faces
DICE_ELSEWHERE = "dice in a formula belong to an outcome's own 'result'"
_NAME = re.compile(r"[^\W\d]\w*(?:[-'’]\w+)*")
_DICE_LIKE = re.compile(r"[dD](?:\d+|[fF])!?(?:[kd][hl]?\d*)?")


class BuildPlace(NamedTuple):
    """A place in a game that is being built, and the names that may be used there."""

    game: Game
    at: KeyPath
    problems: Problems
    numbers: tuple[str, ...] = ()  # the parameters that a set of faces may name
    choices: Mapping[str, tuple[str, ...]] = {}  # the words of each other parameter, never changed
    names: tuple[str, ...] = ()  # of parameters that conditions can calculate with
    readings: Mapping[str, Any] = {}  # of the check itself, never changed
    base: Ladder | None = None  # the ladder that the dice of the check, or of one it is like, show
    alone: bool = False  # whether there is nothing to read but the value
    asked: Mapping[str, tuple[str, ...] | None] = {}  # what may be asked for a name, and which
    more: tuple[str, ...] = ()  # numbers that such a check has beside its value

    def below(self, *keys: str) -> BuildPlace:
        """Return the place at a key below this one."""
        return self._replace(at=(*self.at, *keys))

    @property
    def known(self) -> tuple[str, ...]:
        """Return the names that a number of the check may be calculated from."""
        read = () if self.alone else (*self.readings, *self.game.signs, *READINGS)
        return (*self.names, *self.more, *read, VALUE)

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

    def expect(self, at: KeyPath, what: str, words: Iterable[str], known: Collection[str]) -> None:
        """Note each of the words that is not among the known ones."""
        for word in words:
            if word not in known:
                self.unknown(at, what, word, known)

    def expect_number(
        self, at: KeyPath, number: Number, known: Collection[str], what: str = "parameter"
    ) -> None:
        """Note what a number is calculated from and cannot be."""
        if number.own_rolls():
            self.add(at, DICE_ELSEWHERE)
        words = number.names() - number.own_rolls().keys() - {*known}
        self.expect(at, what, sorted(words), known)

    def expect_name(self, at: KeyPath, word: str, what: str, taken: Collection[str] = ()) -> None:
        """Note a word that cannot name something of the author's own."""
        if not is_name(word) or word in RESERVED or word in taken or word in self.game.signs:
            self.add(at, f"'{word}' cannot name a {what}; take another word")

    def unique(self, at: KeyPath, names: Iterable[str]) -> None:
        """Note the names that are twice."""
        seen: set[str] = set()
        for name in names:
            if fold(name) in seen:
                self.add(at, f"'{name}' is there twice; letter case does not matter")
            seen.add(fold(name))

    def read(self, at: KeyPath, parse: Callable[[str], Any], text: str, other: Any = None) -> Any:
        """Return what the text says; a mistake in it is noted."""
        return self.problems.attempt((*self.at, *at), partial(parse, text), other)


def _subtracted(word: str, names: Collection[str]) -> list[str]:
    """The word taken apart at those hyphens that were meant as a minus."""
    parts = word.split("-")
    for many in range(len(parts), 0, -1):
        first, rest = "-".join(parts[:many]), parts[many:]
        if first in names and rest:
            return [first, *_subtracted("-".join(rest), names)]
    return parts if any(part in names for part in parts) else [word]


def is_name(word: str) -> bool:
    """True for a word that can name a check, a die, a parameter or a reading in a question."""
    return bool(_NAME.fullmatch(word)) and not _DICE_LIKE.fullmatch(word)
