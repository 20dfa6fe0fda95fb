"""Sets of every kind, groups that reach a sum, and dice held against others, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest


@cache
def most_groups(faces: tuple[int, ...], reach: int) -> int:
    """The most groups by trying every part of the dice as one."""
    best, many = 0, len(faces)
    for chosen in range(1, 1 << many):
        group = [faces[i] for i in range(many) if chosen >> i & 1]
        if sum(group) >= reach:
            rest = tuple(faces[i] for i in range(many) if not chosen >> i & 1)
            best = max(best, 1 + most_groups(rest, reach))
    return best


@pytest.mark.parametrize(
    ("reading", "line"),
    [
        ('{ is = "groups" }', "say what the faces of a group add up to, as in reach = 10"),
        ('{ is = "same", size = 2 }', "'size' says nothing of 'same'; leave it out"),
        ('{ is = "sets", reach = 2 }', "'reach' says nothing of 'sets'; leave it out"),
        ('{ is = "height", throws = "every" }', "'height' looks at the last throws"),
    ],
)
def test_a_number_that_says_nothing_is_a_mistake(
    mistakes: Callable[..., list[str]], reading: str, line: str
) -> None:
    found = mistakes(f"[check.x]\nroll = {{ d6 = 3 }}\nreadings.r = {reading}\n")
    assert any(line in each for each in found)
