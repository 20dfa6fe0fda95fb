"""The parameters of a check: numbers with what each level changes, or words."""

from __future__ import annotations

from collections.abc import Iterator, Set
from math import floor
from typing import Any, NamedTuple

from ..errors import fold
from ..language.faces import named_in
from ..language.formulas import Condition, Number
from ..language.query import Call, PlainDice, SharedThrow
from .roll import MOVES, RollChange, dice_in


class Choice(NamedTuple):
    """A word that a parameter takes: the change it makes, other words for it, its label."""

    name: str
    change: RollChange = ()
    also: tuple[str, ...] = ()
    label: str = ""
    rolls: RollChange | None = None  # what it stands for in a roll, where that names the parameter

    @property
    def words(self) -> tuple[str, ...]:
        """Its name and the other words for it."""
        return (self.name, *self.also)

    @property
    def die(self) -> str:
        """Return the one kind of dice that it stands for; empty where its text rolls no such."""
        kinds = {self.name} if self.rolls is None else dice_in([self.rolls])
        return next(iter(kinds)) if len(kinds) == 1 and not named_in(*kinds) else ""


class Parameter(NamedTuple):
    """A parameter of a check: a number of levels, or one of several words."""

    name: str
    each: RollChange = ()
    first: RollChange = ()
    further: RollChange = ()
    half: RollChange | None = None
    choices: tuple[Choice, ...] = ()
    least: int = 0
    free: bool = False  # whether it may be below that: nothing does more than add it
    most: int | None = None
    default: int | str | Number | Call | PlainDice | SharedThrow = 0  # calculated, or rolled
    required: bool = False
    listed: bool = False  # whether the rules file lists it, and so says its place
    of: str = ""  # the parameter whose throw it is read from
    cancels: tuple[str, ...] = ()  # the others that it cancels, in this order
    needs: Condition | None = None  # what must hold of the other parameters where it is not 0
    label: str = ""
    text: str = ""
    one: str = ""  # what one level is called, where the label is for many

    @property
    def calculated(self) -> bool:
        """Return whether it is calculated where a question does not say what it is."""
        return isinstance(self.default, Number)

    @property
    def needed(self) -> Set[str]:
        """The parameters that must be something where it is given."""
        return self.needs.names() if self.needs is not None else frozenset()

    @property
    def thrown(self) -> Call | PlainDice | None:
        """The check or dice that are thrown for it, where a question does not say what it is."""
        default = self.default
        found = default.throw if isinstance(default, SharedThrow) else default
        return found if isinstance(found, Call | PlainDice) else None

    def changes(self, level: Any) -> Iterator[tuple[RollChange, int]]:
        """Yield the changes that it makes at this level, each with how many times."""
        if self.choices:
            choice = self.choice(str(level))
            if choice is not None:
                yield choice.change, 1
            return
        whole = floor(level)
        if whole != level and self.half:
            yield self.half, 1
        if whole:
            yield self.each, whole
            sign = 1 if whole > 0 else -1
            yield self.first, sign
            yield self.further, whole - sign

    def all_changes(self) -> Iterator[RollChange]:
        """Yield every change that it may make."""
        yield from (self.each, self.first, self.further, self.half or ())
        yield from (choice.change for choice in self.choices)

    def moved_by(self, value: Any, by: int) -> Any:
        """Return the value moved by so much, a word along the list, to its ends at most."""
        words = [choice.name for choice in self.choices]
        if not words:
            return value + by
        return words[min(max(words.index(value) + by, 0), len(words) - 1)]

    @property
    def moved(self) -> frozenset[str]:
        """The other parameters that its levels move."""
        keys = {key for change in self.all_changes() for key, _ in change}
        return frozenset({key.removeprefix(MOVES) for key in keys if key.startswith(MOVES)})

    @property
    def numbered(self) -> bool:
        """Return whether its words are all numbers, so that conditions can calculate with them."""
        return all(choice.name.lstrip("-").isdecimal() for choice in self.choices)

    def choice(self, word: str) -> Choice | None:
        """The choice that the word names, by its name or another word for it."""
        wanted = fold(word)
        found = (choice for choice in self.choices if wanted in map(fold, choice.words))
        return next(found, None)
