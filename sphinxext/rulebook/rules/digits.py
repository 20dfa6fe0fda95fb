"""Whole numbers and fractions as text, of any length: Python alone stops at 4,300 digits."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction


def decimals(number: int) -> str:
    """The number in decimals."""
    return str(Decimal(number))


def quotient(number: Fraction) -> str:
    """The fraction as n/d, a whole number too."""
    return f"{decimals(number.numerator)}/{decimals(number.denominator)}"


def ratio(number: Fraction) -> str:
    """The fraction as n/d, a whole number alone."""
    return quotient(number) if number.denominator > 1 else decimals(number.numerator)


def fraction_of(text: str) -> Fraction:
    """The fraction, whole or decimal number that the text writes."""
    top, _, bottom = text.partition("/")
    try:
        return Fraction(Decimal(top)) / Fraction(Decimal(bottom or "1"))
    except (InvalidOperation, OverflowError) as error:
        raise ValueError(f"'{text}' is no number") from error


def text_of(value: object) -> str:
    """The value as text; a fraction of any length."""
    return ratio(value) if isinstance(value, Fraction) else str(value)


def in_full(value: object) -> object:
    """The value for a fingerprint, each fraction in it as text of any length."""
    if type(value) is Fraction:  # isinstance takes long for all that is none
        return f"{value.numerator:x}/{value.denominator:x}"
    return tuple(map(in_full, value)) if isinstance(value, tuple | list) else value
