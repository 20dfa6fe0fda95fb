"""The rulebook extension: tables, odds and charts that come from the rules of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the whole extension into a Sphinx project."""
    from . import extension

    extension.setup(app)
    return {
        "version": __version__,
        "env_version": _release(),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def _release() -> int:
    """A number of its own for each release, whose first build reads every page anew."""
    major, minor, patch = __version__.split(".")[:3]
    return int(major) * 1_000_000 + int(minor) * 1_000 + int(patch)
