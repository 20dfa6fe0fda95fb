"""Decides if a typed figure is a correct way to write an exact value."""

from __future__ import annotations

from fractions import Fraction

from ..language import formatter
from ..language.formatter import ChanceFormat, Ends, Rounding, Style, rounded
from ..language.read_figure import Form, TypedFigure
from ..rules.digits import ratio

HEDGE = Fraction(25, 1000)  # how far off a hedged multiple of five or part may be
LAST_DIGIT = Fraction(3, 2)  # how far off another hedged figure has to stay, in its last digit
NEAR_AVERAGE = Fraction(1, 20)  # how far off a hedged average may be, in proportion
ALMOST_SURE = Fraction(1, 20)  # how far from "never" or "always" something almost so may be
MOST_PARTS = 10  # a tenth is a part as a third is; a 36th is a figure with a last digit
ROUND = 10  # "about 1 in 200" is a round number: it may be off by one in so many


def as_chance(written: TypedFigure, *, percent: bool) -> TypedFigure:
    """A bare number read as a percentage, or as a chance between 0 and 1."""
    if written.form is not Form.NUMBER:
        return written
    if percent:
        return written._replace(form=Form.PERCENT, value=written.value / 100)
    return written._replace(form=Form.DECIMAL)


def is_correct(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """Return whether the figure is a correct way to write the chance, at the precision it uses."""
    if written.form is Form.BLANK:
        return exact in (0, 1)
    if written.bound == "-":
        near = rounded(exact, _decimal_places(written), style.rounding)
        return any(written.value <= value <= written.top for value in (exact, near))
    if written.bound or written.hedged:
        return any(_is_said_of_chance(written._replace(value=value), exact, style)
                   for value in (written.value, *written.others))  # fmt: skip
    return _is_plainly_correct(written, exact, style)


def _is_plainly_correct(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """Return whether the figure without the words around it is correct."""
    if written.form is Form.ODDS and written.digits:
        return any(_is_ratio(written._replace(value=value), exact, style)
                   for value in (written.value, *written.others))  # fmt: skip
    if written.form in (Form.SURE, Form.ODDS):
        return exact in (written.value, *written.others)
    if written.form in (Form.FRACTION, Form.MIXED):
        return written.value == exact
    if written.form is Form.ONE_IN:
        if written.value == 1:
            return exact == 1
        return exact > 0 and rounded(1 / exact, written.digits, style.rounding) == written.value
    if written.value in (0, 1) and style.ends == Ends.EXACT:
        return exact == written.value
    return rounded(exact, _decimal_places(written), style.rounding) == written.value


def _is_ratio(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """Return whether odds with decimals, such as "2.6 to 1", round the odds of the chance."""
    value = written.value
    if value > Fraction(1, 2):
        value, exact = 1 - value, 1 - exact
    ratio_of = (1 - value) / value
    return exact > 0 and rounded((1 - exact) / exact, written.digits, style.rounding) == ratio_of


def _is_said_of_chance(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """Return whether the words around the figure make it correct."""
    value = 1 / written.value if written.form is Form.ONE_IN else written.value
    if written.form in (Form.PERCENT, Form.DECIMAL) and written.bound and not written.lean:
        places = _decimal_places(written)
        least = Fraction(1, 10**places)
        if (written.bound, value) in (("<", least), (">", 1 - least)):
            return rounded(exact, places, style.rounding) in (0, 1) and exact not in (0, 1)
    if (exact == 0 and written.bound in ("<", "<<")) or (exact == 1 and ">" in written.bound):
        return written.bound == ">="  # "less than 10%" is said of what may happen
    if value == 0 and written.lean:  # "almost never" is a little more than never
        written = written._replace(lean=">")
    is_right = _is_plainly_correct(written, exact, style)
    is_rounded = is_right and written.form is Form.ONE_IN  # "about 1 in 4" for 1 in 3.6
    is_near = is_rounded or _is_near(written, exact, value)
    return _is_said(written, exact, value, is_right, is_near=is_near)


def _is_said(
    written: TypedFigure, exact: Fraction, value: Fraction, is_right: bool, *, is_near: bool
) -> bool:
    """Return whether a hedge or a bound is true of a figure: the one rule for all of them."""
    is_over, is_under = exact > value, exact < value
    if written.lean and written.bound:
        return False  # "nearly <1%"
    if written.bound:
        if written.hedged and is_near:
            return True  # "more than about a third"
        said = {
            ">": is_over,
            "<": is_under,
            ">>": is_over and not is_near,  # "well over"
            "<<": is_under and not is_near,
            ">=": is_over or is_right,
            "<=": is_under or is_right,
        }
        return said[written.bound]
    return is_near and (is_over if written.lean == ">" else is_under or not written.lean)


def _is_near(written: TypedFigure, exact: Fraction, value: Fraction) -> bool:
    """Return whether "about" is true of the figure."""
    off = abs(exact - value)
    if written.form is Form.SURE:
        return off <= ALMOST_SURE
    if written.form in (Form.PERCENT, Form.DECIMAL):
        places = _decimal_places(written)
        if places <= 2 and (value * 20).denominator == 1:
            return off <= HEDGE
        return off < LAST_DIGIT * Fraction(1, 10**places)
    if not 0 < value < 1:
        return exact == value
    in_steps = written.form is Form.FRACTION and (value * 20).denominator == 1
    if in_steps or (value.denominator <= MOST_PARTS and not written.digits):
        return off <= HEDGE
    if off > HEDGE or not exact:
        return False
    n = written.value if written.form is Form.ONE_IN else Fraction(value.denominator)
    off_n = abs(n * value / exact - n)  # of "1 in n"
    is_round = n % ROUND == 0 and off_n <= n / ROUND
    return is_round or off_n * 10**written.digits < LAST_DIGIT


def _decimal_places(written: TypedFigure) -> int:
    return written.digits + (2 if written.form is Form.PERCENT else 0)


def is_correct_average(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """Return whether the figure is a correct way to write the average."""
    if written.form in (Form.FRACTION, Form.MIXED):
        is_right = written.value == exact
    else:
        near = rounded(exact, written.digits, style.rounding_of_averages)
        is_right = written.form is Form.NUMBER and near == written.value
    if written.bound == "-":
        return False  # a range of percentages
    if not written.bound and not written.hedged:
        return is_right
    off = abs(exact - written.value)
    steps = off * 10**written.digits
    is_close = steps < 1 if written.lean else steps * 2 <= 1
    is_near = is_right or is_close or off <= NEAR_AVERAGE * abs(exact)
    return _is_said(written, exact, written.value, is_right, is_near=is_near)


def is_correct_difference(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """Return whether the figure, without its sign, is right for the size of a difference."""
    if written.form is Form.BLANK:
        return exact == 0
    return rounded(abs(exact), _decimal_places(written), style.rounding) == abs(written.value)


def expected_chance(written: TypedFigure, exact: Fraction, style: Style) -> str:
    """The right figure in the form of the typed one."""
    fraction = ratio(exact)
    if written.form in (Form.FRACTION, Form.MIXED) and len(fraction) <= LONGEST_FRACTION:
        return fraction
    if written.form is Form.ONE_IN:
        return formatter.one_in(exact, style._replace(digits=written.digits))
    if written.form is Form.DECIMAL:
        style = style._replace(format=ChanceFormat.DECIMAL, digits=max(0, written.digits - 2))
    else:
        digits = written.digits if written.form is Form.PERCENT else style.digits
        style = style._replace(format=ChanceFormat.PERCENT, digits=digits)
    return formatter.chance(exact, style)


def expected_average(written: TypedFigure, exact: Fraction, style: Style) -> str:
    """The right average with the digits of the typed one, or with as many as it needs."""
    if written.form is Form.NUMBER:
        near = rounded(exact, written.digits, style.rounding_of_averages)
        if near == exact or style.mean_rounding is not Rounding.EXACT:
            return formatter.decimal(near, written.digits, style.language)
    return formatter.average(exact, style)


def spelled(exact: Fraction, *, average: bool = False) -> str:
    """The exact answer, with two decimals of its percentage: "5/6 (83.33…%)"."""
    fraction = ratio(exact)
    if average and exact.denominator == 1:
        return fraction
    shown = _cut(exact) if average else f"{_cut(exact * 100)}%"
    return shown if len(fraction) > LONGEST_FRACTION else f"{fraction} ({shown})"


LONGEST_FRACTION = 40


def _cut(value: Fraction) -> str:
    """The value cut after two decimals, with a mark where more follow."""
    near = rounded(value, 2, Rounding.DOWN)
    exact = near == value
    text = formatter.decimal(near, 2, "en", padded=not exact)
    return text if exact else f"{text}…"
