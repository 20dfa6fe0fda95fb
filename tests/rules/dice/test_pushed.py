"""Dice thrown again where a throw asks for it, and a player who chooses, against every roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]


def mistaken() -> Iterator[tuple[str, str]]:
    base = "roll = { d6 = 2 }\n"
    push = 'push = { faces = "1" }\n'
    yield base + 'choose = "best for mean"', "there is nothing to choose"
    yield 'roll = { d6 = 2, keep = "best 1" }', "which dice are the best to keep is open"
    yield base + 'push = { when = "< 3" }', "the key 'faces' is missing"
    yield base + 'push = { faces = "1", when = "foo < 3" }', "check.x.push.when: no parameter or"
    yield base + 'push = { faces = "1", when = "is Foo" }', "no outcome named 'Foo'"
    yield base + push + 'choose = "win"', "'win' names no aim"
    yield base + 'push = { faces = "1", times = 0 }', "0 is out of reason; it should be 1 to 9"
    yield base + push + 'readings.pushed = "1"', "'pushed' is how often dice were thrown again"


@pytest.mark.parametrize(("check", "line"), list(mistaken()))
def test_what_leaves_a_push_or_a_choice_open_is_a_mistake(
    mistakes: Callable[..., list[str]], check: str, line: str
) -> None:
    assert any(line in found for found in mistakes(f"[check.x]\n{check}\n"))


OPEN = "several choices serve the aim of 'x' equally well"


def test_a_choice_does_not_go_by_the_order_of_exclusive_outcomes(
    stated: Stated, refused: Any
) -> None:
    outcomes = ['Red = "reds = 1 and < 4"', 'Blue = "reds = 0 and < 4"', 'High = ">= 4"']
    for order in permutations(outcomes):
        text = (
            "[die.red]\nfaces = '1-4'\n[die.blue]\nfaces = '1-4'\n"
            "[check.x]\nroll = { red = 1, blue = 1, keep = 'best 1' }\n"
            "readings.reds = { faces = '1-4', of = 'red', among = 'kept' }\n"
            f"outcomes = {{ {', '.join(order)} }}\n"
        )
        open_ = stated(f"{text}choose = 'best for High'\n")
        assert open_.ask("x is High").probability == Fraction(7, 16)
        assert open_.ask("x mean").value == Fraction(50, 16)
        assert OPEN in refused(open_, "x is Red")
        assert OPEN in refused(open_, "x on 3 3")
        assert open_.judge("x on 2 3").value == 3
        settled = stated(f"{text}choose = ['best for High', 'best for is Red']\n")
        assert settled.ask("x is Red").probability == Fraction(9, 16)
        assert settled.judge("x on 2 3").outcome == "Red"
