"""A check repeated until its slots are full, against following every repetition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from tests.support.work import calls

Stated = Callable[..., Rules]


RACE = """
[check.round]
roll = { d3 = 1 }
outcomes = { Mine = "= 1", Yours = "otherwise" }

[check.race]
repeats = "round"
takes = { mine = {}, yours = {} }
changes = { Mine = { mine = 1 }, Yours = { yours = 1 } }
ends = "mine >= WINS or yours >= WINS"
outcomes = { Won = "mine > yours", Lost = "otherwise" }
"""


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
    assert "let its outcomes change less ('effort' in the rules file" in refused(rules, "race mean")


BRAWL = """
[check.punch]
roll = { d6 = 1 }
[check.punch.outcomes]
Miss = "< 3"
Hit = { when = "< 6", result = "value" }
Crit = { when = "otherwise", result = "d4 + 6" }
[check.brawl]
repeats = "punch"
takes = { health = { default = 9 }, guard = {} }
changes.Miss.guard = "min(guard + 1, 2)"
changes.Hit.health = "health - max(0, value - guard)"
changes.Crit = { health = "health - value", guard = "0" }
ends = "health = 0"
"""


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        ("-value", "a text replaces 'health'; to change it by so much, write 'health - value'"),
        ("health - harm", "no parameter named 'harm'"),
        ("health - d6", "dice in a formula belong to an outcome's own 'result'"),
        ("health -", "there should be a number or a parameter"),
    ],
)
def test_a_change_that_cannot_be_reckoned_is_a_mistake(
    mistakes: Callable[..., list[str]], formula: str, line: str
) -> None:
    found = mistakes(BRAWL.replace("health - max(0, value - guard)", formula))
    assert any(line in one for one in found), found
