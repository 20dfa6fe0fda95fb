"""Choices read from bytes, so that one input is the same for a random search and a guided one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Decides by the bytes of an input; where they end it always takes the first choice."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self, least: int, most: int) -> int:
        """A whole number between two others, both included."""
        span = most - least + 1
        size = 1 if span <= 256 else 2 if span <= 65_536 else 4
        raw = self.data[self.at : self.at + size]
        self.at += size
        return least + int.from_bytes(raw, "little") % span

    def pick(self, some: Sequence[T]) -> T:
        """One of some."""
        return some[self.number(0, len(some) - 1)]

    def often(self, percent: int) -> bool:
        """True so often; never where the bytes have ended."""
        return self.number(0, 99) >= 100 - percent

    def text(self, longest: int) -> str:
        """Any characters."""
        size = self.number(0, longest)
        raw = self.data[self.at : self.at + size]
        self.at += size
        return raw.decode("utf-8", "replace")

    def some(self, most: int) -> range:
        """A loop of at least one turn."""
        return range(self.number(1, most))
