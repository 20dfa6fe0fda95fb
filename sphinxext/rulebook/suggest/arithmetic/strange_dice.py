"""Dice that nobody makes, such as the d18 of "9d18": nearly always a slip of the keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from ...words.dice_patterns import CLEAR_DIE
from .averages import Average
from .dice_text import REAL, DiceText
from .typed import WrongFigure

USUAL = (4, 6, 8, 10, 12, 20, 100)
MOST_SIDES, MOST_COUNT = 999, 99
_JOINED = re.compile(r"[-_/:#@=\w]")
_NAMED = re.compile(rf"\d*{CLEAR_DIE}\d+")
MOST = 2  # times that a slip is made; a game that has such a die uses it more often
MOST_KINDS, MOST_SHARE = 4, 0.02  # of dice that are slips, where dice may have any number of sides


def sides_of(dice: Sequence[DiceText]) -> Counter[int]:
    """Count how often dice of each kind are named."""
    return Counter(term.sides for each in dice for term in each.terms)


def odd_dice(text: str, dice: Iterable[DiceText]) -> Iterator[DiceText]:
    """The dice of a text that nobody makes, though a game may have its own."""
    for each in dice:
        if len(each.terms) != 1 or each.terms[0].sides in REAL or each.terms[0].sides < 2:
            continue
        if each.terms[0].sides > MOST_SIDES or each.terms[0].count > MOST_COUNT:
            continue  # part of a hash
        around = text[max(0, each.start - 1) : each.start] + text[each.end : each.end + 1]
        if _JOINED.search(around) or _is_one_of_a_row(text, each) or _is_a_name(text, each):
            continue
        if _NAMED.match(each.text) and not each.text.startswith("0"):
            yield each


def strange(
    odd: Iterable[DiceText], averages: Sequence[Average], seen: Mapping[int, int]
) -> Iterator[WrongFigure]:
    """The dice that do not exist, with the ones that may be meant."""
    if _has_any(seen):
        return
    beside = {each.dice.start: each for each in averages}
    for each in odd:
        sides = each.terms[0].sides
        named = _NAMED.match(each.text)
        if named is None or seen.get(sides, 0) > MOST:
            continue
        meant, sure = _meant(sides, each, beside.get(each.start))
        old = named[0]
        right = re.sub(r"\d+$", str(meant), old)
        yield WrongFigure(each.start, old, right, f"there is no die with {sides} sides", sure)


def _has_any(seen: Mapping[int, int]) -> bool:
    """Check for books whose dice have any number of sides, as those of a program have."""
    odd = [count for sides, count in seen.items() if sides > 1 and sides not in REAL]
    return len(odd) > MOST_KINDS and sum(odd) > MOST_SHARE * sum(seen.values())


def _is_a_name(text: str, dice: DiceText) -> bool:
    """Check for a letter and a number alone in brackets: "on the desktop (W32)"."""
    around = text[max(0, dice.start - 1) : dice.start] + text[dice.end : dice.end + 1]
    return around in ("()", "[]") and not dice.text[:1].isdigit()


def _is_one_of_a_row(text: str, dice: DiceText) -> bool:
    """Check that it is one of several abbreviations with numbers: "D12 W13 P14"."""
    before = re.search(r"(?<!\w)[^\W\ddDwW]\d+[\s,/]+$", text[max(0, dice.start - 8) : dice.start])
    behind = re.match(r"[\s,/]+[^\W\ddDwW]\d+(?!\w)", text[dice.end : dice.end + 8])
    return bool(before or behind)


def _meant(sides: int, dice: DiceText, average: Average | None) -> tuple[int, bool]:
    """The die that is meant: the one whose average is beside it, else one key away."""
    if average is not None:
        count, value = dice.terms[0].count, average.number.value
        for real in USUAL:
            mean = Fraction(count * (real + 1), 2) + dice.add
            if value in (floor(mean), ceil(mean), mean):
                return real, True
    typed = str(sides)
    shorter = [int(typed[:i] + typed[i + 1 :] or 0) for i in range(len(typed))]
    by_one = [each for each in shorter if each in USUAL]
    if by_one:
        return by_one[-1] if len(typed) == 2 else max(by_one), len(set(by_one)) == 1
    return min(USUAL, key=lambda each: abs(each - sides)), False
