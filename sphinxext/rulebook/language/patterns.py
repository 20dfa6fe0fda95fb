"""The patterns by which the words around and within a figure are known, of one language."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .lexicon import LETTER, Lexicon, lexicon_of, one_of, shares_of

_SIGNS = {"~": "~", "≈": "~", "±": "~", "<": "<", ">": ">", "≤": "<=", "≥": ">=", "=": ""}
_BEFORE = {"hedges": "~", "over": "~>", "under": "~<", "more": ">", "less": "<", "well_over": ">>",
           "well_under": "<<", "least": ">=", "most": "<=", "articles": ""}  # fmt: skip
_BEHIND = {"about": "~", "beyond": ">", "short": "<", "plus": ">=", "minus": "<="}


class Patterns(NamedTuple):
    """The patterns of one language."""

    lexicon: Lexicon
    before: re.Pattern[str]
    behind: re.Pattern[str]
    marks: dict[str, str]  # what each word before or behind a figure means
    noun_behind: re.Pattern[str]  # a chance: "of the time"
    sign: re.Pattern[str]  # of a percentage, behind its number
    percent: re.Pattern[str]
    span: re.Pattern[str]
    shares: tuple[re.Pattern[str], ...]
    every: re.Pattern[str]
    part: re.Pattern[str]
    half: re.Pattern[str]
    odds: re.Pattern[str]
    even: re.Pattern[str]


@lru_cache(maxsize=64)
def patterns_of(language: str) -> Patterns:
    """The patterns of the book's language."""
    said = lexicon_of(language)
    before = _SIGNS | {word: mark for key, mark in _BEFORE.items() for word in getattr(said, key)}
    behind = {word: mark for key, mark in _BEHIND.items() for word in getattr(said, key)}
    signs = one_of(("%", *said.percent))
    first = rf"(?:{one_of(('%', *said.percent_before))})\s*"
    between = rf"(?:(?P<between>{one_of(said.between)})(?!{LETTER})\s*)?"
    joints = rf"(?P<and>{one_of(said.either)})|{one_of(said.to)}"
    joint = rf"\s*[-–—~〜]\s*|\s*(?<!{LETTER})(?:{joints})(?!{LETTER})\s*"
    nouns = f"(?:{one_of(said.nouns)})"
    return Patterns(
        said,
        re.compile(rf"({one_of(before)})(?:(?<!{LETTER})|(?!{LETTER}))\s*"),
        re.compile(rf"\s*(?:(?<!{LETTER})|(?=\W))({one_of(behind)})$"),
        {**before, **{f"…{word}": mark for word, mark in behind.items()}},
        re.compile(rf"(?<=[\w%])\s+((?:{LETTER}+\s+){{0,2}}{nouns})$"),
        re.compile(rf"\s*(?:{signs})"),
        re.compile(rf"{first}(?P<after>.+)|(?P<inner>.+?)\s*(?:{signs})"),
        re.compile(
            rf"{between}(?P<low>.*?\d[\d.,]*|.+?)\s*(?P<sign>{signs})?(?:{joint})"
            rf"(?P<high>.+?)\s*(?:{one_of(said.among)})?"
        ),
        tuple(shares_of(said, ".+?")),
        re.compile(rf"(?:{one_of(said.every)}) (?P<n>{one_of(said.ordinals)}) {nouns}"),
        re.compile(rf"(?P<k>.+?)[ -]?(?P<part>{one_of(said.parts)})"),
        re.compile(rf"(?P<k>.+?)[ -]?(?:{one_of(said.half)})"),
        re.compile(
            rf"(?P<a>\S+?)(?:\s?:\s?|\s(?P<word>{one_of(said.odds)})\s)(?P<b>\S+?)"
            rf"(?:\s(?:(?P<against>{one_of(said.against)})|{one_of(said.favour)}))?"
        ),
        re.compile(rf"50\s?(?:[-–—:/]|(?:{one_of((*said.odds, *said.to))})(?!{LETTER}))\s?50"),
    )
