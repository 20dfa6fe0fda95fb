"""Finds the chances of a sentence: a percentage, a share, a fraction, odds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..words.dice_patterns import CLEAR_DIE
from .clue_kind import ClueKind, PossibleFigure
from .clue_patterns import CluePatterns
from .clue_weights import (
    ENOUGH,
    EVENT,
    WEAK,
    speaks_of_throws,
    weight_beside,
    weight_of_words,
)

_CAPITAL = r"[A-ZÀ-ÞŁŚŻŹĆŃА-Я][a-zà-ÿłśżźćńęąа-яё]+"
_SKILL = re.compile(  # "with Spot Hidden 45%", "Fighting (Brawl) 45%"
    rf"(?<=[a-z,;:(.] )(?:{_CAPITAL} ){{1,3}}$|(?:{_CAPITAL} )\({_CAPITAL}\) $"
)
_OF_A_DIE = re.compile(r"(?<!\w)\d+(?:-\w+-| (?!of|von|de|di|z|na|sur)\w+ )(?:[468]|1[02]|20|36)$")
_PERCENT_BEHIND = re.compile(r"\s*\(?[~≈]?\d+(?:[.,]\d+)?\s?%")
_LABEL = re.compile(r"([^\W\d][\w ]{2,24}?)\s*[:=]\W*\Z")
_WAYS = frozenset(6**n for n in range(2, 7))  # of several d6
_YEAR = re.compile(r"(?<!\d)(?:1[3-9]|20)\d\d$")
_COUNTED = re.compile(r"^\d+ (?:of|von|de|di|z|na|sur|av|van|из|з) \d+$", re.IGNORECASE)
_SET_BEHIND = re.compile(r"\s(?:of|von|de|di|z|na|sur|av|van|из|з)\s\d", re.IGNORECASE)
_SOME_OF = re.compile(r"\sof\s", re.IGNORECASE)
_RATED_SO = 4  # the rating of a skill
_OF_DICE = re.compile(rf"\d?{CLEAR_DIE}\d+%$")
WORDS = re.compile(r"[^\W\d_]+")
BARE = re.compile(r"(?<![\w.,/#])\d")
_ENDS = re.compile(r"[*_]*\s*(?:[-–—.,;:)\]]|\Z|\n\s*\n)")
_FACTOR = re.compile(r"[×*/·x−–+-]\s?$"), re.compile(r"\s?[×*/·x−–+-]\s?\d")


def possible_chances(
    known: CluePatterns, text: str, base: int, company: int
) -> Iterator[PossibleFigure]:
    """The chances of a sentence; some are too unlikely to be any."""
    for pattern in _forms_in(known, text):
        for match in pattern.finditer(text):
            start = match.end() - len(match[0].lstrip())
            typed = _TypedChance(known, text, pattern, start, match.end())
            if not _is_none(typed):
                noun = 1 if match.groupdict().get("noun") else 0  # "one time in three"
                score = base + _weight(typed, company, noun)
                yield PossibleFigure(ClueKind.CHANCE, start, match.end(), score)


class _TypedChance(NamedTuple):
    """Letters of a sentence that one form of a chance has."""

    known: CluePatterns
    text: str
    form: re.Pattern[str]
    start: int
    end: int

    @property
    def found(self) -> str:
        """The letters."""
        return self.text[self.start : self.end]

    @property
    def before(self) -> str:
        """The letters before it, as many as tell something."""
        return self.text[max(0, self.start - 40) : self.start]

    @property
    def is_percentage(self) -> bool:
        """True of "42%"."""
        return self.form is self.known.chance.percent

    @property
    def is_share(self) -> bool:
        """True of "1 in 6"."""
        return self.form in self.known.chance.shares

    @property
    def is_told(self) -> bool:
        """True if a word for a chance is right behind it."""
        return self.known.told_chance.match(self.text, self.end) is not None

    @property
    def is_often(self) -> bool:
        """True if it is right before "of the time"."""
        return self.known.often_behind.match(self.text, self.end) is not None


def _is_none(typed: _TypedChance) -> bool:
    """Check for what only looks like a chance."""
    known, text, end = typed.known, typed.text, typed.end
    forms = known.chance
    if typed.is_percentage:
        return (
            _above_all(typed.found)
            or _OF_DICE.search(text[: typed.start][-8:] + typed.found) is not None  # "1d10%"
            or known.rolls_at.search(typed.before) is not None  # "two rolls at 50%"
            or _is_given(typed)
        )
    if typed.form is forms.fraction:
        return _whole(typed.found)
    if typed.form is forms.part:
        return known.average.search(typed.found) is not None  # "la media"
    if not typed.is_share:
        return False
    if known.of_dice.match(text, end) or _SET_BEHIND.match(text, end):
        return True  # "a 6 on four dice", "once in 12 of 52 cards"
    if _COUNTED.search(typed.found) and not (
        typed.is_told or _PERCENT_BEHIND.match(text, end) or known.odds.search(text)
    ):
        return _last_number(typed.found) not in (36, *_WAYS)  # "10 of 40"
    if known.bound_of.search(typed.before + typed.found) and not (typed.is_told or typed.is_often):
        return True  # "at least one of three nets"
    return (
        not _OF_A_DIE.search(typed.found)
        and known.noun_behind.match(text, end) is not None
        and not typed.is_often
        and (_SOME_OF.search(typed.found) is not None or not speaks_of_throws(known, text))
    )  # "one of five nets", "one in five guards"


def _weight(typed: _TypedChance, company: int, noun: int) -> int:
    """Weigh the letters themselves, and what is right beside them."""
    known, text, end = typed.known, typed.text, typed.end
    weight = -weight_beside(known, text, typed.start, end)
    weight += 1 if known.hedge.search(typed.before) else 0
    label = _LABEL.search(typed.before)
    weight += ENOUGH if label is not None and known.odds.search(label[1]) else 0  # "Risk: 35%"
    weight += 2 if typed.is_often else 0
    if typed.is_told or _ENDS.match(text, end) or known.goes_on.match(text, end):
        weight += company
    if typed.is_percentage:
        return weight + _weight_of_percentage(typed)
    if typed.is_share:
        return weight + _weight_of_share(typed, noun)
    return weight + _weight_of_part(typed, company)


def _weight_of_percentage(typed: _TypedChance) -> int:
    known = typed.known
    weight = _on_a_grid(typed.found)
    skill = _SKILL.search(typed.text[: typed.start])
    if skill is None or known.odds.search(typed.text) or known.cues[0].search.search(skill[0]):
        return weight  # "je Würfel 65 %"
    return weight - _RATED_SO


def _weight_of_share(typed: _TypedChance, noun: int) -> int:
    weight = 0
    if _YEAR.search(typed.found):
        weight -= 4  # "120 copies in 2019"
    if typed.is_told or typed.known.odds.search(typed.found):
        weight += ENOUGH  # "a 1-in-6 chance"
    else:
        weight += noun
    if _OF_A_DIE.search(typed.found) and not _PERCENT_BEHIND.match(typed.text, typed.end):
        weight += ENOUGH if "-" in typed.found else 1  # "2-in-6", "2 in 6"
    return weight + (ENOUGH if _last_number(typed.found) in _WAYS else 0)


def _weight_of_part(typed: _TypedChance, company: int) -> int:
    """Weigh a fraction, a part in words, a glyph, a decimal."""
    known, text, end = typed.known, typed.text, typed.end
    forms, has_odds = known.chance, known.odds.search(text) is not None
    if typed.form in (forms.part, forms.glyph):
        return 0 if known.often.search(text[end : end + 30]) else (-2 if has_odds else -5)
    if typed.form is forms.decimal:
        is_factor = _FACTOR[0].search(text[: typed.start]) or _FACTOR[1].match(text, end)
        return -4 - company if is_factor or not has_odds else 0
    if typed.form is not forms.fraction:
        return 0
    weight = 0 if speaks_of_throws(known, text) else -WEAK  # "1/6 Sanity, or 1d6 if he is seen"
    return weight + (ENOUGH if _last_number(typed.found) in _WAYS else 0)


def _last_number(text: str) -> int:
    """The last number of a share, 0 where it has none."""
    return int(re.findall(r"\d+", f"0 {text}".replace(",", ""))[-1])


def _forms_in(known: CluePatterns, text: str) -> Iterator[re.Pattern[str]]:
    """The forms of a chance that the text may have, by signs that are seen quickly."""
    forms = known.chance
    spelled = sum(word in known.spelled for word in WORDS.findall(text.lower()))
    if "%" in text or known.percent_said.search(text):
        yield forms.percent
    if spelled > 1 or spelled + len(BARE.findall(text)) > 1:
        yield from forms.shares
    if spelled:
        yield forms.part
    yield from (forms.fraction, forms.glyph, forms.decimal)
    if _tells_odds(known, text):
        yield forms.odds


def _tells_odds(known: CluePatterns, text: str) -> bool:
    """Check for odds for or against a throw; those of a battle are two strengths."""
    return (
        known.odds.search(text) is not None
        and known.against_odds.search(text) is not None
        and known.sides.search(text) is None
    )


def _is_given(typed: _TypedChance) -> bool:
    """Check for a percentage that the rules or the world give, and that no dice make.

    It is a rating ("a skill of 60%") or a limit ("below 50%"). It may also be a chance of the
    author's own, with neither dice nor what they must show: "a 15% chance that it rains".
    """
    known, text = typed.known, typed.text
    is_even = re.fullmatch(r"\d?[05]\D*", typed.found) is not None
    if typed.is_often:
        return is_even and not speaks_of_throws(known, text)
    if known.skill_behind.match(text, typed.end):
        return True
    if (
        not typed.is_told
        and known.owned.search(typed.before)
        and not known.odds.search(typed.before)
    ):
        return True
    if not is_even:
        return False
    if typed.is_told:
        return not speaks_of_throws(known, text) or (
            known.there_is.search(text) is not None
            and not EVENT.search(text)
            and not known.rolls.search(text)
        )
    if any(each.start() <= typed.start < each.end() for each in known.between.finditer(text)):
        return not speaks_of_throws(known, text)  # "between 55% and 75%"
    if known.of_a_die.match(text, typed.end):
        return False  # "25% for a d4"
    others = weight_of_words(known.cues, known, text)
    return not others and not EVENT.search(text) and known.named_dice.search(text) is not None


def _on_a_grid(percentage: str) -> int:
    """Weigh that its decimals are those of two or three d6, as few other numbers are."""
    number = re.search(r"(\d+)[.,](\d+)", percentage)
    if number is None:
        return 0
    digits = len(number[2])
    value = int(number[1] + number[2])
    for rolls, weight in ((36, digits), (216, digits - 1)):
        steps = value * rolls / (100 * 10**digits)
        if any(round(100 * 10**digits * k / rolls) == value for k in {int(steps), int(steps) + 1}):
            return min(2, weight)
    return 0


def _above_all(percentage: str) -> bool:
    """Check that the percentage is more than any chance."""
    digits = re.search(r"\d+", percentage)
    return digits is not None and int(digits[0]) > 100


def _whole(fraction: str) -> bool:
    """Check that the fraction is one or more, such as 50/50."""
    first, _, second = fraction.partition("/")
    return int(first) >= int(second)
