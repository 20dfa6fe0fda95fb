"""The value of a parameter when a question leaves it out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D6 = range(1, 7)
POOL = """
[check.pool]
roll = { success = "5+" }
takes.skill = { required = true }
takes.talent = {}
takes.dice = { each = { d6 = 1 }, default = "max(1, floor(skill / 2) + talent)" }
takes.spare = { each = { successes = 1 }, default = "dice - 2", least = -9 }
difficulties.Easy = { needs = 1, with = { talent = 2 } }
"""


def successes(dice: int) -> Callable[..., int]:
    return lambda *faces: sum(face >= 5 for face in faces) + dice - 2


@pytest.mark.parametrize(
    ("call", "dice"), [("pool(5)", 2), ("pool(1)", 1), ("pool(5, 1)", 3), ("pool(5, dice=4)", 4)]
)
def test_a_default_may_be_reckoned_from_other_parameters(
    stated: Callable[..., Rules], every: Any, agrees: Any, call: str, dice: int
) -> None:
    agrees(stated(POOL), call, every.roll([D6] * dice, successes(dice)))


def test_a_difficulty_changes_what_is_reckoned(stated: Callable[..., Rules]) -> None:
    rules = stated(POOL)
    assert rules.ask("pool(3) meets Easy").probability == rules.ask("pool(3, 2) >= 1").probability


def test_a_default_is_reckoned_from_what_was_rolled(
    stated: Callable[..., Rules], every: Any, agrees: Any
) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.a = { rolls = 'd6' }\n"
        "takes.b = { each = { add = 1 }, default = 'floor(a / 2)' }"
    )
    agrees(rules, "x", every.roll([D6] * 2, lambda a, b: b + a // 2))
    assert rules.judge("x on 5 | 3").value == 5


@pytest.mark.parametrize(
    ("default", "line"),
    [
        ("j / 2", "'k' of 'x' takes whole numbers, not 0.5"),
        ("j - 2", "'k' of 'x' must be 0 or more, not -1"),
    ],
)
def test_a_reckoned_default_has_to_fit(
    stated: Callable[..., Rules],
    refused: Callable[[Rules, str], str],
    default: str,
    line: str,
) -> None:
    rules = stated(f"[check.x]\nroll = {{ d6 = 1 }}\ntakes.j = {{}}\ntakes.k.default = '{default}'")
    assert refused(rules, "x(1) >= 1") == line
    assert rules.ask("x(2) mean").value == Fraction(7, 2)


EDGE = """
[check.x]
roll = { d20 = 1, keep = "highest 2" }
takes.lucky = { first = { d20 = 1, keep = "highest 1" } }
takes.blessed = { first = { keep = "highest 1" } }
takes.hindered = { first = { d20 = 1, keep = "lowest 1" } }
takes.stance.default = "calm"
takes.stance.choices = { calm = {}, bold = { keep = "lowest 1" } }
"""


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("x(lucky=1, hindered=1)", "write takes.lucky.excludes = \"hindered\" (or 'cancels')"),
        ("x(stance=bold, lucky=1)", "'lucky' and 'stance' of 'x' both set 'keep', each differ"),
    ],
)
def test_two_parameters_that_set_one_thing_differently_are_refused(
    stated: Callable[..., Rules], refused: Any, call: str, line: str
) -> None:
    head, tail = EDGE.splitlines()[:3], EDGE.splitlines()[3:]
    for lines in (tail, tail[::-1]):
        rules = stated("\n".join([*head, *lines]))
        assert line in refused(rules, f"{call} mean")
        assert rules.ask("x(lucky=1, blessed=1) mean").value == Fraction(553, 40)
        assert rules.ask("x(hindered=1, stance=bold) mean").value == Fraction(287, 40)
