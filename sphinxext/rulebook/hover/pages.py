"""The pages: which outputs show previews, and what their pages load for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinxext.rulebook.hover import STATIC, settings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

SCRIPT: Final = "rulebook-hover.js"
STYLE: Final = "rulebook-hover.css"


def shows_previews(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Whether a builder writes pages for a browser: EPUB and the help formats do not."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not builder.embedded
        and not isinstance(builder, SerializingHTMLBuilder)
    )


def offer_assets(app: Sphinx) -> None:
    """Have the script and the stylesheet copied into a book that shows previews."""
    if shows_previews(app.builder):
        app.config.html_static_path.append(str(STATIC))


def add_assets(
    app: Sphinx, _pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Load the script and the stylesheet in a page that has a marked reference."""
    builder = app.builder
    if shows_previews(builder) and "hxr-hoverxref" in context.get("body", ""):
        attributes = settings.script_attributes(app.config)
        builder.add_js_file(SCRIPT, defer="defer", **attributes)
        builder.add_css_file(STYLE)
