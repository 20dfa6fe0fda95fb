"""The places of an axis as values: what each is labelled and what it changes in the question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from itertools import islice, product
from typing import NamedTuple

from ..language.labels import Label
from ..rules.errors import RulesError
from ..rules.language.query import Argument, Call, Event, PlainDice


class AxisKind(StrEnum):
    """The kinds of axes: each changes something in the question, or shows something else."""

    PARAMETER = "parameter"
    COUNTS = "counts"
    DIFFICULTIES = "difficulties"
    OUTCOMES = "outcomes"
    EVENTS = "events"
    WITH = "with"
    FACES = "faces"
    CHANCES = "chances"
    CHECKS = "checks"
    DIFFERENCE = "difference"
    RULE = "rule"
    WAYS = "ways"
    ONE = "one"  # the one column of a table without columns


NAMED = tuple(kind for kind in AxisKind if kind not in (AxisKind.PARAMETER, AxisKind.ONE))


class Show(StrEnum):
    """The figures that the cells of a table, or of one of its columns, show."""

    CHANCE = "chance"
    WAYS = "ways"
    MEAN = "mean"
    MEDIAN = "median"
    DIFFERENCE = "difference"
    REACH = "reach"
    NEAREST = "nearest"
    RULE = "rule"
    FACE = "face"


class Place(NamedTuple):
    """One row, column or cell: its labels, outermost first, and what it changes in the question."""

    labels: tuple[Label, ...] = ()
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
    base: Place | None = None  # what a difference here is from

    def within(self, outer: Place) -> Place:
        """Return the place where both meet, with what both of them change."""
        if self.event and outer.event and not (self.template or outer.template):
            raise RulesError(
                f"both axes ask for an event, '{outer.event}' and '{self.event}'; let one of them "
                "be 'events' or a parameter"
            )
        if self.show and outer.show and self.show != outer.show:
            raise RulesError(
                f"a cell cannot show both '{outer.show}' and '{self.show}'; put them beside each "
                "other, with '|' between two axes of the columns"
            )
        return Place(
            (*outer.labels, *self.labels),
            (*outer.args, *self.args),
            outer.event or self.event,
            outer.template or self.template,
            outer.star or self.star,
            outer.difficulty or self.difficulty,
            outer.face or self.face,
            self.what or outer.what,
            self.least_chance if outer.least_chance is None else outer.least_chance,
            outer.show or self.show,
            outer.key or self.key,
            (self.base or self).within(outer.base or outer) if self.base or outer.base else None,
        )


class Axis(NamedTuple):
    """The places of an axis, the titles of its levels, and what it runs over."""

    kinds: tuple[AxisKind, ...]
    titles: tuple[Label, ...]
    places: tuple[Place, ...]
    bare: tuple[bool, ...] = ()  # whether a level's labels say nothing without its title

    @property
    def asks(self) -> bool:
        """Return whether its places ask for events."""
        return any(place.event or place.template or place.difficulty for place in self.places)

    @property
    def title(self) -> str:
        """Return the titles of its levels in a line."""
        return ", ".join(filter(None, [title.words for title in self.titles]))


def names_of(axis: Axis) -> list[str]:
    """Return the labels of each place as a chart writes them."""
    words = iter([label.words for place in axis.places for label in place.labels])
    return [", ".join(islice(words, len(place.labels))) for place in axis.places]


def together(places: Iterable[Place]) -> Place:
    """Return the place where all of them meet, the outermost first."""
    return reduce(lambda outer, inner: inner.within(outer), places, Place())


def nested(levels: Sequence[Axis]) -> Axis:
    """Return the axis with each level inside the one before."""
    if len(levels) == 1:
        return levels[0]
    return Axis(
        tuple(kind for level in levels for kind in level.kinds),
        tuple(title for level in levels for title in level.titles),
        tuple(together(parts) for parts in product(*[level.places for level in levels])),
        tuple(bare for level in levels for bare in level.bare),
    )


def beside(axes: Sequence[Axis]) -> Axis:
    """Return the places of several axes, one after the other, as one axis."""
    deepest = max(len(axis.titles) for axis in axes)
    places = [
        place._replace(labels=(*(Label(""),) * (deepest - len(place.labels)), *place.labels))
        for axis in axes
        for place in axis.places
    ]
    kinds = tuple(kind for axis in axes for kind in axis.kinds)
    return Axis(kinds, (Label(""),) * deepest, tuple(places), (False,) * deepest)
