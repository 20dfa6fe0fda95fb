"""The line of a figure in its source, where docutils knows only that of the block around it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from ..source.files import LINE_END


def whole_path(source: str) -> str:
    """A source by its whole path; docutils names some from the folder that it runs in."""
    return _from_root(source) or os.path.abspath(source) if source else source


@lru_cache(maxsize=256)  # each claim of a page says the same source
def _from_root(source: str) -> str:
    return os.path.normpath(source) if os.path.isabs(source) else ""


@lru_cache(maxsize=32)
def _lines(path: str, stamp: float) -> tuple[str, ...]:
    """The lines of a source as it is now; the stamp is its date."""
    del stamp
    try:
        # Read as it is: editors count no form feed as the end of a line, Python does.
        return tuple(LINE_END.split(Path(path).read_bytes().decode("utf-8-sig", "replace")))
    except OSError:
        return ()


def source_lines(path: str) -> tuple[str, ...]:
    """The lines of a source file."""
    try:
        return _lines(path, Path(path).stat().st_mtime)
    except OSError:
        return ()


def forget_lines() -> None:
    """Let every source be read anew."""
    _lines.cache_clear()


class LineCounter:
    """The line and the column of places in a text, asked for in their order."""

    def __init__(self, text: str, line: int = 1) -> None:
        """Begin at the text's first line."""
        self._text, self._line = text, line
        self._begin = self._last = 0  # of the line, and the last place

    def at(self, offset: int) -> tuple[int, int]:
        """The line, and the column from 0."""
        more = self._text.count("\n", self._last, offset)
        if more:
            self._line += more
            self._begin = self._text.rfind("\n", self._last, offset) + 1
        self._last = offset
        return self._line, offset - self._begin


class Finder:
    """Finds the figures of a page one after the other."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self._used: set[tuple[str, int, int]] = set()
        self._lines: dict[str, tuple[str, ...]] = {}

    def line(self, path: str, start: int, text: str) -> int:
        """The line of the text's next place at or below a line, else the nearest above it.

        A file that is shown twice has it twice at one place. Where the text is nowhere, as one
        that was translated, it is the line itself.
        """
        wanted = text.split("\n", maxsplit=1)[0].strip()
        if not wanted:
            return start
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = source_lines(path)
        start = max(1, start)
        below, above = range(start, len(lines) + 1), range(min(start - 1, len(lines)), 0, -1)
        taken = []
        for number in chain(below, above):
            column = lines[number - 1].find(wanted)
            while column >= 0:
                place = path, number, column
                if place not in self._used:
                    self._used.add(place)
                    return number
                taken.append(place)
                column = lines[number - 1].find(wanted, column + 1)
        if not taken:
            return _wrapped(lines[start - 1 :], wanted, start)
        self._used.difference_update(taken[1:])
        return taken[0][1]


def _wrapped(lines: Sequence[str], text: str, start: int) -> int:
    """The line in which a text begins that Markdown has joined from several."""
    words = re.compile(r"[\s>]+".join(map(re.escape, text.split())))
    match = words.search("\n".join(lines))
    return start + match.string.count("\n", 0, match.start()) if match else start
