"""Dice whose size, or whose kind, is a parameter: as the same dice written out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain

Stated = Callable[..., Rules]
SURGE = """
[check.surge]
roll = { d6 = 1, keep = "highest 1 of d{size}", success = { "d{size}" = "4+", d6 = "2+" } }
takes.dice = { required = true, each = { "d{size}" = 1 } }
takes.size = { required = true, least = 1 }
readings.fours = { faces = "4", of = "d{size}" }
readings.others = { faces = "4 of d6" }
outcomes = { Both = "fours >= 1 and others >= 1", None = "= 0", Some = "otherwise" }
"""


@pytest.mark.parametrize("size", [3, 5])
def test_a_parameter_gives_the_size_of_dice(stated: Stated, every: Any, size: int) -> None:
    rules = stated(SURGE)

    def read(*faces: int) -> tuple[str, int]:
        mine, (plain,) = faces[:2], faces[2:]
        value = (max(mine) >= 4) + (plain >= 2)
        both = mine.count(4) and plain == 4
        return "Both" if both else "Some" if value else "None", value

    counted = every.roll([range(1, size + 1)] * 2 + [range(1, 7)], read)
    answer = rules.ask(f"surge(2, {size})")
    for name in ("Both", "None", "Some"):
        chance = sum(c for (one, _), c in counted.items() if one == name)
        assert (answer.outcomes or {})[name] == chance
    for value in range(3):
        chance = sum(c for (_, number), c in counted.items() if number == value)
        assert (answer.counts or {}).get(value, 0) == chance
    with pytest.raises(RulesError, match="'surge' says twice which faces of a d6 it means"):
        rules.ask("surge(1, 6)")


def test_a_word_gives_the_kind_of_dice(stated: Stated) -> None:
    rules = stated(
        "[die.flint]\nfaces = [0, 2, 9]\n[check.blow]\n"
        'roll = { none = { "{weapon}" = 1, success = "2+ of {weapon}" } }\n'
        'takes.weapon.choices = { d4 = { also = "knife" }, flint = {} }\n'
        'takes.strength.each = { "{weapon}" = 1 }\n'
        'takes.woe.each = { "-{weapon}" = 1 }\n'
    )
    assert rules.ask("blow(weapon=knife, strength=2) mean").value == 5
    assert rules.ask("blow(weapon=flint, strength=1) mean").value * 3 == 11
    assert rules.ask("blow(weapon=flint) mean").value * 3 == 2
    assert rules.judge("blow(weapon=d4, strength=2, woe=1) on 4 3 2").value == 5
    said = explain(rules.game())
    assert "1 die more of the kind that weapon gives" in said
    assert "- d4 (also knife)\n" in said


def test_faces_of_no_dice_left_may_be_a_parameters(stated: Stated) -> None:
    rules = stated(
        '[check.x]\nroll = { none = { d6 = 2, success = "target+" } }\n'
        "takes.target = { required = true }\n"
    )
    assert rules.ask("x(3) mean").value * 3 == 4


def test_what_makes_no_die_is_refused(stated: Stated) -> None:
    rules = stated('[check.x]\ntakes.size = {}\ntakes.dice = { each = { "d{size}" = 1 } }\n')
    assert rules.ask("x(0, 0) = 0").probability == 1
    with pytest.raises(RulesError, match="'size' is 0 in 'x', and a die has 1 to 1000 sides"):
        rules.ask("x(0, 1)")
    with pytest.raises(Mistakes, match="no parameter named 'sise'; did you mean 'size'"):
        stated('[check.x]\nroll = { "d{sise}" = 1 }\ntakes.size = {}\n')
    with pytest.raises(Mistakes, match="no die named 'twig'"):
        stated('[check.x]\nroll = { keep = "highest 1 of {w}" }\ntakes.w.choices = { twig = {} }\n')
