"""Tells quickly that a paragraph has no figure in it, so that nobody needs to read it closely.

It is no use to read every link and code span of a long changelog. Where a paragraph has nothing
that any of the readers could take for a figure, it is left as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..words.clue_words import every_language, word_index
from ..words.dice_patterns import ANY_DIE
from ..words.lexicon import lexicon_of, one_of

GLYPHS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

# Numbers of other languages that English has as words of another meaning.
COMMON = frozenset(("a", "an", "as", "at", "do", "he", "it", "no", "of", "on", "so", "to", "we"))
_MOST_COUNTED = 21
_DIGIT = re.compile(rf"[\d{GLYPHS}]")
_ADDRESS = re.compile(r"\]\([^()\s]*\)|`[0-9a-f]{7,40}`|#\d{2,}")  # of links and commits
_TABLE = re.compile(r"\||^\s*[=+-][-=+ ]*$", re.MULTILINE)
_TELLING = "average_near rolls odds chances often"  # numbers beside these may be figures
_SPEAKING = f"{_TELLING} dice results flips succeed cards occurs thresholds"  # of a table


@lru_cache(maxsize=1)
def _figure() -> re.Pattern[str]:
    """A sign of a figure: a percentage, dice, a fraction, a sum, a range, so many in so many."""
    percent = one_of(word for name in every_language() for word in lexicon_of(name).percent)
    return re.compile(
        rf"[%{GLYPHS}]|\d\s?(?:{percent})|\d/\d|=\s?[-−(]?\d"
        rf"|(?<!\w)\d{{0,3}}{ANY_DIE}(?:\d{{1,4}}(?!\w)|%|F)|\d\s?\+(?!\w)"
        r"|(?<![\w.,/#-])\d{1,3}\s?[-–—]\s?\d{1,3}(?![\w-])"
        r"|(?<![\w.,/#])\d+[\s-]+(?:[^\W\d_]+[\s-]+){1,4}\d",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _words() -> tuple[int, int, int, frozenset[str]]:
    """The signs of words beside figures, of those in tables, of tries; and the names of parts."""
    index = word_index(every_language())
    said = [lexicon_of(name) for name in every_language()]
    numbers = {
        *(word for each in said for word in (*each.parts, *each.ordinals)),
        *(word for each in said for word, count in each.counts.items() if count < _MOST_COUNTED),
    }
    words = set(re.findall(r"[^\W\d_]+", " ".join(numbers)))
    return (
        index.signs(_TELLING),
        index.signs(_SPEAKING),
        index.signs("tries"),
        frozenset(words - COMMON),
    )


def is_worth_reading(text: str) -> bool:
    """Check for anything in a paragraph that may be a figure."""
    text = _ADDRESS.sub("]", text)
    has_digit = _DIGIT.search(text) is not None
    if has_digit and _figure().search(text):
        return True
    telling, speaking, tries, numbers = _words()
    seen = word_index(every_language()).seen(text)
    if has_digit and seen & (speaking if _TABLE.search(text) else telling):
        return True
    if not seen & (telling | tries):
        return False
    return not numbers.isdisjoint(re.findall(r"[^\W\d_]+", text.lower()))
