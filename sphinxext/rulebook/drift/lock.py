"""The lock: every published figure as it was recorded, and which of them moved since."""

from __future__ import annotations

from typing import NamedTuple


class Changed(NamedTuple):
    """A published figure that moved since the lock was written."""

    query: str
    old: str
    new: str
    file: str
    line: int

    def message(self) -> str:
        """The change as one line without its place."""
        return f"{self.query} was {self.old} and is {self.new}"
