"""Registers the lists of messages of the pages on troubleshooting."""

from typing import Any

from sphinx.application import Sphinx

from sphinxext.rulebook.preview.help import Messages


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("messages", Messages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
