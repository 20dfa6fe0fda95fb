"""Cuts texts: between words or, in scripts without spaces, between characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Han, kana, bopomofo, hangul's neighbours of full width; Thai, Lao, Burmese, Khmer.
_WITHOUT_SPACES: Final = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_SENTENCE_END: Final = re.compile("[。．！？｡…!?][」』）】〉》”’]*|[།၊။។៕]|(?<=[\u0e00-\u0eff]) ")
# Vowels that are written before their consonant, and a vowel that belongs to the one before.
_THAI_BEFORE: Final = frozenset("เแโใไເແໂໃໄ")
_THAI_AFTER: Final = frozenset("ะาำๅๆฯະາຳໆຯ")
# What opens must not end a line, and what closes must not begin one.
_OPENING: Final = frozenset("「『（【〈《“‘［｛")
_CLOSING: Final = frozenset(
    "」』）】〉》”’］｝、。，．！？：；・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
)


def first_words(text: str, room: int) -> str:
    """As much of a text as there is room for, cut where its script may be cut."""
    if room >= len(text):
        return text.rstrip()
    if not _runs_on(text, room):
        start = text[:room]
        if not text[room].isspace():
            start = _whole_words(start)
        return start.rstrip()
    end = _between_characters(text, room)
    # A sentence that ends near is better than one that is broken off.
    ends = [found.end() for found in _SENTENCE_END.finditer(text, 0, end)]
    if ends and ends[-1] >= end * 2 // 3:
        end = ends[-1]
    return text[:end].rstrip()


def _runs_on(text: str, room: int) -> bool:
    """Tell whether a text has no spaces near the cut."""
    return bool(room and _WITHOUT_SPACES.search(text, room - 1, room + 1))


def _whole_words(start: str) -> str:
    """The start of a text without the word that was cut; a word that is all there is stays."""
    word = re.search(r"\S+$", start)
    if word is None:
        return start
    joint = max((found.end() for found in _WITHOUT_SPACES.finditer(word[0])), default=0)
    return start[: word.start() + joint] or start


def _between_characters(text: str, end: int) -> int:
    """The last place at or before one at which two characters may be parted."""
    for at in range(end, 0, -1):
        if _may_part(text[at - 1], text[at]):
            return at
    return end


def _may_part(before: str, after: str) -> bool:
    if unicodedata.category(after).startswith("M") or "\u200d" in (before, after):
        return False
    if before in _THAI_BEFORE or after in _THAI_AFTER or before in _OPENING or after in _CLOSING:
        return False
    letters = before.isascii() and after.isascii() and before.isalnum() and after.isalnum()
    return not letters
