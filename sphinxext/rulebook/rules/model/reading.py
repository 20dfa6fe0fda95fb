"""Readings: what a check reads from its dice beside their result, and from which dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .faces import Faces

ALL, KEPT, DROPPED = "all", "kept", "dropped"
AMONG = (ALL, KEPT, DROPPED)
FIRST, EVERY = "first", "every"
THROWS = (FIRST, EVERY)
FACES, SIGN, SUM = "faces", "sign", "sum"
PAIRED = ("beats", "ties")  # dice of one kind held against those of another, highest first
SETS = ("highest", "lowest", "same", "pairs", "row")


class Reading(NamedTuple):
    """A word for what dice show: a count of faces or of a sign, a sum, or a word for a set."""

    what: str = FACES  # or SIGN, SUM, or a word such as highest
    faces: Faces | None = None
    sign: str = ""
    of: str = ""  # the only kind of dice that it looks at
    among: str = ALL
    throws: str = FIRST  # of a die that rolls again: the throw that stands, or every one
    against: str = ""  # the kind of dice that these are compared with, or cancelled by

    @property
    def adds_up(self) -> bool:
        """True where each die adds its own part, whatever the others show."""
        return self.what in (FACES, SIGN, SUM) and not self.against

    def compared(self, mine: Sequence[int], theirs: Sequence[int]) -> int:
        """The reading of the faces of one kind of dice against those of another."""
        if self.what in PAIRED:
            pairs = zip(sorted(mine, reverse=True), sorted(theirs, reverse=True), strict=False)
            return sum(a > b if self.what == "beats" else a == b for a, b in pairs)
        left = Counter(mine) - Counter(theirs)
        top = max(mine, default=0)
        faces = self.faces
        return sum(n for face, n in left.items() if faces is None or faces.holds(face, top))

    def settled(self, values: Mapping[str, int]) -> Reading:
        """The same with every parameter as the face that it is."""
        return self if self.faces is None else self._replace(faces=self.faces.settled(values))
