"""How a number stands on a page: from the exact value, in the book's language."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxext.rulebook.language.formatter import (
    Rounding,
    Style,
    average,
    chance,
    difference,
    rounded,
)

WRITTEN = tomllib.loads(Path(__file__).with_name("written.toml").read_text("utf-8"))
chances = st.fractions(min_value=0, max_value=1, max_denominator=10**6)


@pytest.mark.parametrize(("value", "style", "shown"), WRITTEN["chances"])
def test_a_chance(value: str, style: dict[str, Any], shown: str) -> None:
    assert chance(Fraction(value), Style(**style)) == shown


@pytest.mark.parametrize(("value", "style", "shown"), WRITTEN["averages"])
def test_an_average(value: str, style: dict[str, Any], shown: str) -> None:
    assert average(Fraction(value), Style(**style)) == shown


def test_a_difference() -> None:
    assert difference(Fraction(1, 6), Style()) == "+17%"
    assert difference(Fraction(-1, 6), Style()) == "−17%"
    assert difference(Fraction(0), Style()) == "0%"


@given(chances, st.integers(0, 6), st.sampled_from(Rounding))
def test_only_never_and_always_show_as_such(
    value: Fraction, digits: int, rounding: Rounding
) -> None:
    shown = chance(value, Style(digits=digits, rounding=rounding))
    if 0 < value < 1:
        assert float(shown.strip("<>%")) not in (0, 100)
    else:
        assert shown in ("0%", "100%")


@given(chances, st.integers(0, 6))
def test_rounding_is_of_the_exact_value(value: Fraction, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    assert (
        rounded(value, digits, Rounding.DOWN)
        <= value
        < rounded(value, digits, Rounding.DOWN) + unit
    )
    for rounding in (Rounding.NEAREST, Rounding.EVEN):
        assert abs(rounded(value, digits, rounding) - value) <= unit / 2
    half = Fraction(2 * (value.numerator % 50) + 1, 2)
    assert rounded(half, 0, Rounding.NEAREST) == half + Fraction(1, 2)
    assert rounded(half, 0, Rounding.EVEN) % 2 == 0
