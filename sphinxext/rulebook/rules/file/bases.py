"""Finds the file that a rules file builds on, and refuses one that nobody allowed it to read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ..errors import RulesError


def readable(path: Path, folders: Iterable[str | Path]) -> tuple[Path, ...]:
    """The folders that a named rules file may build on: its own, and those that are allowed."""
    return path.parent, *map(Path, folders)


def base_of(path: Path, base: str, folders: Iterable[Path]) -> Path:
    """The file that a rules file names, as a place in one of the folders."""
    found = path.parent / base
    if is_within(found, folders):
        return found
    away = Path(os.path.normpath(base)).parent
    raise RulesError(
        f"'{base}' is outside the book's folder; to allow it, name its folder: "
        f"rulebook_rules_folders = [{_quoted(away)}] in conf.py, or --rules-folder {away}"
    )


def is_within(path: Path, folders: Iterable[Path]) -> bool:
    """True if a path is in one of the folders, both as it is written and where its links lead."""
    places = list(folders)
    # A path elsewhere is not even looked at: it may be a share on another machine.
    written = Path(os.path.abspath(path))
    known = [Path(os.path.abspath(each)) for each in places]
    try:
        real = [each.resolve() for each in places]
        if not any(map(written.is_relative_to, [*known, *real])):
            return False
        return any(map(path.resolve().is_relative_to, real))
    except (OSError, ValueError, RuntimeError):
        return True  # a circle of links, or no path at all: reading it says what is wrong


def _quoted(path: Path) -> str:
    return '"' + path.as_posix() + '"'
