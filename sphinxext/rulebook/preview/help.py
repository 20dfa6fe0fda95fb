"""The page on troubleshooting as a preview shows it, without Sphinx and without a network."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.core import publish_parts
from docutils.parsers.rst import roles
from docutils.writers.html5_polyglot import Writer
from sphinx.util.docutils import docutils_namespace

NAME = "troubleshooting.rst"
PLACES = (Path(__file__).parent / NAME, Path(__file__).parents[3] / "docs/how-to" / NAME)


@cache
def help_page() -> str:
    """The page, with an anchor for each kind of message."""
    place = next((path for path in PLACES if path.is_file()), None)
    if place is None:
        return "<!doctype html><title>Troubleshooting</title><p>The page is not installed.</p>"
    settings = {"report_level": 5, "embed_stylesheet": True, "file_insertion_enabled": False}
    text = re.sub(r"^\.\. (highlight|rst-class)::.*\n", "", place.read_text("utf-8"), flags=re.M)
    shown: Any = _shown  # typeshed names arguments that docutils gives by place
    with docutils_namespace():  # so that the roles of Sphinx are its own again afterwards
        for name in ("doc", "ref", "file", "term"):
            roles.register_local_role(name, shown)
        return str(publish_parts(text, writer=Writer(), settings_overrides=settings)["whole"])


def _shown(
    name: str, raw: str, text: str, *_: Any, **__: Any
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Show a role of Sphinx as plain text; another page by its name."""
    shown = re.sub(r"\s*<[^>]*>$", "", text)
    if name == "doc" and shown == text:
        shown = "the manual's page “" + text.rpartition("/")[2].replace("-", " ") + "”"
    return [nodes.literal(raw, shown) if name == "file" else nodes.inline(raw, shown)], []
