"""Averages that prove themselves by being exact, though few words tell what they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor

from ...page.source.lines import LineCounter
from ...words.dice_patterns import CLEAR_DIE
from ..forms import Kind
from .dice_text import DiceText, dice_in
from .typed import NUMBER, RightFigure, WrongFigure, around, matches, numeral, said

_AVERAGE = re.compile(rf"(?<!\w)(?:{said('average average_near')})", re.IGNORECASE)
_END = re.compile(r"[.!?](?:\s|$)|\n\s*\n|\|")
# Words and brackets between dice and their average: "1d4 potions (2.5)", "and 4d6 gives 14".
_BEHIND = re.compile(
    rf"[*_]*(?P<words>(?:\s[^\W\d_]{{1,12}}\.?){{0,3}})\s?(?P<open>[(\[,:]\s?)?[*_]*"
    rf"(?P<number>{NUMBER})(?![\w%]|[.,]\d|\s?%|\s?[-–—+×*/]\s?\d)",
)
_CLOSED, _ENDED = re.compile(r"[*_]*\s?[)\]]"), re.compile(r"\s?\)")
_EQUALS = re.compile(rf"\s?=\s?(?P<number>{NUMBER})(?![\w%]|[.,]\d|\s?%|\s?[-+×*/=]\s?[\d(])")
_DICE = rf"\d{{0,3}}{CLEAR_DIE}\d{{1,3}}(?:\s?[-+]\s?\d{{1,3}})?"
_SLASHED = re.compile(
    rf"(?<![\w/])(?P<dice>{_DICE}(?:\s?/\s?{_DICE}){{1,8}})[*_]*\s?[(\[]"
    rf"(?P<numbers>{NUMBER}(?:\s?/\s?{NUMBER}){{1,8}})[)\]]"
)
_SLASH = re.compile(rf"/\s?\d{{0,3}}{CLEAR_DIE}\d")
FEWEST = 3  # right sums of dice, before one among them is said to be wrong


def proved(text: str, dice: Sequence[DiceText]) -> Iterator[WrongFigure | RightFigure]:
    """The averages that are a little away from their dice, or behind a sign of equality."""
    yield from _a_little_away(text, dice)
    yield from _equations(text, dice)
    yield from _side_by_side(text)


def _proved_average(start: int, found: str, dice: DiceText) -> RightFigure:
    return RightFigure(start, found, f"{dice.query} mean" if dice.query else "", Kind.AVERAGE)


def _a_little_away(text: str, dice: Sequence[DiceText]) -> Iterator[RightFigure]:
    for each in dice:
        match = _BEHIND.match(text, each.end, each.end + 60)
        if match is None or numeral(match["number"]).value != each.mean:
            continue
        opened = match["open"] or ""
        is_bracket = opened.startswith(("(", "[")) and _CLOSED.match(text, match.end())
        is_whole = opened.startswith(",") and _ENDED.match(text, match.end())
        if is_whole and text[each.start - 1 : each.start] == "(":  # "(2d6, 7)"
            yield _proved_average(match.start("number"), match["number"], each)
            continue
        is_half = each.mean.denominator > 1
        if is_bracket and (is_half or each.mean > 1) and (match["words"] or is_half):
            yield _proved_average(match.start("number"), match["number"], each)
            continue
        ends = [end.end() for end in _END.finditer(text, max(0, each.start - 160), each.start)]
        first = ends[-1] if ends else max(0, each.start - 160)
        if _AVERAGE.search(text, first, match.start("number")):
            yield _proved_average(match.start("number"), match["number"], each)


def _side_by_side(text: str) -> Iterator[WrongFigure | RightFigure]:
    """Averages in the order of their dice: "4d6/2d6/1d6 (14/7/3.5)"."""
    for match in matches(_SLASHED, text, around(_SLASH, text)):
        dice = [each for part in match["dice"].split("/") for each in dice_in(part)]
        numbers = list(re.finditer(NUMBER, match["numbers"]))
        if len(numbers) != len(dice):
            continue
        right = [_is_average(number[0], each) for number, each in zip(numbers, dice, strict=True)]
        if sum(right) * 2 < len(dice):
            continue
        for number, each, fits in zip(numbers, dice, right, strict=True):
            start = match.start("numbers") + number.start()
            if fits:
                yield _proved_average(start, number[0], each)
            else:
                why = f"{each.text.strip()} is {float(each.mean):g} on average"
                new = numeral(number[0]).like(each.mean)
                yield WrongFigure(start, number[0], new, why, False, f"{each.query} mean")


def _is_average(number: str, dice: DiceText) -> bool:
    return numeral(number).value in (dice.mean, floor(dice.mean), ceil(dice.mean))


def _equations(text: str, dice: Iterable[DiceText]) -> Iterator[WrongFigure | RightFigure]:
    """Sums of dice that are set equal to their averages, several in a row."""
    rows: dict[int, list[tuple[DiceText, re.Match[str]]]] = {}
    places = LineCounter(text)
    for each in dice:
        match = _EQUALS.match(text, each.end, each.end + 20)
        if match is not None:
            rows.setdefault(places.at(each.start)[0], []).append((each, match))
    for row in rows.values():
        right = [numeral(match["number"]).value == each.mean for each, match in row]
        many = sum(right)
        if many < 2 or many * 4 < len(row) * 3:
            continue
        for (each, match), is_right in zip(row, right, strict=True):
            if is_right:
                yield _proved_average(match.start("number"), match["number"], each)
            elif many >= FEWEST:
                typed = numeral(match["number"])
                why = f"{each.text.strip()} is {float(each.mean):g} on average"
                yield WrongFigure(
                    match.start("number"), match["number"], typed.like(each.mean), why, False,
                    f"{each.query} mean",
                )  # fmt: skip
