"""Reads the words beside a figure: its dice, the faces or totals it is about, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..rules.errors import RulesError, fold
from ..rules.language.parse import parse_dice
from ..rules.language.query import PlainDice
from .language_file import FALLBACK, own_file
from .lexicon import CJK, LETTER, Lexicon, lexicon_of, one_of
from .normalise import normalise
from .read_figure import numbers_in


class Range(NamedTuple):
    """Faces or totals that a text names; an open end is None."""

    low: int | None
    high: int | None
    among: frozenset[int] = frozenset()  # where they are listed: "4 or 6"

    def holds(self, number: int) -> bool:
        """Return whether the number is one of them."""
        if self.among:
            return number in self.among
        above = self.low is None or number >= self.low
        return above and (self.high is None or number <= self.high)

    def chance(self, counts: Mapping[int, Fraction]) -> Fraction:
        """Return the chance that one of them comes up, from the chance of each number."""
        return sum((chance for n, chance in counts.items() if self.holds(n)), Fraction(0))

    def __str__(self) -> str:
        """The range as a message writes it."""
        if self.among:
            return " or ".join(map(str, sorted(self.among)))
        if self.low is None or self.high is None:
            return f"{self.low}+" if self.high is None else f"{self.high} or less"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


class Phrase(NamedTuple):
    """A sentence's words taken apart: what is left for figures, its dice, its ranges."""

    rest: str
    dice: tuple[PlainDice, ...]
    ranges: tuple[Range, ...]
    beside: str = ""  # what is right before or after the dice, where an average would


_DIE = r"(?:\d+\s*)?d(?:\d+|%)(?:k[hl]?\d+)?!?(?:\s*[×*]\s*\d+)?" + rf"(?!{LETTER}|[\d_])"
_DICE = re.compile(rf"(?<![\d/.])(?<!{LETTER}){_DIE}(?:\s*[-+]\s*(?:{_DIE}|\d+(?![\w%])))*")
_BESIDE = re.compile(
    r"(?<![-+\d.,/])([\d.,/]+)\s*[\[(]\s*⚄"  # 7 (2d6)
    r"|⚄\s*[\[(,=:]\s*(?:[^\W\d]+[.:]?\s+)*([\d.,/]*\d)"  # 2d6 (avg 7)
)

_KEPT = re.compile(
    r"(?P<dice>(?P<many>\d+)d\d+),?\s"
    rf"(?:(?P<drop>{own_file(FALLBACK)['drop_lowest']})|{own_file(FALLBACK)['keep_highest']})",
    re.IGNORECASE,
)


def kept(text: str) -> str:
    """The text, its dice that are kept or dropped in words written as notation."""

    def notation(match: re.Match[str]) -> str:
        many = int(match["many"])
        few = many - 1 if match["drop"] else lexicon_of(FALLBACK).count(match["few"] or "1")
        return f"{match['dice']}kh{few}" if few and few <= many else match[0]

    return _KEPT.sub(notation, text)


@lru_cache(maxsize=64)
def _plus(language: str) -> re.Pattern[str]:
    """The words between dice that mean plus, in the language or in English."""
    words = one_of((*lexicon_of(language).plus_dice, *lexicon_of("en").plus_dice))
    return re.compile(rf"(?<!{LETTER})(d\d+)\s+(?:{words})\s+(?=\d)")


def is_average_with_dice(text: str, language: str) -> bool:
    """Return whether the text is dice with their average and no more: "2d6 (avg 7)"."""
    words, dice = _without_dice(text, language)
    words = words.lstrip()
    beside = _BESIDE.match(words) if len(dice) == 1 else None
    if beside is None or re.search(r"[\[(=:]", beside[0]) is None:
        return False  # "on 3d6, 14" may be of other dice
    return re.search(r"\d", words[beside.end() :]) is None


def _without_dice(text: str, language: str) -> tuple[str, list[PlainDice]]:
    """The words with a sign in the place of their dice, and the dice."""
    found: list[PlainDice] = []

    def dice(match: re.Match[str]) -> str:
        try:
            found.append(parse_dice(match[0]))
        except RulesError:
            return match[0]
        return " ⚄ "

    return _DICE.sub(dice, kept(_plus(language).sub(r"\1+", normalise(text)))), found


