"""Multiples of a chance: "twice as likely", "204% more", "a third as many"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..rules.rules import Rules
from ..words import formatter
from ..words.formatter import Rounding, Style, decimal, rounded
from ..words.language_file import FALLBACK, own_file
from ..words.lexicon import lexicon_of, one_of, point_of
from .correct import spelled
from .kind import Case, Elsewhere, FigureKind, Wrong, number_asked
from .rephrase import Change


class Multiple(NamedTuple):
    """A multiple as it was typed: "204% more" is a change of 204%, "twice" is 2."""

    start: int
    end: int  # of its number alone
    number: Fraction
    digits: int
    sign: int  # of a change in percent; 0 for a multiple
    is_percent: bool
    is_part: bool  # "a third": the number is what it is divided by
    is_word: bool  # "twice", which says all of it

    def fits(self, exact: Fraction, rounding: Rounding) -> bool:
        """True if it is a correct way to write the exact multiple."""
        return rounded(self._written_number(exact), self.digits, rounding) == self.number

    def _written_number(self, exact: Fraction) -> Fraction:
        if self.is_part:
            return 1 / exact if exact else exact
        if not self.is_percent:
            return exact
        return 100 * (exact - 1) * self.sign if self.sign else 100 * exact

    def correct_number(self, exact: Fraction, style: Style) -> str:
        """The right number in its place."""
        near = rounded(self._written_number(exact), self.digits, style.rounding)
        if self.is_part:
            return _part(int(near), style.language)
        if self.is_word:
            named = _alone(style.language).get(str(near), ())
            return named[0] if named and near > 1 else f"{near} {_said(style.language)['times'][0]}"
        return decimal(near, self.digits, style.language)


@lru_cache(maxsize=64)
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A change or share in percent, a multiple in digits or words, and a part."""
    said = _said(language)
    lexicon = lexicon_of(language)
    more, less = (one_of(word.rstrip("*") for word in said[key]) for key in ("more", "less"))
    counts = one_of(name for name, n in lexicon.counts.items() if 1 <= n <= 100)
    number = r"(?P<number>\d+(?:[.,]\d+)?)"
    percent = one_of(("%", *lexicon.percent))
    return (
        re.compile(rf"{number}\s?(?:{percent})(?:\s+(?:(?P<more>{more})|(?P<less>{less})))?", re.I),
        re.compile(
            rf"(?:{number}|(?<!\w)(?P<word>{counts}))[\s-]?(?:{one_of(said['times'])})"
            rf"|(?<!\w)(?P<alone>{_twice(language)})(?!\w)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?<!\w)(?:(?:{one_of(lexicon.of)})\s+)?(?P<part>{one_of(lexicon.parts)})(?!\w)",
            re.IGNORECASE,
        ),
    )


def _said(language: str) -> dict[str, list[str]]:
    """The words of multiples in a language, else those of English."""
    found: dict[str, list[str]] = own_file(language).get("ratio") or own_file(FALLBACK)["ratio"]
    return found


def _alone(language: str) -> dict[str, list[str]]:
    """The words that are a multiple by themselves, by their number: "twice", "das Doppelte"."""
    found: dict[str, list[str]] = dict(own_file(language).get("times", {}))
    for number, words in own_file(language).get("multiples", {}).items():
        found[number] = [*found.get(number, ()), *words]
    return found


def _twice(language: str) -> str:
    return one_of(word for n, words in _alone(language).items() if int(n) > 1 for word in words)


def _number_of(word: str, language: str) -> Fraction:
    for number, words in _alone(language).items():
        if int(number) > 1 and word in (each.casefold() for each in words):
            return Fraction(int(number))
    return Fraction(lexicon_of(language).counts.get(word, 0))


def multiple_in(text: str, language: str) -> Multiple | None:
    """The multiple that the words say, None where they say none."""
    lexicon = lexicon_of(language)
    percent, times, part = _patterns(language)
    if match := percent.search(text):
        sign = 1 if match["more"] else -1 if match["less"] else 0
        return _typed(match, "number", language, sign=sign, is_percent=True)
    if match := times.search(text):
        if match["number"]:
            return _typed(match, "number", language)
        name = "word" if match["word"] else "alone"
        number = _number_of(match[name].casefold(), language)
        return Multiple(*match.span(name), number, 0, 0, False, False, name == "alone")
    if match := part.search(text):
        number = Fraction(lexicon.parts[match["part"].casefold()])
        return Multiple(*match.span(), number, 0, 0, False, True, True)
    return None


def _typed(
    match: re.Match[str], group: str, language: str, *, sign: int = 0, is_percent: bool = False
) -> Multiple:
    whole, _, rest = match[group].replace(point_of(language), ".").replace(",", ".").partition(".")
    number = Fraction(int(whole + rest), 10 ** len(rest))
    return Multiple(*match.span(group), number, len(rest), sign, is_percent, False, False)


class Ratio(FigureKind):
    """A ratio: one event is so many times as likely as another."""

    name = "ratio"
    is_rounded = is_exact = True

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.average(value, style)

    def judge(self, case: Case, elsewhere: Elsewhere) -> Wrong | None:
        style = case.ground.style
        typed = multiple_in(case.typed.text, style.language)
        if typed is None:
            raise case.unreadable("is not a multiple", "'twice as likely'", " or '40% more'")
        if typed.fits(case.exact, style.rounding):
            return None
        right = typed.correct_number(case.exact, style)
        return Wrong(right, spelled(case.exact, average=True))

    def rewrite(self, case: Case, expected: str) -> Iterator[Change]:
        """The number replaced, in digits or by the word for it."""
        style = case.ground.style
        typed = multiple_in(case.typed.text, style.language)
        if typed is None:
            return
        yield Change(typed.start, typed.end, expected)
        digits = decimal(rounded(case.exact, 1, style.rounding), 1, style.language)
        yield Change(typed.start, typed.end, f"{digits} times" if typed.is_word else digits)

    def is_alone(self, text: str, language: str) -> bool:
        return False

    def relocked(self, rules: Rules, question: str) -> str | None:
        return number_asked(rules, question)


def _part(number: int, language: str) -> str:
    """The word for a part: "half", "a third"."""
    lexicon = lexicon_of(language)
    names = [name for name, part in lexicon.parts.items() if part == number]
    if not names or number < 2:
        return "1" if number < 2 else f"1/{number}"
    return names[0] if number == 2 else f"{lexicon.of[0]} {names[0]}"


RATIO = Ratio()
