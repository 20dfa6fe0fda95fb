"""A check repeated until its slots are full, against following every repetition."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from sphinxext.rulebook.rules import Rules
from tests.support.cases import cases_of
from tests.support.work import calls

CASES = cases_of(__file__)

Stated = Callable[..., Rules]


RACE = CASES["race"]


def test_a_long_race_is_exact_and_quick(stated: Stated) -> None:
    wins = 60
    rules = stated(RACE.replace("WINS", str(wins)))
    p, q = Fraction(1, 3), Fraction(2, 3)
    won = sum((comb(wins - 1 + k, k) * p**wins * q**k for k in range(wins)), Fraction(0))
    assert calls(lambda: rules.ask("race is Won")) < 3_000_000
    assert rules.ask("race is Won").probability == won
    few = stated(RACE.replace("WINS", "2"))
    assert few.ask("race mean").value == 2 + 2 * p * q


def test_a_race_beyond_all_bounds_is_refused_at_once(stated: Stated, refused: Any) -> None:
    rules = stated(RACE.replace("WINS", "900"))
    assert "change less, or limit it with 'times' ('effort = 2' in the rules file" in refused(
        rules, "race mean"
    )
