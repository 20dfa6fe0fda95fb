"""Measures words and breaks them into lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font, LoadFlags

ROOM = 1.04  # a page's own font may run a little wider than the one that is measured here
LINE = 1.22  # from one baseline to the next
RISE = 0.73  # how far capitals rise above the baseline
EM = 1000


class ChartFonts(NamedTuple):
    """The fonts that a chart's words are measured in; empty names are those of matplotlib."""

    regular: str = ""
    bold: str = ""
    room: float = ROOM


OURS = ChartFonts()
_FACE: ContextVar[ChartFonts | None] = ContextVar("face", default=None)


@contextmanager
def measured_in(face: ChartFonts) -> Iterator[None]:
    """Measure words in the fonts that will show them, where these are known."""
    token = _FACE.set(face)
    try:
        yield
    finally:
        _FACE.reset(token)


@lru_cache(maxsize=2)
def font_file(bold: bool) -> Path:
    """The font that comes with matplotlib, whatever else a machine has."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return Path(mpl.get_data_path(), "fonts", "ttf", name)


@lru_cache(maxsize=1024)
def font_for(text: str, bold: bool) -> FontProperties:
    """The font that paper shows the text in: ours or, for other scripts, one of the machine's."""
    ours = _font(str(font_file(bold)))
    missing = frozenset(char for char in text if not ours.get_char_index(ord(char)))
    return FontProperties(fname=_font_with(missing) if missing else str(font_file(bold)))


@lru_cache(maxsize=256)
def _font_with(letters: frozenset[str]) -> str:
    """The file of a font of the machine that has all these letters; ours where there is none."""
    # Matplotlib's own list may be older than a font, and has one with a box for every letter.
    files = font_manager.findSystemFonts()
    for file in sorted(files, key=lambda file: ("sans" not in file.lower(), file)):
        try:
            font = FT2Font(file)
        except (OSError, RuntimeError):
            continue  # a font that is listed and gone, or that cannot be read
        if all(font.get_char_index(ord(letter)) for letter in letters):
            return file
    return str(font_file(bold=False))


@lru_cache(maxsize=8)
def _font(file: str) -> FT2Font:
    font = FT2Font(file)
    font.set_size(EM, 72)
    return font


@lru_cache(maxsize=4096)
def _advance(char: str, file: str) -> float:
    """The width of one character as a share of the font's size."""
    font = _font(file)
    if not font.get_char_index(ord(char)):
        return 1.0  # a letter of another script, wide to be safe
    glyph = font.load_char(ord(char), flags=LoadFlags.NO_HINTING)
    return float(glyph.linearHoriAdvance) / 65536 / EM


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of the text."""
    face = _FACE.get() or OURS
    file = (face.bold if bold else face.regular) or str(font_file(bold))
    return sum(_advance(char, file) for char in text) * size * face.room


def beside(name: str, figure: str) -> str:
    """A name and its figure in one line, in this order where the name runs from right to left."""
    mark = "\u200e" if any(bidirectional(char) in ("R", "AL") for char in name) else ""
    return f"{name}{mark} {figure}"


class Line(NamedTuple):
    """A line of text, to be put somewhere."""

    text: str
    size: float
    bold: bool = False

    @property
    def width(self) -> float:
        """Return how wide it is."""
        return width(self.text, self.size, self.bold)

    @property
    def high(self) -> float:
        """Return how high it is, with the space to the next one."""
        return self.size * LINE


Lines = tuple[Line, ...]


def widest(lines: Iterable[Line]) -> float:
    """Return the width of the longest line."""
    return max((line.width for line in lines), default=0)


def tall(lines: Iterable[Line]) -> float:
    """Return the height of some lines."""
    return sum(line.high for line in lines)


def wrapped(text: str, room: float, size: float, bold: bool = False) -> Lines | None:
    """The fewest lines of even length that fit into the room, None where a word does not."""
    return _wrapped(text, room, size, bold, _FACE.get() or OURS)


@lru_cache(maxsize=4096)
def _wrapped(
    text: str,
    room: float,
    size: float,
    bold: bool,
    face: ChartFonts,  # noqa: ARG001  # widths depend on it; lines kept for one font are not another's
) -> Lines | None:
    words = _words(text)
    if any(width(word.strip(), size, bold) > room for word in words):
        return None
    lines = _filled(words, room, size, bold)
    if len(lines) > 1:
        # The narrowest room that takes no further line leaves no word alone on the last one.
        low, high = 0.0, room
        for _ in range(8):
            middle = (low + high) / 2
            tried = _filled(words, middle, size, bold)
            fits = len(tried) == len(lines) and all(width(t, size, bold) <= middle for t in tried)
            low, high = (low, middle) if fits else (middle, high)
            lines = tried if fits else lines
    return tuple(Line(line, size, bold) for line in lines)


def cut(text: str, room: float, size: float, bold: bool = False) -> Lines:
    """The lines that fit into the room; a word that is too long is broken."""
    lines = wrapped(text, room, size, bold)
    if lines is not None:
        return lines
    parts: list[str] = []
    for word in text.split():
        while width(word, size, bold) > room and len(word) > 2:
            at = next(
                (
                    n
                    for n in range(len(word) - 1, 1, -1)
                    if width(word[:n] + "-", size, bold) <= room
                ),
                2,
            )
            parts.append(word[:at] + "-")
            word = word[at:]
        parts.append(word)
    filled = _filled([part + " " for part in parts], room, size, bold)
    return tuple(Line(line, size, bold) for line in filled)


def _words(text: str) -> list[str]:
    """The parts that a line may end after: words, and letters of scripts without spaces."""
    words: list[str] = []
    for char in text:
        wide = ord(char) >= 0x2E80
        begun = bool(words) and not words[-1].endswith((" ", "-", "/"))
        if words and (char == " " or (begun and not wide)):
            words[-1] += char
        else:
            words.append(char)
    return words


def _filled(words: list[str], room: float, size: float, bold: bool) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and width((lines[-1] + word).rstrip(), size, bold) > room:
            lines.append("")
        lines[-1] += word
    return [line.strip() for line in lines if line.strip()]
