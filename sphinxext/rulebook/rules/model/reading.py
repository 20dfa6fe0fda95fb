"""Readings: what a check reads from its dice beside their result, and from which dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .braced import completed, named_in
from .faces import Faces

ALL, KEPT, DROPPED = "all", "kept", "dropped"
AMONG = (ALL, KEPT, DROPPED)
FIRST, EVERY = "first", "every"
THROWS = (FIRST, EVERY)
FACES, SIGN, SUM = "faces", "sign", "sum"
PAIRED = ("beats", "ties")  # dice of one kind held against those of another, highest first
SETS = ("highest", "lowest", "same", "pairs", "row")
SIZED = {"sets": 2, "height": 2, "width": 1}  # words with a number beside them, if left out
GROUPS = "groups"  # the most groups of dice that reach a sum


class Reading(NamedTuple):
    """A word for what dice show: a count of faces or of a sign, a sum, or a word for a set."""

    what: str = FACES  # or SIGN, SUM, or a word such as highest
    faces: Faces | None = None
    sign: str = ""
    of: str = ""  # the only kind of dice that it looks at
    among: str = ALL
    throws: str = FIRST  # of a die that rolls again: the throw that counts, or every one
    against: str = ""  # the kind of dice that these are compared with, or cancelled by
    size: int = 0  # how large a set is, which place it has, or what groups reach

    @property
    def adds_up(self) -> bool:
        """True where each die adds its own part, whatever the others show."""
        return self.what in (FACES, SIGN, SUM) and not self.against

    def settled(self, values: Mapping[str, int]) -> Reading:
        """The same with every parameter as the face, or the die, that it is."""
        faces = None if self.faces is None else self.faces.settled(values)
        of, against = completed(self.of, values), completed(self.against, values)
        return self._replace(faces=faces, of=of, against=against)

    @property
    def names(self) -> set[str]:
        """The parameters that say which faces and dice are meant."""
        faces = self.faces.names if self.faces is not None else ()
        return {*faces, *named_in(self.of), *named_in(self.against)}
