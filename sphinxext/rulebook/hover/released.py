"""The released hoverxref: its Python side is loaded, its front end taken off."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Final

from sphinx.extension import Extension
from sphinx.util import logging

from sphinxext.rulebook.hover import sphinx9

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

NAME: Final = "hoverxref.extension"

# Only the domains that mark are used, and `marking` calls them: themes, assets and requests
# are of the front end, and its intersphinx listeners mark references we could not open.
_FRONT_END: Final = (
    "copy_asset_files",
    "setup_theme",
    "setup_assets_policy",
    "setup_intersphinx",
    "missing_reference",
    "setup_domains",
)


def load(app: Sphinx) -> None:
    """Load hoverxref where it can be loaded; leave no trace of it where it cannot."""
    try:
        app.setup_extension(NAME)
    except Exception as error:  # whatever stops it, the book does not hang on it
        logger.info("hoverxref cannot be loaded, its marks come from us: %s", error)
        _disconnect(app, lambda _name: True)
        # A book that still lists it after us must not stop there.
        app.extensions[NAME] = Extension(
            NAME, ModuleType(NAME), parallel_read_safe=True, parallel_write_safe=True
        )
    _disconnect(app, lambda name: name in (*_FRONT_END, *sphinx9.UNREADY))
    _drop_assets(app)


def setup_domains() -> Callable[..., None] | None:
    """hoverxref's own function that makes the domains mark, or None where it is not there."""
    found = getattr(sys.modules.get(NAME), "setup_domains", None)
    return found if callable(found) else None


def _disconnect(app: Sphinx, chosen: Callable[[str], bool]) -> None:
    for listeners in list(app.events.listeners.values()):
        for listener in list(listeners):
            handler = listener.handler
            home = getattr(handler, "__module__", "") or ""
            if home.startswith("hoverxref.") and chosen(getattr(handler, "__name__", "")):
                app.disconnect(listener.id)


def _drop_assets(app: Sphinx) -> None:
    assets = getattr(sys.modules.get(NAME), "ASSETS_FILES", ())
    names = {str(name).removesuffix("_t") for name in assets}
    registry = app.registry
    registry.js_files[:] = [file for file in registry.js_files if file[0] not in names]
    registry.css_files[:] = [file for file in registry.css_files if file[0] not in names]
