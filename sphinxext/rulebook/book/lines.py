"""The line of a figure in its source, where docutils knows only that of the block around it."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
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


class Finder:
    """Finds the figures of a page one after the other."""

    def __init__(self) -> None:
        """Begin with nothing found."""
        self._used: set[tuple[str, int]] = set()
        self._sources: dict[str, tuple[str, list[int]]] = {}  # each with where its lines begin

    def line(self, path: str, start: int, text: str) -> int:
        """The line of the text's next place at or below a line, else the nearest above it.

        A file that is shown twice has it twice at one place. Where the text is nowhere, as one
        that was translated, it is the line itself.
        """
        if not text.strip():
            return start
        if path not in self._sources:
            lines = source_lines(path)
            begins = list(accumulate((len(line) + 1 for line in lines), initial=0))
            self._sources[path] = "\n".join(lines), begins
        source, begins = self._sources[path]
        words = re.compile(r"[\s>]+".join(map(re.escape, text.split())))  # over ends of lines, too
        taken: list[int] = []
        for place in _places(words, source, begins[min(max(start, 1), len(begins)) - 1]):
            if (path, place) not in self._used:
                self._used.add((path, place))
                return bisect_right(begins, place)
            taken.append(place)
        self._used.difference_update((path, place) for place in taken[1:])
        return bisect_right(begins, taken[0]) if taken else start


def _places(words: re.Pattern[str], source: str, start: int) -> Iterator[int]:
    """Yield the places of some words from one on, and then those before it."""
    yield from (match.start() for match in words.finditer(source, start))
    yield from reversed([match.start() for match in words.finditer(source, 0, start)])
