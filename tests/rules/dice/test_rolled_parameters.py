"""A roll that decides something of another, against every roll of both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

X = "[check.x]\nroll = { d6 = 1 }\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (X + "takes.k.rolls = 'y'", "3: check.x.takes.k.rolls: no check named 'y'; there is 'x'"),
        (X + "takes.k.rolls = 'x'", "3: check.x.takes.k.rolls: a circle: 'x' is rolled by itself"),
        (X + "takes.k = { rolls = 'd6', default = 2 }", "it is rolled, or it has a default; keep"),
        (X + "takes.k.rolls = 'd6 >= 2'", "should be a check or dice alone, without an event"),
        (X + "takes.k.rolls = 'uwr:direct'", "is of another game; name a check of this one"),
        (
            X + "outcomes = { a = '<= 3', b = '> 3' }\n"
            "[check.y]\ntakes.k = { rolls = 'x', choices = { a = { d6 = 1 } } }",
            "5: check.y.takes.k.rolls: 'x' may give 'b', which is none of the choices",
        ),
    ],
)
def test_a_wrong_roll_is_a_mistake(
    mistakes: Callable[..., list[str]], text: str, line: str
) -> None:
    (found,) = mistakes(text)
    assert line in found
