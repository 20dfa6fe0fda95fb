"""Reads which faces of a die a text names: "5-6", "5+", "5 or 6", "4 to 6"."""

from __future__ import annotations

import re

from .lexicon import LETTER, lexicon_of, one_of
from .normalise import normalise

MOST_FACES = 10_000  # a longer range is no range of faces
_AT_MOST = re.compile(r"(?:<=|≤)\s*(\d+)")


def says_at_most(text: str, right: str, language: str) -> bool:
    """True if a text such as "1-6" or "0 to 6" means what the rules write as "<= 6"."""
    match = _AT_MOST.fullmatch(right.strip())
    if match is None or len(match[1]) > 4:
        return False
    most = int(match[1])
    found = faces_in(text, language, 0, most)
    return found in (frozenset(range(most + 1)), frozenset(range(1, most + 1)))


def faces_in(text: str, language: str, low: int, high: int) -> frozenset[int] | None:
    """The faces that the text names: "5-6", "5+", "5 or 6", "5 or higher", "4 to 6"."""
    lexicon = lexicon_of(language)
    words = re.sub("[–—~〜]", "-", normalise(text))
    named = one_of(name for name in lexicon.counts if name not in lexicon.articles)
    words = re.sub(
        rf"(?<!{LETTER})(?:{named})(?!{LETTER})", lambda name: str(lexicon.count(name[0])), words
    )
    words = re.sub(r"(?<=\d)s\b", "", words)  # "1s" are faces of 1
    behind, before = one_of((*lexicon.plus, *lexicon.beyond)), one_of(lexicon.least)
    for pattern in (
        rf"(?P<low>-?\d+)\s*(?:\+|{behind})",
        rf"(?:≥|>=|{before})\s*(?P<low>-?\d+)",
        rf"(?P<high>-?\d+)\s*(?:{one_of((*lexicon.minus, *lexicon.short))})",
        rf"(?:≤|<=|{one_of(lexicon.most)})\s*(?P<high>-?\d+)",
        rf"(?P<low>-?\d+)\s*(?:-|\.\.|{one_of(lexicon.to)})\s*(?P<high>\d+)",
    ):
        if match := re.fullmatch(rf"(?:\D*\s)?{pattern}(?:\s\D*)?", words):
            ends = match.groupdict()
            first, last = int(ends.get("low") or low), int(ends.get("high") or high)
            return frozenset(range(first, last + 1)) if last - first < MOST_FACES else None
    joint = one_of(lexicon.either)
    pieces = re.split(rf",|/|(?<!{LETTER})(?:{joint})(?!{LETTER})", words)
    numbers = [re.fullmatch(r"\D*?(-?\d+)\D*", piece) for piece in pieces if piece.strip()]
    if not numbers or not all(numbers):
        return None
    return frozenset(int(match[1]) for match in numbers if match)
