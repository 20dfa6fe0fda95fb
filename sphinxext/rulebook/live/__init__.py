"""Live odds: a reader turns the dials of a check on the page, and rolls its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ask.specs import ANSWERED_ELSEWHERE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..ask.specs import Request
    from ..settings import Book


def add_live(app: Sphinx) -> None:
    """Add the directive, its node and what its pages load."""
    from .directive import SUBTYPE, OddsExplorer
    from .nodes import add_nodes
    from .pages import add_assets, forget_unshown, offer_assets

    app.add_directive("odds-explorer", OddsExplorer)
    add_nodes(app)
    ANSWERED_ELSEWHERE[SUBTYPE] = _answered
    app.connect("builder-inited", offer_assets)
    app.connect("html-page-context", add_assets, priority=900)
    app.connect("build-finished", forget_unshown)


def _answered(book: Book, request: Request) -> Any:
    """Answer the explorer again: its page is read again when what it shows moves."""
    from .explorer import explorer
    from .specs import ExplorerSpec

    spec = ExplorerSpec(*request.how)
    return explorer(book.rules, book.style, spec, book.explorer_seconds).seen
