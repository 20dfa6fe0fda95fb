"""Readings of dice that lie on the table: a number on each die added up, or a set of faces."""

from __future__ import annotations

from typing import NamedTuple

from .faces import Amount, Faces

ALL, KEPT, DROPPED = "all", "kept", "dropped"
FIRST = "first"
THROWS = (FIRST, ALL)
PREFIXES = (*THROWS, KEPT, DROPPED)
COUNT, SIGN, SUM = "count", "sign", "natural"
HEIGHT, BUNDLES = "height", "bundles"
PAIRED = ("beats", "ties")  # dice of one kind held against those of another, highest first
SIZED = {"same": 1, "sets": 2, HEIGHT: 2, BUNDLES: 0}  # the number beside them, if left out
SETS = ("highest", "lowest", "same", "sets", "row")  # words that may stand by themselves
FACE = ("highest", "lowest", HEIGHT)  # what shows a face, and counts nothing


class Reading(NamedTuple):
    """A count of faces or of a sign, a sum, or a word for a set."""

    what: str
    faces: Faces | None = None
    sign: str = ""
    of: str = ""  # the only kind of dice that it looks at
    among: str = ALL
    throws: str = ""  # of dice that roll again: the first ones, or all of them
    against: str = ""  # the kind of dice that these are held against, or that take some away
    size: Amount = 0  # how large a set is, which place it has, or what bundles reach

    @property
    def adds_up(self) -> bool:
        """Return whether each die adds its own part, whatever the others show."""
        return self.what in (COUNT, SIGN, SUM) and not self.against

    @property
    def counts(self) -> bool:
        """Return whether it is a number of dice, of signs of which none is below 0, or of sets."""
        return self.what not in (SIGN, SUM, *FACE)
