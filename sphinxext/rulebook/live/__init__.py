"""Live odds: a reader turns the dials of a check on the page, and rolls its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def add_live(app: Sphinx) -> None:
    """Add the directive, its node and what its pages load."""
    from .directive import OddsExplorer
    from .nodes import add_nodes
    from .pages import add_assets, offer_assets

    app.add_directive("odds-explorer", OddsExplorer)
    add_nodes(app)
    app.connect("builder-inited", offer_assets)
    app.connect("html-page-context", add_assets, priority=900)
