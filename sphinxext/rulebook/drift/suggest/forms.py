"""Finds what is typed as a chance or as an average, whatever it is of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from ...language.clue_words import any_of, speaks_of, spoken_in
from ...language.lexicon import Lexicon, lexicon_of, merged, one_of, shares_of

MOST_COUNTED = 20  # of the numbers in words that a share may have
_SIGN = re.compile(r"[\d½⅓⅔¼¾]")
_WORD = re.compile(r"[^\W\d_]+")
_NO_PART = r"(?![\w%/]|[.,]\d|\s?%)"  # behind a number: nothing that goes on


class Kind(StrEnum):
    """The kinds of figures that a question can hold."""

    CHANCE = "EVENT"
    AVERAGE = "mean"

    @property
    def unknown(self) -> str:
        """Return a question to fill in."""
        return f"CHECK {self}"

    @property
    def model(self) -> str:
        """Return the name of the weights for a candidate in a sentence."""
        return self.name.lower()


class Candidate(NamedTuple):
    """A number that is typed as a chance or an average."""

    kind: Kind
    form: str
    start: int
    end: int
    features: frozenset[str] = frozenset()  # what speaks for it and against it


class _Forms(NamedTuple):
    patterns: tuple[tuple[str, re.Pattern[str]], ...]
    words: frozenset[str]  # of which a text without digits has one if it has a chance
    average: re.Pattern[str]


def candidates(text: str, language: str) -> Iterator[Candidate]:
    """Yield everything in a text that is typed as a chance, or as a number beside an average."""
    forms = _forms(language)
    if not _SIGN.search(text) and forms.words.isdisjoint(_WORD.findall(text.lower())):
        return
    taken: list[tuple[int, int]] = []
    for name, pattern in forms.patterns:
        for match in pattern.finditer(text):
            start = match.end() - len(match[0].lstrip())
            if not any(start < end and first < match.end() for first, end in taken):
                taken.append((start, match.end()))
                yield Candidate(Kind.CHANCE, name, start, match.end())
    if speaks_of("average_near", text, spoken_in(language)):
        for match in forms.average.finditer(text):
            if not any(match.start() < end and first < match.end() for first, end in taken):
                yield Candidate(Kind.AVERAGE, "average", match.start(), match.end())


@lru_cache(maxsize=64)
def _forms(language: str) -> _Forms:
    spoken = spoken_in(language)
    said = [lexicon_of(name) for name in spoken]
    small = [word for each in said for word in _small(each)]
    every = merged(spoken)
    count, of, parts = one_of(small), one_of(every.of), one_of(every.parts)
    percent = one_of(("%", *every.percent))
    shares = "|".join(pattern for each in said for pattern in _shares(each))
    begins = rf"(?=[\d{''.join({word[0] for word in (*small, *every.of)})}])"
    written = (
        ("percent", rf"(?<![\w.,])[<>]?\s?\d+(?:[.,]\d+)?\s?\\?(?:{percent})(?!\w)(?!-\d)"),
        ("share", rf"(?<![\w.,/]){begins}(?:{shares}){_NO_PART}(?!\s?\+|\s*d\d)"),
        ("part", rf"(?<!\w){begins}(?:\d+|{count}|{of})[\s-]+(?:{parts})(?!\w)"),
        ("fraction", r"(?<![\w/.])\d{1,6}/\d{1,7}(?![\w/]|\.\d)"),
        ("part", "[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]"),
        ("decimal", r"(?<![\w.,/+-])0?[.,]\d+(?![\w%/]|[.,]\d)"),
        ("odds", rf"(?<![\w.,/:])\d{{1,4}}(?:\.\d+)?(?::| to )\d{{1,4}}(?!:){_NO_PART}"),
    )
    words = {piece for word in (*small, *every.parts) for piece in _WORD.findall(word)[:1]}
    average = rf"(?<![\w.,/%#$£€+−–-])(?:\d+(?:[.,]\d+)?|{count}){_NO_PART}(?!\s?\+)"
    return _Forms(
        tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in written),
        frozenset(words),
        re.compile(average, re.IGNORECASE),
    )


def _shares(said: Lexicon) -> Iterator[str]:
    """Yield a pattern for each way to say so many in so many."""
    number = rf"(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d+(?:\.\d+)?|{one_of(_small(said))})"
    for each in shares_of(said, number):
        first = each.pattern.replace(f"(?P<k>{number})", f"(?:{number}|{one_of(said.of)})", 1)
        yield re.sub(r"\?P<\w+>", "?:", first)


def _small(said: Lexicon) -> Iterator[str]:
    """Yield the words of small numbers."""
    for name, number in said.counts.items():
        if 0 < number <= MOST_COUNTED and name not in said.articles and " " not in name:
            yield name


@lru_cache(maxsize=64)
def behind(kinds: str, language: str) -> re.Pattern[str]:
    """Return a pattern for words right behind a figure."""
    return re.compile(rf"[\s*_)]*(?:{any_of(kinds, spoken_in(language))})", re.IGNORECASE)
