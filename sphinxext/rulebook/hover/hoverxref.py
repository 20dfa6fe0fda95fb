"""Everything that tames `sphinx-hoverxref`, which is used where it is there and is never needed.

Its domains mark first, and `marking` adds what they leave out. Its front end is taken off: assets,
themes and requests to a server, listeners that mark references we could not open, and jQuery where
nobody else asks.
"""

from __future__ import annotations

import inspect
import sys
from logging import WARNING, getLogger
from types import ModuleType
from typing import TYPE_CHECKING, Final

from sphinx.extension import Extension
from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

NAME: Final = "hoverxref.extension"
# It tells of every reference that it marks or leaves, where the author has nothing to mend.
_CHATTY: Final = "sphinx.hoverxref.domains"
_JQUERY: Final = "sphinxcontrib.jquery"
_NOT_ASKING: Final = ("sphinx.", "hoverxref.", "sphinxext.rulebook", _JQUERY)

_FRONT_END: Final = (
    "copy_asset_files",
    "setup_theme",
    "setup_assets_policy",
    "setup_intersphinx",
    "missing_reference",
    "setup_domains",
    # It unpacks a setting as a tuple, which Sphinx 9 does not have, to warn of one nobody reads.
    "deprecated_configs_warning",
)


def load(app: Sphinx) -> None:
    """Load hoverxref where it can be loaded; leave no trace of it where it cannot."""
    getLogger(_CHATTY).setLevel(WARNING)
    try:
        app.setup_extension(NAME)
    except Exception as error:  # whatever stops it, the book does not hang on it
        logger.info("hoverxref cannot be loaded, its marks come from us: %s", error)
        _disconnect(app, lambda _name: True)
        # A book that still lists it after us must not stop there.
        app.extensions[NAME] = Extension(
            NAME, ModuleType(NAME), parallel_read_safe=True, parallel_write_safe=True
        )
    _disconnect(app, lambda name: name in _FRONT_END)
    _drop_assets(app)


def mark_domains(app: Sphinx, config: Config) -> None:
    """Let hoverxref's own domains mark what they resolve, where they can on this Sphinx."""
    setup_domains = getattr(sys.modules.get(NAME), "setup_domains", None)
    if not callable(setup_domains):
        return
    before = dict(app.registry.domains)
    try:
        setup_domains(app, config)
    except Exception as error:  # whatever stops it, the book does not hang on it
        logger.info("hoverxref cannot mark on this Sphinx, its marks come from us: %s", error)
        app.registry.domains.clear()
        app.registry.domains.update(before)


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


def leave_jquery_out(app: Sphinx) -> None:
    """Take jQuery back, to be given again to whoever asks for it.

    A theme asks when the builder is made, and adds the files itself.
    """
    for listener in list(app.events.listeners["config-inited"]):
        if getattr(listener.handler, "__module__", "") == _JQUERY:
            app.disconnect(listener.id)


def give_jquery_where_asked_for(app: Sphinx, config: Config) -> None:
    """Add jQuery to a book in which something besides hoverxref asks for it."""
    if _JQUERY in app.extensions and _asked_for(app):
        app.extensions[_JQUERY].module.add_js_files(app, config)


def _asked_for(app: Sphinx) -> bool:
    conf = app.confdir / "conf.py"
    if _JQUERY in app.config.extensions or (
        conf.is_file() and _JQUERY in conf.read_text("utf-8", "replace")
    ):
        return True
    return any(
        _mentions_jquery(extension.module)
        for name, extension in app.extensions.items()
        if not name.startswith(_NOT_ASKING)
    )


def _mentions_jquery(module: object) -> bool:
    """Tell whether an extension's module, or that of its setup, names jQuery's."""
    setup = getattr(module, "setup", None)
    homes = {getattr(module, "__name__", ""), getattr(setup, "__module__", "")}
    for home in homes & sys.modules.keys():
        try:
            if _JQUERY in inspect.getsource(sys.modules[home]):
                return True
        except (OSError, TypeError):  # compiled or made at run time: there is nothing to read
            continue
    return False
