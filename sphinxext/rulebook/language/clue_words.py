"""The words by which figures that are odds are known, from the table `suggest` of each language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache, reduce
from operator import or_

from .language_file import FALLBACK, language_file, languages, own_file
from .lexicon import starred

_TELLING = ("common", "dice", "rolls", "odds", "often", "average_near", "thresholds", "hit_points")
_WORD = re.compile(r"[^\W\d_]+")
_MOST_KNOWN = 100_000  # words whose signs are kept
MOST_LETTERS = 20_000  # of a text from which its language is told
Languages = tuple[str, ...]


@lru_cache(maxsize=1)
def every_language() -> Languages:
    """The languages that have such words, English first."""
    others = sorted(name for name in languages() if "suggest" in own_file(name))
    return FALLBACK, *(name for name in others if name != FALLBACK)


@lru_cache(maxsize=2048)
def any_of(kinds: str, spoken: Languages) -> str:
    """A pattern for any word of some kinds, the longest first; the kinds are with spaces."""
    words = {word for kind in kinds.split() for name in spoken for word in _words(kind, name)}
    return "|".join(_pattern(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"


class WordSearch:
    """A search for any word of some kinds, in any letter case.

    It is far faster than a pattern alone. The words of a text are looked up once, and only a text
    that has the longest part of a word is searched for it. The pattern is compiled at first use.
    """

    def __init__(self, kinds: str, spoken: Languages) -> None:
        """Search for the words of these kinds."""
        self._index, self._written = word_index(spoken), any_of(kinds, spoken)
        self._signs = self._index.signs(kinds)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern that finds the words."""
        return re.compile(rf"(?<!\w)(?:{self._written})", re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """The first of the words."""
        return self.pattern.search(text) if self._index.seen(text) & self._signs else None


@lru_cache(maxsize=2048)
def some(kinds: str, spoken: Languages) -> WordSearch:
    """A search for any word of some kinds."""
    return WordSearch(kinds, spoken)


class WordIndex:
    """The longest parts of all clue words of some languages, each kind with a sign of its own."""

    def __init__(self, spoken: Languages) -> None:
        """Take all words of the languages."""
        self._kinds = {kind: 1 << i for i, kind in enumerate(_kinds())}
        self._always = 0  # kinds of which a word has no letter
        self._whole: dict[str, int] = {}
        self._begun: dict[str, int] = {}
        for kind, sign in self._kinds.items():
            for word in {word for name in spoken for word in _words(kind, name)}:
                told = max(
                    re.finditer(r"([^\W\d_]+)(\*?)", word.lower()),
                    key=lambda part: (not part[2], len(part[1])),
                    default=None,
                )
                if told is None:
                    self._always |= sign
                    continue
                found = self._begun if told[2] else self._whole
                found[told[1]] = found.get(told[1], 0) | sign
        self._lengths = sorted({len(each) for each in self._begun})
        self.seen = lru_cache(maxsize=64)(self._seen)
        self._known = lru_cache(maxsize=_MOST_KNOWN)(self._of)

    def signs(self, kinds: str) -> int:
        """The signs of some kinds."""
        return sum(self._kinds[kind] for kind in set(kinds.split()))

    def _seen(self, text: str) -> int:
        """The signs of all kinds of which the text may have a word."""
        return reduce(or_, map(self._known, set(_WORD.findall(text.lower()))), self._always)

    def _of(self, word: str) -> int:
        signs = self._whole.get(word, 0)
        for length in self._lengths:
            signs |= self._begun.get(word[:length], 0)
        return signs


@lru_cache(maxsize=64)
def word_index(spoken: Languages) -> WordIndex:
    """The longest parts of all clue words of these languages."""
    return WordIndex(spoken)


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
