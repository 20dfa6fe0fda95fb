"""The pages on troubleshooting on one page, which a preview shows without Sphinx or a network."""

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

STYLE = """<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 46rem; margin: 0 auto; padding: 1rem }
dd { margin: .2rem 0 1rem 1.5rem }
dd p { margin: 0 }
.literal, pre { font-family: ui-monospace, monospace; font-size: .92em }
</style></head>"""
NAME = "troubleshooting"
PLACES = (Path(__file__).parent / NAME, Path(__file__).parents[3] / "docs" / NAME)
_CONTENTS = re.compile(r"^\.\. toctree::\n(?:(?: .*)?\n)*", re.MULTILINE)


def place_of(code: str) -> str:
    """Return the place on the page that explains warnings of a code, such as `rulebook.drift`."""
    return f"trouble-{code.partition('.')[2]}"


@cache
def help_page() -> str:
    """Return all pages as one, with a place for each code."""
    folder = next((path for path in PLACES if path.is_dir()), PLACES[0])
    pages = sorted(folder.glob("*.rst"), key=lambda path: (path.stem != "index", path))
    text = _CONTENTS.sub("", "\n\n".join(page.read_text("utf-8") for page in pages))
    settings = {"report_level": 5, "stylesheet_path": "", "file_insertion_enabled": False}
    shown: Any = _shown  # typeshed names arguments that docutils gives by place
    with docutils_namespace():  # so that the roles of Sphinx are its own again afterwards
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
