"""Reads a source in its markup."""

from __future__ import annotations

from .document import Document
from .markdown import read_markdown
from .restructured import read_restructured


def read_document(source: str, *, markdown: bool, myst: bool = False) -> Document:
    """Read a source in Markdown, plain or as MyST has it, or in reStructuredText."""
    return read_markdown(source, myst=myst) if markdown else read_restructured(source)
