"""Finds the chances of a sentence: a percentage, a share, a fraction, odds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..words.dice_patterns import CLEAR_DIE
from .arithmetic.tables import GRIDS, likely_on_grid
from .arithmetic.typed import numeral
from .clue_kind import ClueKind, PossibleFigure
from .clue_patterns import CluePatterns
from .clue_weights import ENOUGH, EVENT, WEAK, speaks_of_throws, weight_beside, weight_of_words

_CAPITAL = r"[A-ZÀ-ÞŁŚŻŹĆŃА-Я][a-zà-ÿłśżźćńęąа-яё]+"
_SKILL = re.compile(  # "with Spot Hidden 45%", "Fighting (Brawl) 45%"
    rf"(?<=[a-z,;:(.] )(?:{_CAPITAL} ){{1,3}}$|(?:{_CAPITAL} )\({_CAPITAL}\) $"
)
_NAME_BEFORE = re.compile(rf"(?<!\w){_CAPITAL}(?: \({_CAPITAL}\))? $")
_RATING_BEHIND = re.compile(r" \(\d+/\d+\)|,?(?: [^\W\d_]+)? \d*d\d")
_RATED = re.compile(rf"{_CAPITAL}(?: \({_CAPITAL}\))? \d{{1,2}}\s?%(?=[,;.]| \()")
_OF_A_DIE = re.compile(r"(?<!\w)\d+(?:-\w+-| (?!of|von|de|di|z|na|sur)\w+ )(?:[468]|1[02]|20|36)$")
_PERCENT_BEHIND = re.compile(r"\s*\(?[~≈]?\d+(?:[.,]\d+)?\s?%")
_LABEL = re.compile(r"([^\W\d][\w ]{2,24}?)\s*[:=]\W*\Z")
_WAYS = frozenset(6**n for n in range(2, 7))  # of several d6
_YEAR = re.compile(r"(?<!\d)(?:1[3-9]|20)\d\d$")
_OF_DICE = re.compile(rf"\d?{CLEAR_DIE}\d+%$")
_COINCIDENCE = 1e-3
_WORDS = re.compile(r"[^\W\d_]+")
_BARE = re.compile(r"(?<![\w.,/#])\d")
_ENDS = re.compile(r"[*_]*\s*(?:[-–—.,;:)\]]|\Z|\n\s*\n)")
_FACTOR = re.compile(r"[×*/·x−–+-]\s?$"), re.compile(r"\s?[×*/·x−–+-]\s?\d")


def possible_chances(
    known: CluePatterns, text: str, base: int, company: int
) -> Iterator[PossibleFigure]:
    """The chances of a sentence; some are too unlikely to be any."""
    forms = known.chance
    for pattern in _forms_in(known, text):
        for match in pattern.finditer(text):
            start, end = match.span()
            start += len(match[0]) - len(match[0].lstrip())
            score = base - weight_beside(known, text, start, end)
            if (pattern is forms.fraction and _whole(match[0])) or (
                pattern is forms.percent and _above_all(match[0])
            ):
                continue
            if known.hedge.search(text[max(0, start - 40) : start]):
                score += 1
            if pattern is forms.fraction and not speaks_of_throws(known, text):
                score -= WEAK  # "1/6 Sanity, or 1d6 if he is seen"
            if pattern in forms.shares and _YEAR.search(match[0]):
                score -= 4  # "120 copies in 2019"
            if pattern in forms.shares and (
                known.told_chance.match(text, end) or known.odds.search(match[0])
            ):
                score += ENOUGH  # "a 1-in-6 chance"
            elif pattern in forms.shares and match.groupdict().get("noun"):
                score += 1  # "one time in three"
            if pattern is forms.part and known.average.search(match[0]):
                continue  # "la media"
            if pattern in forms.shares and known.of_dice.match(text, end):
                continue  # "a 6 on four dice"
            if pattern is forms.percent and _OF_DICE.search(text[:start][-8:] + match[0]):
                continue  # "1d10%"
            if (
                pattern in forms.shares
                and not _OF_A_DIE.search(match[0])
                and known.noun_behind.match(text, end)
                and not speaks_of_throws(known, text)
            ):
                continue  # "one in five guards"
            label = _LABEL.search(text[max(0, start - 40) : start])
            if label is not None and known.odds.search(label[1]):
                score += ENOUGH  # "Risk: 35%"
            if pattern in (forms.part, forms.glyph) and not known.often.search(
                text[end : end + 30]
            ):
                score -= 2 if known.odds.search(text) else 5
            if pattern is forms.decimal and (
                not known.odds.search(text)
                or _FACTOR[0].search(text[:start])
                or _FACTOR[1].match(text, end)
            ):
                score -= 4 + company
            if (
                pattern is forms.percent
                and (skill := _SKILL.search(text[:start])) is not None
                and not known.odds.search(text)
                and not known.cues[0].search.search(skill[0])  # "je Würfel 65 %"
            ):
                score -= 4
            if known.often_behind.match(text, end):
                score += 2
            if (
                _ENDS.match(text, end)
                or known.goes_on.match(text, end)
                or known.told_chance.match(text, end)
            ):
                score += company
            if (
                pattern in forms.shares
                and _OF_A_DIE.search(match[0])
                and not _PERCENT_BEHIND.match(text, end)
            ):
                score += ENOUGH if "-" in match[0] else 1  # "2-in-6", "2 in 6"
            if pattern is forms.percent:
                if _is_given(known, text, start, end):
                    continue
                score += _on_a_grid(match[0]) - (4 if _is_rating(text, start, end) else 0)
            if (pattern in forms.shares or pattern is forms.fraction) and int(
                re.findall(r"\d+", f"0 {match[0]}".replace(",", ""))[-1]
            ) in _WAYS:
                score += ENOUGH
            yield PossibleFigure(ClueKind.CHANCE, start, end, score)


def _forms_in(known: CluePatterns, text: str) -> Iterator[re.Pattern[str]]:
    """The forms of a chance that the text may have, by signs that are seen quickly."""
    forms = known.chance
    spelled = sum(word in known.spelled for word in _WORDS.findall(text.lower()))
    if "%" in text or known.percent_said.search(text):
        yield forms.percent
    if spelled > 1 or spelled + len(_BARE.findall(text)) > 1:
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


def _is_given(known: CluePatterns, text: str, start: int, end: int) -> bool:
    """Check for a percentage that the rules or the world give, and that no dice make.

    It is a rating ("a skill of 60%") or a limit ("below 50%"). It may also be a chance of the
    author's own, with neither dice nor what they must show: "a 15% chance that it rains".
    """
    is_even = re.fullmatch(r"\d?[05]\D*", text[start:end]) is not None
    if known.often_behind.match(text, end):
        return is_even and not speaks_of_throws(known, text)
    if known.skill_behind.match(text, end):
        return True
    told = known.told_chance.match(text, end) is not None
    before = text[max(0, start - 40) : start]
    if not told and known.owned.search(before) and not known.odds.search(before):
        return True
    if not is_even:
        return False
    if told:
        return not speaks_of_throws(known, text) or (
            known.there_is.search(text) is not None
            and not EVENT.search(text)
            and not known.rolls.search(text)
        )
    others = weight_of_words(known.cues, known, text)
    return not others and not EVENT.search(text) and known.named_dice.search(text) is not None


def on_one_grid(percentages: Sequence[str]) -> bool:
    """Check for several decimals that are all those of the same dice, by no coincidence."""
    typed = {numeral(each) for each in percentages}
    return any(
        likely_on_grid({each for each in typed if each.digits}, grid) < _COINCIDENCE
        for grid in GRIDS
    )


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


def _is_rating(text: str, start: int, end: int) -> bool:
    """Check for a rating in a list of skills or attacks: "Dodge 25% (12/5), Spear 45%, 1d8"."""
    if not _NAME_BEFORE.search(text[max(0, start - 40) : start]):
        return False
    return bool(_RATING_BEHIND.match(text, end)) or len(_RATED.findall(text)) > 2


def _above_all(percentage: str) -> bool:
    """Check that the percentage is more than any chance."""
    digits = re.search(r"\d+", percentage)
    return digits is not None and int(digits[0]) > 100


def _whole(fraction: str) -> bool:
    """Check that the fraction is one or more, such as 50/50."""
    first, _, second = fraction.partition("/")
    return int(first) >= int(second)
