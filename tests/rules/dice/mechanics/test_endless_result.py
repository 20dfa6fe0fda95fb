"""Results reckoned from dice without end, against every row of throws down to a depth."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
DEPTH = 6

RECKONED: dict[str, Callable[[int], int]] = {
    "floor((value - k) / 4)": lambda v: (v - 3) // 4,
    "max(0, value - k)": lambda v: max(0, v - 3),
    "min(value, 7)": lambda v: min(v, 7),
    "ceil(value / 3) + min(value, 5) - k": lambda v: -(-v // 3) + min(v, 5) - 3,
    "value - 2 * half(value)": lambda v: v % 2,
    "k - value": lambda v: 3 - v,
    "max(value - 10, 10 - value)": lambda v: abs(v - 10),
    "min(3, max(0, 1 + floor((value - k) / 4)))": lambda v: min(3, max(0, 1 + (v - 3) // 4)),
    "max(2 * value - 20, value)": lambda v: max(2 * v - 20, v),
}


def check(roll: str, result: str) -> str:
    return f"[check.x]\nroll = {{ {roll} }}\ntakes.k = {{ default = 3 }}\nresult = '{result}'\n"


@pytest.mark.parametrize("result", RECKONED)
def test_a_result_without_end_is_reckoned(stated: Stated, every: Any, result: str) -> None:
    reads = RECKONED[result]
    die = range(1, 5), [4]
    found, left = every.bounced([die, die], lambda a, b: reads(sum(a) + sum(b)), DEPTH)
    rules = stated(check('d4 = 2, again = "4"', result))
    for value in range(-6, 9):
        for sign, holds in ((">=", value.__le__), ("=", value.__eq__), ("<", value.__gt__)):
            seen = sum((c for number, c in found.items() if holds(number)), Fraction(0))
            assert seen <= rules.ask(f"x {sign} {value}").probability <= seen + left
    counts = rules.ask("x").counts
    assert counts is not None
    assert sum(counts.values()) == 1
    average = sum((number * c for number, c in found.items()), Fraction(0))
    assert abs(rules.ask("x mean").value - average) < 200 * left
    assert rules.judge("x on 4 2; 3").value == reads(9)


def test_conditions_reckon_with_a_result_without_end(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.x]\nroll = { d4 = 1, again = '4' }\nreadings.ones = '1'\n"
        "[check.x.outcomes]\nOne = 'ones = 1 and max(value, 2) = 2'\n"
        "Low = 'floor((value - 1) / 3) = 0'\nHigh = 'otherwise'\n"
    )
    assert rules.ask("x").outcomes == {
        "One": Fraction(1, 4),
        "Low": Fraction(2, 4),
        "High": Fraction(1, 4),
    }


def test_readings_go_into_a_result_without_end(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d8 = 1, again = '8' }\nreadings.ones = '1'\n"
        "result = 'max(0, value - 3 * ones)'\n"
        "outcomes = { None = '= 0', Some = 'otherwise' }\n"
    )
    assert rules.ask("x is None").probability == Fraction(1, 8)
    assert rules.ask("x mean").value == Fraction(36, 7) - Fraction(1, 8)


def test_an_average_of_kept_dice_without_end_is_proven(stated: Stated) -> None:
    kept = 'd10 = 3, again = "10", keep = "highest 2"'
    tens = stated(check(kept, "floor(value / 10)"))
    plain = stated(f"[check.x]\nroll = {{ {kept} }}\n")
    chance = sum(
        (plain.ask(f"x >= {10 * tens_}").probability for tens_ in range(1, 30)), Fraction(0)
    )
    answer = tens.ask("x mean")
    assert not answer.exact
    assert abs(answer.value - chance) < Fraction(1, 10**12)


@pytest.mark.parametrize(
    "dice",
    [
        "roll = { d6 = 1, '-d6' = 1, again = '6' }",
        "roll = { d6 = 1, dark = 1, again = { d6 = '6', dark = '-6' } }",
    ],
)
def test_dice_without_end_are_taken_from_each_other(stated: Stated, every: Any, dice: str) -> None:
    rules = stated(f"[die.dark]\nfaces = [-1, -2, -3, -4, -5, -6]\n[check.x]\n{dice}\n")
    plain = stated("[check.x]\nroll = { d6 = 1 }\n")
    for event in (">= 3", "= 0", "< -4", "mean"):
        mine, same = rules.ask(f"x {event}"), plain.ask(f"d6!-d6! {event}")
        assert (mine.probability, mine.value) == (same.probability, same.value)


def test_first_throws_of_kept_dice_without_end_are_read(stated: Stated, every: Any) -> None:
    die = range(1, 5), [4]
    rules = stated(
        "[check.x]\nroll = { d4 = 3, again = '4', keep = 'highest 2' }\nreadings.ones = '1'\n"
        "outcomes = { A = 'ones >= 1 and >= 7', B = 'ones >= 1', C = 'otherwise' }\n"
    )

    def read(*shown: tuple[int, ...]) -> str:
        ones = sum(faces[0] == 1 for faces in shown)
        total = sum(sorted(map(sum, shown))[-2:])
        return "C" if not ones else "A" if total >= 7 else "B"

    found, left = every.bounced([die] * 3, read, 5)
    outcomes = rules.ask("x").outcomes
    assert outcomes is not None
    assert all(found[name] <= chance <= found[name] + left for name, chance in outcomes.items())
