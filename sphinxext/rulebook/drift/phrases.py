"""What stands beside a figure in a sentence: its dice, and the faces or totals it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..rules.errors import RulesError
from ..rules.parse import parse_dice
from ..rules.query import Dice
from .lexicon import Lexicon, lexicon_of
from .written import plain


class Range(NamedTuple):
    """Faces or totals that a text names; an open end is None."""

    low: int | None
    high: int | None
    among: frozenset[int] = frozenset()  # where they are listed: "4 or 6"

    def holds(self, number: int) -> bool:
        """Whether the number is one of them."""
        if self.among:
            return number in self.among
        above = self.low is None or number >= self.low
        return above and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        """The range as a message writes it."""
        if self.among:
            return " or ".join(map(str, sorted(self.among)))
        if self.low is None or self.high is None:
            return f"{self.low}+" if self.high is None else f"{self.high} or less"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


class Phrase(NamedTuple):
    """A sentence's words taken apart: what is left for figures, its dice, its ranges."""

    rest: str
    dice: tuple[Dice, ...]
    ranges: tuple[Range, ...]
    beside: str = ""  # what stands right before or after the dice, where an average would


# German books write W6, Polish ones k6, all others d6.
_DIE = r"(?:\d+\s*)?[dwk](?:\d+|%)(?:k[hl]?\d+)?!?(?:\s*[×*]\s*\d+)?(?!\w)"
_DICE = re.compile(rf"(?<![\w/.]){_DIE}(?:\s*[-+]\s*(?:{_DIE}|\d+(?![\w%])))*")
_BESIDE = re.compile(
    r"(?<![-+\d.,/])([\d.,/]+)\s*[\[(]\s*⚄"  # 7 (2d6)
    r"|⚄\s*[\[(,=:]\s*(?:[^\W\d]+[.:]?\s+)*([\d.,/]*\d)"  # 2d6 (avg 7)
)
_PLUS = re.compile(r"(?<=d\d)\s+(?:plus|más|più|mais)\s+(?=\d)|(?<=d\d\d)\s+(?:plus|más)\s+(?=\d)")
_LETTER = re.compile(r"(?<![a-z\d%])(\d*\s*)[wk](?=[\d%])")


@lru_cache(maxsize=4096)
def phrase(text: str, language: str, *, ranged: bool = True) -> Phrase:
    """The words taken apart; an average has no ranges beside it."""
    words = _PLUS.sub("+", plain(text))
    found: list[Dice] = []

    def dice(match: re.Match[str]) -> str:
        try:
            found.append(parse_dice(_LETTER.sub(r"\1d", match[0])))
        except RulesError:
            return match[0]
        return " ⚄ "

    words = _DICE.sub(dice, words)
    beside = _BESIDE.search(words)
    ranges: list[Range] = []
    for pattern in _patterns(language) if ranged else ():
        words = pattern.sub(lambda match: _taken(match, ranges, language), words)
    rest = re.sub(r"\(\s*[,;]?\s*\)|\[\s*\]|⚄", " ", words)
    rest = re.sub(r"(?<=[^\W\d]):(?=\s*\d)|(?<=\d)(?=[(\[])", " ", rest)
    average = (beside[1] or beside[2]) if beside else ""
    return Phrase(" ".join(rest.split()), tuple(found), tuple(ranges), average)


def _taken(match: re.Match[str], ranges: list[Range], language: str) -> str:
    """Nothing in the place of a range, which is remembered."""
    if not _is_about_dice(match, language):
        return match[0]  # "at level 5 or 6"
    named = {key: _number(text, language) for key, text in match.groupdict().items() if text}
    low, high = named.get("low"), named.get("high")
    if "above" in named:
        low = (named["above"] or 0) + 1
    if "one" in named:
        found = Range(None, None, frozenset(n for n in (named["one"], named["other"]) if n))
    elif "only" in named:
        found = Range(named["only"], named["only"])
    else:
        found = Range(low, high)
    if found.low is not None and found.high is not None and found.low > found.high:
        return match[0]
    ranges.append(found)
    return " "


def _is_about_dice(match: re.Match[str], language: str) -> bool:
    """Whether the range stands in brackets, at an end, or with dice or a word for their roll."""
    before = match.string[: match.start()].rstrip()
    if "⚄" in match[0] or not before or before[-1] in "([,;:%–—-":
        return True
    lexicon = lexicon_of(language)
    words = (*lexicon.on, *lexicon.of, *lexicon.roll)
    return any(before.endswith(f" {word}") or before == word for word in words)


def _number(text: str, language: str) -> int | None:
    if text.isdecimal():
        return int(text)
    names = lexicon_of(language).numbers
    return names.index(text) if text in names else None


@lru_cache(maxsize=64)
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    """The ways in which a sentence writes a range, the longest first."""
    return tuple(re.compile(pattern) for pattern in _written(lexicon_of(language)))


def _any(words: tuple[str, ...]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


def _written(lexicon: Lexicon) -> Iterator[str]:
    spelled = _any(tuple(name for name in lexicon.numbers[1:21] if " " not in name))
    n = rf"(?:\d+(?![\d.,]*\d)|(?:{spelled})(?!\w|-))"
    start = r"(?<![\w.,/+%])"
    on = rf"(?:\s*(?:{_any(lexicon.on)})?\s*⚄)?"
    end = rf"(?!\s*(?:%|{_any(lexicon.percent)}|(?:{_any(lexicon.one_in)})\s)){on}"
    to = _any(lexicon.to)
    joint = rf"(?:{_any(lexicon.either)})"
    yield rf"{start}(?:{_any(lexicon.between)})\s+(?P<low>{n})\s+{joint}\s+(?P<high>{n}){end}"
    yield rf"{start}(?P<low>{n})\s*(?:-|–|—|〜|~|\.\.)\s*(?P<high>{n}){end}"
    yield rf"{start}(?P<low>{n})\s+(?:{to})\s+(?P<high>{n}){end}"
    yield rf"{start}(?P<low>{n})\s*(?:\+(?!\s*\d)|\s(?:{_any(lexicon.plus)})(?!\w)){end}"
    yield rf"{start}(?:≥|>=)\s*(?P<low>{n}){end}"
    yield rf"{start}(?:{_any(lexicon.plus)})\s+(?P<low>{n}){end}"
    yield rf"{start}(?:>|{_any(lexicon.above)})\s*(?P<above>{n}){end}"
    yield rf"{start}(?P<high>{n})\s*(?:{_any(lexicon.minus)})(?!\w){end}"
    yield rf"{start}(?:≤|<=|{_any(lexicon.minus)})\s*(?P<high>{n}){end}"
    yield rf"{start}(?P<one>{n})\s+(?:{_any(lexicon.either)})\s+(?P<other>{n}){end}"
    yield rf"(?<=\()(?P<only>{n})(?:\s*(?:{_any(lexicon.on)})\s*⚄)?(?=\))"
    yield rf"{start}(?P<only>{n})\s+(?:{_any(lexicon.on)})\s*⚄"
