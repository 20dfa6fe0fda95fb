"""Faces that a parameter names, faces thrown once more, and conditions on parameters."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from sphinxext.rulebook.rules import Rules, RulesError

Stated = Callable[..., Rules]
POOL = """
[check.pool]
roll = { success = "target+", failure = "1" }
takes.dice = { required = true, each = { d10 = 1 } }
takes.target = { least = 2, most = 10, default = 6 }

[check.task]
roll = { d20 = 2, success = "1-skill", worth = { 1 = 2 } }
takes.skill = { required = true, least = 1, most = 20 }
"""


def share(faces: range, many: int, holds: Callable[..., bool]) -> Fraction:
    rolls = list(product(faces, repeat=many))
    return Fraction(sum(holds(*roll) for roll in rolls), len(rolls))


@pytest.mark.parametrize("target", [2, 6, 9, 10])
def test_a_parameter_says_which_faces_succeed(stated: Stated, target: int) -> None:
    def net(*faces: int) -> bool:
        return sum(face >= target for face in faces) - sum(face == 1 for face in faces) >= 1

    found = stated(POOL).ask(f"pool(3, {target}) >= 1").probability
    assert found == share(range(1, 11), 3, net)


@pytest.mark.parametrize("skill", [1, 7, 20])
def test_a_range_may_end_at_a_parameter(stated: Stated, skill: int) -> None:
    def passed(*faces: int) -> bool:
        return sum(2 if face == 1 else face <= skill for face in faces) >= 2

    found = stated(POOL).ask(f"task({skill}) >= 2").probability
    assert found == share(range(1, 21), 2, passed)


def test_dice_are_judged_by_the_faces_that_a_parameter_says(stated: Stated) -> None:
    assert stated(POOL).judge("pool(4, 8) on 1 7 8 10").value == 1


FACED = """
[check.task]
roll = { d20 = 2, success = "1-Target", worth = { "1-focus" = 2 } }
takes.Target = { required = true, least = 1, most = 20 }
takes.focus = { default = 1 }
takes.trouble = { default = 20 }
readings.trouble-dice = "trouble+"
outcomes = { Trouble = "trouble-dice >= 1", Fine = ">= 0" }
"""


@pytest.mark.parametrize(("target", "focus", "trouble"), [(12, 3, 20), (9, 0, 17)])
def test_a_parameter_says_which_faces_count_more_and_which_are_read(
    stated: Stated, target: int, focus: int, trouble: int
) -> None:
    def worth(face: int) -> int:
        return 2 if face <= focus else int(face <= target)

    rules = stated(FACED)
    call = f"task({target}, {focus}, {trouble})"
    wanted = share(range(1, 21), 2, lambda *f: sum(map(worth, f)) >= 2)
    assert rules.ask(f"{call} >= 2").probability == wanted
    bad = share(range(1, 21), 2, lambda *f: max(f) >= trouble)
    assert rules.ask(f"{call} is Trouble").probability == bad
    judged = rules.judge(f"{call} on {focus + 1} 18")
    assert judged.outcome == ("Trouble" if trouble <= 18 else "Fine")


def test_faces_of_an_unknown_parameter_are_a_mistake(mistakes: Callable[..., list[str]]) -> None:
    (line,) = mistakes(POOL.replace('"target+"', '"targt+"'))
    assert line == (
        "rules.toml:3: check.pool.roll.success: no parameter named 'targt'; did you mean 'target'?"
    )


def test_a_die_thrown_once_more_keeps_its_second_throw(stated: Stated) -> None:
    rules = stated('[check.hit]\nroll = { d6 = 2, reroll = "1-2" }\n')
    again = {face: Fraction(2 if face < 3 else 8, 36) for face in range(1, 7)}
    for total in range(2, 13):
        wanted = sum(again[a] * again[total - a] for a in range(1, 7) if 1 <= total - a <= 6)
        assert rules.ask(f"hit = {total}").probability == wanted
    assert rules.judge("hit on 2 5; 1").value == 6
    with pytest.raises(RulesError, match="the 2 rolls again: write its new throw after ';'"):
        rules.judge("hit on 2 5")


def test_the_highest_of_dice_thrown_once_more(stated: Stated) -> None:
    rules = stated(
        '[check.luck]\nroll = { d20 = 1, reroll = "1" }\n'
        'takes.edge = { first = { d20 = 1, keep = "highest 1" } }\n'
    )
    assert rules.ask("luck = 1").probability == Fraction(1, 400)
    assert rules.ask("luck(1) = 1").probability == Fraction(1, 160_000)


def test_a_condition_may_begin_with_a_parameter(stated: Stated) -> None:
    rules = stated(
        """
[check.strike]
roll = { d20 = 1 }
takes.skill = { each = { add = 1 } }
[check.strike.outcomes]
Miss = "< 10"
Wonder = "skill >= 5 and natural = 20"
Hit = ">= 10"
"""
    )
    assert rules.ask("strike(4) is Wonder").probability == 0
    assert rules.ask("strike(5) is Wonder").probability == Fraction(1, 20)
    assert rules.judge("strike(5) on 20").outcome == "Wonder"


def test_levels_below_zero_leave_the_first_and_further_ones_out(stated: Stated) -> None:
    rules = stated(
        "[check.try]\nroll = { d6 = 1 }\n"
        "takes.level = { least = -2, each = { add = 1 }, first = { add = 10 } }\n"
    )
    assert rules.ask("try(-2) mean").value == Fraction(3, 2)
    assert rules.ask("try(2) mean").value == Fraction(31, 2)


def test_a_reading_sees_the_dice_that_no_keep_looks_at(stated: Stated) -> None:
    text = """
[check.blessed]
roll = { d4 = 1, d20 = 2, keep = "highest 1 of d20" }
readings.fours = "4"
outcomes = { Lucky = "fours >= 1 and >= 15", Rest = ">= 0" }
"""
    rules = stated(text)
    rolls = list(product(range(1, 5), range(1, 21), range(1, 21)))
    lucky = sum((d, a, b).count(4) >= 1 and d + max(a, b) >= 15 for d, a, b in rolls)
    assert rules.ask("blessed is Lucky").probability == Fraction(lucky, len(rolls))
    best = stated(text.replace("fours >= 1 and", "highest = 20 and"))
    lucky = sum(max(d, a, b) == 20 and d + max(a, b) >= 15 for d, a, b in rolls)
    assert best.ask("blessed is Lucky").probability == Fraction(lucky, len(rolls))


def test_a_reading_may_be_called_as_the_author_likes(stated: Stated) -> None:
    rules = stated(
        '[check.two]\nroll = { d6 = 2, success = "5+", failure = "1" }\nreadings.dice = "6"\n'
        'outcomes = { Bad = "all failures", Six = "dice >= 1", Rest = ">= -2" }\n'
    )
    assert rules.ask("two is Six").probability == Fraction(11, 36)
