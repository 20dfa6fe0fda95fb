"""Totals that an author writes otherwise than a rules file does."""

from fractions import Fraction

import pytest

from sphinxext.rulebook.language.phrases import says_at_most
from sphinxext.rulebook.language.read_figure import numbers_in


@pytest.mark.parametrize("text", ["7-9", "7–9", "7 to 9", "7..9", "from 7 to 9", "seven to nine"])
def test_a_dash_between_two_numbers_is_no_sign(text: str) -> None:
    assert numbers_in(text, "en") == (Fraction(7), Fraction(9))


def test_a_sign_is_one() -> None:
    assert numbers_in("-2 to +3", "en") == (Fraction(-2), Fraction(3))
    assert numbers_in("−2", "en") == (Fraction(-2),)


@pytest.mark.parametrize("text", ["1-6", "1–6", "0-6", "1 to 6", "6 or less", "up to 6"])
def test_what_is_at_most_six(text: str) -> None:
    assert says_at_most(text, "<= 6", "en")


@pytest.mark.parametrize("text", ["2-6", "1-7", "6+", "1-5", "6", "7-9", ""])
def test_what_is_not(text: str) -> None:
    assert not says_at_most(text, "<= 6", "en")


def test_another_sign_is_not_at_most() -> None:
    assert not says_at_most("1-6", ">= 6", "en")
