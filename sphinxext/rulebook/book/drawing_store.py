"""Drawn charts on disk, named by what they show, so that none is drawn twice."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from ..charts.drawing import Drawing
from ..files import write_atomically
from .domain import rulebook_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FOLDER, SUMS = "rulebook-charts", "rulebook-charts-sums"


def all_charts(env: BuildEnvironment) -> list[Drawing]:
    """Return the charts of all pages."""
    return [drawing for page in rulebook_of(env).charts.values() for drawing in page]


def forget_unshown(app: Sphinx, exception: Exception | None) -> None:
    """Let go of the drawings that no page of the book shows any more, in whatever form."""
    env = getattr(app, "env", None)
    if exception is None and env is not None:
        Drawings(env.doctreedir).keep_only(all_charts(env))


class Drawings:
    """The folder that keeps what was drawn."""

    def __init__(self, doctreedir: str | Path) -> None:
        """Use the folder beside the doctrees, for every build and builder."""
        self.folder, self.sums = Path(doctreedir) / FOLDER, Path(doctreedir) / SUMS

    def path(self, drawing: Drawing, form: str) -> Path:
        """The path of the drawing, drawn or not."""
        return self.folder / f"{drawing.key}.{form}"

    def has(self, drawing: Drawing, form: str) -> bool:
        """True if it is drawn already, and as it was drawn."""
        path = self.path(drawing, form)
        try:
            return (self.sums / path.name).read_bytes() == _sum(path.read_bytes())
        except OSError:
            return False

    def file(self, drawing: Drawing, form: str) -> Path:
        """The drawn file; it is drawn now if nobody did before, or if it was spoilt since."""
        path = self.path(drawing, form)
        if not self.has(drawing, form):
            from ..charts.chart_files import draw

            data = draw(drawing, form)
            write_atomically(path, data)
            write_atomically(self.sums / path.name, _sum(data))
        return path

    def keep_only(self, shown: Collection[Drawing]) -> None:
        """Let go of what no page shows; a name with a dot before it is still being written."""
        keys = {drawing.key for drawing in shown}
        for path in (*self.folder.glob("[!.]*"), *self.sums.glob("[!.]*")):
            if path.stem.partition("-")[0] not in keys:
                path.unlink(missing_ok=True)


def _sum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
