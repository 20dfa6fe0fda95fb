"""A chart to be drawn: all that decides how it looks, and a name that changes with it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from ..rules.digits import in_full
from ..version import __version__
from .chart import Chart

WIDE = 680  # pixels, for a text column
PAPER = 0.66  # a pixel of a sheet on paper, in points: text of 8 to 9 points
PICTURE = "rulebook-picture:"  # comes before a picture's name until the page is known


class Picture(NamedTuple):
    """A picture of the book: where it lies, and what is in it."""

    name: str
    path: str
    print_: str


class Drawing(NamedTuple):
    """A chart with all that decides how it looks, and a name that changes with nothing else."""

    chart: Chart
    width: float
    height: float
    pictures: tuple[Picture, ...]
    key: str
    edit: Callable[..., object] | None = None  # what draws on it before it is written
    style: Callable[[], str] | None = None  # writes the stylesheet of one that stands alone

    @classmethod
    def of(
        cls,
        chart: Chart,
        width: float = 0,
        height: float = 0,
        pictures: tuple[Picture, ...] = (),
        print_: bytes = b"",
    ) -> Drawing:
        """The drawing with its name, which is sooner made if the chart's fingerprint is known."""
        looks = width, height, [(p.name, p.print_) for p in pictures]
        text = f"{__version__}{print_.hex() or repr(in_full(chart))}{looks!r}"
        key = hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
        return cls(chart, width, height, pictures, key)

    def within(self, most: int) -> Drawing:
        """The same for a page that has no more room than so many pixels."""
        if (self.width or WIDE) <= most:
            return self
        return self._replace(width=most, key=f"{self.key}-{most}")
