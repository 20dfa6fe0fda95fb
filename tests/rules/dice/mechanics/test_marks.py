"""Readings beside the sum: how many dice show certain faces, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D6, D8 = range(1, 7), range(1, 9)
Stated = Callable[..., Rules]


def outcome_chances(every: Any, dice: list[Any], read: Callable[..., str]) -> dict[str, Fraction]:
    return dict(every.roll(dice, read))


@pytest.mark.parametrize("dice", range(1, 6))
def test_successes_and_ones_of_one_throw(stated: Stated, every: Any, dice: int) -> None:
    rules = stated(
        '[check.pool]\nroll = { success = "5+", add = 1 }\ntakes.dice = { each = { d6 = 1 } }\n'
        'readings = { ones = "1", even = "2, 4, 6" }\n'
        '[check.pool.outcomes]\nbad = "ones > even"\n'.replace("ones > even", "ones >= 2")
        + 'odd = "even = 0 and >= 2"\nrest = ">= -9"\n'
    )

    def read(*f: int) -> str:
        if f.count(1) >= 2:
            return "bad"
        even = sum(x % 2 == 0 for x in f)
        return "odd" if even == 0 and sum(x >= 5 for x in f) + 1 >= 2 else "rest"

    wanted = outcome_chances(every, [D6] * dice, read)
    for name in ("bad", "odd", "rest"):
        assert rules.ask(f"pool({dice}) is {name}").probability == wanted.get(name, 0)


def test_a_reading_of_one_kind_of_dice_only(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.pool]\nroll = { success = "5+", d6 = 2, d8 = 2 }\n'
        'readings.panic = { faces = "1-2", of = "d8" }\n'
        'outcomes = { panic = "panic >= 1 and <= 1", calm = ">= 0" }'
    )
    wanted = every.roll(
        [D6] * 2 + [D8] * 2,
        lambda *f: any(x <= 2 for x in f[2:]) and sum(x >= 5 for x in f) <= 1,
    )
    assert rules.ask("pool is panic").probability == wanted[True]


def test_successes_and_failures_read_apart(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.pool]\nroll = { success = "5+", failure = "1-2", d6 = 4 }\n'
        "takes.luck = { each = { successes = 1 } }\ntakes.woe = { each = { failures = 1 } }\n"
        'outcomes = { mixed = "successes >= 2 and failures >= 2", good = ">= 1", bad = "<= 0" }'
    )
    for luck, woe in ((0, 0), (1, 0), (0, 2), (1, 1)):
        wanted = every.roll(
            [D6] * 4,
            lambda *f, a=luck, b=woe: (
                sum(x >= 5 for x in f) + a >= 2 and sum(x <= 2 for x in f) + b >= 2
            ),
        )
        assert rules.ask(f"pool({luck}, {woe}) is mixed").probability == wanted[True]


@pytest.mark.parametrize(("sixes", "eights"), [(1, 0), (0, 1), (2, 1), (2, 2)])
def test_all_failures_with_bounces_that_come_to_nothing(game: Any, sixes: int, eights: int) -> None:
    asked = game("unnamed").ask(f'pull(traits={sixes}, aspects={eights}) is "Disaster!"')
    assert asked.probability == Fraction(1, 6**sixes * 8**eights)


def test_all_failures_beside_another_reading(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.pool]\nroll = { success = "5+", failure = "1", d6 = 3 }\n'
        'readings = { threes = "3" }\n'
        'outcomes = { Disaster = "all failures", Odd = "threes >= 1", Rest = ">= -9" }'
    )
    asked = {name: rules.ask(f"pool is {name}").probability for name in ("Disaster", "Odd", "Rest")}
    wanted = every.roll(
        [D6] * 3,
        lambda *f: "Disaster" if set(f) == {1} else "Odd" if 3 in f else "Rest",
    )
    assert asked == wanted


def test_readings_beside_dice_that_roll_again_look_at_the_first_throw(
    stated: Stated, every: Any
) -> None:
    rules = stated(
        '[check.pool]\nroll = { success = "5+", again = "6", d6 = 2 }\nreadings = { sixes = "6" }\n'
        'outcomes = { wild = "sixes >= 1 and >= 2", calm = ">= 0" }'
    )
    found, rest = every.bounced(
        [(D6, [6])] * 2,
        lambda *f: any(s[0] == 6 for s in f) and sum(x >= 5 for s in f for x in s) >= 2,
        5,
    )
    asked = rules.ask("pool is wild").probability
    assert found[True] <= asked <= found[True] + rest
    both = rules.ask("pool").outcomes
    assert both is not None
    assert sum(both.values()) == 1


def test_natural_is_what_the_dice_show_before_anything_is_added(game: Any) -> None:
    rules = game("twenty")
    for bonus in (-10, 0, 3, 25):
        assert rules.ask(f"attack({bonus}) is Critical").probability == Fraction(1, 20)
        assert rules.ask(f"attack({bonus}) is Fumble").probability == Fraction(1, 20)
