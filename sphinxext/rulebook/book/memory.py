"""Spares a build most of the time in which Python searches what lives to its end for garbage."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SEARCHED_AFTER = 10_000  # new objects, the nodes of a page or two; Python's own bound is 700 or so


def spare_searches(app: Sphinx) -> None:
    """Search less often while a book is built, and as before afterwards."""
    first, *others = gc.get_threshold()

    def begin(*_: object) -> None:
        gc.set_threshold(max(first, SEARCHED_AFTER), *others)

    def end(*_: object) -> None:
        gc.set_threshold(first, *others)

    app.connect("env-before-read-docs", begin, priority=900)
    app.connect("build-finished", end, priority=900)
