"""Figures as a person reads them, each rounded from the exact value."""

from __future__ import annotations

from fractions import Fraction

LONGEST_FRACTION = 40


def percent(chance: Fraction, digits: int, *, short: bool = False) -> str:
    """The chance in percent, halves up; never 0% or 100% for what is not.

    `short` leaves out zeros at the end of a percentage that is exact.
    """
    scale = 100 * 10**digits
    steps = int(chance * scale + Fraction(1, 2))
    least = _decimal(1, digits)
    if steps <= 0 and chance > 0:
        return f"<{least}%"
    if steps >= scale and chance < 1:
        return f">{_decimal(scale - 1, digits)}%"
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    text = _decimal(steps, digits)
    return f"{text.rstrip('0').rstrip('.') if short and steps == chance * scale else text}%"


def _decimal(steps: int, digits: int) -> str:
    """A whole number of steps as a decimal number."""
    whole, part = divmod(abs(steps), 10**digits)
    sign = "-" if steps < 0 else ""
    return f"{sign}{whole}.{part:0{digits}}" if digits else f"{sign}{whole}"


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
        return f"about 1 in {_decimal(int(n * 10 + Fraction(1, 2)), 1).removesuffix('.0')}"
    whole = int(n + Fraction(1, 2))
    if whole < 10**9:
        return f"about 1 in {whole:,}"
    digits = str(whole)
    return f"about 1 in {digits[0]}.{digits[1]}e{len(digits) - 1}"


def average(value: Fraction) -> str:
    """An average with two decimals, and the fraction that it is."""
    if value.denominator == 1:
        return str(value.numerator)
    sign = 1 if value > 0 else -1
    steps = sign * int(abs(value) * 100 + Fraction(1, 2))
    near = _decimal(steps, 2)
    if Fraction(steps, 100) == value:
        return near.rstrip("0")
    exact = fraction(value)
    return f"{near} ({exact})"
