"""The pages of a browser: which outputs turn, and what they load for it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from . import STATIC
from .sayings import script_words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

SCRIPT: Final = "rulebook-live.js"
STYLE: Final = "rulebook-live.css"
IN_THE_PAGE: Final = 24_000  # letters of data that stand in the page itself
MARKS: Final = ("rulebook-explorer", "rulebook-random")


def is_live(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Whether a builder writes pages for a browser: EPUB and the help formats do not."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and not builder.embedded
        and builder.name != "epub"
        and not isinstance(builder, SerializingHTMLBuilder)
    )


def offer_assets(app: Sphinx) -> None:
    """Have the script and the stylesheet copied into a book for a browser."""
    if is_live(app.builder):
        app.config.html_static_path.append(str(STATIC))


def add_assets(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Load the script and the stylesheet in a page that has an explorer or a table to roll on."""
    builder = app.builder
    if is_live(builder) and any(mark in context.get("body", "") for mark in MARKS):
        words = script_words_of(app.config.language or "en")
        own = {"data-words": json.dumps(words, ensure_ascii=False)} if words else {}
        builder.add_js_file(SCRIPT, defer="defer", **own)
        builder.add_css_file(STYLE)


def packed_apart(builder: StandaloneHTMLBuilder, data: str) -> str:
    """The script file that holds the data, written now; none where the page itself holds it."""
    if len(data) <= IN_THE_PAGE:
        return ""
    key = hashlib.blake2b(data.encode(), digest_size=8).hexdigest()
    name = f"rulebook-odds-{key}.js"
    path = Path(builder.outdir, "_static", name)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{key}.new")
        new.write_text(f'(self.rulebookOdds||={{}})["{name}"]={data};\n', encoding="utf-8")
        new.replace(path)
    return name
