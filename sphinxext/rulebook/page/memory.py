"""Spares a build most of the time in which Python searches what lives to its end for garbage."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SEARCHED_AFTER = 10_000  # new objects, the nodes of a page or two; Python's own bound is 700 or so


class SparedSearches:
    """The collector's habits while a process builds its first book, and those that it had before.

    In a later build, all that the first one left is garbage, and would be set aside with the rest.
    """

    is_first: ClassVar[bool] = True  # whether this process has built no book yet

    def __init__(self) -> None:
        """Begin with the habits of this process."""
        self._before = gc.get_threshold()

    def begin(self, *_: Any) -> None:
        """Set aside all that was imported, and search less often."""
        if self.is_first:
            self._before = gc.get_threshold()
            gc.set_threshold(max(self._before[0], SEARCHED_AFTER), *self._before[1:])
            gc.freeze()

    def set_aside(self, *_: Any) -> None:
        """Set aside all that was read, before it is written."""
        if self.is_first:
            gc.freeze()

    def end(self, *_: Any) -> None:
        """Let the collector be as it was."""
        if self.is_first:
            gc.unfreeze()
            gc.set_threshold(*self._before)
            SparedSearches.is_first = False


def spare_searches(app: Sphinx) -> None:
    """Let the collector pass over the hundred thousand objects that every build keeps."""
    spared = SparedSearches()
    app.connect("env-before-read-docs", spared.begin, priority=900)
    app.connect("write-started", spared.set_aside, priority=900)
    app.connect("build-finished", spared.end, priority=900)
