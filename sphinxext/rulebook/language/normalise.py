"""A text without what only looks different, so that words and figures can be compared."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .language_file import alike_letters, die_letters

GLYPHS = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5",
    "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
    "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip
_GLYPH = re.compile(rf"(\d?)\s{{0,9}}([{''.join(GLYPHS)}])")
_ENDLESS = re.compile(r"\d{400,}")  # no figure of a book, and more than Python reads
DIE_LETTERS = die_letters()
_DIE_LETTER = re.compile(rf"(?<![^\W_])(\d*\s?)[{DIE_LETTERS}](?=[\d%])")
_SILENT = ("So", "Sk", "Cf")  # kinds of letters that say nothing in a figure
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009]+")
_NOTES = re.compile(r"(?<=[^\s/⁄])[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]{1,9}(?![\w/⁄₀-₉])")  # a footnote's mark: "33%*"
EXCHANGED = str.maketrans({"⁄": "/", "−": "-", "’": "'", **alike_letters()})
_ALIKE = {**EXCHANGED, **str.maketrans("", "", "\u0307^`")}


@lru_cache(maxsize=4096)  # a book says the same labels and figures again and again
def normalise(text: str) -> str:
    """The text without case, odd spaces, marks of notes and letters that only look different."""
    text = _ENDLESS.sub("#", _NOTES.sub("", text.replace("**", "")))
    text = _GLYPH.sub(lambda match: f"{match[1]} {GLYPHS[match[2]]}".strip(), text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = "".join(c for c in text if c == "°" or unicodedata.category(c) not in _SILENT)
    text = _SPACES.sub(" ", text.casefold().translate(_ALIKE)).strip()
    return _DIE_LETTER.sub(r"\1d", text)
