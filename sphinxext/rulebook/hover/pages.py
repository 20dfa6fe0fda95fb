"""The pages: which outputs show previews, and what their pages load for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinxext.rulebook.hover import STATIC, settings
from sphinxext.rulebook.hover.projects import projects_of

from ..files import small

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

SCRIPT: Final = "rulebook-hover.js"
STYLE: Final = "rulebook-hover.css"


def shows_previews(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Tell whether a builder writes pages for a browser: EPUB and the help formats do not."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not builder.embedded
        and not isinstance(builder, SerializingHTMLBuilder)
    )


def offer_assets(app: Sphinx) -> None:
    """Have the script and the stylesheet copied into a book that shows previews."""
    if not shows_previews(app.builder):
        return
    folder = app.doctreedir / "rulebook-hover"
    folder.mkdir(parents=True, exist_ok=True)
    for name in (SCRIPT, STYLE):
        data = small(STATIC / name).encode()
        if not (folder / name).is_file() or (folder / name).read_bytes() != data:
            (folder / name).write_bytes(data)
    app.config.html_static_path.append(str(folder))


def add_assets(
    app: Sphinx, _pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Load the script and the stylesheet in a page that has a marked reference."""
    builder = app.builder
    if shows_previews(builder) and _has_previews(
        context.get("body", ""), app.config.rulebook_preview_selector
    ):
        others = {each.base: each.prefix for each in projects_of(app.config, Path(app.confdir))}
        attributes = settings.script_attributes(app.config, others)
        builder.add_js_file(SCRIPT, defer="defer", **attributes)
        builder.add_css_file(STYLE)


def _has_previews(body: str, selector: str) -> bool:
    return "hxr-hoverxref" in body or bool(selector and "<a " in body)
