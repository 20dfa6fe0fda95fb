"""Previews of the things that references point at, on any host and from a disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

STATIC = Path(__file__).parent / "static"


def beside_hoverxref(app: Sphinx) -> None:
    """Bring the previews into a book whose `extensions` name hoverxref, before or after us."""
    if "hoverxref.extension" in app.config.extensions:
        app.setup_extension(__name__)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the previews alone: hoverxref marks the references, we show what they point at."""
    from sphinxext.rulebook.hover import hoverxref, marking, pages, projects, settings, store

    from ..version import __version__

    hoverxref.load(app)
    settings.add(app)
    hoverxref.leave_jquery_out(app)
    app.connect("config-inited", settings.complete, priority=200)
    app.connect("config-inited", marking.prepare, priority=900)
    app.connect("builder-inited", pages.offer_assets)
    app.connect("config-inited", projects.warn_of_unknown, priority=850)
    app.connect("builder-inited", projects.open_library)
    app.connect("builder-inited", marking.mark_references)
    app.connect("html-page-context", pages.add_assets, priority=900)
    app.connect("build-finished", store.write_previews, priority=100)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
