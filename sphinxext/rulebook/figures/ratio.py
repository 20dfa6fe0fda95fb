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
from ..language.read_figure import Form, TypedFigure, read
from ..language.unread import changed_from, is_altered, is_of_things
from ..rules.questions import in_force
from .correct import is_correct_average, spelled
from .kind import Case, FigureKind, Wrong
from .rephrase import Change

MOST_BEFORE = 4  # words before a multiple that belong to it: "a little more than twice"
_WORD = re.compile(r"[^\s*_`\"“«(\[]\S*")  # without its marks and what opens before it
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
        """Return whether it is a correct way to write the exact multiple."""
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
        if self.is_part and number.denominator > 1:  # "two thirds"
            return abs(exact * self.number - 1) <= LOOSE
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
def _patterns(language: str) -> dict[str, re.Pattern[str]]:
    """Find what makes a number a multiple, or is one by itself; what says the most comes first."""
    said, lexicon = _said(language), lexicon_of(language)
    more, less = (one_of(word.rstrip("*") for word in said[key]) for key in ("more", "less"))
    percent, parts = one_of(("%", *lexicon.percent)), one_of(lexicon.parts)
    alone = one_of(word for n, words in _alone(language).items() if int(n) > 1 for word in words)
    again, half = (one_of(said.get(key, ())) for key in ("half_again", "and_half"))
    written = {
        "percent": rf"(?P<percent>{percent})(?:\s+(?:(?P<more>{more})|(?P<less>{less})))?",
        "again": rf"(?<!\w)(?:{again})(?!\w)",
        "times": rf"[\s-]?(?:{one_of(said['times'])})(?P<half>\s(?:{half})(?!\w))?",
        "alone": rf"(?<!\w)(?P<alone>{alone})(?!\w)",
        "part": rf"(?<!\w)(?:{parts})(?!\w)",
    }
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in written.items()}


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


def multiple_in(text: str, language: str) -> Multiple | None:
    """The multiple that the words say, None where they say none."""
    for kind, pattern in _patterns(language).items():
        for match in pattern.finditer(text):
            if (found := _read(text, match, kind, language)) is not None:
                return found
    return None


def _read(text: str, match: re.Match[str], kind: str, language: str) -> Multiple | None:
    """Return the multiple of which a word was found, with the words before it: "about 3 times"."""
    words, end = text[: match.start()], len(text[: match.start()].rstrip(" \n*_`"))
    if kind == "percent":
        words = text[: match.end("percent")]
    elif kind == "part":
        words, end = text[: match.end()], match.end()
    elif kind in ("again", "alone"):
        named = {word.casefold(): n for n, each in _alone(language).items() for word in each}
        words += "3/2" if kind == "again" else named[match["alone"].casefold()]
        end = match.end()
    starts = [each.start() for each in _WORD.finditer(words)][-MOST_BEFORE - 3 :]
    read_from = {at: read(words[at:], language, as_average=kind != "percent") for at in starts}
    found = {at: each for at, each in read_from.items() if each and each.form in _FORMS[kind]}
    if not found:
        return None
    begin, figure = next(iter(found.items()))
    start = max(at for at, each in found.items() if each.value == figure.value)
    number, digits = figure.value, figure.digits or int(figure.value.denominator > 1)
    if match.groupdict().get("half"):  # "deux fois et demie"
        number, digits, end = number + Fraction(1, 2), 1, match.end()
    if kind == "percent":
        number, digits = number * 100, figure.digits
    if kind == "part":
        number, digits = 1 / number, 0
    sign = 0 if kind != "percent" else 1 if match["more"] else -1 if match["less"] else 0
    is_word = kind in ("again", "alone", "part") or end == match.end()
    return Multiple(
        start, end, number, digits, sign, kind == "percent", kind == "part", is_word, begin, figure
    )


_FORMS = {
    "percent": (Form.PERCENT,),
    "again": (Form.FRACTION,),
    "times": (Form.NUMBER, Form.MIXED),
    "alone": (Form.NUMBER,),
    "part": (Form.FRACTION,),
}


def _is_other(case: Case, found: Multiple, language: str) -> bool:
    """Return whether other words make another multiple of it: "not twice", "twice as unlikely"."""
    said, lexicon, text = _said(language), lexicon_of(language), case.typed.text
    asked = in_force(case.given.question, case.ground.game).event
    rest = text[found.end :].casefold()
    times = one_of(word.strip() for word in said["times"])
    unlike = one_of(word.rstrip("*") for word in (*said["less"], *said.get("unlike", ())))
    more = re.match(rf".*?(?<!\w)(?:{lexicon.one_of('either')})\s+(?=(.*))", rest, re.DOTALL)
    return (
        changed_from(text, found.begin, language, is_share=False) < found.begin
        or is_altered(text, found.end, language)
        or (not (asked and asked.is_average) and is_of_things(text, found.end, language))
        or (
            not found.sign
            and re.match(rf"[\s-]*(?:{times})?\s*(?:\w+\s+)?(?:{unlike})", rest) is not None
        )
        or (more is not None and multiple_in(more[1], language) is not None)
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
        if typed is None or _is_other(case, typed, style.language):
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


def _part(number: int, language: str) -> str:
    """The word for a part: "half", "a third"."""
    lexicon = lexicon_of(language)
    names = [name for name, part in lexicon.parts.items() if part == number]
    if not names or number < 2:
        return "1" if number < 2 else f"1/{number}"
    return names[0] if number == 2 else f"{lexicon.of[0]} {names[0]}"


RATIO = Ratio()
