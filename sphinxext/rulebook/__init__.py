"""The rulebook extension: tables, odds and charts that come from the rules of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from .version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["__version__", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the whole extension into a Sphinx project."""
    from . import extension

    extension.setup(app)
    return {
        "version": __version__,
        # A number of its own for each release, whose first build reads every page anew.
        "env_version": crc32(__version__.encode()),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
