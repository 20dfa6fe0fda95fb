"""Ranges typed beside their dice: "3-8 (2d4-1)", "2d6 (2–12)"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...language.lexicon import one_of
from .dice_text import DiceText
from .typed import EVERY, JudgedFigure, said, said_in

_N = r"\d{1,3}(?:,\d{3})+|\d{1,6}"
_TO = rf"\s?(?:-|–|—|−|\.\.|{one_of(EVERY.to)})\s?"
_BEFORE = re.compile(
    rf"(?<![\w+\-−–—×*/.,$£€%#'’])(?P<range>(?P<low>{_N}){_TO}(?P<high>{_N}))"
    r"(?:\s[^\W\d_]{2,14}){0,2}\s{0,4}[(\[]\s?$"
)
_BEHIND = re.compile(
    rf"[*_]*\s{{0,4}}[(\[]\s?(?:(?:{said('range_lead')}),?\s)?(?P<range>(?P<low>-?(?:{_N})){_TO}(?P<high>{_N}))"
    r"(?:\s[^\W\d_]{2,14}){0,2}\s?[)\],;]"
)
_EQUALS = re.compile(
    rf"\s?=\s?(?P<range>(?P<low>{_N}){_TO}(?P<high>{_N}))(?![\w%]|[.,]\d|[^\S\n]?[-–—+×*/=]\s?\d)"
)
FEWEST = 3  # ranges of a folder, before those of the book are counted as well
_ROW = re.compile(r"(?:^|\|)\W*$")
_CLOSED = re.compile(r"(?:\s[^\W\d_]{1,12})?\s?[)\]](?P<more>[^|\n]{0,12})")


@lru_cache(maxsize=64)
def _other(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{said_in('range_elsewhere', language)})\W*$", re.IGNORECASE)


@dataclass(frozen=True)
class DiceRange:
    """A range of numbers beside dice."""

    dice: DiceText
    start: int
    text: str
    low: int
    high: int
    lead: str  # before, behind or equal

    @property
    def is_right(self) -> bool:
        """Check that the range is that of the dice; a total below 1 may be typed as 0 or 1."""
        least = {self.dice.low} | ({0, 1} if self.dice.low < 1 else set())
        return self.low in least and self.high == self.dice.high


def ranges_in(text: str, dice: Iterable[DiceText], language: str) -> Iterator[DiceRange]:
    """Every range beside dice."""
    for each in dice:
        before = text[max(0, each.start - 60) : each.start]
        line = before.rpartition("\n")[2]
        if (match := _BEHIND.match(text, each.end)) is not None:
            yield _range(each, match, 0, "behind")
        elif (match := _EQUALS.match(text, each.end)) is not None:
            yield _range(each, match, 0, "equal")
        elif (match := _BEFORE.search(line)) and (closed := _CLOSED.match(text, each.end)):
            lead = line[: match.start("range")]
            is_row = _is_row(text, each.start, lead, closed["more"])
            if not (is_row or _other(language).search(lead)):
                yield _range(each, match, each.start - len(line), "before")


def _is_row(text: str, start: int, lead: str, more: str) -> bool:
    """Check that the range leads a row of a random table, and does not go on a sentence."""
    if not _ROW.search(lead) or not re.match(r"\s*[^\W\d_]", more):
        return False
    line = text.rfind("\n", 0, start)
    above = text[text.rfind("\n", 0, line) + 1 : line] if line >= 0 else ""
    return "|" in lead or not above.rstrip(" ").endswith(",")


def _range(dice: DiceText, match: re.Match[str], offset: int, lead: str) -> DiceRange:
    low, high = (int(match[end].replace(",", "")) for end in ("low", "high"))
    return DiceRange(dice, offset + match.start("range"), match["range"], low, high, lead)


class Ranges:
    """The ranges of a folder or of a book, by their shape; one that is repeated counts once."""

    def __init__(self) -> None:
        """Begin without any."""
        self._seen: set[tuple[str, str, str]] = set()
        self.counts: Counter[tuple[str, bool]] = Counter()

    def add(self, found: Iterable[DiceRange]) -> None:
        """Take some ranges in."""
        for each in found:
            key = (each.lead, each.dice.query, each.text)
            if key not in self._seen:
                self._seen.add(key)
                self.counts[each.lead, each.is_right] += 1

    def rate(self, lead: str) -> tuple[int, int]:
        """Count the right and the wrong ranges of a shape."""
        return self.counts[lead, True], self.counts[lead, False]


def judged(found: Iterable[DiceRange], folder: Ranges, book: Ranges) -> Iterator[JudgedFigure]:
    """Yield the ranges that their dice do not have."""
    for each in found:
        if each.is_right or each.low >= each.high:
            continue
        right, wrong = folder.rate(each.lead)
        if right + wrong < FEWEST:
            right, wrong = book.rate(each.lead)
        if wrong > max(4, 2 * right):
            continue  # ranges typed so are something else here
        is_apart = each.low > each.dice.high or each.high < each.dice.low  # "2d4 (18-20)"
        is_usual = right >= 2 and right >= wrong and not is_apart
        if not is_usual and not _is_like(each):
            continue
        low, high = each.dice.low, each.dice.high
        joint = re.sub(r"[\d,]", "", each.text) or "-"
        shown = f"{low:,}{joint}{high:,}" if high > 9999 else f"{low}{joint}{high}"
        why = f"{each.dice.text.strip()} gives {low} to {high}"
        yield JudgedFigure(each.start, each.text, "", shown, why, is_usual or each.lead != "before")


def _is_like(each: DiceRange) -> bool:
    """Check that a lone range is so near that of the dice that it is meant for it."""
    low, high = each.dice.low, each.dice.high
    room = max(2, (high - low) // 4)
    if each.lead != "equal" and (each.high == high or each.low == low > 1):
        return True  # but "2d6 = 2-6" may be the rolls that miss
    if low > 0 and each.low * high == each.high * low:
        return True  # another multiple
    return abs(each.low - low) <= 2 and abs(each.high - high) <= room
