"""Conditions that join, bracket and reckon, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError

D6 = range(1, 7)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(highest = 6 or lowest = 1) and > 9", lambda *f: (6 in f or 1 in f) and sum(f) > 9),
        ("highest = 6 or lowest = 1 and > 9", lambda *f: 6 in f or (1 in f and sum(f) > 9)),
        ("((>= (2 + 3) * 2))", lambda *f: sum(f) >= 10),
        ("highest - lowest >= 4", lambda *f: max(f) - min(f) >= 4),
        ("same + ones > k / 2", lambda *f: max(map(f.count, f)) + f.count(1) > 1.5),
        ("k + 4..k * 3 - 1", lambda *f: 7 <= sum(f) <= 8),
        (">= 4 + 2 * ones", lambda *f: sum(f) >= 4 + 2 * f.count(1)),
        ("ones >= lowest", lambda *f: f.count(1) >= min(f)),
        ("value / 2 = floor(value / 2)", lambda *f: sum(f) % 2 == 0),
        ("k < value and natural <= 2.5 * k", lambda *f: 3 < sum(f) <= 7.5),
        ("highest 5..6", lambda *f: 5 <= max(f) <= 6),
        ("k - (1 - ones) = 3", lambda *f: f.count(1) == 1),
        ("highest = 6 AND > 9", lambda *f: 6 in f and sum(f) > 9),
    ],
)
def test_a_condition_holds_for_the_rolls_that_it_says(
    stated: Callable[..., Rules], every: Any, condition: str, holds: Callable[..., bool]
) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 3 }\ntakes.k = {}\nreadings.ones = '1'\n"
        f"outcomes = {{ Yes = '{condition}', No = 'otherwise' }}"
    )
    wanted = every.roll([D6] * 3, holds)
    assert rules.ask("x(3) is Yes").probability == wanted[True]
    assert rules.judge("x(3) on 1 6 4").outcome == ("Yes" if holds(1, 6, 4) else "No")


def test_a_condition_that_turns_for_ever_is_refused(
    stated: Callable[..., Rules], refused: Callable[[Rules, str], str]
) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1, again = '6' }\n"
        "outcomes = { Even = 'value / 2 = floor(value / 2)', Odd = '> 0' }"
    )
    line = "'value / 2 = floor(value / 2)' turns again and again where a result has no end"
    assert line in refused(rules, "x is Even")


@pytest.mark.parametrize(
    ("condition", "line"),
    [
        ("natural -1..1", "there should be a comparison such as '>= 2', not '..'"),
        ("(>= 2", "there should be a closing bracket, not 'the end'"),
        (">= 2)", "there should be 'and', 'or' or the end, not ')'"),
        ("highest", "there should be a comparison such as '>= 2', not 'the end'"),
    ],
)
def test_a_condition_that_says_nothing_is_a_mistake(
    mistakes: Callable[..., list[str]], condition: str, line: str
) -> None:
    (found,) = mistakes(f"[check.x]\nroll = {{ d6 = 1 }}\noutcomes.a = '{condition}'")
    assert line in found


def test_a_number_below_zero_is_a_condition(stated: Callable[..., Rules]) -> None:
    rules = stated(
        "[check.x]\nroll = { dF = 3 }\n"
        'outcomes = { Poor = "-2", Bad = "-3..-1", Fair = "otherwise" }\n'
    )
    assert rules.judge("x on -1 -1 0").outcome == "Poor"
    assert rules.judge("x on -1 -1 -1").outcome == "Bad"
    assert rules.ask("x is Poor").probability == Fraction(1, 9)


@pytest.mark.parametrize("joint", ["and", "or"])
@pytest.mark.parametrize("key", ["outcomes.A", "continues"])
def test_a_condition_that_ends_too_soon_is_one_line(stated: Any, joint: str, key: str) -> None:
    with pytest.raises(RulesError, match="not 'the end'"):
        stated(f'[check.a]\nroll = {{ d6 = 2 }}\n{key} = ">= 3 {joint}"\n')
