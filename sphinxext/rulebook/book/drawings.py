"""Drawn charts on disk, named by what they show and who draws on them: none is drawn twice."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..charts.drawing import Drawing
from ..files import write_atomically
from ..hover.private import listeners_of
from .domain import rulebook_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

EVENT = "rulebook-chart"
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
        """Return whether it is drawn already, and as it was drawn."""
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


def heard(builder: Any, drawing: Drawing) -> Drawing:
    """Let those who listen draw on a chart, under a name that changes with their code."""
    print_ = listeners_print(builder)
    if not print_:
        return drawing
    edit = partial(builder.events.emit, EVENT)
    return drawing._replace(key=f"{drawing.key}-{print_}", edit=edit)


def listeners_print(builder: Any) -> str:
    """Return a fingerprint of the code that listens and of conf.py, or nothing if none does.

    Axes for nobody would cost ten times a chart.
    """
    listeners = list(listeners_of(builder, EVENT))
    if not listeners:
        return ""
    found = hashlib.blake2b(_contents(Path(builder.confdir, "conf.py")), digest_size=8)
    for listener in listeners:
        handler: Any = listener
        while isinstance(handler, partial):
            handler = handler.func
        handler = inspect.unwrap(handler)
        code = getattr(handler, "__code__", None) or type(handler).__call__.__code__
        found.update(code.co_qualname.encode() + _contents(Path(code.co_filename)) + code.co_code)
    return found.hexdigest()


def _contents(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""