@lru_cache(maxsize=4096)
def phrase(text: str, language: str, *, ranged: bool = True) -> Phrase:
    """The words taken apart; an average has no ranges beside it."""
    words, found = _without_dice(text, language)
    beside = _BESIDE.search(words)
    ranges: list[Range] = []
    for pattern in _patterns(language) if ranged else ():
        words = pattern.sub(lambda match: _taken(match, ranges, language), words)
    rest = re.sub(r"\(\s*[,;]?\s*\)|\[\s*\]|⚄", " ", words)
    rest = re.sub(r"(?<=[^\W\d]):(?=\s*\d)|(?<=\d)(?=[(\[])", " ", rest)
    average = (beside[1] or beside[2]) if beside else ""
    return Phrase(" ".join(rest.split()), tuple(found), tuple(ranges), average)


def _taken(match: re.Match[str], ranges: list[Range], language: str) -> str:
    """Nothing in the place of a range, which is remembered."""
    if not _is_about_dice(match, language):
        return match[0]  # "at level 5 or 6"
    named = {
        key: lexicon_of(language).count(text) for key, text in match.groupdict().items() if text
    }
    low, high = named.get("low"), named.get("high")
    if "above" in named:
        low = (named["above"] or 0) + 1
    if "below" in named:
        high = (named["below"] or 1) - 1
    if "list" in named:
        found = Range(None, None, frozenset(map(int, numbers_in(match["list"], language))))
    elif "one" in named:
        found = Range(None, None, frozenset(n for n in (named["one"], named["other"]) if n))
    elif "only" in named:
        found = Range(named["only"], named["only"])
    else:
        found = Range(low, high)
    if found.low is not None and found.high is not None and found.low > found.high:
        return match[0]
    ranges.append(found)
    return " "


def _is_about_dice(match: re.Match[str], language: str) -> bool:
    """Return whether the range is in brackets, at an end, or beside dice or a word for a roll."""
    before = match.string[: match.start()].rstrip()
    lexicon = lexicon_of(language)
    last = before.split()[-1] if before else ""
    if last.isalpha() and last not in lexicon.articles and lexicon.count(last) is not None:
        return False  # "at least one 6"
    if "⚄" in match[0] or before[-1:] in tuple("([,;:%–—-"):
        return True
    if before[-1:] == "⚄":  # "2d6 ≥ 8"
        return match[0].lstrip()[:1] in tuple("<>≤≥")
    if not before:
        return re.match(rf"\s*{LETTER}", match.string[match.end() :]) is None  # "3 to 5 rounds"
    words = lexicon.one_of("on of articles roll")
    return re.search(rf"(?<!{LETTER})(?:{words})$", before) is not None


@lru_cache(maxsize=64)
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    """The ways in which a sentence writes a range, the longest first."""
    return tuple(re.compile(pattern) for pattern in _written(lexicon_of(language)))


def _written(lexicon: Lexicon) -> Iterator[str]:
    spelled = one_of(
        name for name, n in lexicon.counts.items() if 0 < n <= 20 and name not in lexicon.articles
    )
    n = rf"(?:\d+(?![\d.,]*\d)|(?:{spelled})(?!{LETTER}|-))"
    start = rf"(?<![\d.,/+%])(?<!\d, )(?<!{LETTER})"
    on = rf"(?:\s*(?:{lexicon.one_of('on')})?\s*⚄)?"
    in_n = rf"[^\W\d]+\s+(?:\d|(?:{spelled})(?!{LETTER}))"
    stop = rf"(?!{LETTER}|(?!{lexicon.one_of('on')})[{CJK}])"
    end = rf"(?!\s*(?:%|{lexicon.one_of('percent')}|{in_n})){stop}{on}"
    either, least, most = lexicon.one_of("either"), lexicon.one_of("least"), lexicon.one_of("most")
    plus, minus = lexicon.one_of("plus beyond"), lexicon.one_of("minus short")
    between = lexicon.one_of("between")
    yield rf"{start}(?:{between})\s+(?P<low>{n})\s+(?:{either})\s+(?P<high>{n}){end}"
    yield rf"{start}(?P<low>{n})\s*(?:[-–—〜~]|\.\.)\s*(?P<high>{n}){end}"
    yield (
        rf"{start}(?:(?:{between})\s*)?(?P<low>{n})\s*(?:{lexicon.one_of('to')})\s*"
        rf"(?P<high>{n}){end}"
    )
    yield rf"{start}(?P<list>{n}(?:,\s*{n})+(?:,?\s*(?:{either})\s*{n})?){end}"
    yield rf"{start}(?P<low>{n})\s*(?:\+(?!\s*\d)|(?:{plus})){end}"
    # "at least one die" is about dice, not about a face.
    alone = rf"(?=\s*(?:[^\w\s]|$|(?:{lexicon.one_of('on')})(?!{LETTER}))){end}"
    a = rf"(?:(?:{lexicon.one_of('articles')})(?!{LETTER})\s*)?"
    yield rf"{start}(?:≥|>=|{least})\s*{a}(?P<low>{n}){alone}"
    yield rf"{start}(?:>|{lexicon.one_of('more')})\s*{a}(?P<above>{n}){alone}"
    yield rf"{start}(?P<high>{n})\s*(?:{minus}){end}"
    yield rf"{start}(?:≤|<=|{most})\s*{a}(?P<high>{n}){alone}"
    yield rf"{start}(?:<|{lexicon.one_of('less')})\s*{a}(?P<below>{n}){alone}"
    yield rf"{start}(?P<one>{n})\s*(?:{either})\s*(?P<other>{n}){end}"
    of = rf"(?:(?:{lexicon.one_of('articles roll')})\s*)*"
    yield rf"(?<=\(){of}(?P<only>{n})(?:\s*(?:{lexicon.one_of('on')})\s*⚄)?(?=\))"
    yield rf"{start}(?P<only>{n})\s+(?:{lexicon.one_of('on')})\s*⚄"


