"""The pages on troubleshooting as a preview shows them, without Sphinx and without a network."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from docutils import nodes
from docutils.core import publish_parts
from docutils.parsers.rst import directives, roles
from docutils.writers.html5_polyglot import Writer
from sphinx.util.docutils import docutils_namespace

from .messages import Messages, pages

STYLE = """<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem }
dd { margin: .2rem 0 1rem 1.5rem }
dd p { margin: 0 }
.literal, pre { font-family: ui-monospace, monospace; font-size: .92em }
dt:target .literal { background: #ffe08a; color: #000; padding: .1em .3em }
</style></head>"""


@cache
def help_page() -> str:
    """All of them on one page, with an anchor for each message and for each code."""
    texts = [path.read_text("utf-8") for path in pages()]
    if not texts:
        return "<!doctype html><title>Troubleshooting</title><p>The page is not installed.</p>"
    settings = {"report_level": 5, "stylesheet_path": "", "file_insertion_enabled": False}
    text = re.sub(r"^\.\. toctree::\n(?:(?: .*)?\n)*", "", "\n\n".join(texts), flags=re.M)
    shown: Any = _shown  # typeshed names arguments that docutils gives by place
    with docutils_namespace():  # so that the roles of Sphinx are its own again afterwards
        directives.register_directive("messages", Messages)
        for name in ("doc", "ref", "file", "term"):
            roles.register_local_role(name, shown)
        page = publish_parts(text, writer=Writer(), settings_overrides=settings)["whole"]
    return str(page).replace("</head>", STYLE, 1)


def _shown(
    name: str, raw: str, text: str, *_: Any, **__: Any
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Show a role of Sphinx as plain text; another page by its name."""
    shown = re.sub(r"\s*<[^>]*>$", "", text)
    if name == "doc" and shown == text:
        shown = "the manual's page “" + text.rpartition("/")[2].replace("-", " ") + "”"
    return [nodes.literal(raw, shown) if name == "file" else nodes.inline(raw, shown)], []
