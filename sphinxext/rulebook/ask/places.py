"""The places of an axis as values: what each is labelled and what it changes in the question."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ..rules.language.query import Argument, Call, Event, PlainDice
from ..rules.model.game import Check
from ..rules.rules import Rules
from ..words.labels import Label
from ..words.phrasebook import Phrases


class AxisKind(StrEnum):
    """The kinds of axes: each changes something in the question, or shows something else."""

    PARAMETER = "parameter"
    DIFFICULTIES = "difficulties"
    OUTCOMES = "outcomes"
    COUNTS = "counts"
    EVENTS = "events"
    WITH = "with"
    FACES = "faces"
    CHANCES = "chances"
    CHECKS = "checks"
    DIFFERENCE = "difference"
    WORTH = "worth"
    RULE = "rule"
    WAYS = "ways"
    ONE = "one"  # the one column of a table without columns


class Show(StrEnum):
    """The figures that the cells of a table, or of one of its columns, show."""

    CHANCE = "chance"
    WAYS = "ways"
    MEAN = "mean"
    MEDIAN = "median"
    DIFFERENCE = "difference"
    REACH = "reach"
    NEAREST = "nearest"
    WORTH = "worth"
    RULE = "rule"
    FACE = "face"


class Patch(NamedTuple):
    """A change that one place of an axis makes to the question."""

    args: tuple[tuple[str, Argument], ...] = ()
    event: Event | None = None
    template: str = ""  # an event whose * is the other axis's value
    star: str = ""  # the value that stands for * in the other axis's template
    difficulty: str = ""
    face: int = 0
    what: Call | PlainDice | None = None
    least_chance: Fraction | None = None
    show: Show | None = None  # what is shown here, whatever the rest of the table shows
    key: str = ""  # of the rules, which a column of rules shows


Patches = tuple[Patch, ...]


class Place(NamedTuple):
    """One row or column: its labels, outermost first, and what it changes."""

    labels: tuple[Label, ...]
    patches: Patches


class Axis(NamedTuple):
    """The places of an axis, the titles of its levels, and what it runs over."""

    kinds: tuple[AxisKind, ...]
    titles: tuple[Label, ...]
    places: tuple[Place, ...]
    bare: tuple[bool, ...] = ()  # whether a level's labels say nothing without its title

    @property
    def asks(self) -> bool:
        """True if its places ask for events."""
        patches = [patch for place in self.places for patch in place.patches]
        return any(patch.event or patch.template or patch.difficulty for patch in patches)


class AxisContext(NamedTuple):
    """The rules, check and words that an axis is read with."""

    rules: Rules
    game: str
    what: Call | PlainDice
    words: Phrases
    language: str = "en"

    @property
    def check(self) -> Check | None:
        """The check that is asked, with the outcomes that it can come to; None for plain dice."""
        if isinstance(self.what, PlainDice):
            return None
        game = self.rules.game(self.game)
        check = game.check(self.what.check)
        return check.with_outcomes_of(game.check(check.tries)) if check.tries else check
