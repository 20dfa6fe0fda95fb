"""Weighs the words of a sentence for dice, and against them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .clue_patterns import CluePatterns, Cue

EVENT = re.compile(
    r"(?<![\w.])(?:\d{1,2}\s?\+(?!\s?\d)|[-+−]\s?\d{1,2}(?![\w%])|\d{1,2}\s?[-–]\s?\d{1,2}(?![\d%]))"
)
_FEW_WORDS = 8
_NOTE = re.compile(r"[:(,]\s*[~≈]?\s?\d+(?:[.,]\d+)?\s?%")
_SIGN = re.compile(r"(?:[-+−±]|[$£€])\s?$")
_NAMED_DICE = 3  # the weight of "2d6"
_SIGNED = 5  # "+5%", "$5"
ENOUGH = 3
WEAK = 2  # a word against dice that a sentence about them may well have


def weight_of_words(cues: Iterable[Cue], known: CluePatterns, text: str) -> int:
    """Weigh the words of a text for or against dice."""
    seen = known.index.seen(text)
    return sum(
        cue.weight for cue in cues if seen & cue.search.signs and cue.search.is_in(text, seen)
    )


def is_of_other_things(known: CluePatterns, text: str) -> bool:
    """Check for a word that speaks strongly against dice."""
    seen = known.index.seen(text)
    strong = (cue for cue in known.against if cue.weight > WEAK)
    return known.prices.search(text) is not None or any(
        cue.search.is_in(text, seen) for cue in strong
    )


def weight_of_dice(known: CluePatterns, text: str) -> int:
    """Weigh all words about dice in a text, and the dice that it names."""
    named = _NAMED_DICE if known.named_dice.search(text) else 0
    return named + weight_of_words(known.cues, known, text)


def speaks_of_events(known: CluePatterns, text: str) -> bool:
    """Check for a word of dice, for totals such as 7+, or for a note of a few words."""
    if EVENT.search(text) or weight_of_dice(known, text):
        return True
    return len(text.split()) <= _FEW_WORDS and _NOTE.search(text) is not None


def weight_around(known: CluePatterns, text: str) -> int:
    """Weigh how much the text before a sentence or above a table speaks of dice."""
    seen = known.index.seen(text)
    found = (cue.search.is_in(text, seen) for cue in known.cues[:-1])
    return min(2, int(known.named_dice.search(text) is not None) + sum(found))


def weight_beside(known: CluePatterns, text: str, start: int, end: int) -> int:
    """Weigh the words right beside the figure that speak against it."""
    before, behind = text[max(0, start - 40) : start], text[end : end + 40]
    against = weight_of_words(known.before_against, known, before)
    against += _SIGNED if _SIGN.search(before) else 0
    return against + sum(value for cue, value in known.behind_against if cue.match(behind))


def speaks_of_throws(known: CluePatterns, text: str) -> bool:
    """Check for words of dice and throws, for what they show, and for success and failure."""
    return EVENT.search(text) is not None or known.thrown.search(text) is not None
