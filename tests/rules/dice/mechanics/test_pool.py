"""Sums of dice: successes, net successes, worths and totals, against every roll."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from sphinxext.rulebook.rules import Rules, RulesError

Stated = Callable[..., Rules]


@pytest.mark.parametrize(
    ("worth", "told"),
    [
        (
            '"7+" = 1, "10+" = 2',
            'two keys of \'worth\' name a 10: "7+" counts 1 and "10+" counts 2',
        ),
        ('"10+ of d12" = 2, "7+" = 1', "name a 10"),
        ('"7+" = 1, top = 2', "name a 12"),
        ('"even" = 1, "1-4" = 2', "name a 2"),
        ('"1-skill" = 1, "2" = 2', "name a 2"),
    ],
)
def test_a_face_in_two_keys_counts_one_number_or_is_refused(
    stated: Stated, worth: str, told: str
) -> None:
    text = (
        f"[check.x]\nroll = {{ d12 = 1, worth = {{ {worth} }} }}\ntakes.skill = {{ default = 3 }}\n"
    )
    with pytest.raises(RulesError, match=re.escape(told)):
        stated(text).ask("x() mean")
