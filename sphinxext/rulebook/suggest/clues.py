"""Finds numbers in prose that are probably odds: chances, ranges, averages, worked examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..words.dice_patterns import CLEAR_DIE
from .arithmetic.tables import GRIDS, likely_on_grid
from .arithmetic.typed import numeral
from .clue_kind import ClueKind
from .clue_patterns import CluePatterns, Cue, clue_patterns, may_hold_figure
from .passages import NOTATION, Sentence

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
_EVENT = re.compile(
    r"(?<![\w.])(?:\d{1,2}\s?\+(?!\s?\d)|[-+−]\s?\d{1,2}(?![\w%])|\d{1,2}\s?[-–]\s?\d{1,2}(?![\d%]))"
)
_FEW_WORDS = 8
_NOTE = re.compile(r"[:(,]\s*[~≈]?\s?\d+(?:[.,]\d+)?\s?%")
_YEAR = re.compile(r"(?<!\d)(?:1[3-9]|20)\d\d$")
_ROW = re.compile(r"(?<![\w.,/])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\w%/])")
_PERCENTILE = re.compile(r"(?<!\d)0\d")  # "01-05" is a part of a hundred that the rules give
_OF_DICE = re.compile(rf"\d?{CLEAR_DIE}\d+%$")
_PERCENTAGES = re.compile(r"(?<![\d.,])\d{1,2}[.,]\d{1,3}(?=\s?%)")
_COINCIDENCE = 1e-3
_SIGN = re.compile(r"(?:[-+−±]|[$£€])\s?$")
_WORDS = re.compile(r"[^\W\d_]+")
_BARE = re.compile(r"(?<![\w.,/#])\d")
_CLAUSE = re.compile(r"[;:]\s")
_ENDS = re.compile(r"[*_]*\s*(?:[-–—.,;:)\]]|\Z|\n\s*\n)")
_SAID_BEFORE = re.compile(r"\w[\"”″'’)*_]*\s+$")
_FACTOR = re.compile(r"[×*/·x−–+-]\s?$"), re.compile(r"\s?[×*/·x−–+-]\s?\d")
ENOUGH = 3
_NAMED_DICE, _PRICE = 3, 3  # the weight of "2d6", and of a sum of money
_SIGNED = 5  # "+5%", "$5"
WEAK = 2  # a word against dice that a sentence about them may well have


class PossibleFigure(NamedTuple):
    """A figure that may want to be held: its kind, and where in its sentence it is."""

    kind: ClueKind
    start: int
    end: int
    score: int


def possible_figures(
    sentence: Sentence,
    names: re.Pattern[str] | None = None,
    *,
    language: str = "en",
    goes_on: bool = False,
    company: int = 0,
) -> Iterator[PossibleFigure]:
    """The figures of a sentence that look like those of dice; names are those of the rules.

    It may go on from one that gives a chance: "At disadvantage it drops to 25%". Sentences around
    it that are full of chances speak for it as well.
    """
    text = sentence.text
    known = clue_patterns(language)
    if not may_hold_figure(text, known):
        return
    if not (goes_on or company or _may_speak_of_dice(known, text, names)):
        return
    base = _weight(known, text, sentence, names)
    is_against = _is_of_other_things(known, text)
    if goes_on and not is_against:
        base += ENOUGH
    if is_against or not _speaks_of_events(known, text):
        company = 0
    taken: list[tuple[int, int]] = []
    average = base + bool(sentence.dice) + company
    chances = list(_chances(known, text, base, company))
    is_told = any(each.score >= ENOUGH for each in chances)
    for look in (
        *_rolled(known, sentence, base),
        *chances,
        *_averages(known, text, average),
        *_ranges(known, text, base - (ENOUGH if is_told else 0), names),
    ):
        if look.score < ENOUGH or any(s < look.end and look.start < e for s, e in taken):
            continue
        taken.append((look.start, look.end))
        if look.kind is not ClueKind.LISTED:
            yield look


def _may_speak_of_dice(known: CluePatterns, text: str, names: re.Pattern[str] | None) -> bool:
    """Check quickly for dice, for a word about them, or for a sign of a chance."""
    return bool(
        known.index.seen(text) & known.speaking
        or known.chance_sign.search(text)
        or known.named_dice.search(text)
        or (names is not None and names.search(text))
    )


def weight_of_words(cues: Iterable[Cue], known: CluePatterns, text: str) -> int:
    """Weigh the words of a text for or against dice."""
    seen = known.index.seen(text)
    return sum(cue.weight for cue in cues if cue.search.is_in(text, seen))


def _is_of_other_things(known: CluePatterns, text: str) -> bool:
    """Check for a word that speaks strongly against dice."""
    seen = known.index.seen(text)
    strong = (cue for cue in known.against if cue.weight > WEAK)
    return known.prices.search(text) is not None or any(
        cue.search.is_in(text, seen) for cue in strong
    )


def weight_of_dice(known: CluePatterns, text: str) -> int:
    """Weigh all words about dice in a text, and the dice that it names."""
    named = _NAMED_DICE if known.named_dice.search(text) else 0
    return named + weight_of_words(known.cues, known, text)


def _speaks_of_events(known: CluePatterns, text: str) -> bool:
    """Check for a word of dice, for totals such as 7+, or for a note of a few words."""
    if _EVENT.search(text) or weight_of_dice(known, text):
        return True
    return len(text.split()) <= _FEW_WORDS and _NOTE.search(text) is not None


def _weight(
    known: CluePatterns, text: str, sentence: Sentence, names: re.Pattern[str] | None
) -> int:
    """Weigh how much the sentence as a whole speaks of dice."""
    weight = weight_of_dice(known, text)
    if names is not None and names.search(text):
        weight += 2
    weight += weight_around(known, f"{sentence.before} {sentence.heading}")
    if known.flips.search(text):
        text = known.coins.pattern.sub("", text)  # which are dice then, and no money
    is_odds = known.odds.search(text) is not None  # which rise and drop, and have modifiers
    against = (cue for cue in known.against if cue.weight > WEAK or not is_odds)
    if text.count("%") > 1 and _on_one_grid(_PERCENTAGES.findall(text)):
        weight += ENOUGH
    weight -= _PRICE if known.prices.search(text) else 0
    return weight - weight_of_words(against, known, text)


def weight_around(known: CluePatterns, text: str) -> int:
    """Weigh how much the text before a sentence or above a table speaks of dice."""
    seen = known.index.seen(text)
    found = (cue.search.is_in(text, seen) for cue in known.cues[:-1])
    return min(2, int(known.named_dice.search(text) is not None) + sum(found))


def _beside(known: CluePatterns, text: str, start: int, end: int) -> int:
    """Weigh the words right beside the figure that speak against it."""
    before, behind = text[max(0, start - 40) : start], text[end : end + 40]
    against = weight_of_words(known.before_against, known, before)
    against += _SIGNED if _SIGN.search(before) else 0
    return against + sum(value for cue, value in known.behind_against if cue.match(behind))


def _chances(known: CluePatterns, text: str, base: int, company: int) -> Iterator[PossibleFigure]:
    forms = known.chance
    for pattern in _forms_in(known, text):
        for match in pattern.finditer(text):
            start, end = match.span()
            start += len(match[0]) - len(match[0].lstrip())
            score = base - _beside(known, text, start, end)
            if (pattern is forms.fraction and _whole(match[0])) or (
                pattern is forms.percent and _above_all(match[0])
            ):
                continue
            if known.hedge.search(text[max(0, start - 40) : start]):
                score += 1
            if pattern is forms.fraction and not _speaks_of_throws(known, text):
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
                and not _speaks_of_throws(known, text)
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
        return is_even and not _speaks_of_throws(known, text)
    if known.skill_behind.match(text, end):
        return True
    told = known.told_chance.match(text, end) is not None
    before = text[max(0, start - 40) : start]
    if not told and known.owned.search(before) and not known.odds.search(before):
        return True
    if not is_even:
        return False
    if told:
        return not _speaks_of_throws(known, text) or (
            known.there_is.search(text) is not None
            and not _EVENT.search(text)
            and not known.rolls.search(text)
        )
    others = weight_of_words(known.cues, known, text)
    return not others and not _EVENT.search(text) and known.named_dice.search(text) is not None


def _speaks_of_throws(known: CluePatterns, text: str) -> bool:
    """Check for words of dice and throws, for what they show, and for success and failure."""
    return _EVENT.search(text) is not None or known.thrown.search(text) is not None


def _on_one_grid(percentages: Sequence[str]) -> bool:
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


def _averages(known: CluePatterns, text: str, base: int) -> Iterator[PossibleFigure]:
    for cue in known.average.pattern.finditer(text) if known.average.search(text) else ():
        numbers = [
            match
            for match in known.number.finditer(text)
            if not NOTATION.search(text[max(0, match.start() - 1) : match.end() + 1])
            and not known.counted.match(text, match.end())
        ]
        near = [m for m in numbers if 0 <= m.start() - cue.end() <= 45][:1]
        if known.average_behind.fullmatch(cue[0]) and _SAID_BEFORE.search(text[: cue.start()]):
            before = [m for m in reversed(numbers) if 0 <= cue.start() - m.end() <= 25][:1]
            if not (near and near[0].start() - cue.end() < 3):
                near = before or near
        if NOTATION.search(text):
            near += [m for m in numbers if m.start() > cue.end() and re.search("[.,]", m[0])]
        for match in near:
            start, end = match.span()
            against = _beside(known, text, start, end)
            score = base - against
            if NOTATION.search(text) and re.search(r"[.,]", match[0]) and start - cue.end() < 9:
                score = max(score, ENOUGH)  # "3d6 averages 10.5 inches"
            yield PossibleFigure(ClueKind.AVERAGE, start, end, score)


def _ranges(
    known: CluePatterns, text: str, base: int, names: re.Pattern[str] | None
) -> Iterator[PossibleFigure]:
    for match in known.only_on.finditer(text):
        yield PossibleFigure(ClueKind.RANGE, *match.span(1), base)
    if text.rstrip().endswith(":"):
        return  # it leads to a table or a list, and says which dice that is about
    told = [match.span() for match in known.succeed.pattern.finditer(text)] if (
        known.succeed.search(text)) else []  # fmt: skip
    told += [match.span() for match in names.finditer(text)] if names else []
    if not told:
        return  # it says when something else happens
    rows = {match.span() for match in _rows(text)}
    for match in known.range.finditer(text):
        start, end = match.span()
        if match.span() in rows or _PERCENTILE.search(match[0]):
            continue
        if known.before_against[0].search.search(text[max(0, start - 40) : start]):
            continue  # "fails by 5 or more"
        if known.thing_behind.match(text, end) or not any(
            _in_one_clause(text, match.span(), each) for each in told
        ):
            continue
        score = base - 1 - _beside(known, text, start, end)
        if known.or_more.match(text, end):
            score += 4  # said of the range itself
        if known.face.search(text[max(0, start - 24) : start]):
            score += 2
        if known.endless.search(match[0]):
            score += 1
        if known.counted.match(text, end) or known.repeated.match(text, end):
            score -= 6
        if any(m.start() < end and start < m.end() for m in known.listed.finditer(text)) and (
            "," in match[0]
        ):
            score -= 2
        yield PossibleFigure(ClueKind.RANGE, start, end, score)


def _in_one_clause(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Check that no semicolon or colon is between two parts of a sentence."""
    between = text[min(first[1], second[1]) : max(first[0], second[0])]
    return _CLAUSE.search(between) is None


