"""Averages typed beside their dice: "45 (6d8 + 18)", "12d8+3 (57 hp)", "3d6 averages 10.5"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from ...words.clue_words import every_language
from ...words.lexicon import lexicon_of, one_of
from ..forms import Kind
from .dice_text import DiceText, TypedDice
from .typed import (
    NUMBER,
    Numeral,
    RightFigure,
    WrongFigure,
    around,
    matches,
    numeral,
    said,
    said_in,
)

_AVG = rf"(?:{said('average')})"
_UNIT = rf"(?:{said('hit_points')})"
_ARTICLES = one_of(word for name in every_language() for word in lexicon_of(name).of)
_KIND = r"(?:[^\W\d_]{3,14}\s){0,2}"
_GAP = r"[^\S\n]*\n?"  # within a paragraph
_BEFORE = re.compile(
    rf"(?P<lead>(?:[^\W\d_]+[*_:,)]*[^\S\n]*\n?){{0,2}}(?:[^\W\d_]+[*_:.,;)]*{_GAP}[:]?{_GAP})?[*_]*)"
    rf"(?<![\w+\-−–—×*/.,$£€%#'’])(?P<number>{NUMBER})[*_]*"
    rf"\s?(?P<unit>{_KIND}{_UNIT})?\s{{0,4}}[(\[]\s?$",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"(?P<unit>\s[^\W\d_]+)?\s?[)\]](?P<after>[*_]*,?(?:\s[^\W\d_]+){0,3})", re.I)
_BEHIND = re.compile(
    rf"[*_]*(?P<words>(?:\s[^\W\d_]{{1,12}}\.?){{0,2}})\s{{0,4}}[(\[,;:]\s?(?P<avg>{_AVG}[.:]?\s*(?:(?:{said('said_of')})\s|=\s?)?)?(?:[~≈]\s?)?"
    rf"(?P<lead>{_UNIT}\s)?(?P<number>{NUMBER})"
    rf"(?:\s?(?P<unit>{_KIND}{_UNIT})|\s(?P<after>(?:{said('average_behind')}|{_AVG})\.?))?(?P<close>\s?[)\]])?",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"[*_)\]]*,?\s(?:(?:{said('gives')})\s)?(?:(?:{_ARTICLES})\s)?{_AVG}\s"
    rf"(?:(?:{said('said_of')})\s){{0,3}}(?P<number>{NUMBER})(?![\w%]|[.,]\d|\s?%)",
    re.IGNORECASE,
)
_AVERAGE_OF = re.compile(
    rf"(?<!\w){_AVG}\s(?:(?:{said('said_of')})\s){{0,2}}(?P<number>{NUMBER})"
    rf"\s?(?:\(|(?:{said('per_roll')})\s)$",
    re.IGNORECASE,
)
_EQUALS_ON_AVERAGE = re.compile(
    rf"[*_]*\s?(?:=|→)\s?(?:[~≈]\s?)?(?P<number>{NUMBER})[*_]*\s(?:{said('average_behind')})",
    re.IGNORECASE,
)
_HARM = re.compile(  # "Poison: ", "Acid splash: "
    rf"(?<!\w)(?:{said('harms')})(?:\s[^\W\d_]+)?[*_]*\s?:[*_]*\s*$", re.IGNORECASE
)
_IS_SAID_OF = re.compile(
    rf"(?<!\w){_AVG}\s(?:(?:{said('said_of per_roll')})\s)?(?:(?:{_ARTICLES})\s)?$", re.IGNORECASE
)
_EQUALS = re.compile(
    rf"[*_]*\s?(?:(?:{said('gives said_of')})\s|[=:]\s?)"
    rf"(?P<number>{NUMBER})(?![\w%]|[.,]\d|\s?%|\s?[-+×*/]\s?\d)",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*$")
_MORE = re.compile(r"[\w%]|[.,]\d|\s?[-–—+×/]\s?\d|\s?%")
_HIT_DICE = re.compile(
    rf"(?<!\w)HD:?[*_]*\s(?P<count>[1-9]\d?)(?P<add>[-+−–]\d{{1,2}})?\*{{0,4}}\s?"
    rf"[(\[](?P<number>\d{{1,3}})\s?(?:{_UNIT})[)\]]"
)
_HD = re.compile("HD")
_ROLLED = re.compile(rf"(?<!\w)(?:{said('rolled')})\s(?:(?:{_ARTICLES})\s)?$", re.I)
_STRONG = re.compile(rf"(?<!\w)(?:{_AVG}|{_UNIT}|{said('takes')})", re.IGNORECASE)


@lru_cache(maxsize=64)
def _kept(language: str) -> re.Pattern[str]:
    return re.compile(rf"[\s,(]*(?<!\w)(?:{said_in('keeping', language)})", re.IGNORECASE)


@lru_cache(maxsize=64)
def _other(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{said_in('elsewhere', language)})[\s#:*_]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Average:
    """A number that is beside dice where their average would."""

    dice: DiceText
    number: Numeral
    start: int
    text: str
    lead: str  # the shape in which it is typed: averages typed alike are judged alike
    is_said: bool  # it is called an average
    is_strong: bool  # the words around it speak of damage, hit points and the like
    is_harm: bool = False  # it is behind what does harm: "Poison: "


def averages_in(text: str, dice: Iterable[DiceText], language: str) -> Iterator[Average]:
    """Every number beside dice that may be meant for their average."""
    for each in dice:
        yield from _beside(text, each, language)
    yield from _hit_dice(text)


def _hit_dice(text: str) -> Iterator[Average]:
    """Hit points beside hit dice that name no sides: "HD 3+1 (14hp)" is 3d8+1."""
    for match in matches(_HIT_DICE, text, around(_HD, text)):
        count, add = int(match["count"]), int(re.sub("[−–]", "-", match["add"] or "0"))
        name = f"{count}d8{add:+d}" if add else f"{count}d8"
        dice = DiceText(name, match.start(), match.end(), (TypedDice(count, 8),), add)
        yield _average(dice, match, 0, "hd", is_said=False)


def _beside(text: str, dice: DiceText, language: str) -> Iterator[Average]:
    before = text[max(0, dice.start - 60) : dice.start]
    behind = text[dice.end : dice.end + 80]
    offset = dice.start - len(before)
    if _is_some_only(text, dice, _kept(language)):
        return
    told = _SAID.match(behind) or _EQUALS_ON_AVERAGE.match(behind)
    if told is not None:
        yield _average(dice, told, dice.end, "said", is_said=True)
        return
    if _IS_SAID_OF.search(before) and (told := _EQUALS.match(behind)) is not None:
        yield _average(dice, told, dice.end, "said", is_said=True)
        return
    if (of := _AVERAGE_OF.search(before)) is not None:
        yield _average(dice, of, offset, "said", is_said=True)
        return
    if (match := _BEFORE.search(before)) and (closed := _CLOSED.match(behind)):
        if _other(language).search(match["lead"]):
            return
        words = f"{match['lead']} {match['unit'] or ''} {closed['unit'] or ''} {closed['after']}"
        is_said = re.search(rf"(?<!\w){_AVG}", match["lead"], re.IGNORECASE) is not None
        lead = (re.findall(r"[^\W\d_]+", match["lead"].casefold()) or [""])[-1]
        yield _average(
            dice,
            match,
            offset,
            lead,
            is_said=is_said,
            strong=bool(_STRONG.search(words)),
            harm=bool(_HARM.search(match["lead"])),
        )
        return
    if (match := _BEHIND.match(behind)) is not None:
        is_said = bool(match["avg"] or match["after"])
        strong = bool(match["unit"] or match["lead"] or _STRONG.search(match["words"]))
        in_brackets = match["close"] and _IN_BRACKETS.search(
            before.rpartition("\n")[2] + "." + behind[: match.start("number")]
        )
        if behind[:1] == " " and behind.lstrip()[:1] not in "([" and not (is_said or strong):
            return
        if not in_brackets and not is_said and not match["lead"]:
            return
        if _is_more(behind, match) or (not is_said and _is_roll(before, behind[match.end() :])):
            return
        yield _average(dice, match, dice.end, "behind", is_said=is_said, strong=strong)


def _is_some_only(text: str, dice: DiceText, kept: re.Pattern[str]) -> bool:
    """Check that the sentence keeps or drops dice, so that their average is another."""
    before = re.split(r"[.!?;\n|]", text[max(0, dice.start - 60) : dice.start])[-1]
    behind = re.split(r"[.!?;\n|]", text[dice.end : dice.end + 40])[0]
    return kept.search(before) is not None or kept.match(behind) is not None


def _is_more(behind: str, match: re.Match[str]) -> bool:
    """Check that the number goes on: "1d6 (2-12)", "1d6 (50%)", "1d6 (2d6)"."""
    return _MORE.match(behind[match.end("number") :]) is not None


def _is_roll(before: str, behind: str) -> bool:
    """Check that the number is what somebody rolled: "rolls 1d20 (12) + 5"."""
    return bool(_ROLLED.search(before) or re.match(r"[*_]*\s?[+=]", behind))


def _average(
    dice: DiceText,
    match: re.Match[str],
    offset: int,
    lead: str,
    *,
    is_said: bool,
    strong: bool = False,
    harm: bool = False,
) -> Average:
    number = match["number"]
    start = offset + match.start("number")
    return Average(dice, numeral(number), start, number, lead, is_said, strong, harm)


class AverageHabit(StrEnum):
    """A convention for the number that is beside dice."""

    DOWN = "rounded down"
    UP = "rounded up"
    EXACT = "exact"
    DIE_DOWN = "each die rounded down"
    DIE_UP = "each die rounded up"
    HIGHEST = "the highest"


USUAL = frozenset({AverageHabit.DOWN, AverageHabit.UP, AverageHabit.EXACT})
MANY = 5  # numbers beside dice that are no averages, before they all are taken for none
FEWEST = 3  # averages that show a convention which is not a usual one


@lru_cache(maxsize=65536)
def explained(each: Average) -> frozenset[AverageHabit]:
    """The conventions under which the number is the right average."""
    mean, value = each.dice.mean, each.number.value
    least = max(mean, Fraction(1))
    scale = 10**each.number.digits
    ways = {
        AverageHabit.DOWN: Fraction(floor(mean * scale), scale),
        AverageHabit.UP: Fraction(ceil(mean * scale), scale),
        AverageHabit.EXACT: mean,
        AverageHabit.DIE_DOWN: each.dice.per_die(),
        AverageHabit.DIE_UP: each.dice.per_die(up=True),
        AverageHabit.HIGHEST: Fraction(each.dice.high),
    }
    found = {name for name, way in ways.items() if way == value}
    if value == floor(least) or value == ceil(least):
        found |= {AverageHabit.DOWN, AverageHabit.UP} if least != mean else set()
    return frozenset(found)


def conventions(averages: Sequence[Average]) -> frozenset[AverageHabit]:
    """The conventions that a file or a folder follows, those that explain the most first.

    An unusual one has to explain several that the others leave.
    """
    left = list(averages)
    used: set[AverageHabit] = set()
    while left:
        counts = Counter(name for each in left for name in explained(each))
        if not counts:
            break
        best = max(counts, key=lambda way: (counts[way], way in USUAL, way is AverageHabit.DOWN))
        is_first = best in USUAL and not used
        if not is_first and counts[best] < FEWEST:
            break
        used.add(best)
        left = [each for each in left if best not in explained(each)]
    return frozenset(used)


@dataclass(frozen=True)
class Habits:
    """The conventions of a file or folder, and how often its numbers beside dice are averages."""

    used: frozenset[AverageHabit]
    right: Mapping[str, int]
    wrong: Mapping[str, int]

    @property
    def tells(self) -> bool:
        """True if there are enough averages to show a convention."""
        return self.right.get("", 0) >= FEWEST

    @property
    def is_strange(self) -> bool:
        """True if the folder has one convention, and not a usual one."""
        return self.tells and bool(self.used) and not self.used & USUAL

    def rate(self, lead: str) -> tuple[int, int]:
        """Count the numbers typed in this shape that are right averages, and those that are not."""
        return self.right.get(lead, 0), self.wrong.get(lead, 0)


def habits_of(averages: Sequence[Average]) -> Habits:
    """The habits that some averages show."""
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for each in averages:
        counted = (
            right
            if explained(each) & (USUAL | {AverageHabit.DIE_DOWN, AverageHabit.HIGHEST})
            else wrong
        )
        for lead in (each.lead, ""):
            counted[lead] += 1
    return Habits(conventions(averages), right, wrong)


def judged(
    averages: Sequence[Average], own: Habits, folder: Habits
) -> Iterator[WrongFigure | RightFigure]:
    """Judge the averages of a file."""
    telling = [each for each in averages if each.dice.mean.denominator > 1]
    halves = Counter(way for each in telling for way in explained(each))
    used = own.used if len(telling) >= FEWEST else own.used | folder.used
    if len(telling) < FEWEST and not folder.is_strange:
        used |= USUAL
    for each in averages:
        found = explained(each)
        if found & used or (found & USUAL and not _is_odd_one(each, halves)):
            yield RightFigure(each.start, each.text, f"{each.dice.query} mean", Kind.AVERAGE)
            continue
        sureness = _sureness(each, own, folder)
        if sureness is None:
            continue
        right = _correct_average(each, used)
        why = f"{each.dice.text.strip()} is {_number_text(each.dice.mean)} on average"
        yield WrongFigure(each.start, each.text, right, why, sureness, f"{each.dice.query} mean")


def _is_odd_one(each: Average, halves: Mapping[AverageHabit, int]) -> bool:
    """Check that nearly all averages of the file are rounded the other way."""
    ways = explained(each) & {AverageHabit.DOWN, AverageHabit.UP}
    if len(ways) != 1 or AverageHabit.EXACT in explained(each):
        return False
    own = AverageHabit.DOWN if AverageHabit.DOWN in ways else AverageHabit.UP
    other = AverageHabit.UP if own is AverageHabit.DOWN else AverageHabit.DOWN
    against, alike = halves.get(other, 0), halves.get(own, 0)
    return against >= 10 and alike * 20 <= against


def _sureness(each: Average, own: Habits, folder: Habits) -> bool | None:
    """Decide whether the number is surely meant for an average; None if it may well be none."""
    if each.is_said:
        return True
    mean, value = each.dice.mean, each.number.value
    right, wrong = own.rate(each.lead)
    if wrong >= MANY and right < wrong:
        return None  # numbers typed so are something else here
    is_near = abs(value - mean) <= max(Fraction(1), mean / 5)
    is_usual = right >= FEWEST and right >= 3 * wrong
    all_right, all_wrong = folder.rate(each.lead)
    is_usual = is_usual or (all_right >= 10 and all_right >= 8 * all_wrong)
    if each.is_strong and (is_usual or is_near or each.dice.low <= value <= each.dice.high):
        return True
    if is_usual and each.dice.low <= value <= each.dice.high * 2:
        return True
    if each.is_strong:
        return False
    alone_right, alone_wrong = own.rate("")
    if is_near and each.dice.low < value and alone_right + 1 >= alone_wrong and mean >= 7:
        return True if alone_right >= 2 * FEWEST else (False if alone_wrong < 2 else None)
    if each.is_harm and each.dice.low < value < each.dice.high:
        return alone_right >= FEWEST and alone_right >= 3 * alone_wrong
    is_among = each.dice.low < value < each.dice.high and mean >= 7
    if is_among and alone_right >= 2 * FEWEST and alone_right >= 4 * alone_wrong:
        return False  # nearly all numbers beside dice here are averages
    return None


def _correct_average(each: Average, used: frozenset[AverageHabit]) -> str:
    mean = each.dice.mean
    is_exact = AverageHabit.EXACT in used and not used & {AverageHabit.DOWN, AverageHabit.UP}
    if each.number.digits or (mean.denominator > 1 and is_exact):
        return each.number.like(mean)
    if AverageHabit.HIGHEST in used and not used & USUAL:
        return each.number.at(Fraction(each.dice.high), 0)
    if AverageHabit.DIE_DOWN in used and not used & USUAL:
        return each.number.at(each.dice.per_die(), 0)
    if AverageHabit.UP in used and AverageHabit.DOWN not in used:
        return each.number.at(Fraction(ceil(mean)), 0)
    return each.number.at(Fraction(floor(max(mean, Fraction(1)))), 0)


def _number_text(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"
