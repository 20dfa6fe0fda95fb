"""Numbers as books type them, and findings about them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...language.clue_words import any_of, every_language, spoken_in
from ...language.lexicon import merged, one_of
from .forms import Kind

NUMBER = r"(?:\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+(?![\d])|\d+(?:[.,]\d{1,4})?(?:\s?½)?|½)"
EVERY = merged(every_language())
_SIGNS = one_of(EVERY.percent)
PERCENT = rf"\d{{1,3}}(?:[.,]\d{{1,6}})?\s?(?:%|(?:{_SIGNS})(?!\w))"
_PERCENT_WORDS = tuple(word.casefold() for word in EVERY.percent)
_REACH = 300  # letters, more than any figure has
_GROUPED = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+")


def said(kinds: str) -> str:
    """A pattern for any word of some kinds, in any language."""
    return any_of(kinds, every_language())


def said_in(kinds: str, language: str) -> str:
    """A pattern for words that say something else in another language: "tiene" keeps, or has."""
    return any_of(kinds, spoken_in(language))


Stretches = Sequence[tuple[int, int]]


def around(sign: re.Pattern[str], text: str) -> Stretches:
    """The parts of a text that a sign is in, with room for any figure around it.

    Most signs are far quicker to find than figures, and long texts have few of them.
    """
    found: list[tuple[int, int]] = []
    for each in sign.finditer(text):
        first, last = max(0, each.start() - _REACH), each.end() + _REACH
        if found and first <= found[-1][1]:
            first = found.pop()[0]
        found.append((first, last))
    return found


def around_percentages(text: str) -> Stretches:
    """The parts of a text with percentages, in signs or in the words that it has."""
    folded = text.casefold()
    words = [word for word in _PERCENT_WORDS if word in folded]
    return around(re.compile(one_of(("%", *words)), re.IGNORECASE), text)


def matches(pattern: re.Pattern[str], text: str, parts: Stretches) -> Iterator[re.Match[str]]:
    """The matches of a pattern in some parts of a text."""
    for first, last in parts:
        yield from pattern.finditer(text, first, last)


@dataclass(frozen=True)
class Numeral:
    """A number with the decimals that it was typed with."""

    value: Fraction
    digits: int
    point: str = "."
    group: str = ""  # between thousands

    def like(self, value: Fraction) -> str:
        """Another value typed the same way, with more decimals where it needs them."""
        digits = self.digits
        while digits < 2 and (value * 10**digits).denominator > 1:
            digits += 1
        return self.at(value, digits)

    def at(self, value: Fraction, digits: int) -> str:
        """Another value with so many decimals."""
        scaled = (2 * value * 10**digits + 1) // 2
        whole, rest = divmod(int(scaled), 10**digits)
        group = self.group or ("," if whole > 9999 else "")
        grouped = f"{whole:,}".replace(",", group)
        return f"{grouped}{self.point}{rest:0{digits}d}" if digits else grouped


def numeral(text: str) -> Numeral:
    """The number that a text of NUMBER or PERCENT writes."""
    text = re.sub(r"[^\d½]+$", "", text)
    half = Fraction(1, 2) if text.endswith("½") else Fraction(0)
    text = text.rstrip("½").strip()
    if _GROUPED.fullmatch(text) and not re.fullmatch(r"0[.,]\d{3}", text):
        group = re.sub(r"\d", "", text)[0]
        return Numeral(Fraction(re.sub(r"\D", "", text)) + half, 0, group=group)
    whole, _, rest = text.replace(",", ".").partition(".")
    value = Fraction(int((whole or "0") + rest), 10 ** len(rest))
    return Numeral(value + half, len(rest), "," if "," in text else ".")


@dataclass(frozen=True)
class JudgedFigure:
    """A typed figure that is right or wrong under any rules."""

    start: int  # where it is in the text
    found: str
    query: str = ""  # that holds the figure, where there is one
    right: str | None = None  # what would be right, where it is wrong
    why: str = ""
    sure: bool = True
    kind: Kind = Kind.CHANCE
