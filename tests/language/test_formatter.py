"""How a number stands on a page: from the exact value, in the book's language."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.language.formatter import Style, average, chance, difference, rounded

chances = st.fractions(min_value=0, max_value=1, max_denominator=10**6)


@pytest.mark.parametrize(
    ("value", "style", "shown"),
    [
        (Fraction(1, 3), Style(), "33%"),
        (Fraction(1, 3), Style(digits=2), "33.33%"),
        (Fraction(1, 2), Style(digits=1), "50.0%"),
        (Fraction(0), Style(digits=2), "0%"),
        (Fraction(1), Style(digits=2), "100%"),
        (Fraction(1, 300), Style(), "<1%"),
        (Fraction(1, 300), Style(digits=1), "0.3%"),
        (Fraction(1, 30000), Style(digits=1), "<0.1%"),
        (Fraction(299, 300), Style(), ">99%"),
        (Fraction(29999, 30000), Style(digits=1), ">99.9%"),
        (Fraction(1, 200), Style(), "1%"),
        (Fraction(1, 200), Style(rounding="even"), "<1%"),
        (Fraction(1, 200), Style(rounding="down"), "<1%"),
        (Fraction(25, 1000), Style(), "3%"),
        (Fraction(25, 1000), Style(rounding="even"), "2%"),
        (Fraction(35, 1000), Style(rounding="even"), "4%"),
        (Fraction(29, 1000), Style(rounding="down"), "2%"),
        (Fraction(1, 3), Style("fraction"), "1/3"),
        (Fraction(0), Style("fraction"), "0"),
        (Fraction(1), Style("fraction"), "1"),
        (Fraction(1, 3), Style("decimal"), "0.33"),
        (Fraction(1, 3), Style("decimal", digits=1), "0.333"),
        (Fraction(1, 3), Style("one-in"), "1 in 3"),
        (Fraction(11, 27), Style("one-in"), "1 in 2.5"),
        (Fraction(5, 6), Style("one-in"), "5 in 6"),
        (Fraction(1, 1000), Style("one-in"), "1 in 1000"),
        (Fraction(0), Style("one-in"), "never"),
        (Fraction(1), Style("one-in"), "always"),
        (Fraction(1, 6), Style(digits=1, language="fr"), "16,7\N{NO-BREAK SPACE}%"),
        (Fraction(1, 6), Style(digits=1, language="de"), "16,7\N{NO-BREAK SPACE}%"),
        (Fraction(1, 6), Style(digits=1, language="en"), "16.7%"),
        (Fraction(1, 6), Style(digits=1, language="tr"), "%16,7"),
        (Fraction(1, 6), Style(digits=1, language="pt_BR"), "16,7%"),
        (Fraction(1, 6), Style(digits=1, language="zz"), "16.7%"),
        (Fraction(1, 3), Style("one-in", language="de"), "1 von 3"),
    ],
)
def test_a_chance(value: Fraction, style: Style, shown: str) -> None:
    assert chance(value, style) == shown


@pytest.mark.parametrize(
    ("value", "style", "shown"),
    [
        (Fraction(7), Style(), "7"),
        (Fraction(7, 2), Style(), "3.5"),
        (Fraction(4, 3), Style(), "1.33"),
        (Fraction(7, 2), Style(mean_rounding="nearest"), "4"),
        (Fraction(5, 2), Style(mean_rounding="even"), "2"),
        (Fraction(7, 2), Style(mean_rounding="down"), "3"),
        (Fraction(7, 2), Style(language="fr"), "3,5"),
        (Fraction(-7, 2), Style(), "-3.5"),
    ],
)
def test_an_average(value: Fraction, style: Style, shown: str) -> None:
    assert average(value, style) == shown


def test_a_difference() -> None:
    assert difference(Fraction(1, 6), Style()) == "+17%"
    assert difference(Fraction(-1, 6), Style()) == "−17%"
    assert difference(Fraction(0), Style()) == "0%"


@given(chances, st.integers(0, 6), st.sampled_from(["nearest", "even", "down"]))
def test_only_never_and_always_show_as_such(value: Fraction, digits: int, rounding: str) -> None:
    shown = chance(value, Style(digits=digits, rounding=rounding))
    if 0 < value < 1:
        assert float(shown.strip("<>%")) not in (0, 100)
    else:
        assert shown in ("0%", "100%")


@given(chances, st.integers(0, 6))
def test_rounding_is_of_the_exact_value(value: Fraction, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    assert rounded(value, digits, "down") <= value < rounded(value, digits, "down") + unit
    for rounding in ("nearest", "even"):
        assert abs(rounded(value, digits, rounding) - value) <= unit / 2
    half = Fraction(2 * (value.numerator % 50) + 1, 2)
    assert rounded(half, 0, "nearest") == half + Fraction(1, 2)
    assert rounded(half, 0, "even") % 2 == 0
