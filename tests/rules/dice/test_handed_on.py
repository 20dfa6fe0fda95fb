"""What a check hands on to the rolls that decide its parameters, by name, against every roll."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

Stated = Callable[..., Rules]
DAMAGE = """
[check.damage]
roll = "d8"
takes.strength = { each = "+1" }
[check.attack]
roll = "d20"
takes.armour = { default = 12 }
takes.strength = { each = "+1" }
takes.harm = "damage"
outcomes = ["Miss: < armour, result 0", "Hit: armour+, result harm"]
"""
D8, D20 = range(1, 9), range(1, 21)


def chances(answer: Any) -> dict[int, Fraction]:
    """Return the numbers that may come, each with its chance."""
    return {number: chance for number, chance in answer.counts.items() if chance}


def blow(strength: int) -> Callable[[int, int], int]:
    """Return what an attack comes to with the faces of its d20 and its d8."""
    return lambda d20, d8: d8 + strength if d20 + strength >= 12 else 0


@pytest.mark.parametrize("strength", [0, 3, 5])
def test_a_roll_for_a_result_gets_what_both_take(stated: Stated, every: Any, strength: int) -> None:
    answer = stated(DAMAGE).ask(f"attack(12, {strength})")
    assert chances(answer) == every.roll([D20, D8], blow(strength))


def test_it_gets_the_same_on_a_side_and_in_each_repetition(stated: Stated, every: Any) -> None:
    rules = stated(
        f"{DAMAGE}[check.duel]\ntakes = ['mine', 'yours']\n"
        "[check.fight]\nrepeats = 'attack(12, 3)'\ntakes.hurt = 0\ntimes = 2\nresult = 'hurt'\n"
        "changes.Hit = { hurt = 'hurt + value' }\n"
    )
    strong, weak = blow(3), blow(0)
    dice = [D20, D8]
    mine, yours = every.roll(dice, strong), every.roll(dice, weak)
    for question, law in (
        ("duel(attack(12, 3), attack)", added(mine, yours, -1)),
        ("fight", added(mine, mine, 1)),
    ):
        assert chances(rules.ask(question)) == law


def added(one: dict[int, Fraction], other: dict[int, Fraction], sign: int) -> dict[int, Fraction]:
    """Return the chances of the sum, or of the difference, of two numbers."""
    found: dict[int, Fraction] = {}
    for (a, first), (b, second) in product(one.items(), other.items()):
        found[a + sign * b] = found.get(a + sign * b, Fraction()) + first * second
    return found


def test_given_dice_get_it_too(stated: Stated) -> None:
    rules = stated(DAMAGE)
    assert rules.judge("attack(12, 3) on 9 | 5").value == 8
    assert rules.judge("attack(12, 3) on 8").value == 0


@pytest.mark.parametrize("size", [4, 6])
def test_a_roll_for_a_result_gets_the_size_of_its_die(
    stated: Stated, every: Any, size: int
) -> None:
    rules = stated(
        "[check.damage]\nroll = 'd(size)'\ntakes.size = { default = 10, least = 1 }\n"
        "[check.attack]\nroll = 'd20'\ntakes.size = { default = 8, least = 1 }\n"
        "takes.skill = 'd3'\ntakes.harm = 'damage'\n"
        "outcomes = ['Miss: < 12 - skill, result 0', 'Hit: otherwise, result harm + harm again']\n"
    )
    dice = [D20, range(1, 4), range(1, size + 1), range(1, size + 1)]
    found = every.roll(dice, lambda d20, skill, a, b: a + b if d20 >= 12 - skill else 0)
    assert chances(rules.ask(f"attack({size})")) == found


def test_what_changes_a_rolled_number_changes_it_in_a_result(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.attack]\nroll = 'd20'\ntakes.harm = 'd8'\ntakes.rage = { each = '+1 harm' }\n"
        "outcomes = ['Miss: < 12, result 0', 'Hit: 12+, result harm']\n"
    )
    found = every.roll([D20, D8], lambda d20, d8: d8 + 2 if d20 >= 12 else 0)
    assert chances(rules.ask("attack(rage=2)")) == found


DICE = "choices = ['d4', 'd6', 'd8', 'd10']"
DIE = f"[check.damage]\nroll = 'die'\ntakes.die.{DICE}\n"
RAGING = (
    f"[check.attack]\nroll = 'd20 + harm'\ntakes.die.{DICE}\ntakes.rage = {{ each = '+1 die' }}\n"
    "takes.harm = 'damage'\n"
)


def test_a_moved_word_is_handed_on(stated: Stated, every: Any) -> None:
    rules = stated(DIE + RAGING)
    assert rules.ask("attack(d6, 1) mean").value == 15
    found = every.roll([D20, D8], lambda d20, d8: d20 + d8)
    assert chances(rules.ask("attack(d6, 1)")) == found


def test_a_word_that_a_roll_moves_is_handed_on(stated: Stated, every: Any) -> None:
    rules = stated(DIE + RAGING.replace("each =", "default = 'd2', each ="))
    found: dict[int, Fraction] = {}
    for size in (6, 8):
        for total, chance in every.roll([D20, range(1, size + 1)], lambda a, b: a + b).items():
            found[total] = found.get(total, Fraction()) + chance / 2
    assert chances(rules.ask("attack(d4)")) == found


def test_what_both_checks_move_is_moved_once(stated: Stated, every: Any) -> None:
    rules = stated(DIE + "takes.rage = { each = '+1 die' }\n" + RAGING)
    found = every.roll([D20, D8], lambda d20, d8: d20 + d8)
    assert chances(rules.ask("attack(d6, 1)")) == found


@pytest.mark.parametrize("both", [False, True])
def test_what_is_left_after_cancelling_is_handed_on(stated: Stated, every: Any, both: bool) -> None:
    takes = "takes.edge = { each = '+1' }\n"
    more = "takes.harm = { each = '-1', cancels = 'edge' }\n" if both else ""
    rules = stated(
        f"[check.damage]\nroll = 'd8'\n{takes}{more}"
        f"[check.attack]\nroll = 'd20'\n{takes}takes.hit = 'damage'\n"
        "takes.harm = { each = '-1', cancels = 'edge' }\n"
        "outcomes = ['Miss: < 12, result 0', 'Hit: 12+, result hit']\n"
    )
    found = every.roll([D20, D8], lambda d20, d8: d8 + 2 if d20 + 2 >= 12 else 0)
    assert chances(rules.ask("attack(edge=3, harm=1)")) == found
    added_up = stated(
        f"[check.damage]\nroll = 'd8'\n{takes}{more}"
        f"[check.attack]\nroll = 'd20 + hit'\n{takes}takes.hit = 'damage'\n"
        "takes.harm = { default = 'd2', each = '-1', cancels = 'edge' }\n"
    )
    edge = 2
    found = every.roll([D20, D8, (1, 2)], lambda d20, d8, harm: d20 + d8 + 2 * (edge - harm))
    assert chances(added_up.ask("attack(edge=2)")) == found


def test_a_number_is_calculated_from_what_a_roll_leaves(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.attack]\nroll = 'd20 + half'\ntakes.rage = { default = 'd4', each = '+2 skill' }\n"
        "takes.skill = 4\ntakes.half = 'skill / 2'\n"
    )
    found = every.roll([D20, range(1, 5)], lambda d20, rage: d20 + 2 + rage)
    assert chances(rules.ask("attack")) == found


def test_a_roll_is_handed_what_it_then_changes(stated: Stated, every: Any) -> None:
    rules = stated(
        "[check.luck]\nroll = 'd4 + skill'\ntakes.skill = 0\n"
        "[check.act]\nroll = 'd20 + skill'\ntakes.skill = 0\n"
        "takes.luck = { default = 'luck', each = '+1 skill' }\n"
    )
    found = every.roll([D20, range(1, 5)], lambda d20, d4: d20 + 3 + d4 + 3)
    assert chances(rules.ask("act(3)")) == found


def test_a_repeated_check_moves_a_word_once(stated: Stated) -> None:
    rules = stated(
        f"[check.one]\nroll = 'die'\ntakes.die.{DICE}\ntakes.rage = {{ each = '+1 die' }}\n"
        "outcomes = ['Low: 6-', 'High: 7+']\n"
        f"[check.again]\nrepeats = 'one'\ntakes.die.{DICE}\ntakes.rage = {{ each = '+1 die' }}\n"
        "ends = 'outcome is High'\ntimes = 3\n"
        "outcomes = ['Lost: otherwise', 'Won: outcome is High']\n"
    )
    assert rules.ask("again(d6, 1) is Won").probability == 1 - Fraction(6, 8) ** 3
