"""Chances typed beside the dice and totals that they are for, or beside the same chance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod

from ...language.formatter import rounded
from ...language.lexicon import one_of
from ...language.phrases import Phrase, Range, phrase
from .dice_text import DiceText, counts_of
from .typed import (
    EVERY,
    PERCENT,
    JudgedFigure,
    Numeral,
    Stretches,
    around_percentages,
    matches,
    numeral,
    said,
    said_in,
)

_PERCENT = re.compile(
    rf"(?<![\w.,/+\-−–])(?P<mark>[~≈<>]\s?)?(?P<number>{PERCENT})(?![\w-])", re.IGNORECASE
)
_BOUNDS = one_of(EVERY.words("over under more less least most"))
_HEDGES = one_of(EVERY.words("hedges over under more less least most"))
_BOUND = re.compile(rf"(?:[<>≥≤]|(?<!\w)(?:{_BOUNDS}))\s?$", re.IGNORECASE)
_ONE = one_of(word for word, n in EVERY.counts.items() if n == 1 and word not in ("a", "an"))
_ONE_OF_THEM = re.compile(rf"(?<!\w)(?:{_BOUNDS})\s(?:{_ONE})\s", re.IGNORECASE)
_SEVERAL = re.compile(r"\s*(\d+)[^\W\d_](\d+)")
_HEDGE = re.compile(rf"(?:[~≈<>≥≤]|(?<!\w)(?:{_HEDGES}))\s?$", re.IGNORECASE)
# Words that may be between a chance and what it is for, and say nothing else.
_JOINTS = re.compile(rf"(?:{said('between happens')}|[-=–—])", re.IGNORECASE)
_OF_THINGS = re.compile(  # "50% of the crew", "20% more"
    rf"\s(?:(?:{said('of')})\s(?!(?:(?:{said('quantity')})\s)*(?:{said('tries')})(?!\w))"
    rf"|(?:{said('compared')})(?!\w))",
    re.IGNORECASE,
)
_LOOK = 70  # letters between a chance and its dice


@lru_cache(maxsize=64)
def changes_dice(language: str) -> re.Pattern[str]:
    """Return a pattern for the words that keep or leave out dice, which changes what is asked."""
    return re.compile(rf"(?<!\w)(?:{said_in('keeping some_only', language)})", re.IGNORECASE)


def judged(text: str, dice: Iterable[DiceText], language: str) -> Iterator[JudgedFigure]:
    """Yield the chances and the numbers of ways that the page itself proves right or wrong."""
    found = list(dice)
    yield from beside_dice(text, found, language)
    yield from ways(text, found, language)
    yield from shares(text)


def beside_dice(
    text: str, dice: Iterable[DiceText], language: str = "en"
) -> Iterator[JudgedFigure]:
    """Percentages that are with one range and one kind of dice: "42% for 6-8 on 2d6"."""
    found = list(dice)
    taken: set[int] = set()
    for place, each in enumerate(found):
        near = found[max(0, place - 3) : place + 4]
        for match in _near(text, each):
            if match.start() in taken:
                continue
            start, end = min(match.start(), each.start), max(match.end(), each.end)
            end = _to_bracket(text, start, end)
            if any(other is not each and start < other.end and other.start < end for other in near):
                continue
            judged = None
            for begin in _beginnings(text, start):
                if judged := _judged(text, match, begin, end, language):
                    break
            if judged is not None:
                taken.add(match.start())
                yield judged
                break


def _near(text: str, dice: DiceText) -> Iterator[re.Match[str]]:
    """The percentages right before and right behind the dice, in one sentence."""
    first, last = max(0, dice.start - _LOOK), dice.end + _LOOK
    before = list(_PERCENT.finditer(text, first, dice.start))
    behind = list(_PERCENT.finditer(text, dice.end, last))
    for match in (*before[-1:], *behind[:1]):
        between = text[min(match.end(), dice.end) : max(match.start(), dice.start)]
        if not _is_parted(between):
            yield match


def _is_parted(text: str) -> bool:
    """Check that a sentence, a line of a list or a cell ends within a text."""
    return re.search(r"[.!?;](?:\s|$)|\n\s*(?:\n|[-*+•]\s|\d+[.)]\s)|\|", text) is not None


def _beginnings(text: str, start: int) -> Iterator[int]:
    """List the places where a range before the dice may begin, the nearest first."""
    yield start
    line = re.split(r"[.!?;|\n]", text[max(0, start - 40) : start])[-1]
    words = [match.start() for match in re.finditer(r"[^\s(]+", line)]
    for word in words[-1:-7:-1]:
        yield start - len(line) + word


def _to_bracket(text: str, start: int, end: int) -> int:
    """The end, with the rest of a bracket that is still open."""
    piece = text[start:end]
    if piece.count("(") > piece.count(")"):
        close = text.find(")", end, end + 40)
        return close + 1 if close >= 0 else end
    return end


def _judged(
    text: str, match: re.Match[str], start: int, end: int, language: str
) -> JudgedFigure | None:
    for spoken in dict.fromkeys((language, "en")):
        words = _read(text, match, start, end, spoken)
        if words is not None:
            break
    else:
        return None
    counts, reach = counts_of(words.dice[0].text), words.ranges[0]
    if not any(map(reach.holds, counts)):
        return None
    exact = reach.chance(counts)
    typed = numeral(match["number"])
    before = text[max(0, match.start() - 24) : match.start()]
    hedged = bool(match["mark"] or _HEDGE.search(before))
    is_clear = not (
        _counts_dice(words.dice[0].text, text[max(0, start - 24) : end], reach)
        or _says_more(text, match, (start, end), reach, changes_dice(language))
    )
    query = _query(words.dice[0].text, reach, counts) if is_clear else ""
    sides = re.fullmatch(r"1?d(\d+)", words.dice[0].text)
    if sides and reach.low == reach.high and reach.low and int(sides[1]) > reach.low:
        faces = Fraction(reach.low, int(sides[1]))  # "2 on a d6" of somebody who hears well
        if is_right(typed, faces, hedged=hedged) and not is_right(typed, exact):
            return None
    if is_right(typed, exact, hedged=hedged):
        return JudgedFigure(match.start("number"), match["number"], query)
    if not is_clear:
        return None
    why = f"{reach} on {words.dice[0].text} is {_percent(exact)}"
    right = typed_like(match["number"], typed, exact)
    return JudgedFigure(match.start("number"), match["number"], query, right, why)


def _read(text: str, match: re.Match[str], start: int, end: int, language: str) -> Phrase | None:
    """The words around the percentage, if they name dice and a range and nothing else."""
    piece, at = text[start:end], match.start() - start
    around = f"{piece[:at]} ✦ {piece[match.end() - start :]}"
    behind = _ENDLESS.match(text, end)
    return _plain_phrase(around + (behind[0] if behind else ""), language)


def _plain_phrase(text: str, language: str) -> Phrase | None:
    """The words of a text that names one kind of dice and one range, and nothing else."""
    words = phrase(text, language)
    if len(words.dice) != 1 or len(words.ranges) != 1:
        return None
    left = re.split(r"[\s✦()\[\],;:*_]+", words.rest.casefold())
    if any(_JOINTS.fullmatch(word) is None for word in left if word):
        return None
    return words


def _counts_dice(dice: str, around: str, reach: Range) -> bool:
    """Check that a face may be meant, and not a total: "au moins un six sur 3d6"."""
    several = _SEVERAL.match(dice)
    return (
        several is not None
        and int(several[1]) > 1
        and reach.low is not None
        and reach.low <= int(several[2])
        and _ONE_OF_THEM.search(around) is not None
    )


def _says_more(
    text: str,
    match: re.Match[str],
    span: tuple[int, int],
    reach: Range,
    changed: re.Pattern[str],
) -> bool:
    """Check that the sentence says more than the totals: a bound, kept dice, a double six."""
    start, end = span
    first = re.split(r"[.!?;|\n]", text[max(0, start - 80) : start])[-1]
    rest = re.split(r"[.!?;|\n]", text[end : end + 80])[0]
    if changed.search(first) or changed.search(rest) or _OF_THINGS.match(text, match.end()):
        return True
    if match["mark"] in ("<", ">") or _BOUND.search(
        text[max(0, match.start() - 24) : match.start()]
    ):
        return True
    words = first.split()
    is_one = reach.low == reach.high and not reach.among
    return (
        is_one and bool(words) and not _JOINTS.fullmatch(words[-1].strip("*_(,:").casefold() or "a")
    )


def _query(dice: str, reach: Range, counts: Iterable[int]) -> str:
    """The question for the totals; none where one sign does not say which they are."""
    held = sorted(filter(reach.holds, counts))
    if len(held) == 1:
        return f"{dice} = {held[0]}"
    if held != list(range(held[0], held[-1] + 1)):
        return ""
    if held[-1] == max(counts):
        return f"{dice} >= {held[0]}"
    return f"{dice} <= {held[-1]}" if held[0] == min(counts) else ""


def is_right(typed: Numeral, exact: Fraction, *, hedged: bool = False) -> bool:
    """Check that the percentage is the exact chance, rounded in any way at its digits."""
    value, scale = exact * 100, 10**typed.digits
    steps = value * scale
    if typed.value * scale in (steps.__floor__(), steps.__ceil__()):
        return True
    room = Fraction(1, 4) if typed.digits else 1  # of a percentage point
    return hedged and abs(typed.value - value) <= (Fraction(5, 2) if typed.value % 5 == 0 else room)


def typed_like(text: str, typed: Numeral, exact: Fraction) -> str:
    """The exact chance as a percentage typed like another."""
    number = re.match(r"[\d.,]+", text)
    assert number is not None  # a percentage begins with its number
    near = rounded(exact * 100, typed.digits)
    return typed.at(near, typed.digits) + text[number.end() :]


def _percent(exact: Fraction) -> str:
    return f"{float(exact * 100):.4g}%"


_WAYS = re.compile(rf"(?<![\w.,/+-])(?P<number>\d{{1,7}})\s(?:{said('ways')})\s", re.IGNORECASE)


def ways(text: str, dice: Iterable[DiceText], language: str = "en") -> Iterator[JudgedFigure]:
    """Wrong numbers of ways to throw totals: "16 ways to roll 7+ on 2d6"."""
    for each in dice:
        counted = list(_WAYS.finditer(text, max(0, each.start - _LOOK), each.start))
        if not counted or each.times > 1:
            continue
        match = counted[-1]
        words = _plain_phrase(text[match.end() : each.end], language)
        if words is None or _is_parted(text[match.end() : each.start]):
            continue
        reach = words.ranges[0]
        right = reach.chance(counts_of(words.dice[0].text))
        every = prod(term.sides**term.count for term in each.terms)
        if right * every not in (int(match["number"]), 0):
            why = f"{reach} on {each.text.strip()} is {right * every} of {every} ways"
            yield JudgedFigure(match.start(), match["number"], "", str(right * every), why)


_OR_MORE = one_of(EVERY.words("plus minus"))
_ENDLESS = re.compile(rf"\s?(?:(?:{_OR_MORE})(?!\w)|\+)")
_ARTICLES = one_of(EVERY.of)
_COUNT = r"\d{1,3}(?:,\d{3})+|\d{1,6}"
_THROWS = rf"\s(?:[^\W\d_]+\s)?(?:{said('ways cases odds chances')})(?!\w)"
_SHARE = (
    rf"(?:(?P<k>{_COUNT})"
    rf"(?:[ -](?:{said('share_joints')})[ -]|(?P<slash>/)"
    rf"|\s(?:{said('of')})\s(?=\d[\d,]*{_THROWS}))(?P<n>{_COUNT}))"
    r"(?![\d/]|[.,]\d|\s?%)"
)
_SHARE_FIRST = re.compile(
    rf"(?<![\w./,+-]){_SHARE}(?:{_THROWS})?"
    rf"(?:\s{{0,4}}(?:[(\[=,]\s?|(?=[~≈]))|\s(?:{said('same_as')})\s)"
    rf"(?:(?:{said('same_as')}|{_HEDGES})\s|=\s)?(?P<mark>[~≈]\s?)?(?P<number>{PERCENT})(?![\w-])",
    re.IGNORECASE,
)
_SHARE_NEAR = re.compile(
    rf"(?<![\w./,+-]){_SHARE}[^\d.!?|%\n]{{0,40}}[(,;:]\s?(?P<number>{PERCENT})(?![\w-])",
    re.IGNORECASE,
)
_PERCENT_FIRST = re.compile(
    rf"(?<![\w.,/+\-−–])(?P<mark>[~≈]\s?)?(?P<number>{PERCENT})(?:\s(?:{said('odds chances')}))?"
    rf"(?:\s{{0,4}}[(\[=]\s?|,?\s(?:{said('same_as')})\s)(?:(?:{said('same_as')})\s)?"
    rf"(?:(?:{_ARTICLES})\s)?{_SHARE}",
    re.IGNORECASE,
)


def _share(match: re.Match[str]) -> tuple[int, int]:
    return int(match["k"].replace(",", "")), int(match["n"].replace(",", ""))


def shares(text: str) -> Iterator[JudgedFigure]:
    """Percentages beside the same chance as so many in so many, or a little behind it."""
    parts = around_percentages(text)
    beside = list(_beside_shares(text, parts))
    yield from beside
    known = {each.start for each in beside}
    yield from (each for each in _near_shares(text, parts) if each.start not in known)


def _near_shares(text: str, parts: Stretches) -> Iterator[JudgedFigure]:
    """Percentages that a share just before them comes to: "2-in-6 to lift it; 33%"."""
    for match in matches(_SHARE_NEAR, text, parts):
        k, n = _share(match)
        if 0 < k < n and is_right(numeral(match["number"]), Fraction(k, n)):
            yield JudgedFigure(match.start("number"), match["number"])


def _beside_shares(text: str, parts: Stretches) -> Iterator[JudgedFigure]:
    """Percentages beside the same chance as so many in so many: "1 in 6 (17%)"."""
    for pattern in (_SHARE_FIRST, _PERCENT_FIRST):
        for match in matches(pattern, text, parts):
            k, n = _share(match)
            if not 0 < k < n or (match["slash"] and n < 3):
                continue
            typed = numeral(match["number"])
            before = text[max(0, match.start("number") - 14) : match.start("number")]
            hedged = bool(match["mark"] or _HEDGE.search(before))
            if is_right(typed, Fraction(k, n), hedged=hedged):
                yield JudgedFigure(match.start("number"), match["number"])
                continue
            if match["slash"] and abs(typed.value - Fraction(100 * k, n)) > 15:
                continue  # a fraction beside a percentage may be of something else
            right = typed_like(match["number"], typed, Fraction(k, n))
            why = f"{k} in {n} is {_percent(Fraction(k, n))}"
            yield JudgedFigure(match.start("number"), match["number"], "", right, why)
