"""jQuery, which hoverxref brings along: kept where an extension or the book asks for it."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

NAME: Final = "sphinxcontrib.jquery"
_NOT_ASKING: Final = ("sphinx.", "hoverxref.", "sphinxext.rulebook", NAME)


def leave_out(app: Sphinx) -> None:
    """Take jQuery back, to be given again to whoever asks for it.

    A theme asks when the builder is made, and adds the files itself.
    """
    for listener in list(app.events.listeners["config-inited"]):
        if getattr(listener.handler, "__module__", "") == NAME:
            app.disconnect(listener.id)


def give_where_asked_for(app: Sphinx, config: Config) -> None:
    """Add jQuery to a book in which something besides hoverxref asks for it."""
    if NAME in app.extensions and _asked_for(app):
        app.extensions[NAME].module.add_js_files(app, config)


def _asked_for(app: Sphinx) -> bool:
    conf = app.confdir / "conf.py"
    if NAME in app.config.extensions or (conf.is_file() and NAME in conf.read_text("utf-8")):
        return True
    return any(
        _mentions_jquery(extension.module)
        for name, extension in app.extensions.items()
        if not name.startswith(_NOT_ASKING)
    )


def _mentions_jquery(module: object) -> bool:
    """Whether an extension's module, or the one its setup comes from, names jQuery's."""
    setup = getattr(module, "setup", None)
    homes = {getattr(module, "__name__", ""), getattr(setup, "__module__", "")}
    for home in homes & sys.modules.keys():
        try:
            if NAME in inspect.getsource(sys.modules[home]):
                return True
        except (OSError, TypeError):  # compiled or made at run time: there is nothing to read
            continue
    return False
