"""The ways in which a file, a folder and a book type numbers beside their dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from .suggestion import Suggestion
from .typed import DiceText

FEWEST = 3  # averages that show a convention
MANY = 10
LEAST_SHARE = 0.03  # of a convention beside others


class AverageHabit(StrEnum):
    """A convention for the number that is beside dice."""

    DOWN = "rounded down"
    UP = "rounded up"
    EXACT = "exact"
    DIE_DOWN = "each die rounded down"
    DIE_UP = "each die rounded up"
    HIGHEST = "the highest"
    RANGE = "the range"


USUAL = frozenset({AverageHabit.DOWN, AverageHabit.UP, AverageHabit.EXACT})


@dataclass(frozen=True)
class Beside:
    """A figure that is beside dice."""

    dice: DiceText
    given: Suggestion
    shape: str  # in which it is typed: figures typed alike are judged alike
    counts_once: ClassVar[bool] = False  # however often it is repeated

    @property
    def explained(self) -> frozenset[AverageHabit]:
        """Return the conventions under which it is right."""
        raise NotImplementedError

    def judged(self, around: Habitat) -> Suggestion | None:
        """Return what is right or wrong about it."""
        raise NotImplementedError


@dataclass
class Habits:
    """The ways in which a file, a folder or a book types averages."""

    right: Counter[str] = field(default_factory=Counter)  # of each shape
    wrong: Counter[str] = field(default_factory=Counter)
    ways: Counter[frozenset[AverageHabit]] = field(default_factory=Counter)  # that explain one
    seen: set[tuple[str, str, str]] = field(default_factory=set)

    def add(self, found: Iterable[Beside]) -> None:
        """Take some figures in; one that is repeated shows a convention once."""
        for each in found:
            ways = each.explained
            key = (each.shape, each.dice.text, each.given.found)
            is_new = key not in self.seen
            self.seen.add(key)
            if is_new or not each.counts_once:
                (self.right if ways else self.wrong)[each.shape] += 1
            is_usual = each.dice.mean.denominator == 1 and ways & USUAL
            if is_new and ways - {AverageHabit.RANGE} and not is_usual:
                self.ways[ways] += 1

    @cached_property
    def used(self) -> frozenset[AverageHabit]:
        """Return the conventions, each of which explains several that the others leave."""
        left, used = self.ways, set[AverageHabit]()
        many = sum(left.values())
        while True:
            counts: Counter[AverageHabit] = Counter()
            for ways, count in left.items():
                counts.update(dict.fromkeys(ways, count))
            best = max(counts, key=lambda way: (counts[way], way in USUAL, way), default=None)
            if best is None or counts[best] < max(FEWEST, LEAST_SHARE * many):
                return frozenset(used)
            used.add(best)
            left = Counter({ways: count for ways, count in left.items() if best not in ways})


@dataclass(frozen=True)
class Habitat:
    """The habits of a file, of its folder and of its book."""

    own: Habits
    folder: Habits
    book: Habits

    @cached_property
    def used(self) -> frozenset[AverageHabit]:
        """Return the conventions that hold in the file."""
        used = self.own.used | self.folder.used or self.book.used
        if used - USUAL:  # the highest total here, each die there
            used |= self.book.used - USUAL
        return used or USUAL