MOST_FACES = 10_000  # a longer range is no range of faces
_AT_MOST = re.compile(r"(?:<=|≤)\s*(\d+)")


def says_at_most(text: str, right: str, language: str) -> bool:
    """Return whether a text such as "1-6" or "0 to 6" means what the rules write as "<= 6"."""
    match = _AT_MOST.fullmatch(right.strip())
    if match is None or len(match[1]) > 4:
        return False
    most = int(match[1])
    found = faces_in(text, language, 0, most)
    return found in (frozenset(range(most + 1)), frozenset(range(1, most + 1)))


def faces_in(text: str, language: str, low: int, high: int) -> frozenset[int] | None:
    """The faces that the text names: "5-6", "5+", "5 or 6", "5 or higher", "4 to 6"."""
    lexicon = lexicon_of(language)
    words = re.sub("[–—~〜]", "-", normalise(text))
    named = one_of(name for name in lexicon.counts if name not in lexicon.articles)
    words = re.sub(
        rf"(?<!{LETTER})(?:{named})(?!{LETTER})", lambda name: str(lexicon.count(name[0])), words
    )
    words = re.sub(r"(?<=\d)s\b", "", words)  # "1s" are faces of 1
    behind, before = lexicon.one_of("plus beyond"), lexicon.one_of("least")
    for pattern in (
        rf"(?P<low>-?\d+)\s*(?:\+|{behind})",
        rf"(?:≥|>=|{before})\s*(?P<low>-?\d+)",
        rf"(?P<high>-?\d+)\s*(?:{lexicon.one_of('minus short')})",
        rf"(?:≤|<=|{lexicon.one_of('most')})\s*(?P<high>-?\d+)",
        rf"(?P<low>-?\d+)\s*(?:-|\.\.|{lexicon.one_of('to')})\s*(?P<high>\d+)",
    ):
        if match := re.fullmatch(rf"(?:\D*\s)?{pattern}(?:\s\D*)?", words):
            ends = match.groupdict()
            first, last = int(ends.get("low") or low), int(ends.get("high") or high)
            return frozenset(range(first, last + 1)) if last - first < MOST_FACES else None
    joint = lexicon.one_of("either")
    pieces = re.split(rf",|/|(?<!{LETTER})(?:{joint})(?!{LETTER})", words)
    numbers = [re.fullmatch(r"\D*?(-?\d+)\D*", piece) for piece in pieces if piece.strip()]
    if not numbers or not all(numbers):
        return None
    return frozenset(int(match[1]) for match in numbers if match)


def mentioned(text: str, names: Iterable[str]) -> set[str]:
    """The names that are in the text, folded; a longer one hides those within it."""
    rest = fold(normalise(text))
    found = set()
    for name in sorted({fold(normalise(name)) for name in names if name}, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name.rstrip('. ') or name)}(?!\w)"  # "YES! AND"
        if re.search(pattern, rest):
            found.add(name)
            rest = re.sub(pattern, "\0", rest)
    return found


def says(text: str, right: Iterable[str], names: Iterable[str]) -> bool:
    """Return whether the text mentions one of the right names, and none of the others."""
    wanted = {fold(normalise(name)) for name in right}
    found = mentioned(text, [*names, *wanted])
    return bool(found) and found <= wanted


def by_article(words: str, language: str) -> tuple[Fraction, ...]:
    """The number that "a success" or "a pair of successes" says."""
    lexicon = lexicon_of(language)
    pieces = normalise(words).split()
    if any(piece in lexicon.pairs for piece in pieces[:2]):
        return (Fraction(2),)
    is_one = len(pieces) > 1 and any(
        piece in lexicon.of for piece in pieces[:2]
    )  # "just a success"
    return (Fraction(1),) if is_one else ()
