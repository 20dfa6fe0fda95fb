"""The patterns of one language by which figures and the words around them are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from ..words.clue_words import Languages, WordIndex, WordSearch, any_of, some, spoken_in, word_index
from ..words.dice_patterns import ANY_DIE, CLEAR_DIE, DIE_SIGN, REAL_SIDES, WORD_END, WORD_START
from ..words.lexicon import Lexicon, lexicon_of, one_of, point_of, shares_of

Pattern = re.Pattern[str]
Weighed = tuple[tuple[Pattern, int], ...]
GLYPHS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_MOST_COUNTED = 20
_NO_NOUN = "odds chances and per_roll between tries occurs"  # words behind "one in six"
_DIGIT = re.compile(rf"[\d{GLYPHS}]")
_WORD = re.compile(r"[^\W\d_]+")


class DiceSearch:
    """A search for dice, which is quick where no letter is before a number."""

    def __init__(self, pattern: str) -> None:
        """Search for the pattern, in any letter case."""
        self._pattern = _any(pattern)

    def search(self, text: str) -> re.Match[str] | None:
        """The first dice."""
        return self._pattern.search(text) if DIE_SIGN.search(text) else None


@dataclass(frozen=True)
class ChancePatterns:
    """The forms of a chance."""

    percent: Pattern
    shares: tuple[Pattern, ...]
    part: Pattern
    fraction: Pattern
    odds: Pattern
    glyph: Pattern
    decimal: Pattern


@dataclass(frozen=True)
class Cue:
    """Words that speak for dice or against them, and how much."""

    search: WordSearch
    weight: int


Cues = tuple[Cue, ...]


@dataclass(frozen=True)
class CluePatterns:
    """All patterns of one language, with those of English."""

    spelled: frozenset[str]  # words of which a sentence without digits has one if it holds a figure
    index: WordIndex
    named_dice: DiceSearch  # 2d6
    cues: Cues
    speaking: int  # the signs of all cues
    forms: int  # the signs of words that every figure has beside it which no other sign tells
    against: Cues
    prices: Pattern
    percent_said: Pattern  # behind its number, in words
    chance_sign: Pattern  # which every chance has that no word tells
    before_against: Cues  # right before a figure
    behind_against: Weighed  # right behind it
    flips: WordSearch
    coins: WordSearch
    rolls: WordSearch
    odds: WordSearch
    succeed: WordSearch
    against_odds: Pattern  # "in favour" and "against", which odds have beside them
    sides: WordSearch  # of a battle, whose odds are no chances
    there_is: WordSearch
    thrown: WordSearch  # dice, their throws, what they show, success and failure
    often: Pattern
    often_behind: Pattern  # right behind a figure
    hedge: Pattern
    chance: ChancePatterns
    range: Pattern
    endless: Pattern  # the end of "5 or more"
    or_more: Pattern
    face: Pattern  # right before a face
    counted: Pattern  # behind a number that counts things
    repeated: Pattern
    average: WordSearch
    average_behind: Pattern
    number: Pattern
    listed: Pattern
    result: Pattern
    total: Pattern
    owned: WordSearch  # right before a rating or a limit, which no dice come to
    skill_behind: Pattern
    noun_behind: Pattern  # any word but one about chances
    thing_behind: Pattern  # behind a number of things: "5 or more cards"
    told_chance: Pattern  # right behind a share or a percentage: "1-in-6 chance"
    goes_on: Pattern  # right behind a chance: "28% on 2d6", "70% and more"
    rolls_at: Pattern  # right before a chance that is given: "two rolls at 50%"
    of_a_die: Pattern  # right behind a chance: "25% for a d4"
    between: Pattern  # "between 55% and 75%"
    bound_of: Pattern  # "at least one of three", which is no share
    of_dice: Pattern  # right behind what is no share: "a 6 on four dice"
    one_thrown: Pattern
    only_on: Pattern


def _any(pattern: str) -> Pattern:
    return re.compile(pattern, re.IGNORECASE)


@lru_cache(maxsize=64)
def clue_patterns(language: str) -> CluePatterns:
    """The patterns for a text in the language."""
    spoken = spoken_in(language)
    said = [lexicon_of(name) for name in spoken]
    count, parts = _counts(said), one_of(part for each in said for part in each.parts)
    plus = one_of(word for each in said for word in each.plus)
    minus = one_of(word for each in said for word in each.minus)
    cues = _cues(spoken)
    percent = one_of(word for each in said for word in each.percent)
    return CluePatterns(
        spelled=_spelled(said),
        index=word_index(spoken),
        named_dice=DiceSearch(
            rf"{WORD_START}\d*(?:{ANY_DIE}{REAL_SIDES}|{CLEAR_DIE}[%F]|(?<=\d){CLEAR_DIE}\d{{1,3}})s?{WORD_END}"
        ),
        cues=cues,
        speaking=reduce(or_, (cue.search.signs for cue in cues)),
        forms=word_index(spoken).signs(
            "average_near odds chances succeed only_on rolls flips successes"
        ),
        against=_against(spoken),
        prices=re.compile(r"[$£€]\s?\d"),
        percent_said=_any(rf"\d\s?\\?(?:{percent})"),
        chance_sign=_any(
            rf"[%{GLYPHS}]|\d/\d|\d\s?\\?(?:{percent})|\d[\s-]+(?:[^\W\d_]+[\s-]+){{1,4}}\d"
        ),
        before_against=_before_against(spoken),
        behind_against=_behind_against(spoken, plus, minus),
        flips=some("flips", spoken),
        coins=some("coins", spoken),
        rolls=some("rolls", spoken),
        odds=some("odds chances", spoken),
        succeed=some("succeed", spoken),
        against_odds=_any(
            r"(?<!\w)(?:"
            + one_of(word for each in said for word in (*each.against, *each.favour))
            + r")(?!\w)"
        ),
        sides=some("sides", spoken),
        there_is=some("there_is", spoken),
        thrown=some("dice results flips rolls succeed cards thresholds difficulties", spoken),
        often=_any(rf"(?<!\w)(?:{any_of('often', spoken)}|{_of_rolls(spoken)})"),
        often_behind=_any(rf"\s*(?:{any_of('often', spoken)}|{_of_rolls(spoken)})"),
        hedge=_any(rf"(?:(?<!\w)(?:{_hedges(said)})\s+|[~≈]\s?)$"),
        chance=_chances(spoken, said, count, parts),
        range=_range(said, plus, minus),
        endless=_any(rf"(?:\+|(?<!\w)(?:{plus}|{minus}))$"),
        or_more=_any(rf"\s*(?:{plus}|{minus})(?!\w)"),
        face=_any(rf"(?<!\w)(?:{any_of('face', spoken)})\s+$"),
        counted=_any(rf"\s*(?:{any_of('counted', spoken)}|\d*d\d)"),
        repeated=_any(rf"\s*(?:{any_of('repeated', spoken)})"),
        average=some("average_near", spoken),
        average_behind=_any(any_of("average_behind", spoken)),
        number=_any(
            rf"(?<![\w.,/%#$£€+−–-])(?:\d+(?:[.,]\d+)?(?!\w|%|\s?%|[.,]\d|/|\s?\+)"
            rf"|(?:{count})(?!\w))"
        ),
        listed=_listed(said, any_of("and", spoken), language),
        result=_any(
            rf"(?<!\w)(?:\d+|{one_of(word for each in said for word in each.none)}|{count})\s+"
            rf"(?:(?:{any_of('net', spoken)})\s+)?(?:{any_of('successes', spoken)})"
        ),
        total=_any(
            rf"(?<!\w)(?:(?:{any_of('totals', spoken)})\s+|=\s*)(?:{_articles(said)})?(\d+)\b"
            rf"(?!\s*(?:{any_of('dice', spoken)}|d\d|%))"
        ),
        owned=WordSearch(
            "owned bounds",
            spoken,
            rf"(?:{any_of('owned bounds', spoken)})(?:\s+(?:{any_of('of', spoken)}))?\s+$",
        ),
        skill_behind=_any(rf"\s+(?:{any_of('skills', spoken)})"),
        noun_behind=_any(rf"\s+(?!(?:{any_of(_NO_NOUN, spoken)}))[^\W\d_]"),
        thing_behind=_any(rf"\s+(?:{any_of('things', spoken)})"),
        told_chance=_any(
            rf"\s+(?:(?:{any_of('of', spoken)})\s*)?(?:{any_of('odds chances', spoken)})"
        ),
        goes_on=_any(rf"\s+(?:{any_of('and per_roll between', spoken)})"),
        rolls_at=_any(
            rf"(?<!\w)(?:{any_of('tries', spoken)})\s+(?:{any_of('rated_at', spoken)})\s+$"
        ),
        of_a_die=_any(
            rf"\s+(?:{any_of('per_roll', spoken)})\s+(?:{_articles(said)})?"
            rf"\d{{0,2}}{ANY_DIE}\d"
        ),
        between=_any(
            rf"(?<!\w)(?:{one_of(word for each in said for word in each.between)})\s+"
            rf"\d+(?:\s?%)?(?:\s?[-–]\s?|\s+[^\W\d_]{{1,3}}\s+)\d+\s?%"
        ),
        bound_of=_any(
            rf"(?<!\w)(?:{any_of('thresholds', spoken)})\s+"
            rf"(?:(?:{count}|\d+|{one_of(word for each in said for word in each.of)})\s+)?"
            rf"(?:{any_of('of', spoken)})\s+(?:{count}|\d+)$"
        ),
        of_dice=_any(rf"\s+(?:{any_of('dice', spoken)})"),
        one_thrown=_any(
            rf"(?<!\w)(?:{any_of('rolled', spoken)})\s+(?:{_articles(said)})?(\d{{1,2}})\b"
            rf"(?!\s*(?:{any_of('dice', spoken)}|d\d|{_joints(said)}|"
            rf"{any_of('repeated', spoken)}|[-–+%,]))"
        ),
        only_on=_any(
            rf"(?<!\w)(?:{any_of('only_on', spoken)})\s+(?:{any_of('on_face', spoken)})\s+"
            rf"(?:{_articles(said)})?(\d+)\b(?!\s*(?:{_joints(said)}|[-–+,%]))"
        ),
    )


def may_hold_figure(text: str, known: CluePatterns) -> bool:
    """Check quickly for a digit, or the word of a number."""
    if _DIGIT.search(text):
        return True
    return not known.spelled.isdisjoint(_WORD.findall(text.lower()))


def _spelled(said: list[Lexicon]) -> frozenset[str]:
    names = [name for each in said for name in (*each.parts, *_small(each))]
    return frozenset(word for name in names for word in _WORD.findall(name)[:1])


def _small(said: Lexicon) -> Iterator[str]:
    """The names of small numbers."""
    for name, number in said.counts.items():
        if 0 < number <= _MOST_COUNTED and name not in said.articles and " " not in name:
            yield name


def _counts(said: list[Lexicon]) -> str:
    """The words of small numbers."""
    return one_of(name for each in said for name in _small(each))


def _hedges(said: list[Lexicon]) -> str:
    return one_of(word for each in said for word in (*each.hedges, *each.over, *each.under))


def _articles(said: list[Lexicon]) -> str:
    return rf"(?:{one_of(word for each in said for word in (*each.of, *each.articles))})\s+"


def _joints(said: list[Lexicon]) -> str:
    words = one_of(word for each in said for word in (*each.either, *each.to))
    return rf"(?:{words})(?!\w)"


def _of_rolls(spoken: Languages) -> str:
    """A pattern for "of all your rolls"."""
    return (
        rf"(?:{any_of('of', spoken)})\s*(?:(?:{any_of('quantity', spoken)})\s+)*"
        rf"(?:{any_of('tries', spoken)})"
    )


def _cues(spoken: Languages) -> Cues:
    """The words that speak of dice, the weakest last."""
    listed = (
        ("dice", 2), ("results", 2), ("flips", 2), ("rolls", 2), ("succeed", 2), ("odds", 3),
        ("chances", 2), ("cards", 1), ("occurs", 1),
    )  # fmt: skip
    often = f"{any_of('often', spoken)}|{_of_rolls(spoken)}"
    return (
        *(Cue(some(kind, spoken), weight) for kind, weight in listed),
        Cue(WordSearch("often tries", spoken, often), 3),
        Cue(some("average_said", spoken), 2),
        Cue(WordSearch("difficulties", spoken, rf"(?:{any_of('difficulties', spoken)})\s+\d"), 2),
        Cue(some("thresholds", spoken), 1),
    )


def _against(spoken: Languages) -> Cues:
    """The words that speak of other things, the strongest six first."""
    listed = (
        ("money", 5), ("weight", 5), ("size", 5), ("software", 5), ("surveyed", 12),
        ("health", 3), ("rating", 2), ("change", 2), ("period", 3), ("there_is", 1),
        ("encounters", 2),
    )  # fmt: skip
    return tuple(Cue(some(kind, spoken), weight) for kind, weight in listed)


def _before_against(spoken: Languages) -> Cues:
    odds = rf"(?:{any_of('odds chances', spoken)})"

    def ending(kind: str, rest: str) -> WordSearch:
        return WordSearch(kind, spoken, rf"(?:{any_of(kind, spoken)}){rest}$")

    return (
        Cue(ending("changed_by", r"\s+\W*"), 4),
        Cue(ending("skills", rf"(?:(?!{odds})[^.;\d]){{0,24}}"), 4),
        Cue(ending("numbered", r"\s+"), 6),
    )


def _behind_against(spoken: Languages, plus: str, minus: str) -> Weighed:
    rolls = rf"(?:(?:{any_of('quantity', spoken)})\s+)*(?:{any_of('tries', spoken)})"
    odds = any_of("odds chances", spoken)
    totals = r"\d{1,2}(?:\s?\+|\s?[-–]\s?\d)"  # "44% of 7-9"
    return (
        (_any(rf"\s*(?:{plus}|{minus})(?!\w)"), 4),
        (_any(rf"\s*(?:{any_of('compared', spoken)})"), 4),
        (
            _any(rf"\s*(?:{any_of('of', spoken)})\s+(?!{rolls}|{odds}|{totals})"),
            5,
        ),
        (_any(rf"\s*(?:{any_of('units', spoken)})"), 5),
    )


def _chances(spoken: Languages, said: list[Lexicon], count: str, parts: str) -> ChancePatterns:
    percent = one_of(("%", *(word for each in said for word in each.percent)))
    halves = one_of(word for each in said for word, part in each.parts.items() if part == 2)
    to = one_of(word for each in said for word in each.odds)
    number = rf"(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d+(?:\.\d+)?|{count})"
    return ChancePatterns(
        percent=_any(
            rf"[<>]?\s?(?<!\d)\d+(?:[.,]\d+)?\s?\\?(?:{percent})(?<!\w)"
            rf"(?!-(?!{any_of('chances', spoken)}))"
            rf"|[<>]?\s?(?<!\d)\d+(?:[.,]\d+)?\s?(?:{percent})(?<=\w)(?!\w|-)"
        ),
        shares=tuple(_shares(said, number, count)),
        part=_any(
            rf"(?<!\w)(?:\d+|{count}|{one_of(word for each in said for word in each.of)})[\s-]+"
            rf"(?:{parts})(?!\w)"
            rf"|(?<!\w)(?:{halves})(?!\w)"
            rf"(?=\s+(?:(?:{any_of('of', spoken)})\s*)?(?:{any_of('quantity of', spoken)}))"
        ),
        odds=_any(
            rf"(?<![\w.,/:])(?!\d{{3,}}\s\w+\s\d{{3}})\d{{1,4}}(?:\s?:\s?|\s(?:{to})\s)"
            r"\d{1,4}(?![\w/:]|[.,]\d|\s?%)"
        ),
        fraction=re.compile(r"(?<![\w/.])\d{1,6}/\d{1,7}(?![\w/]|\.\d)"),
        glyph=re.compile(f"[{GLYPHS}]"),
        decimal=re.compile(r"(?<![\w.,/])0?[.,]\d+(?![\w%/]|[.,]\d)"),
    )


def _shares(said: list[Lexicon], number: str, count: str) -> Iterator[Pattern]:
    """So many in so many, in each language."""
    for each in said:
        first = rf"(?:\d+(?:\.\d+)?|{count}|{one_of(each.of)})"
        for share in shares_of(each, number):
            written = share.pattern.replace(f"(?P<k>{number})", f"(?P<k>{first})")
            yield _any(rf"(?<![\w.,/]){written}(?![\w/]|[.,]\d|\s?\+|\s*(?:%|d\d))")


def _range(said: list[Lexicon], plus: str, minus: str) -> Pattern:
    """Faces or totals: "5+", "5 or more", "5 or 6", "4-6"."""
    article = rf"(?:{_articles(said)})?"
    return _any(
        r"(?<![\w.,/%–-])(?:\d+\s?\+(?!\d|\s?\d)"
        rf"|\d+s?(?:\s?,\s?\d+)*,?\s+(?:{plus}|{minus})(?!\w)"
        rf"|\d+s?(?:\s?,\s?\d+)*,?\s+{_joints(said)}\s+{article}\d+s?|\d+\s?[-–]\s?\d+)"
        r"(?![\w%/.]*\d|\s?%|\+)"
    )


def _listed(said: list[Lexicon], also: str, language: str) -> Pattern:
    """Dice of a worked example: "4, 3 and 5"."""
    comma = r",\s+" if point_of(language) == "," else r",\s*"
    return _any(
        rf"(?<![\w.,/%])\d{{1,2}}(?:(?:\s*{comma}(?:(?:{also})\s+)?|\s+(?:{also})\s+"
        rf"(?:{_articles(said)})?)\d{{1,2}})+(?![\w%/]|[.,]\d)"
    )
