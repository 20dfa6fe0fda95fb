"""The pages: which outputs show previews, and what their pages load for it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from sphinxext.rulebook.hover import STATIC, settings
from sphinxext.rulebook.hover.projects import projects_of

from ..files import small, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

SCRIPT: Final = "rulebook-hover.js"
STYLE: Final = "rulebook-hover.css"


def is_for_browsers(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Tell whether a builder writes pages for a browser: EPUB and the help formats do not."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not builder.embedded
        and not isinstance(builder, SerializingHTMLBuilder)
    )


def offer(app: Sphinx, name: str, files: Mapping[str, Callable[[], str]]) -> None:
    """Have scripts and stylesheets copied into a book for a browser; `name` is their folder."""
    if not is_for_browsers(app.builder):
        return
    folder = Path(app.doctreedir, name)
    for file, text in files.items():
        path, data = folder / file, text().encode()
        if not path.is_file() or path.read_bytes() != data:
            write_atomically(path, data)
    app.config.html_static_path.append(str(folder))


def offer_assets(app: Sphinx) -> None:
    """Have the script and the stylesheet copied into a book that shows previews."""
    offer(app, "rulebook-hover", {name: partial(small, STATIC / name) for name in (SCRIPT, STYLE)})


def add_assets(
    app: Sphinx, _pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Load the script and the stylesheet in a page that has a marked reference."""
    builder, body = app.builder, context.get("body", "")
    is_marked = "hxr-hoverxref" in body
    is_chosen = bool(app.config.rulebook_preview_selector) and "<a " in body
    if is_for_browsers(builder) and (is_marked or is_chosen):
        others = {each.base: each.prefix for each in projects_of(app.config, Path(app.confdir))}
        attributes = settings.script_attributes(app.config, others)
        builder.add_js_file(SCRIPT, defer="defer", **attributes)
        builder.add_css_file(STYLE)
