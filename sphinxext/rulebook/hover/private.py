"""All that we do with Sphinx, docutils and hoverxref for which they offer no public way.

Each function says what is missing. Nothing else in the package uses their private names.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any

from docutils.parsers.rst import roles

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config


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


def disconnect(app: Sphinx, whose: str, chosen: Collection[str] | None = None) -> None:
    """Disconnect listeners of another extension; Sphinx tells their ids to nobody else."""
    for listeners in list(app.events.listeners.values()):
        for listener in list(listeners):
            handler = listener.handler
            is_theirs = (getattr(handler, "__module__", "") or "").startswith(whose)
            if is_theirs and (chosen is None or getattr(handler, "__name__", "") in chosen):
                app.disconnect(listener.id)


def drop_assets(app: Sphinx, names: Collection[str]) -> None:
    """Take back scripts and stylesheets; Sphinx only adds some."""
    registry = app.registry
    registry.js_files[:] = [file for file in registry.js_files if file[0] not in names]
    registry.css_files[:] = [file for file in registry.css_files if file[0] not in names]


def try_domains(app: Sphinx, change: Callable[[], object]) -> None:
    """Change the domains, and have all as before where that fails; Sphinx replaces but one."""
    before = dict(app.registry.domains)
    try:
        change()
    except Exception:
        app.registry.domains.clear()
        app.registry.domains.update(before)
        raise


def taught_nodes(app: Sphinx, builder: str) -> dict[str, Callable[..., Any]]:
    """Return what extensions gave to `app.add_node` for a builder without a docutils writer."""
    return {
        k: visit for k, (visit, _) in app.registry.translation_handlers.get(builder, {}).items()
    }


def is_set(config: Config, name: str) -> bool:
    """Return whether `conf.py` gives a setting, even with its default value; Sphinx forgets."""
    return name in config._raw_config or name in config.overrides


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
