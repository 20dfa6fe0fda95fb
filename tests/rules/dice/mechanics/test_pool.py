"""Sums of dice: successes, net successes, worths and totals, against every roll."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain

D4, D6, D8, D10 = (range(1, sides + 1) for sides in (4, 6, 8, 10))
FATE = (-1, 0, 1)
Stated = Callable[..., Rules]


@pytest.mark.parametrize("dice", range(1, 6))
@pytest.mark.parametrize("favor", [0, 1, 2, 3, 4, 7])
def test_successes_of_a_pool(game: Any, every: Any, agrees: Any, dice: int, favor: int) -> None:
    wanted = every.roll([D6] * dice, lambda *f: sum(face >= 5 - favor for face in f))
    agrees(game("uwr"), f"direct({dice}, favor={favor})", wanted)


@pytest.mark.parametrize(("sixes", "eights"), [(1, 0), (3, 0), (0, 3), (2, 2), (3, 1)])
@pytest.mark.parametrize("flat", [-2, 0, 3])
def test_net_successes_of_mixed_dice(
    stated: Stated, every: Any, agrees: Any, sixes: int, eights: int, flat: int
) -> None:
    rules = stated(
        '[check.net]\nroll = { success = "5+", failure = "1" }\n'
        "takes.a = { each = { d6 = 1 } }\ntakes.b = { each = { d8 = 1 } }\n"
        "takes.more = { each = { successes = 1 }, least = -5 }\n"
    )
    wanted = every.roll(
        [D6] * sixes + [D8] * eights,
        lambda *f: sum((face >= 5) - (face == 1) for face in f) + flat,
    )
    agrees(rules, f"net({sixes}, {eights}, {flat})", wanted)


@pytest.mark.parametrize("dice", range(1, 5))
def test_faces_worth_any_number(stated: Stated, every: Any, agrees: Any, dice: int) -> None:
    rules = stated(
        '[check.odd]\nroll = { success = "3-4", failure = "7", '
        'worth = { "10" = 4, "1, 2" = -3, "6" = 0 } }\ntakes.dice = { each = { d10 = 1 } }\n'
    )
    worth = {10: 4, 1: -3, 2: -3, 6: 0, 3: 1, 4: 1, 7: -1}
    wanted = every.roll([D10] * dice, lambda *f: sum(worth.get(face, 0) for face in f))
    agrees(rules, f"odd({dice})", wanted)


@pytest.mark.parametrize(
    ("text", "dice", "read"),
    [
        ("d6", [D6], lambda a: a),
        ("2d6+3", [D6] * 2, lambda *f: sum(f) + 3),
        ("3d4-5", [D4] * 3, lambda *f: sum(f) - 5),
        ("d8+d6-1", [D8, D6], lambda *f: sum(f) - 1),
        ("d8 - d6", [D8, D6], lambda a, b: a - b),
        ("2d4 - 2d6 + 1", [D4] * 2 + [D6] * 2, lambda *f: sum(f[:2]) - sum(f[2:]) + 1),
        ("4dF", [FATE] * 4, lambda *f: sum(f)),
        ("2dF+d4", [FATE] * 2 + [D4], lambda *f: sum(f)),
        ("d%", [range(1, 101)], lambda a: a),
        ("d6*10", [D6], lambda a: 10 * a),
        ("2d4*3+1", [D4] * 2, lambda *f: 3 * sum(f) + 1),
        ("d6*10+d6", [D6] * 2, lambda a, b: 10 * a + b),
        ("d1+d6", [[1], D6], lambda *f: sum(f)),
        ("4d6k3", [D6] * 4, lambda *f: sum(sorted(f)[1:])),
        ("4d6kl2", [D6] * 4, lambda *f: sum(sorted(f)[:2])),
        ("4d6d1", [D6] * 4, lambda *f: sum(sorted(f)[1:])),
        ("4d6dh1", [D6] * 4, lambda *f: sum(sorted(f)[:3])),
        ("2d8kh1 + d4 - 2", [D8] * 2 + [D4], lambda *f: max(f[:2]) + f[2] - 2),
        ("d6 - 2d6kh1", [D6] * 3, lambda *f: f[0] - max(f[1:])),
        ("3d6kh2*2", [D6] * 3, lambda *f: 2 * sum(sorted(f)[1:])),
        ("d8 - 3d4kl2*3", [D8] + [D4] * 3, lambda *f: f[0] - 3 * sum(sorted(f[1:])[:2])),
    ],
)
def test_plain_dice(game: Any, every: Any, agrees: Any, text: str, dice: Any, read: Any) -> None:
    agrees(game("uwr"), text, every.roll(dice, read))


def test_own_dice_with_any_faces(stated: Stated, every: Any, agrees: Any) -> None:
    faces = (-7, 0, 0, 3, 30)
    rules = stated(f"[die.odd]\nfaces = {list(faces)}\n[check.throw]\nroll = {{ odd = 3, d4 = 1 }}")
    agrees(rules, "throw", every.roll([faces] * 3 + [D4], lambda *f: sum(f)))


def test_a_pair_of_dice_read_as_tens_and_ones(stated: Stated, every: Any, agrees: Any) -> None:
    rules = stated('[check.table]\nroll = { d66 = 1 }\noutcomes = { low = "<= 36", high = "> 36" }')
    agrees(rules, "table", every.roll([D6] * 2, lambda a, b: 10 * a + b))
    assert rules.ask("table is low").probability == rules.ask("table is high").probability
    assert rules.judge("table on 52").outcome == "high"


@pytest.mark.parametrize("dice", [0, 1, 3])
@pytest.mark.parametrize(("bonus", "penalty"), [(0, 0), (2, 0), (0, 2), (1, 3), (3, 1)])
def test_bonus_and_penalty_cancel_before_they_change_the_roll(
    stated: Stated, every: Any, agrees: Any, dice: int, bonus: int, penalty: int
) -> None:
    rules = stated(
        '[check.pull]\nroll = { success = "5+" }\ntakes.dice = { each = { d6 = 1 } }\n'
        "takes.bonus = { each = { d6 = 1 } }\n"
        'takes.penalty = { each = { failures = 1 }, cancels = "bonus" }\n'
    )
    left = bonus - penalty
    wanted = every.roll(
        [D6] * (dice + max(0, left)), lambda *f: sum(face >= 5 for face in f) + min(0, left)
    )
    agrees(rules, f"pull({dice}, {bonus}, {penalty})", wanted)


def test_success_widens_upwards_where_low_faces_succeed(
    stated: Stated, every: Any, agrees: Any
) -> None:
    rules = stated(
        '[check.low]\nroll = { d10 = 2, success = "1-3" }\ntakes.ease = { each = { widen = 1 } }'
    )
    for ease in (0, 2, 8):
        wanted = every.roll([D10] * 2, lambda *f, e=ease: sum(face <= 3 + e for face in f))
        agrees(rules, f"low({ease})", wanted)


def test_every_small_pool_of_the_bouncing_dice_without_bounces(game: Any, every: Any) -> None:
    rules = game("unnamed")
    for sixes, burned, penalty in product(range(1, 5), range(2), range(3)):
        wanted = every.roll(
            [D6] * sixes,
            lambda *f, b=burned, p=penalty: (
                sum((x >= 5) - (x == 1) for x in f) + b - p,
                all(x == 1 for x in f) and not b,
            ),
        )
        call = f"pull({sixes}, burned_aspects={burned}, penalty={penalty})"
        names = {"Failure": lambda v: v < 0, "Marginal Failure": lambda v: v == 0}
        for name, holds in names.items():
            chance = sum(c for (v, worst), c in wanted.items() if holds(v) and not worst)
            assert rules.ask(f"{call} is {name}").probability == chance, (call, name)
        worst = sum(c for (_, worst), c in wanted.items() if worst)
        assert rules.ask(f'{call} is "Disaster!"').probability == worst


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


def test_keys_that_share_no_face_of_their_dice_or_agree_are_one_table(stated: Stated) -> None:
    text = '[check.x]\nroll = { d12 = 1, d8 = 1, worth = { "7+ of d8" = 1, "10+ of d12" = 2 } }\n'
    assert stated(text).ask("x() mean").mean == Fraction(3, 4)
    text = '[check.x]\nroll = { d6 = 1, worth = { "4+" = "face", "6" = 6 } }\n'
    assert stated(text).ask("x() mean").mean == Fraction(5, 2)


@pytest.mark.parametrize(
    ("faces", "widen", "succeeds"),
    [
        ("5, 6", 1, {4, 5, 6}),
        ("1, 2", 1, {1, 2, 3}),
        ("1-2, 3", 2, {1, 2, 3, 4, 5}),
        ("2-3, 4+", 1, {1, 2, 3, 4, 5, 6}),
        ("top", 2, {4, 5, 6}),
        ("top", -1, set()),
        ("3-4", -1, {4}),
        ("low-2, 3", 1, {1, 2, 3, 4}),
    ],
)
def test_one_range_grows_however_it_is_written(
    stated: Stated, faces: str, widen: int, succeeds: set[int]
) -> None:
    rules = stated(
        f"[check.x]\nroll = {{ d6 = 1, success = '{faces}' }}\n"
        "takes = { by = { each = { widen = 1 }, least = -2 }, low = { default = 1 } }\n"
    )
    assert rules.ask(f"x(by={widen}) = 1").probability == Fraction(len(succeeds), 6)
    for face in D6:
        assert rules.judge(f"x(by={widen}) on {face}").value == (face in succeeds)


@pytest.mark.parametrize("faces", ["even", "odd", "1, 6", "even, 5", "1, top", "2-3, 5+"])
def test_what_is_no_range_does_not_grow(stated: Stated, faces: str) -> None:
    rules = stated(
        f"[check.x]\nroll = {{ d6 = 1, success = '{faces}' }}\n"
        "takes.by = { each = { widen = 1 }, least = -2 }\n"
    )
    assert rules.ask("x = 1").probability
    for question in ("x(1) = 1", "x(-1) = 1", "x(1) mean", "x(1) on 2"):
        with pytest.raises(RulesError, match="'widen' lets one range of faces grow"):
            rules.judge(question) if " on " in question else rules.ask(question)


def test_every_level_multiplies_and_a_level_below_zero_sets_nothing(stated: Stated) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 1 }\ntakes.up = { each = { times = 2 }, least = -3 }\n"
        "[check.y]\nroll = { d6 = 1, add = 3 }\n"
        "takes.up = { each = { success = '4+', add = 1 }, least = -3 }\n"
        "[check.z]\nroll = { d6 = 1 }\n"
        "takes.up = { first = { add = 1 }, further = { times = 3 } }\n"
    )
    averages = {-2: 1, -1: 1, 0: 1, 1: 2, 2: 4, 3: 8}
    for level, times in averages.items():
        assert rules.ask(f"x({level}) mean").value == Fraction(7 * times, 2)
        assert rules.judge(f"x({level}) on 5").value == 5 * times
    with pytest.raises(RulesError, match="multiplied 1,000 times by 2, which is too much"):
        rules.ask("x(1000) mean")
    assert rules.ask("y(-1) mean").value == Fraction(11, 2)
    assert rules.ask("y(2) mean").value == Fraction(11, 2)
    assert rules.ask("z(1) mean").value == Fraction(9, 2)
    assert rules.ask("z(3) mean").value == Fraction(65, 2)
    said = " ".join(explain(rules.game()).split())
    assert "the dice count 2-fold. Each of these levels multiplies the dice once more." in said
    assert "A level below 0 takes away what each adds, and sets nothing." in said


def test_subtracted_dice_move_along_the_steps(stated: Stated) -> None:
    rules = stated(
        "steps = ['d4', 'd6', 'd8']\n[check.x]\nroll = { d20 = 1, '-d6' = 1 }\n"
        "takes.up = { each = { step = 1 }, least = -3 }\n"
    )
    for up, sides in {-3: 4, -1: 4, 0: 6, 1: 8, 2: 8}.items():
        assert rules.ask(f"x({up}) mean").value == Fraction(21, 2) - Fraction(sides + 1, 2)
