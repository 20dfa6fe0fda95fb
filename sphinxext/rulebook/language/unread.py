"""Finds words beside a figure that change what it says, such as "not" and "× 2"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .language_file import language_file
from .lexicon import LETTER, lexicon_of, one_of
from .normalise import normalise
from .phrasebook import words_of

MOST_NAMED = 20  # numbers that are looked for in words
NEAR = 40  # letters before a figure that may belong to it


class _Beside(NamedTuple):
    """The patterns of one language; the group `n` is another number."""

    before: re.Pattern[str]
    behind: re.Pattern[str]
    altered: re.Pattern[str]  # behind the number of a multiple: "… as likely, squared"


def is_changed(words: str, figures: Mapping[tuple[int, int], str], language: str) -> bool:
    """Return whether something beside the figures changes one: "33% of 200", "1 in 3 or 4".

    The other number may be the same figure in another form: "1 in 3 or 33%".
    """
    beside = _beside(language)
    for (start, end), form in figures.items():
        near = max(0, start - NEAR)
        before = beside.before.search(words[near:start])
        behind = beside.behind.match(words, end)
        for match, offset in ((before, near), (behind, 0)):
            if match is None:
                continue
            at = match.start("n") + offset if match["n"] else -1
            others = (other for (a, b), other in figures.items() if a <= at < b)
            if next(others, form) == form:
                return True
    return False


def changed_from(text: str, start: int, language: str) -> int:
    """Find where words begin that change the figure behind them: "not", "2 or"."""
    near = max(0, start - NEAR)
    match = _beside(language).before.search(text[near:start])
    return start if match is None else near + match.start()


def is_altered(text: str, end: int, language: str) -> bool:
    """Return whether a multiple is changed behind its own words: "twice as likely, squared"."""
    return _beside(language).altered.match(text, end) is not None


@lru_cache(maxsize=64)
def _beside(language: str) -> _Beside:
    said, file = lexicon_of(language), language_file(language)
    named = one_of(
        name for name, n in said.counts.items() if n <= MOST_NAMED and name not in said.articles
    )
    digits = rf"(?:(?<![\d.,+d])\d(?:[\d.,]*\d)?|(?<!{LETTER})(?:{named})(?!{LETTER}))"
    # Digits behind "+" or "d" are of dice: "2d6+4, or 11".
    number = f"(?P<n>{digits})"  # which may be the same figure again
    either = re.escape(normalise(words_of(language).either))
    tries = one_of(said.nouns)  # "42% of 10 rolls" is the chance itself
    ratio = file.get("ratio", {})
    compared = one_of((*said.altered, *ratio.get("more", ()), *ratio.get("less", ())))
    compared = compared.replace(r"\*", r"\w*").replace(r"\ ", r"\s+").replace(r"\#", r"\d")
    clues = file.get("suggest", {})
    among = one_of((*clues.get("of", ()), *clues.get("share_joints", ())))
    parts, all_of = one_of((*said.parts, *said.numbers)), one_of(said.every)
    fold = one_of(word for word in ratio.get("times", ()) if word.isalpha())
    added = (*said.plus_dice, *file.get("minus_dice", ()))
    signs = r"\s*[×*·^+÷√±≠]\s*|\s*\+/-\s*"
    joined = rf"(?:(?:\s+(?:{tries}))?{signs}|\s+(?:x|{one_of(added)}|{fold})\s+)"
    multiples = (file.get(key, {}).items() for key in ("times", "multiples"))
    alone = one_of(name for each in multiples for n, some in each if n != "1" for name in some)
    left = (*said.moved, *said.more, *said.less, *added)  # "33% up", and what misses its number
    again = one_of(("%", *said.percent))
    refused = rf"(?<!{LETTER})(?:{one_of((*said.denied, *added))}|{alone})\s*"
    end = r"(?=\s*(?:$|[%,;.)\]]))"
    altered = (
        rf"{joined}{digits}|\s*[%‰+^\\]|(?:\s+(?:{tries}))?,?\s*(?<!{LETTER})(?:{compared})(?!{LETTER})"
        rf"|\s*(?:[(\[]|[-–—]\s)\s*(?:{compared}){end}|,?\s*(?<!{LETTER})(?:{one_of(left)}){end}"
    )
    return _Beside(
        re.compile(
            rf"(?:{number}(?:\s?%)?\s+{either}\s+|{digits}(?:\s?%)?(?:{joined}|[ -]?(?:{fold})\s+)"
            rf"|{digits}\s?%\s+(?:{among})\s+"
            rf"|(?<![\d.,])1(?:00\s?%)?\s*-\s*|[√≠±]\s*|{refused})$",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:\s+{either}\s+|\s*[=/÷]\s*|\s+){number}|{altered}|{alone}"
            rf"|\s*[-–—]\s*{digits}{end}"
            rf"|\s+(?:{one_of(said.to)})\s+{digits}(?![\d.,]*\s*%)"  # "58% to 42%" is two figures
            rf"|\s+(?:{among})\s+(?:(?:{all_of})\s+)?(?=\d)(?!.*?(?:{tries})){digits}"
            rf"|\s+(?:{among})\s+(?:(?:{one_of(said.of)})\s+)?(?:{parts}){end}"
            rf"|\s+(?:{again})(?!{LETTER})|,?\s*(?<!{LETTER})(?:{one_of(said.denied)}){end}",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:[\s-]*(?:{again}|{fold})|×)?+"
            rf"(?:\s*(?:{compared})(?!{LETTER}))?+(?:\s+{LETTER}+)??(?:{altered})",
            re.IGNORECASE,
        ),
    )
