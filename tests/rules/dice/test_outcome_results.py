"""Outcomes that come to something: whatever the result looks at, and dice without end."""

from collections.abc import Callable
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]


READ: dict[str, Callable[[int, int], int]] = {
    "highest + 10 * sixes": lambda a, b: max(a, b) + 10 * ((a == 6) + (b == 6)),
    "natural": lambda a, b: a + b,
    "value - natural": lambda a, b: 2 * (a + b) + 1 - (a + b),
    "same * value": lambda a, b: (1 + (a == b)) * (2 * (a + b) + 1),
    "down(low / 2)": lambda a, b: ((a <= 3) + (b <= 3)) // 2,
}


@pytest.mark.parametrize("result", READ)
@pytest.mark.parametrize("reckoned", [False, True])
def test_a_result_may_look_at_whatever_the_throw_shows(
    stated: Stated, every: Any, result: str, reckoned: bool
) -> None:
    """A reading that no condition looks at is read, and 'natural' is what the dice show."""
    roll = ("roll = '2d6'\nresult = '2 * value + 1'") if reckoned else ('roll = "2 * 2d6 + 1"')
    rules = stated(
        f"[check.x]\n{roll}\nreadings = {{ sixes = 'count(6)', low = 'count(1-3)' }}\n"
        f"outcomes = ['Hit: 12+, result {result}', 'Miss: otherwise, result 0']\n"
    )
    d6 = range(1, 7)
    hit = every.roll([d6, d6], lambda a, b: READ[result](a, b) if 2 * (a + b) + 1 >= 12 else 0)
    assert {k: c for k, c in (rules.ask("x").counts or {}).items() if c} == hit
