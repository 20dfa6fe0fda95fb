"""The charts of the whole book, so that those not drawn yet are drawn together before writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.util.display import status_iterator
from sphinx.util.parallel import ParallelTasks, make_chunks, parallel_available

from ..ask.drawing import Drawing
from .domain import rulebook_of
from .drawing_store import Drawings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

MANY = 16  # from so many on it is worth drawing in several processes


def all_charts(env: BuildEnvironment) -> list[Drawing]:
    """Return the charts of all pages."""
    return [drawing for page in rulebook_of(env).charts.values() for drawing in page]


def forget_unshown(app: Sphinx, exception: Exception | None) -> None:
    """Let go of the drawings that no page of the book shows any more, in whatever form."""
    env = getattr(app, "env", None)
    if exception is None and env is not None:
        Drawings(env.doctreedir).keep_only(all_charts(env))


def draw_missing(app: Sphinx, env: BuildEnvironment) -> None:
    """Draw the charts that the builder will ask for and nobody drew before."""
    from .chart_nodes import drawing_for, forms_for

    forms = forms_for(app.builder)
    drawings = Drawings(env.doctreedir)
    charts = {d.key: drawing_for(app.builder, d) for d in all_charts(env)}.values()
    missing = [(d, form) for form in forms for d in charts if not drawings.has(d, form)]
    if missing:
        _draw_all(app, drawings, missing)


def _draw_all(app: Sphinx, drawings: Drawings, missing: list[tuple[Drawing, str]]) -> None:
    """Draw them one after the other, or in several processes where that was asked for."""
    from .. import draw  # once, before processes part

    _ = draw
    if app.parallel < 2 or len(missing) < MANY or not parallel_available:
        for drawing, form in _told(app, missing, len(missing)):
            drawings.file(drawing, form)
        return

    def some(chunk: list[tuple[Drawing, str]]) -> None:
        for drawing, form in chunk:
            drawings.file(drawing, form)

    tasks = ParallelTasks(app.parallel)
    pieces: Any = missing  # Sphinx means any sequence where it says one of texts
    chunks = make_chunks(pieces, app.parallel)
    for chunk in _told(app, chunks, len(chunks)):
        tasks.add_task(some, chunk)
    tasks.join()


def _told(app: Sphinx, items: list[Any], many: int) -> Any:
    """The items, with a status line that says how far the drawing is."""
    return status_iterator(
        items, "drawing charts... ", "purple", many, app.verbosity, stringify_func=_nothing
    )


def _nothing(_: Any) -> str:
    return ""
