"""Figures as a person reads them, each rounded from the exact value."""

from __future__ import annotations

from fractions import Fraction

from ..language import formatter
from ..language.formatter import Style

LONGEST_FRACTION = 40


def percent(chance: Fraction, digits: int, *, short: bool = False) -> str:
    """The chance in percent; never 0% or 100% for what is not.

    `short` leaves out zeros at the end of a percentage that is exact.
    """
    text = formatter.chance(chance, Style(digits=digits))
    is_exact = formatter.rounded(chance, digits + 2) == chance
    if short and digits and is_exact and "." in text:
        return text.removesuffix("%").rstrip("0").rstrip(".") + "%"
    return text


def fraction(number: Fraction) -> str:
    """The fraction, or how long it is where nobody would read it."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{number.numerator}/{number.denominator}"
    if len(text) <= LONGEST_FRACTION:
        return text
    digits = len(str(number.denominator))
    return f"a fraction of {digits:,} digits"


def one_in(chance: Fraction) -> str:
    """The chance as 'one in n', or that it fails where that is the rarer."""
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    if chance > Fraction(1, 2):
        return f"all but {_in(1 - chance)}"
    return _in(chance)


def _in(chance: Fraction) -> str:
    n = 1 / chance
    if n.denominator == 1 and n < 10**9:
        return f"1 in {n.numerator:,}"
    if n < 10:
        return f"about 1 in {_decimal(n, 1, padded=False)}"
    whole = int(n + Fraction(1, 2))
    if whole < 10**9:
        return f"about 1 in {whole:,}"
    digits = str(whole)
    return f"about 1 in {digits[0]}.{digits[1]}e{len(digits) - 1}"


def average(value: Fraction) -> str:
    """An average with two decimals, and the fraction that it is."""
    near = _decimal(value, 2, padded=False)
    if formatter.rounded(value, 2) == value:
        return near
    return f"{_decimal(value, 2)} ({fraction(value)})"


def _decimal(value: Fraction, digits: int, *, padded: bool = True) -> str:
    near = formatter.rounded(abs(value), digits)
    return formatter.decimal(near if value > 0 else -near, digits, "en", padded=padded)
