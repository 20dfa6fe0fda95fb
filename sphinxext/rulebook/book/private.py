"""Does what docutils, Sphinx and Python offer no way for: private names, searches for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import roles

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder


def forget_derived_roles(*_: Any) -> None:
    """Take back the roles that the page before derived from ours; docutils would keep them."""
    known = roles._roles  # type: ignore[attr-defined]  # docutils has no other way to end a role
    for name, derived in list(known.items()):
        base = getattr(derived, "base_role", None)
        if getattr(base, "rulebook", False):
            del known[name]


def listeners_of(builder: Builder, event: str) -> Iterator[Any]:
    """Yield the functions that listen to an event; Sphinx only calls them."""
    yield from (each.handler for each in builder.events.listeners.get(event, ()))


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
