"""The pages of a browser: which outputs turn, and what they load for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..book.domain import rulebook_of
from ..files import small
from ..hover.pages import is_for_browsers, offer
from .sayings import script_words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STATIC: Final = Path(__file__).parent / "static"
SCRIPT: Final = "rulebook-live.js"
RUNS: Final = "rulebook-throw.js"
STYLE: Final = "rulebook-live.css"
MARKS: Final = ("rulebook-explorer", "rulebook-random")


def script() -> str:
    """Return the script of a page, after the one that runs programs of throws."""
    return small(STATIC / RUNS) + small(STATIC / SCRIPT)


def offer_assets(app: Sphinx) -> None:
    """Have the script and the stylesheet copied into a book for a browser."""
    rulebook_of(app.env).is_for_browsers = is_for_browsers(app.builder)
    offer(app, "rulebook-live", {SCRIPT: script, STYLE: partial(small, STATIC / STYLE)})


def add_assets(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Load the script and the stylesheet in a page that has an explorer or a table to roll on."""
    builder = app.builder
    if is_for_browsers(builder) and any(mark in context.get("body", "") for mark in MARKS):
        words = script_words_of(app.config.language or "en")
        own = {"data-words": json.dumps(words, ensure_ascii=False)} if words else {}
        builder.add_js_file(SCRIPT, defer="defer", **own)
        builder.add_css_file(STYLE)


def as_text(data: Mapping[str, Any]) -> str:
    """Return the data as JSON that can be in a page."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
