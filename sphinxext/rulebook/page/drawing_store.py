"""Drawn charts on disk, named by what they show, so that none is drawn twice."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ..ask.drawing import Drawing
from ..files import write_atomically

FOLDER = "rulebook-charts"


class Drawings:
    """The folder that keeps what was drawn."""

    def __init__(self, doctreedir: str | Path) -> None:
        """Use the folder beside the doctrees, for every build and builder."""
        self.folder = Path(doctreedir) / FOLDER

    def path(self, drawing: Drawing, form: str) -> Path:
        """The path of the drawing, drawn or not."""
        return self.folder / f"{drawing.key}.{form}"

    def has(self, drawing: Drawing, form: str) -> bool:
        """True if it is drawn already."""
        return self.path(drawing, form).exists()

    def file(self, drawing: Drawing, form: str) -> Path:
        """The drawn file; it is drawn now if nobody did before."""
        path = self.path(drawing, form)
        if not path.exists():
            from ..draw import draw

            write_atomically(path, draw(drawing, form))
        return path

    def keep_only(self, shown: Collection[Drawing]) -> None:
        """Let go of what no page shows; a name with a dot before it is still being written."""
        keys = {drawing.key for drawing in shown}
        for path in self.folder.glob("[!.]*"):
            if path.stem.partition("-")[0] not in keys:
                path.unlink(missing_ok=True)
