"""The words by which figures that are odds are known, from the table `suggest` of each language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from .language_file import FALLBACK, language_file, languages, own_file
from .lexicon import starred

_TELLING = ("common", "dice", "rolls", "odds", "often", "average_near", "thresholds", "hit_points")
_WORD = re.compile(r"[^\W\d_]+")
MOST_LETTERS = 20_000  # of a text from which its language is told
Languages = tuple[str, ...]


@lru_cache(maxsize=1)
def every_language() -> Languages:
    """The languages that have such words, English first."""
    others = sorted(name for name in languages() if "suggest" in own_file(name))
    return FALLBACK, *(name for name in others if name != FALLBACK)


@lru_cache(maxsize=2048)
def any_of(kinds: str, spoken: Languages) -> str:
    """A pattern in small letters for any word of some kinds, which have spaces between them."""
    words = {word for kind in kinds.split() for name in spoken for word in _words(kind, name)}
    longest = sorted(map(str.lower, words), key=len, reverse=True)
    return "|".join(map(_pattern, longest)) or "(?!)"


@lru_cache(maxsize=2048)
def _search(kinds: str, spoken: Languages) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(kinds, spoken)})")


def speaks_of(kinds: str, text: str, spoken: Languages) -> bool:
    """Return whether a text has a word of some kinds; small letters are searched far faster."""
    return _search(kinds, spoken).search(text.lower()) is not None


def _kinds() -> Iterable[str]:
    known: dict[str, list[str]] = language_file(FALLBACK)["suggest"]
    return known


def _words(kind: str, language: str) -> Iterable[str]:
    if kind not in _kinds():
        raise KeyError(kind)
    found: list[str] = own_file(language).get("suggest", {}).get(kind, [])
    return found


def _pattern(word: str) -> str:
    return starred([word]) + (r"(?!\w)" if word[-1].isalnum() or word[-1] == "#" else "")


@lru_cache(maxsize=1)
def _common() -> dict[str, tuple[str, ...]]:
    """Each frequent word, and each about dice, with the languages that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for language in every_language():
        own = {
            piece
            for kind in _TELLING
            for word in _words(kind, language)
            for piece in re.findall(r"[^\W\d_]+", word)
            if "*" not in word
        }
        for word in own:
            found[word] = (*found.get(word, ()), language)
    return found


def language_of(text: str) -> str:
    """The language that a text is written in, as its most frequent words tell."""
    known = _common()
    counts: Counter[str] = Counter()
    for word, times in Counter(_WORD.findall(text[:MOST_LETTERS].lower())).items():
        for language in known.get(word, ()):
            counts[language] += times
    if not counts:
        return FALLBACK
    best, most = counts.most_common(1)[0]
    return best if most > counts[FALLBACK] else FALLBACK


def spoken_in(language: str) -> Languages:
    """The languages whose words a text may have: its own, and English."""
    return (FALLBACK,) if language in (FALLBACK, "") else (language, FALLBACK)
