"""Multiples of a chance: "twice as likely", "204% more", "a third as many"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..language import formatter
from ..language.formatter import Style, decimal, rounded
from ..language.language_file import FALLBACK, own_file
from ..language.lexicon import lexicon_of, one_of
from ..language.normalise import GLYPHS
from ..language.read_figure import Form, TypedFigure, read
from ..language.unread import changed_from, is_altered
from ..rules.rules import Rules
from .correct import is_correct_average, spelled
from .kind import Case, FigureKind, Wrong, number_asked
from .rephrase import Change

MOST_BEFORE = 4  # words before a multiple that belong to it: "a little more than twice"
LOOSE = Fraction(1, 8)  # how far from a whole multiple a chance may be, in proportion


class Multiple(NamedTuple):
    """A multiple as it was typed: "204% more" is a change of 204%, "twice" is 2."""

    start: int
    end: int  # of its number alone
    number: Fraction
    digits: int = 0
    sign: int = 0  # of a change in percent; 0 for a multiple
    is_percent: bool = False
    is_part: bool = False  # "a third": the number is what it is divided by
    is_word: bool = False  # "twice", which says all of it
    begin: int = 0  # of the words before the number that belong to it
    around: TypedFigure = TypedFigure(Form.DECIMAL, Fraction(0))  # "more than" or "about" it

    def fits(self, exact: Fraction, style: Style) -> bool:
        """True if it is a correct way to write the exact multiple."""
        value, number, digits = self._written_number(exact), self.number, self.digits
        bound, is_hedged = self.around.bound, self.around.hedged
        if bound or is_hedged:
            if self.is_part:
                value, number, digits = exact, 1 / self.number, 2
            said = self.around._replace(form=Form.DECIMAL, value=number, digits=digits)
            is_far = abs(value - number) > 2 * LOOSE * number and not (self.is_percent or digits)
            if is_correct_average(said, value, style):
                return not is_far or not is_hedged
            if said.lean or bound in (">", "<", ">>", "<<"):
                return False
        if rounded(value, digits, style.rounding) != number:
            return False
        # Nobody calls 1.5 times "twice".
        return self.is_percent or digits > 0 or abs(value - number) <= number * LOOSE

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
        times = _said(style.language)["times"][0]
        if not self.is_percent and not self.digits and abs(exact - near) > near * LOOSE:
            near = rounded(exact, 1, style.rounding)
            return decimal(near, 1, style.language) + (f" {times}" if self.is_word else "")
        if self.is_word:
            named = _alone(style.language).get(str(near), ())
            said = decimal(near, int(near.denominator > 1), style.language)
            return named[0] if named and near > 1 else f"{said} {times}"
        return decimal(near, self.digits, style.language)


@lru_cache(maxsize=64)
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    """A change or share in percent, a multiple in digits or words, a part, and "half again"."""
    said = _said(language)
    lexicon = lexicon_of(language)
    more, less = (one_of(word.rstrip("*") for word in said[key]) for key in ("more", "less"))
    counts = one_of(name for name, n in lexicon.counts.items() if 1 <= n <= 100)
    number = r"(?P<number>\d+(?:[.,]\d+)?)"
    percent = one_of(("%", *lexicon.percent))
    and_half = one_of(said.get("and_half", ()))  # "deux fois et demie"
    mixed = (
        rf"\d+\s?[{''.join(GLYPHS)}]|\d+ \d/\d|(?<!\w)(?:{counts})[ -]?(?:{one_of(lexicon.half)})"
    )
    return (
        re.compile(rf"{number}\s?(?:{percent})(?:\s+(?:(?P<more>{more})|(?P<less>{less})))?", re.I),
        re.compile(
            rf"(?:(?P<mixed>{mixed})|{number}|(?<!\w)(?P<word>{counts}))"
            rf"[\s-]?(?:{one_of(said['times'])})(?P<half>\s(?:{and_half})(?!\w))?"
            rf"|(?<!\w)(?P<alone>{_twice(language)})(?!\w)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?<!\w)(?:(?:{one_of(lexicon.of)})\s+)?(?P<part>{one_of(lexicon.parts)})(?!\w)",
            re.IGNORECASE,
        ),
        re.compile(rf"(?<!\w)(?:{one_of(said.get('half_again', ()))})(?!\w)", re.IGNORECASE),
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
    found = _bare_multiple(text, language)
    if found is None:
        return None
    before = text[: found.start]
    for start in [match.start() for match in re.finditer(r"\S+", before)][-MOST_BEFORE:]:
        said = read(f"{before[start:]}10%", language)  # the words before any number
        if said is not None and said.value * 10 == 1:
            return found._replace(begin=start, around=said)
    return found


def _is_other(text: str, found: Multiple, language: str) -> bool:
    """Return whether other words make another multiple of it: "not twice", "twice as unlikely"."""
    said, lexicon = _said(language), lexicon_of(language)
    rest = text[found.end :].casefold()
    times = one_of(word.strip() for word in said["times"])
    unlike = one_of(word.rstrip("*") for word in (*said["less"], *said.get("unlike", ())))
    more = re.match(rf".*?(?<!\w)(?:{one_of(lexicon.either)})\s+(?=(.*))", rest, re.DOTALL)
    return (
        changed_from(text, found.begin, language) < found.begin
        or is_altered(text, found.end, language)
        or (
            not found.sign
            and re.match(rf"[\s-]*(?:{times})?\s*(?:\w+\s+)?(?:{unlike})", rest) is not None
        )
        or (more is not None and _bare_multiple(more[1], language) is not None)
    )


def _bare_multiple(text: str, language: str) -> Multiple | None:
    """The multiple without the words before it."""
    lexicon = lexicon_of(language)
    percent, times, part, half_again = _patterns(language)
    if match := percent.search(text):
        sign = 1 if match["more"] else -1 if match["less"] else 0
        return _typed(match, "number", language, sign=sign, is_percent=True)
    if match := half_again.search(text):
        return _said_as(match.span(), Fraction(3, 2), digits=1)
    if match := times.search(text):
        if match["mixed"] or match["number"]:
            return _typed(match, "mixed" if match["mixed"] else "number", language)
        name = "word" if match["word"] else "alone"
        number = _number_of(match[name].casefold(), language)
        if match["half"]:
            return _said_as(match.span(), number + Fraction(1, 2), digits=1)
        return _said_as(match.span(name), number)._replace(is_word=name == "alone")
    if match := part.search(text):
        number = Fraction(lexicon.parts[match["part"].casefold()])
        return _said_as(match.span(), number)._replace(is_part=True)
    return None


def _said_as(span: tuple[int, int], number: Fraction, digits: int = 0) -> Multiple:
    return Multiple(*span, number, digits, is_word=True, begin=span[0])


def _typed(
    match: re.Match[str], group: str, language: str, *, sign: int = 0, is_percent: bool = False
) -> Multiple | None:
    written = read(match[group], language)
    if written is None:
        return None
    digits = 1 if written.form is Form.MIXED else written.digits
    return Multiple(
        *match.span(group), written.value, digits, sign, is_percent, begin=match.start(group)
    )


class Ratio(FigureKind):
    """A ratio: one event is so many times as likely as another."""

    name = "ratio"
    is_rounded = is_exact = True

    def write(self, value: Fraction, style: Style) -> str:
        return formatter.average(value, style)

    def judge(self, case: Case) -> Wrong | None:
        style = case.ground.style
        typed = multiple_in(case.typed.text, style.language)
        if typed is None or _is_other(case.typed.text, typed, style.language):
            raise case.unreadable("is not a multiple", "'twice as likely'", " or '40% more'")
        if typed.fits(case.exact, style):
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
        said = f"{digits} {_said(style.language)['times'][0]}" if typed.is_word else digits
        yield Change(typed.start, typed.end, said)
        yield Change(typed.begin, typed.end, expected)  # without its "more than"

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
