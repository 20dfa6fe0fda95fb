"""All figures of a text that need nobody's rules: which are wrong, and which are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from . import chances, ranges, sums
from .averages import Average, Habits, averages_in, habits_of
from .averages import judged as judged_averages
from .dice_text import DiceText, dice_in
from .proved import proved
from .strange_dice import MOST, odd_dice, sides_of, strange
from .typed import RightFigure, WrongFigure

Figures = tuple[WrongFigure | RightFigure, ...]


@dataclass(frozen=True)
class Evidence:
    """The figures of one text that need nobody's rules."""

    sides: Counter[int]  # of all its dice
    odd: tuple[DiceText, ...]  # dice that nobody makes
    averages: tuple[Average, ...]
    ranges: tuple[ranges.DiceRange, ...]
    proved: Figures  # more averages, whatever the habits of the book
    certain: Figures  # chances and sums, which have no habits

    @property
    def places(self) -> frozenset[int]:
        """The offsets of all figures in the text."""
        found = (self.odd, self.averages, self.ranges, self.proved, self.certain)
        return frozenset(each.start for some in found for each in some)

    @property
    def certain_places(self) -> frozenset[int]:
        """The offsets of figures."""
        return frozenset(
            each.start for some in (self.averages, self.proved, self.certain) for each in some
        )


def evidence(text: str, language: str = "en") -> Evidence:
    """Collect the numbers beside dice in a text, and those that it proves right or wrong."""
    dice = tuple(dice_in(text))
    found = tuple(ranges.ranges_in(text, dice, language))
    taken = {each.dice.start for each in found}
    beside = averages_in(text, (each for each in dice if each.start not in taken), language)
    return Evidence(
        sides_of(dice),
        tuple(odd_dice(text, dice)),
        tuple(beside),
        found,
        tuple(proved(text, dice)),
        tuple(_certain(text, dice, language)),
    )


def _certain(
    text: str, dice: Sequence[DiceText], language: str
) -> Iterator[WrongFigure | RightFigure]:
    yield from chances.beside_dice(text, dice, language)
    yield from chances.ways(text, dice, language)
    yield from chances.shares(text)
    yield from sums.worked(text)


@dataclass
class Folder:
    """The habits of all texts together, from which one of a few figures is judged."""

    averages: list[Average] = field(default_factory=list)
    ranges: ranges.Tally = field(default_factory=Counter)
    sides: Counter[int] = field(default_factory=Counter)

    def add(self, found: Evidence) -> None:
        """Take the evidence of one more text."""
        self.averages += found.averages
        self.ranges.update(ranges.tally_of(found.ranges))
        self.sides.update(found.sides)

    def roll(self, dice: Iterable[str]) -> None:
        """Take the dice of right tables: however many sides they have, they are meant."""
        for name in dice:
            if name.startswith("d") and name[1:].isdecimal():
                self.sides[int(name[1:])] += MOST + 1

    def habits(self) -> Habits:
        """The conventions of the folder's averages."""
        return habits_of(self.averages)


def judged(found: Evidence, folder: Folder, habits: Habits) -> Sequence[WrongFigure | RightFigure]:
    """Every figure of the text that can be judged by itself, in order."""
    return sorted(_judged(found, folder, habits), key=lambda each: each.start)


def _judged(found: Evidence, folder: Folder, habits: Habits) -> Iterator[WrongFigure | RightFigure]:
    slips = list(strange(found.odd, found.averages, folder.sides))
    yield from slips
    strange_at = {each.start for each in slips}
    real = [each for each in found.averages if each.dice.start not in strange_at]
    beside = list(judged_averages(real, habits_of(found.averages), habits))
    yield from beside
    at = {each.start for each in beside}
    yield from (each for each in found.proved if each.start not in at)
    yield from ranges.judged(found.ranges, folder.ranges)
    yield from found.certain
