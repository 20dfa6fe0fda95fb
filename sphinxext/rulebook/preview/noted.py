"""A build whose warnings are kept as records, each with its place and its code."""

from __future__ import annotations

import logging
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.logging import NAMESPACE, WarningStreamHandler


class NotingSphinx(Sphinx):
    """Sphinx, whose warnings are noted as they are printed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Begin with no warning."""
        self.noted: list[logging.LogRecord] = []
        super().__init__(*args, **options)

    def preload_builder(self, name: str) -> None:
        """Begin to listen before anything of the book is read."""
        for handler in logging.getLogger(NAMESPACE).handlers:
            if isinstance(handler, WarningStreamHandler):
                handler.addFilter(self._note)
        super().preload_builder(name)

    def _note(self, warning: logging.LogRecord) -> bool:
        self.noted.append(warning)
        return True


def message_of(warning: logging.LogRecord) -> str:
    """Return the words of a warning on one line; Sphinx's own method adds its place."""
    return " ".join(logging.LogRecord.getMessage(warning).split())
