"""Results reckoned from dice without end, against every row of throws down to a depth."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
DEPTH = 6

RECKONED: dict[str, Callable[[int], int]] = {
    "down((value - k) / 4)": lambda v: (v - 3) // 4,
    "max(0, value - k)": lambda v: max(0, v - 3),
    "min(value, 7)": lambda v: min(v, 7),
    "up(value / 3) + min(value, 5) - k": lambda v: -(-v // 3) + min(v, 5) - 3,
    "value - 2 * down(value / 2)": lambda v: v % 2,
    "k - value": lambda v: 3 - v,
    "max(value - 10, 10 - value)": lambda v: abs(v - 10),
    "min(3, max(0, 1 + down((value - k) / 4)))": lambda v: min(3, max(0, 1 + (v - 3) // 4)),
    "max(2 * value - 20, value)": lambda v: max(2 * v - 20, v),
}


def check(roll: str, result: str) -> str:
    return f"[check.x]\nroll = \"{roll}\"\ntakes.k = {{ default = 3 }}\nresult = '{result}'\n"


@pytest.mark.parametrize("result", RECKONED)
def test_a_result_without_end_is_reckoned(stated: Stated, every: Any, result: str) -> None:
    reads = RECKONED[result]
    die = range(1, 5), [4]
    found, left = every.bounced([die, die], lambda a, b: reads(sum(a) + sum(b) + 5), DEPTH)
    rules = stated(check("2d4 + 5, again on 4", result))
    for value in range(-6, 12):
        for sign, holds in ((">=", value.__le__), ("=", value.__eq__), ("<", value.__gt__)):
            seen = sum((c for number, c in found.items() if holds(number)), Fraction(0))
            assert seen <= rules.ask(f"x {sign} {value}").probability <= seen + left
    counts = rules.ask("x").counts
    assert counts is not None
    assert sum(counts.values()) == 1
    average = sum((number * c for number, c in found.items()), Fraction(0))
    assert abs(rules.ask("x mean").value - average) < 200 * left
    assert rules.judge("x on 4 2; 3").value == reads(14)


def test_an_average_of_kept_dice_without_end_is_proven(stated: Stated) -> None:
    kept = "3d10, again on 10, keep highest 2"
    tens = stated(check(kept, "down(value / 10)"))
    plain = stated(f'[check.x]\nroll = "{kept}"\n')
    chance = sum(
        (plain.ask(f"x >= {10 * tens_}").probability for tens_ in range(1, 30)), Fraction(0)
    )
    answer = tens.ask("x mean")
    assert not answer.exact
    assert abs(answer.value - chance) < Fraction(1, 10**12)
