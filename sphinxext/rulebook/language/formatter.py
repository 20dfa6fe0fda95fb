"""Writes numbers for readers: rounded from the exact value, in the book's language."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..rules.digits import decimals, ratio
from .language_file import short_name
from .phrasebook import words_of

if TYPE_CHECKING:
    from babel import Locale


class Rounding(StrEnum):
    """The ways to round a figure."""

    NEAREST = "nearest"
    EVEN = "even"
    DOWN = "down"
    UP = "up"  # no book is told to, but a typed figure may be
    EXACT = "exact"  # of averages: with as many decimals as they need


class Ends(StrEnum):
    """The two meanings that a typed 0% or 100% may have."""

    EXACT = "exact"
    ROUNDED = "rounded"


class ChanceFormat(StrEnum):
    """The ways to write a chance."""

    PERCENT = "percent"
    FRACTION = "fraction"
    DECIMAL = "decimal"
    ONE_IN = "one-in"


ROUNDINGS = (Rounding.NEAREST, Rounding.EVEN, Rounding.DOWN)
MEAN_ROUNDINGS = (*ROUNDINGS, Rounding.EXACT)
FORMATS = tuple(ChanceFormat)
ROUNDED = {  # how a figure is rounded, in words
    Rounding.NEAREST: "to the nearest",
    Rounding.DOWN: "down",
    Rounding.UP: "up",
    Rounding.EVEN: "half to even",
}
MOST_DIGITS = 12
PLAIN_IN = 20  # up to this denominator a chance reads well as "k in n"


class Style(NamedTuple):
    """The style in which a book, a directive or a role writes its numbers."""

    format: ChanceFormat = ChanceFormat.PERCENT
    digits: int = 0
    rounding: Rounding = Rounding.NEAREST
    mean_rounding: Rounding = Rounding.EXACT
    language: str = "en"
    ends: Ends = Ends.EXACT  # whether 0% and 100% may be typed for what rounds to them

    @property
    def rounding_of_averages(self) -> Rounding:
        """The rounding of averages: their own if they have one, else that of all figures."""
        return self.rounding if self.mean_rounding is Rounding.EXACT else self.mean_rounding


def rounded(value: Fraction, digits: int, rounding: Rounding = Rounding.NEAREST) -> Fraction:
    """The value at so many digits."""
    scale = 10**digits
    return Fraction(_steps(value, scale, rounding), scale)


def _steps(value: Fraction, scale: int, rounding: Rounding) -> int:
    """The rounded value, in steps of one over the scale."""
    top, bottom = value.numerator * scale, value.denominator
    if rounding == Rounding.EVEN:
        return round(Fraction(top, bottom))
    if rounding == Rounding.DOWN:
        return top // bottom if top >= 0 else -(-top // bottom)
    if rounding == Rounding.UP:
        return -(-top // bottom)
    return (2 * top + bottom) // (2 * bottom)


@lru_cache(maxsize=64)
def locale_of(language: str) -> Locale:
    """The locale of the book's language, English where Babel knows none."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return Locale("en")


class Signs(NamedTuple):
    """The signs of numbers in a language."""

    point: str = "."
    before_percent: str = ""
    after_percent: str = "%"


@lru_cache(maxsize=64)
def signs_of(language: str) -> Signs:
    """The signs that the language writes numbers with; English needs no data to be read."""
    if short_name(language) == "en":
        return Signs()
    from babel.numbers import parse_pattern

    locale = locale_of(language)
    symbols = locale.number_symbols
    latin = symbols.get("latn", symbols)
    pattern = parse_pattern(locale.percent_formats[None].pattern)
    percent = str(latin.get("percentSign", "%"))
    before, after = (side.replace("%", percent) for side in (pattern.prefix[0], pattern.suffix[0]))
    return Signs(latin.get("decimal", "."), before, after)


@lru_cache(maxsize=4096)
def decimal(value: Fraction, digits: int, language: str, *, padded: bool = True) -> str:
    """A value that is rounded already, with so many digits after the language's point."""
    signs = signs_of(language)
    steps = _steps(value, 10**digits, Rounding.EVEN)
    text = str(Decimal(abs(steps))).zfill(digits + 1)  # of any length
    whole, part = text[: len(text) - digits], text[len(text) - digits :]
    part = part if padded else part.rstrip("0")
    mark = "-" if steps < 0 else ""
    return f"{mark}{whole}{signs.point}{part}" if part else mark + whole


def percent_of(value: Fraction, digits: int, language: str) -> str:
    """A chance that is rounded already, as a percentage in the language's way."""
    signs = signs_of(language)
    number = decimal(value * 100, digits, language)
    return f"{signs.before_percent}{number}{signs.after_percent}"


@lru_cache(maxsize=4096)
def _marked(steps: int, digits: int, style: Style) -> str:
    """A chance that is rounded to steps of its digits; what is neither 0 nor 1 never shows so."""
    whole = 10**digits
    mark = "<" if steps == 0 else ">" if steps == whole else ""
    near = Fraction(min(max(steps, 1), whole - 1), whole)
    if style.format == ChanceFormat.DECIMAL:
        return mark + decimal(near, digits, style.language)
    return mark + percent_of(near, style.digits, style.language)


def chance(value: Fraction, style: Style) -> str:
    """A chance as the style writes it; only 0 and 1 show as never and always."""
    if style.format == ChanceFormat.FRACTION:
        return ratio(value)
    if style.format == ChanceFormat.ONE_IN:
        return one_in(value, style)
    if value.denominator == 1:
        is_decimal = style.format == ChanceFormat.DECIMAL
        return str(value) if is_decimal else percent_of(value, 0, style.language)
    digits = style.digits + 2
    return _marked(_steps(value, 10**digits, style.rounding), digits, style)


def one_in(value: Fraction, style: Style) -> str:
    """A chance as "1 in n", or as "k in n" where that is exact and short."""
    words = words_of(style.language)
    if value in (0, 1):
        return words.always if value else words.never
    if value.numerator == 1 or value.denominator <= PLAIN_IN:
        return words.one_in.format(k=value.numerator, n=decimals(value.denominator))
    n = 1 / value
    places = style.digits
    if n < 10:
        # One place more for each nine that "1 in 1.02" would hide.
        places = max(1, places)
        while rounded(n, places, style.rounding) == 1:
            places += 1
    near = rounded(n, places, style.rounding)
    return words.one_in.format(k=1, n=decimal(near, places, style.language, padded=False))


def average(value: Fraction, style: Style) -> str:
    """An average: up to two decimals as needed, or a whole number as the book rounds them."""
    if style.mean_rounding is Rounding.EXACT:
        near = rounded(value, max(2, style.digits), style.rounding)
        return decimal(near, max(2, style.digits), style.language, padded=False)
    near = rounded(value, style.digits, style.rounding_of_averages)
    return decimal(near, style.digits, style.language)


def difference(value: Fraction, style: Style) -> str:
    """A difference of two chances, with its sign."""
    near = rounded(abs(value), style.digits + 2, style.rounding)
    return _sign(value) + percent_of(near, style.digits, style.language)


def mean_difference(value: Fraction, style: Style) -> str:
    """A difference of two averages, with its sign."""
    return _sign(value) + average(abs(value), style)


def _sign(value: Fraction) -> str:
    return "+" if value > 0 else "−" if value < 0 else ""
