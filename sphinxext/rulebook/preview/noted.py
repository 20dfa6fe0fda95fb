"""Builds a book in this process and notes every warning, for commands that tell it their way."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx.util.logging import NAMESPACE, WarningStreamHandler


class Noted(NamedTuple):
    """A warning: its words, its place, and its code, such as `rulebook.drift`."""

    says: str
    file: str
    line: int
    code: str
    is_error: bool


class NotingSphinx(Sphinx):
    """Sphinx, whose warnings are noted as they are printed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Begin with no warning."""
        self.noted: list[Noted] = []
        super().__init__(*args, **options)

    def preload_builder(self, name: str) -> None:
        """Begin to listen before anything of the book is read."""
        for handler in logging.getLogger(NAMESPACE).handlers:
            if isinstance(handler, WarningStreamHandler):
                handler.addFilter(self._note)
        super().preload_builder(name)

    def _note(self, record: logging.LogRecord) -> bool:
        says = " ".join(logging.LogRecord.getMessage(record).split())  # Sphinx's adds the place
        kinds = (getattr(record, "type", ""), getattr(record, "subtype", ""))
        code = ".".join(str(kind) for kind in kinds if kind)
        place = split_place(str(getattr(record, "location", None) or ""))
        self.noted.append(Noted(says, *place, code, record.levelno >= logging.ERROR))
        return True


def split_place(place: str) -> tuple[str, int]:
    """Return the file and the line of a place as Sphinx writes it; 0 for a file as a whole."""
    file, _, line = place.removesuffix(":<translated>").rpartition(":")
    if line.isdecimal():
        return file, int(line)
    return (file, 0) if line in ("", "None") else (place, 0)


def build_noted(
    docs: Path,
    out: Path,
    doctrees: Path,
    builder: str,
    settings: Mapping[str, Any],
    *,
    warning: TextIO,
    prepare: Callable[[NotingSphinx], None] = lambda _: None,
) -> NotingSphinx:
    """Build what changed of a book; something may be done before."""
    with patch_docutils(docs), docutils_namespace():
        app = NotingSphinx(
            docs, docs, out, doctrees, builder, dict(settings), status=None, warning=warning
        )
        prepare(app)
        app.build()
        return app
