"""Whole numbers and fractions as text, of any length: Python alone stops at 4,300 digits."""

from __future__ import annotations

from fractions import Fraction

PLAINLY = 4000  # digits up to which Python writes and reads a number by itself
_BOUND = 10**PLAINLY


def decimals(number: int) -> str:
    """The number in decimals."""
    if abs(number) < _BOUND:
        return str(number)
    if number < 0:
        return f"-{decimals(-number)}"
    half = number.bit_length() * 3 // 20  # about half of its decimal digits
    high, low = divmod(number, 10**half)
    return decimals(high) + decimals(low).zfill(half)


def number_of(text: str) -> int:
    """The whole number that the decimals write."""
    if len(text) <= PLAINLY:
        return int(text)
    if text.startswith("-"):
        return -number_of(text[1:])
    half = len(text) // 2
    high, low = number_of(text[:-half]), number_of(text[-half:])
    return high * int(10**half) + low


def quotient(number: Fraction) -> str:
    """The fraction as n/d, a whole number too."""
    return f"{decimals(number.numerator)}/{decimals(number.denominator)}"


def ratio(number: Fraction) -> str:
    """The fraction as n/d, a whole number alone."""
    return quotient(number) if number.denominator > 1 else decimals(number.numerator)


def fraction_of(text: str) -> Fraction:
    """The fraction, whole or decimal number that the text writes."""
    if len(text) <= PLAINLY:
        return Fraction(text)
    top, _, bottom = text.partition("/")
    return Fraction(number_of(top), number_of(bottom or "1"))


def text_of(value: object) -> str:
    """The value as text; a fraction of any length."""
    return ratio(value) if isinstance(value, Fraction) else str(value)


def in_full(value: object) -> object:
    """The value for a fingerprint, each fraction in it as text of any length."""
    if type(value) is Fraction:  # isinstance takes long for all that is none
        return f"{value.numerator:x}/{value.denominator:x}"
    return tuple(map(in_full, value)) if isinstance(value, tuple | list) else value