def _rows(text: str) -> Iterator[re.Match[str]]:
    """The rows of a random table within a sentence: "1-2 dead, 3-4 wounded, 5-6 well"."""
    found = list(_ROW.finditer(text))
    run = found[:1]
    for last, match in pairwise(found):
        if int(match[1]) == int(last[2]) + 1:
            run.append(match)
            continue
        yield from run if len(run) > 2 else ()
        run = [match]
    yield from run if len(run) > 2 else ()


def _rolled(known: CluePatterns, sentence: Sentence, base: int) -> Iterator[PossibleFigure]:
    text = sentence.text
    listed = known.listed.search(text) or known.one_thrown.search(text)
    behind = 0
    if listed is not None:
        if not known.rolls.search(text):
            return
        behind = listed.end()
        if listed.re is known.listed:
            yield PossibleFigure(ClueKind.LISTED, *listed.span(), 9)
    elif not (known.listed.search(sentence.before) and known.rolls.search(sentence.before)):
        return
    result = next((m for m in known.result.finditer(text) if m.start() >= behind), None)
    if result is not None:
        yield PossibleFigure(ClueKind.ROLLED, result.start(), result.end(), base + 2)
        return
    total = next((m for m in known.total.finditer(text) if m.start() >= behind), None)
    if total is not None and listed is not None:
        start, end = total.span(1)
        score = base + ENOUGH - _beside(known, text, start, end)
        yield PossibleFigure(ClueKind.ROLLED, start, end, score)


def thrown_in(sentence: Sentence, language: str = "en") -> tuple[int, ...]:
    """The dice that a worked example lists."""
    known = clue_patterns(language)
    listed = known.listed.search(sentence.text) or known.one_thrown.search(sentence.text)
    listed = listed or known.listed.search(sentence.before)
    return tuple(int(n) for n in re.findall(r"\d+", listed[0])) if listed else ()
