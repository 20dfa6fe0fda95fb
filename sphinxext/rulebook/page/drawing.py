"""Drawn charts on disk, named by what they show, so that none is drawn twice."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from ..ask.chart import Chart
from ..rules.digits import in_full

FOLDER = "rulebook-charts"
WIDE = 680  # pixels, for a text column
PAPER = 0.66  # a pixel of a sheet on paper, in points: text of 8 to 9 points
PICTURE = "rulebook-picture:"  # stands before a picture's name until the page is known
STYLE = "2"  # another number whenever the same chart would look otherwise


class Source(NamedTuple):
    """A picture of the book: where it lies, and what is in it."""

    name: str
    path: str
    print_: str


class Drawing(NamedTuple):
    """A chart with all that decides how it looks, and a name that changes with nothing else."""

    chart: Chart
    width: float
    height: float
    pictures: tuple[Source, ...]
    key: str

    @classmethod
    def of(
        cls, chart: Chart, width: float = 0, height: float = 0, pictures: tuple[Source, ...] = ()
    ) -> Drawing:
        """The drawing with its name."""
        looks = chart, width, height, [(p.name, p.print_) for p in pictures]
        key = hashlib.blake2b(f"{STYLE}{in_full(looks)!r}".encode(), digest_size=12).hexdigest()
        return cls(chart, width, height, pictures, key)

    def within(self, most: int) -> Drawing:
        """The same for a page that has no more room than so many pixels."""
        if (self.width or WIDE) <= most:
            return self
        return self._replace(width=most, key=f"{self.key}-{most}")


class Drawings:
    """The folder that keeps what was drawn."""

    def __init__(self, doctreedir: str | Path) -> None:
        """Use the folder beside the doctrees, for every build and builder."""
        self.folder = Path(doctreedir) / FOLDER

    def path(self, drawing: Drawing, form: str) -> Path:
        """Where the drawing is or will be."""
        return self.folder / f"{drawing.key}.{form}"

    def has(self, drawing: Drawing, form: str) -> bool:
        """Whether it is drawn already."""
        return self.path(drawing, form).exists()

    def file(self, drawing: Drawing, form: str) -> Path:
        """The drawn file; it is drawn now if nobody did before."""
        path = self.path(drawing, form)
        if not path.exists():
            from ..draw import draw

            _write(path, draw(drawing, form))
        return path

    def keep_only(self, shown: Collection[Drawing]) -> None:
        """Let go of what no page shows; a name with a dot before it is still being written."""
        keys = {drawing.key for drawing in shown}
        for path in self.folder.glob("[!.]*"):
            if path.stem.partition("-")[0] not in keys:
                path.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    """Write a file that others see whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.chmod(name, 0o644)
    os.replace(name, path)
