"""Finds which names, such as outcomes, an author's own sentence mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from ..rules.errors import fold
from .lexicon import lexicon_of
from .normalise import normalise


def mentioned(text: str, names: Iterable[str]) -> set[str]:
    """The names that are in the text, folded; a longer one hides those within it."""
    rest = fold(normalise(text))
    found = set()
    for name in sorted({fold(normalise(name)) for name in names if name}, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name.rstrip('. ') or name)}(?!\w)"  # "YES! AND"
        if re.search(pattern, rest):
            found.add(name)
            rest = re.sub(pattern, "\0", rest)
    return found


def says(text: str, right: Iterable[str], names: Iterable[str]) -> bool:
    """True if the text mentions one of the right names, and none of the others."""
    wanted = {fold(normalise(name)) for name in right}
    found = mentioned(text, [*names, *wanted])
    return bool(found) and found <= wanted


def by_article(words: str, language: str) -> tuple[Fraction, ...]:
    """The number that "a success" or "a pair of successes" says."""
    lexicon = lexicon_of(language)
    pieces = normalise(words).split()
    if any(piece in lexicon.pairs for piece in pieces[:2]):
        return (Fraction(2),)
    is_one = len(pieces) > 1 and any(
        piece in lexicon.of for piece in pieces[:2]
    )  # "just a success"
    return (Fraction(1),) if is_one else ()
