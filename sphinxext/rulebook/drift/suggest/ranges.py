"""Ranges typed beside their dice: "3-8 (2d4-1)", "2d6 (2–12)"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...language.lexicon import one_of
from ...source.text import Text
from .habits import FEWEST, AverageHabit, Beside, Habitat
from .page import Page
from .suggestion import Suggestion
from .typed import EVERY, DiceText, said, said_in

_N = r"\d{1,3}(?:,\d{3})+|\d{1,6}"
_TO = rf"\s?(?:-|–|—|−|\.\.|{one_of(EVERY.to)})\s?"
_BEFORE = re.compile(
    rf"(?<![\w+\-−–—×*/.,$£€%#'’])(?P<range>(?P<low>{_N}){_TO}(?P<high>{_N}))"
    r"(?:\s[^\W\d_]{2,14}){0,2}\s{0,4}[(\[]\s?$"
)
_BEHIND = re.compile(
    rf"\s{{0,4}}[(\[]\s?(?:(?:{said('range_lead')}),?\s)?(?P<range>(?P<low>-?(?:{_N})){_TO}(?P<high>{_N}))"
    r"(?:\s[^\W\d_]{2,14}){0,2}\s?[)\],;]"
)
_ROW = re.compile(r"(?:^|\|)\W*$")
_CLOSED = re.compile(r"(?:\s[^\W\d_]{1,12})?\s?[)\]](?P<more>[^|\n]{0,12})")


@dataclass(frozen=True)
class DiceRange(Beside):
    """A range of numbers beside dice; its shape is before or behind."""

    low: int
    high: int
    counts_once: ClassVar[bool] = True

    @property
    def explained(self) -> frozenset[AverageHabit]:
        """Return whether the dice have the range; a total below 1 may be typed as 0 or 1."""
        least = {self.dice.low} | ({0, 1} if self.dice.low < 1 else set())
        is_right = self.low in least and self.high == self.dice.high
        return frozenset({AverageHabit.RANGE} if is_right else ())

    def judged(self, around: Habitat) -> Suggestion | None:
        """Return what a range should be that its dice do not have."""
        if self.explained or self.low >= self.high:
            return None
        shape, low, high = self.shape, self.dice.low, self.dice.high
        habits = around.folder
        if habits.right[shape] + habits.wrong[shape] < FEWEST:
            habits = around.book
        right, wrong = habits.right[shape], habits.wrong[shape]
        is_apart = self.low > high or self.high < low  # "2d4 (18-20)"
        is_usual = right >= 2 and right >= wrong and not is_apart
        is_other = wrong > max(4, 2 * right)  # ranges typed so are something else here
        if is_other or not (is_usual or _is_like(self)):
            return None
        joint = re.sub(r"[\d,]", "", self.given.found) or "-"
        shown = f"{low:,}{joint}{high:,}" if high > 9999 else f"{low}{joint}{high}"
        why = f"{self.dice.text.strip()} gives {low} to {high}"
        sure = is_usual or shape != "range before"
        return self.given._replace(right=shown, why=why, known=sure)


def ranges_in(
    page: Page, text: Text, dice: Iterable[DiceText], language: str
) -> Iterator[DiceRange]:
    """Yield every range beside dice."""

    def beside(each: DiceText, match: re.Match[str], offset: int, lead: str) -> DiceRange:
        low, high = (int(match[end].replace(",", "")) for end in ("low", "high"))
        given = page.figure(text, offset + match.start("range"), match["range"])
        return DiceRange(each, given, f"range {lead}", low, high)

    for each in dice:
        before = text[max(0, each.start - 60) : each.start]
        line = before.rpartition("\n")[2]
        if (match := _BEHIND.match(text, each.end)) is not None:
            yield beside(each, match, 0, "behind")
        elif (match := _BEFORE.search(line)) and (closed := _CLOSED.match(text, each.end)):
            lead = line[: match.start("range")]
            is_row = _is_row(text, each.start, lead, closed["more"])
            is_row = is_row or _goes_on(lead, int(match["low"].replace(",", "")))
            if not (is_row or said_in("range_elsewhere", language, r"\W*$").search(lead)):
                yield beside(each, match, each.start - len(line), "before")


def _is_row(text: str, start: int, lead: str, more: str) -> bool:
    """Check that the range leads a row of a random table, and does not go on a sentence."""
    if not _ROW.search(lead) or not re.match(r"\s*[^\W\d_]", more):
        return False
    line = text.rfind("\n", 0, start)
    above = text[text.rfind("\n", 0, line) + 1 : line] if line >= 0 else ""
    return "|" in lead or not above.rstrip(" ").endswith(",")


def _goes_on(lead: str, low: int) -> bool:
    """Check that the rolls right before lead to something else: "1-2 rats (2d4), 3-4 …"."""
    return re.search(rf"(?<![\d+]){low - 1}\s[^\W\d_][^()|]*\([^()]*\)[,;]?\s*$", lead) is not None


def _is_like(each: DiceRange) -> bool:
    """Check that a lone range is so near that of the dice that it is meant for it."""
    low, high = each.dice.low, each.dice.high
    room = max(2, (high - low) // 4)
    if each.high == high or each.low == low > 1:
        return True
    if low > 0 and each.low * high == each.high * low:
        return True  # another multiple
    return abs(each.low - low) <= 2 and abs(each.high - high) <= room
