"""Finds numbers in prose that are probably odds: chances, ranges, averages, worked examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from .chance_clues import BARE, WORDS, possible_chances
from .clue_kind import ClueKind, PossibleFigure
from .clue_patterns import CluePatterns, clue_patterns, may_hold_figure
from .clue_weights import (
    ENOUGH,
    WEAK,
    is_of_other_things,
    speaks_of_events,
    weight_around,
    weight_beside,
    weight_of_dice,
    weight_of_words,
)
from .passages import NOTATION, Sentence

_ROW = re.compile(r"(?<![\w.,/])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\w%/])")
_PERCENTILE = re.compile(r"(?<!\d)0\d")  # "01-05" is a part of a hundred that the rules give
_DECIMAL = re.compile(r"[.,]\d")
_CLAUSE = re.compile(r"[;:]\s")
_SAID_BEFORE = re.compile(r"\w[\"”″'’)*_]*\s+$")
_PRICE = 3  # the weight of a sum of money


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
    if not _may_have_form(known, text, names):
        return
    base = _weight(known, text, sentence, names)
    is_against = is_of_other_things(known, text)
    if goes_on and not is_against:
        base += ENOUGH
    if is_against or not speaks_of_events(known, text):
        company = 0
    taken: list[tuple[int, int]] = []
    average = base + bool(sentence.dice) + company
    chances = list(possible_chances(known, text, base, company))
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


def _may_have_form(known: CluePatterns, text: str, names: re.Pattern[str] | None) -> bool:
    """Check quickly for the form of a figure: two numbers, a number word, a word like "average"."""
    return bool(
        known.index.seen(text) & known.forms
        or known.chance_sign.search(text)
        or len(BARE.findall(text)) > 1
        or not known.spelled.isdisjoint(WORDS.findall(text.lower()))
        or _DECIMAL.search(text)
        or (names is not None and names.search(text))
    )


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
    weight -= _PRICE if known.prices.search(text) else 0
    return weight - weight_of_words(against, known, text)


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
            against = weight_beside(known, text, start, end)
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
        score = base - 1 - weight_beside(known, text, start, end)
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
        score = base + ENOUGH - weight_beside(known, text, start, end)
        yield PossibleFigure(ClueKind.ROLLED, start, end, score)


def thrown_in(sentence: Sentence, language: str = "en") -> tuple[int, ...]:
    """The dice that a worked example lists."""
    known = clue_patterns(language)
    listed = known.listed.search(sentence.text) or known.one_thrown.search(sentence.text)
    listed = listed or known.listed.search(sentence.before)
    return tuple(int(n) for n in re.findall(r"\d+", listed[0])) if listed else ()
