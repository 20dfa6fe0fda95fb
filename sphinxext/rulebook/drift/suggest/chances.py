"""Chances typed beside the dice and totals that they are for, or beside the same chance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from ...language.formatter import rounded
from ...language.lexicon import one_of
from ...language.phrases import Phrase, Range, phrase
from ...source.text import Text
from .page import Page
from .suggestion import Suggestion
from .typed import (
    ANY_DIE,
    EVERY,
    PERCENT,
    DiceText,
    Numeral,
    counts_of,
    numeral,
    said,
    said_in,
)

_SIGN = re.compile(
    rf"[\d½](?:/\d|\s?(?:%|{one_of(EVERY.percent)})|\s(?:{said('ways')}))", re.IGNORECASE
)
_CHANCE = re.compile(
    rf"(?<![\w.,/+\-−–])(?P<mark>[~≈<>]\s?)?"
    rf"(?P<number>{PERCENT}|(?P<k>\d{{1,5}})(?:/(?P<n>[1-9]\d{{0,5}})(?![\d/.])"
    rf"|(?=\s(?:{said('ways')})\s)))(?![\w-])",
    re.IGNORECASE,
)
_BOUNDS = one_of(EVERY.words("over under more less least most"))
_HEDGES = one_of(EVERY.words("hedges over under more less least most"))
_BOUND = re.compile(rf"(?:[<>≥≤]|(?<!\w)(?:{_BOUNDS}))\s?$", re.IGNORECASE)
_ONE = one_of(word for word, n in EVERY.counts.items() if n == 1 and word not in ("a", "an"))
_ONE_OF_THEM = re.compile(rf"(?<!\w)(?:{_BOUNDS})\s(?:{_ONE})\s", re.IGNORECASE)
_SEVERAL = re.compile(r"\s*(\d+)[^\W\d_](\d+)")
_HEDGE = re.compile(rf"(?:[~≈<>≥≤]|(?<!\w)(?:{_HEDGES}))\s?$", re.IGNORECASE)
# Words that may be between a chance and what it is for, and say nothing else.
_JOINTS = re.compile(rf"(?:{said('between happens ways')}|[-=–—])", re.IGNORECASE)
_OF_THINGS = re.compile(  # "50% of the crew", "20% more"
    rf"\s(?:(?:{said('of')})\s(?!(?:(?:{said('quantity')})\s)*(?:{said('tries')})(?!\w))"
    rf"|(?:{said('compared')})(?!\w))",
    re.IGNORECASE,
)
_RUN_TOGETHER = re.compile(rf"\d\+? \d*{ANY_DIE}\d")  # of two columns: "to 2+ 1d4 10%"
CHANGED = "keeping some_only"  # kinds of words that keep or leave out dice
_PARTED = re.compile(r"[.!?;](?:\s|$)|\n\s*(?:\n|[-*+•]\s|\d+[.)]\s)|\|")  # an end between the two
_LOOK = 70  # letters between a chance and its dice


def judged(page: Page, text: Text, dice: Sequence[DiceText], language: str) -> Iterator[Suggestion]:
    """Yield the chances that a text itself proves right or wrong."""
    if _SIGN.search(text):
        yield from beside_dice(page, text, dice, language)
        yield from shares(page, text)


def beside_dice(
    page: Page, text: Text, dice: Sequence[DiceText], language: str
) -> Iterator[Suggestion]:
    """Yield the chances that are with one range and one kind of dice: "42% for 6-8 on 2d6"."""
    taken: set[int] = set()
    for place, each in enumerate(dice):
        near = [other for other in dice[max(0, place - 3) : place + 4] if other is not each]
        for match in _near(text, each):
            start, end = min(match.start(), each.start), max(match.end(), each.end)
            among = any(start < other.end and other.start < end for other in near)
            if among or match.start() in taken:
                continue
            spans = [(begin, end) for begin in _beginnings(text, start)]
            if match.start() > each.start:  # "With 2d6 there is a 42% chance of 8 or more"
                spans += [(start, stop) for stop in _ends(text, end)]
            tried = (_judged(page, text, match, *span, language) for span in spans)
            if found := next(filter(None, tried), None):
                taken.add(match.start())
                yield found
                break


def _near(text: str, dice: DiceText) -> Iterator[re.Match[str]]:
    """The percentages right before and right behind the dice, in one sentence."""
    first, last = max(0, dice.start - _LOOK), dice.end + _LOOK
    before = list(_CHANCE.finditer(text, first, dice.start))
    behind = list(_CHANCE.finditer(text, dice.end, last))
    for match in (*before[-1:], *behind[:1]):
        between = text[min(match.end(), dice.end) : max(match.start(), dice.start)]
        if not _PARTED.search(between):
            yield match


def _beginnings(text: str, start: int) -> Iterator[int]:
    """List the places where a range before the dice may begin, the nearest first."""
    yield start
    line = re.split(r"[.!?;|\n]", text[max(0, start - 40) : start])[-1]
    words = [match.start() for match in re.finditer(r"[^\s(]+", line)]
    for word in words[-1:-7:-1]:
        yield start - len(line) + word


def _ends(text: str, end: int) -> Iterator[int]:
    """List the places where a range behind a chance may end, the farthest first."""
    line = re.split(r"[.!?;|\n](?:\s|$)", text[end : end + 40])[0]
    words = [end + match.end() for match in re.finditer(r"[^\s)]+", line)]
    yield from words[6::-1]


def _judged(
    page: Page, text: Text, match: re.Match[str], start: int, end: int, language: str
) -> Suggestion | None:
    around = f"{text[start : match.start()]} ✦ {text[match.end() : end]}"
    read = (_plain_phrase(around, spoken) for spoken in dict.fromkeys((language, "en")))
    words = next(filter(None, read), None)
    if words is None or _RUN_TOGETHER.search(around):
        return None
    dice, reach = words.dice[0], words.ranges[0]
    counts = counts_of(dice.text)
    if not any(map(reach.holds, counts)):
        return None
    exact, found = reach.chance(counts), match["number"]
    is_clear = not (
        _counts_dice(dice.text, text[max(0, start - 24) : end], reach)
        or _says_more(text, match, (start, end), reach, said_in(CHANGED, language))
    )
    query = query_of(dice.text, reach, counts) if is_clear else ""
    given = page.figure(text, match.start("number"), found)._replace(known=True)
    why = f"{reach} on {dice.text} is {float(exact * 100):.4g}%"
    if match["k"]:  # 21/36, or 21 ways
        every = 1 / min(counts.values())
        ways = Fraction(match["n"] or every)
        if int(match["k"]) == exact * ways:
            return given._replace(query=query) if match["n"] else None
        right = f"{exact * ways}/{ways}" if match["n"] else str(exact * ways)
        return given._replace(right=right, why=why) if is_clear and ways == every else None
    typed = numeral(found)
    hedged = bool(match["mark"] or _HEDGE.search(text[max(0, match.start() - 24) : match.start()]))
    sides = re.fullmatch(r"1?d(\d+)", dice.text)
    if sides and reach.low == reach.high and reach.low and int(sides[1]) > reach.low:
        faces = Fraction(reach.low, int(sides[1]))  # "2 on a d6" of somebody who hears well
        if is_right(typed, faces, hedged=hedged) and not is_right(typed, exact):
            return None
    if is_right(typed, exact, hedged=hedged):
        return given._replace(query=query)
    right = typed_like(found, typed, exact)
    return given._replace(query=query, right=right, why=why) if is_clear else None


def _plain_phrase(text: str, language: str) -> Phrase | None:
    """Return the words of a text that names one kind of dice and one range, and nothing else."""
    words = phrase(text, language)
    if len(words.dice) != 1 or len(words.ranges) != 1:
        return None
    left = re.split(r"[\s✦()\[\],;:*_]+", words.rest.casefold())
    return words if all(_JOINTS.fullmatch(word) for word in left if word) else None


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


def query_of(dice: str, reach: Range, counts: Iterable[int]) -> str:
    """Return the question for totals; none where one sign does not say which they are."""
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
_PERCENT_FIRST = re.compile(
    rf"(?<![\w.,/+\-−–])(?P<mark>[~≈]\s?)?(?P<number>{PERCENT})(?:\s(?:{said('odds chances')}))?"
    rf"(?:\s{{0,4}}[(\[=]\s?|,?\s(?:{said('same_as')})\s)(?:(?:{said('same_as')})\s)?"
    rf"(?:(?:{_ARTICLES})\s)?{_SHARE}",
    re.IGNORECASE,
)


def shares(page: Page, text: Text) -> Iterator[Suggestion]:
    """Yield the percentages beside the same chance as so many in so many: "1 in 6 (17%)"."""
    known: set[int] = set()
    for pattern in (_SHARE_FIRST, _PERCENT_FIRST):
        for match in pattern.finditer(text):
            start, found = match.start("number"), match["number"]
            k, n = (int(match[name].replace(",", "")) for name in "kn")
            if start in known or not 0 < k < n or (match["slash"] and n < 3):
                continue
            typed, exact = numeral(found), Fraction(k, n)
            hedged = bool(match["mark"] or _HEDGE.search(text[max(0, start - 14) : start]))
            given = page.figure(text, start, found)._replace(known=True)
            if not is_right(typed, exact, hedged=hedged):
                if match["slash"] and abs(typed.value - exact * 100) > 15:
                    continue
                why = f"{k} in {n} is {float(exact * 100):.4g}%"
                given = given._replace(right=typed_like(found, typed, exact), why=why)
            known.add(start)
            yield given
