"""Dice thrown again where a throw asks for it, and a player who chooses, against every roll."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]


OPEN = "several choices serve the aim of 'x' equally well"


def test_a_choice_does_not_go_by_the_order_of_exclusive_outcomes(
    stated: Stated, refused: Any
) -> None:
    outcomes = ['"Red: reds 1 and < 4"', '"Blue: reds 0 and < 4"', '"High: 4+"']
    for order in permutations(outcomes):
        text = (
            "[die.red]\nfaces = '1-4'\n[die.blue]\nfaces = '1-4'\n"
            "[check.x]\nroll = 'red + blue, may keep 1 of all'\n"
            "readings.reds = 'kept.count(1-4 of red)'\n"
            f"outcomes = [{', '.join(order)}]\n"
        )
        open_ = stated(f"{text}aim = 'High'\n")
        assert open_.ask("x is High").probability == Fraction(7, 16)
        assert open_.ask("x mean").value == Fraction(50, 16)
        assert OPEN in refused(open_, "x is Red")
        assert OPEN in refused(open_, "x on 3 3")
        assert open_.judge("x on 2 3").value == 3
        settled = stated(f"{text}aim = ['High', 'is Red']\n")
        assert settled.ask("x is Red").probability == Fraction(9, 16)
        assert settled.judge("x on 2 3").outcome == "Red"
