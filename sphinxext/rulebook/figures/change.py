"""A part of a typed text and what it should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple


class Change(NamedTuple):
    """A part of a typed text and what should be there."""

    start: int
    end: int
    new: str

    def on(self, text: str) -> str:
        """The text with the change made."""
        return text[: self.start] + self.new + text[self.end :]


Changes = tuple[Change, ...]
MOST_FIGURES = 3  # of one answer beside each other, such as "33% (1/3)"


def combined(changes: Iterable[Change]) -> Iterator[Changes]:
    """Each change alone, then several together that leave each other's place alone."""
    alone = list(changes)
    for many in range(1, MOST_FIGURES + 1):
        for some in combinations(alone, many):
            placed = sorted(some)
            if all(one.end <= other.start for one, other in pairwise(placed)):
                yield tuple(placed)


def applied(text: str, changes: Changes) -> str:
    """The text with the changes made, which are in its order."""
    for change in reversed(changes):
        text = change.on(text)
    return text
