"""Decides if a typed figure is a correct way to write an exact value."""

from __future__ import annotations

from fractions import Fraction

from ..rules.digits import ratio
from ..words import formatter
from ..words.formatter import ChanceFormat, Ends, MeanRounding, Rounding, Style, rounded
from ..words.read_figure import Form, TypedFigure

HEDGE = Fraction(25, 1000)  # how far off a hedged multiple of five may be
NEAR_AVERAGE = Fraction(1, 20)  # how far off a hedged average may be, in proportion


def as_chance(written: TypedFigure, *, percent: bool) -> TypedFigure:
    """A bare number read as a percentage, or as a chance between 0 and 1."""
    if written.form is not Form.NUMBER:
        return written
    if percent:
        return written._replace(form=Form.PERCENT, value=written.value / 100)
    return written._replace(form=Form.DECIMAL)


def is_correct(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """True if the figure is a correct way to write the chance, at the precision it uses."""
    if written.form is Form.BLANK:
        return exact in (0, 1)
    if written.form in (Form.SURE, Form.ODDS):
        return exact in (written.value, *written.others)
    if written.bound == "-":
        near = rounded(exact, _decimal_places(written), style.rounding)
        return any(written.value <= value <= written.top for value in (exact, near))
    chance = 1 / written.value if written.form is Form.ONE_IN else written.value
    if written.bound in ("<=", ">="):
        is_beyond = exact <= chance if written.bound == "<=" else exact >= chance
        return is_beyond or is_correct(written._replace(bound=""), exact, style)
    if written.hedged and not written.bound:
        off = exact - chance
        beyond = off if written.lean == ">" else -off if written.lean else Fraction(0)
        if (chance * 20).denominator == 1:
            return abs(off) <= HEDGE or 0 < beyond < 2 * HEDGE
        is_near = (
            written.form in (Form.PERCENT, Form.DECIMAL)
            and 0 < beyond * 10 ** _decimal_places(written) < 1
        )
        return is_near or is_correct(written._replace(hedged=False), exact, style)
    if written.form in (Form.PERCENT, Form.DECIMAL):
        return _is_correct_decimal(written, exact, style)
    if written.form in (Form.FRACTION, Form.MIXED, Form.ONE_IN) and written.bound:
        return _beyond(written.bound, exact, chance)
    if written.form in (Form.FRACTION, Form.MIXED):
        return written.value == exact
    if written.form is Form.ONE_IN:
        if written.value == 1:
            return exact == 1
        return exact > 0 and rounded(1 / exact, written.digits, style.rounding) == written.value
    return _is_correct_decimal(written, exact, style)


def _is_correct_decimal(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    is_end = written.value.denominator == 1 and written.value in (0, 1)
    if is_end and not written.bound and style.ends == Ends.EXACT:
        return exact == written.value
    places = _decimal_places(written)
    near = rounded(exact, places, style.rounding)
    if not written.bound or (written.bound in ("≤", "≥") and near == written.value):
        return near == written.value
    least = Fraction(1, 10**places)
    if (written.bound, written.value) in (("<", least), (">", 1 - least)):
        return near in (0, 1) and exact not in (0, 1)
    return _beyond(written.bound, exact, written.value)


def is_on_its_side(written: TypedFigure, exact: Fraction) -> bool:
    """True unless the words say that the value is more or less than the figure, and it is not."""
    value = 1 / written.value if written.form is Form.ONE_IN else written.value
    side = written.lean or written.bound
    return not ((side == ">" and exact <= value) or (side == "<" and exact >= value))


def _beyond(bound: str, exact: Fraction, value: Fraction) -> bool:
    """True if the chance is on the right side of the bound; "less than" is never 0."""
    if bound in ("≤", "≥"):
        return exact <= value if bound == "≤" else exact >= value
    return 0 < exact < value if bound == "<" else value < exact < 1


def _decimal_places(written: TypedFigure) -> int:
    return written.digits + (2 if written.form is Form.PERCENT else 0)


def is_correct_average(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """True if the figure is a correct way to write the average."""
    value = written.value
    if written.bound in (">", "<"):
        return exact > value if written.bound == ">" else exact < value
    if written.bound in (">=", "<="):
        is_beyond = exact >= value if written.bound == ">=" else exact <= value
        return is_beyond or is_correct_average(written._replace(bound=""), exact, style)
    if written.hedged and _is_hedged_average(written, exact):
        return True
    if written.form in (Form.FRACTION, Form.MIXED):
        return written.value == exact
    if written.form is not Form.NUMBER:
        return False
    return rounded(exact, written.digits, style.rounding_of_averages) == written.value


def _is_hedged_average(written: TypedFigure, exact: Fraction) -> bool:
    """True if "about 35" or "nearly 40" says the average well enough."""
    off = exact - written.value
    beyond = off if written.lean == ">" else -off if written.lean else Fraction(0)
    return abs(off) <= NEAR_AVERAGE * exact or 0 < beyond < 2 * NEAR_AVERAGE * exact


def is_correct_difference(written: TypedFigure, exact: Fraction, style: Style) -> bool:
    """True if the figure, without its sign, is a correct way to write the size of a difference."""
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
        if near == exact or style.mean_rounding != MeanRounding.EXACT:
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
