"""Finds the pages of a book that may have random tables, without reading what they say."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

MARK = b"random-table"


def pages_with_tables(files: Iterable[Path]) -> list[Path]:
    """The sources that may have a random table."""
    found = []
    for path in files:
        try:
            if MARK in path.read_bytes():
                found.append(path)
        except OSError:
            continue
    return found
