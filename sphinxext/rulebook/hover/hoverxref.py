"""Everything that tames `sphinx-hoverxref`, which is used where it is there and is never needed.

Its domains mark first, and `marking` adds what they leave out. Its front end is taken off: assets,
themes and requests to a server, listeners that mark references we could not open, and jQuery where
nobody else asks.
"""

from __future__ import annotations

import sys
from functools import partial
from logging import WARNING, getLogger
from types import ModuleType
from typing import TYPE_CHECKING, Final

from sphinx.extension import Extension
from sphinx.util import logging

from sphinxext.rulebook.hover import private

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

NAME: Final = "hoverxref.extension"
# It tells of every reference that it marks or leaves, where the author has nothing to mend.
_CHATTY: Final = "sphinx.hoverxref.domains"
_JQUERY: Final = "sphinxcontrib.jquery"

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
        private.disconnect(app, "hoverxref.")
        # A book that still lists it after us must not stop there.
        app.extensions[NAME] = Extension(
            NAME, ModuleType(NAME), parallel_read_safe=True, parallel_write_safe=True
        )
    private.disconnect(app, "hoverxref.", _FRONT_END)
    assets = getattr(sys.modules.get(NAME), "ASSETS_FILES", ())
    private.drop_assets(app, {str(name).removesuffix("_t") for name in assets})


def mark_domains(app: Sphinx, config: Config) -> None:
    """Let hoverxref's own domains mark what they resolve, where they can on this Sphinx."""
    setup_domains = getattr(sys.modules.get(NAME), "setup_domains", None)
    if not callable(setup_domains):
        return
    try:
        private.try_domains(app, partial(setup_domains, app, config))
    except Exception as error:  # whatever stops it, the book does not hang on it
        logger.info("hoverxref cannot mark on this Sphinx, its marks come from us: %s", error)


def leave_jquery_out(app: Sphinx) -> None:
    """Unload jQuery where hoverxref alone asked for it; whoever asks later loads it anew.

    Extensions are listed in the order in which their setup ended, so what hoverxref loads is just
    before it. One that was set up since may have asked as well, and then jQuery stays.
    """
    names = list(app.extensions)
    if _JQUERY not in names or _JQUERY in app.config.extensions:
        return
    first, *since = names[names.index(_JQUERY) + 1 :]
    if first != NAME or not all(name.startswith("sphinxext.rulebook") for name in since):
        return
    private.disconnect(app, _JQUERY)
    app.config.values.pop("jquery_use_sri", None)
    del app.extensions[_JQUERY]
