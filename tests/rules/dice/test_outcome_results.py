"""Outcomes that come to something: whatever the result looks at, and dice without end."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError

Stated = Callable[..., Rules]
UPTO = 40


def acing(sides: int) -> dict[int, Fraction]:
    """A die whose top face rolls again, as far as it is looked at."""
    return {
        n: Fraction(1, sides) ** ((n - 1) // sides + 1) for n in range(1, UPTO + 1) if n % sides
    }


READ: dict[str, Callable[[int, int], int]] = {
    "highest + 10 * sixes": lambda a, b: max(a, b) + 10 * ((a == 6) + (b == 6)),
    "natural": lambda a, b: a + b,
    "value - natural": lambda a, b: 2 * (a + b) + 1 - (a + b),
    "same * value": lambda a, b: (1 + (a == b)) * (2 * (a + b) + 1),
    "half(low)": lambda a, b: ((a <= 3) + (b <= 3)) // 2,
}


@pytest.mark.parametrize("result", READ)
@pytest.mark.parametrize("reckoned", [False, True])
def test_a_result_may_look_at_whatever_the_throw_shows(
    stated: Stated, every: Any, result: str, reckoned: bool
) -> None:
    """A reading that no condition looks at is read, and 'natural' is what the dice show."""
    roll = (
        "roll = { d6 = 2 }\nresult = '2 * value + 1'"
        if reckoned
        else ("roll = { d6 = 2, times = 2, add = 1 }")
    )
    rules = stated(
        f"[check.x]\n{roll}\nreadings = {{ sixes = '6', low = '1-3' }}\n"
        f"outcomes = {{ Hit = {{ when = '>= 12', result = '{result}' }}, Miss = 'otherwise' }}\n"
    )
    d6 = range(1, 7)
    hit = every.roll([d6, d6], lambda a, b: READ[result](a, b) if 2 * (a + b) + 1 >= 12 else 0)
    assert {k: c for k, c in (rules.ask("x").counts or {}).items() if c} == hit


def test_a_counting_throw_has_a_natural_sum_in_its_results(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 2, success = '3+' }\n"
        "outcomes = { Hit = { when = '>= 1', result = 'natural' }, Miss = 'otherwise' }\n"
    )
    assert rules.ask("x mean").value == 7 - Fraction(3, 9)


ACES = """
[check.trait]
takes.sides.choices = { d4 = {}, d6 = {}, d8 = {} }
roll = { "{sides}" = 1, again = "top" }
[check.attack]
roll = { d6 = 1, again = "top" }
takes.strength = { rolls = "trait(d6)" }
takes.weapon = { rolls = "trait(d8)" }
takes.armour = {}
"""


@pytest.mark.parametrize(
    ("result", "reckon"),
    [
        ("strength + weapon", lambda s, w, _a: s + w),
        ("max(0, strength + weapon - armour)", lambda s, w, a: max(0, s + w - a)),
        ("floor((2 * strength + weapon - armour) / 4)", lambda s, w, a: (2 * s + w - a) // 4),
    ],
)
def test_dice_without_end_in_a_result(
    stated: Stated, result: str, reckon: Callable[[int, int, int], int]
) -> None:
    rules = stated(
        ACES + f"outcomes = {{ Hit = {{ when = '>= 4', result = '{result}' }}, Miss = '< 4' }}\n"
    )
    wanted: dict[int, Fraction] = {}
    for (s, p), (w, q) in product(acing(6).items(), acing(8).items()):
        number = reckon(s, w, 5)
        wanted[number] = wanted.get(number, Fraction(0)) + p * q / 2
    for number in range(1, 6):
        # What lies beyond the dice that were looked at comes to more.
        assert rules.ask(f"attack(armour=5) = {number}").probability == wanted.get(number, 0)
    assert rules.ask("attack(armour=5) is Hit").probability == Fraction(1, 2)
    mean = rules.ask("attack(armour=5) mean").value
    counts = rules.ask("attack(armour=5)").counts or {}
    assert mean is not None
    assert abs(mean - sum(k * c for k, c in counts.items())) < Fraction(1, 10**9)
    if result == "strength + weapon":
        assert mean == (Fraction(21, 5) + Fraction(36, 7)) / 2


def test_a_result_that_goes_on_from_an_endless_throw(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1, again = '6' }\ntakes.bonus = { rolls = 'd4' }\n"
        "outcomes = { Hit = { when = '>= 4', result = 'value - 4 + bonus' }, "
        "Miss = { when = 'otherwise', result = 'natural' } }\n"
    )
    wanted: dict[int, Fraction] = {}
    for n, p in acing(6).items():
        for bonus in range(1, 5) if n >= 4 else [0]:
            number = n - 4 + bonus if n >= 4 else n
            wanted[number] = wanted.get(number, Fraction(0)) + p / (4 if n >= 4 else 1)
    for number in range(1, 30):
        assert rules.ask(f"x = {number}").probability == wanted[number]
    assert rules.ask("x mean").value == (
        Fraction(1 + 2 + 3, 6)
        + Fraction(1, 2) * Fraction(5, 2)
        + Fraction(0 + 1, 6)
        + Fraction(1, 6) * (2 + Fraction(21, 5))
    )


def test_two_endless_rolls_that_are_multiplied_are_refused(stated: Stated) -> None:
    rules = stated(
        ACES + "outcomes = { Hit = { when = '>= 4', result = 'strength * weapon' }, M = '< 4' }\n"
    )
    with pytest.raises(RulesError, match="several rolls without end; only add them"):
        rules.ask("attack mean")


def test_once_more_is_another_roll_beside_a_parameter_that_is_rolled(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.weapon = { rolls = 'd2' }\n"
        "takes.skill = { rolls = 'd2', each = { add = 1 } }\n"
        "outcomes = { Hit = { when = '>= 4', result = 'weapon + weapon again' }, M = '< 4' }\n"
    )
    counts = rules.ask("x").counts or {}
    assert counts[3] == rules.ask("x is Hit").probability / 2  # type: ignore[operator]
    assert rules.judge("x on 2 | 5 | 1 | 2").value == 3
