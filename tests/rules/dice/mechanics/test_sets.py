"""Readings of a throw as a set: ends, equal faces and rows, against every roll."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D4, D6 = range(1, 5), range(1, 7)


def row(*faces: int) -> int:
    return max(
        length
        for start in faces
        for length in range(1, 7)
        if all(start + more in faces for more in range(length))
    )


CONDITIONS: dict[str, Callable[..., bool]] = {
    "highest = 6": lambda *f: max(f) == 6,
    "highest <= 3": lambda *f: max(f) <= 3,
    "lowest >= 3": lambda *f: min(f) >= 3,
    "lowest = 1 and highest = 6": lambda *f: min(f) == 1 and max(f) == 6,
    "same >= 2": lambda *f: max(map(f.count, f)) >= 2,
    "same = 3": lambda *f: max(map(f.count, f)) == 3,
    "same >= 2 and >= 12": lambda *f: max(map(f.count, f)) >= 2 and sum(f) >= 12,
    "same = 2 or highest = 5": lambda *f: max(map(f.count, f)) == 2 or max(f) == 5,
    "pairs = 2": lambda *f: sum(f.count(face) > 1 for face in set(f)) == 2,
    "pairs = 0 or same = 3": lambda *f: len(set(f)) == 4 or max(map(f.count, f)) == 3,
    "row >= 3": lambda *f: row(*f) >= 3,
    "row = 4 and lowest = 1": lambda *f: sorted(f) == [1, 2, 3, 4],
    "row > same and <= 9": lambda *f: row(*f) > max(map(f.count, f)) and sum(f) <= 9,
    "fives >= 1 and lowest >= 4": lambda *f: 5 in f and min(f) >= 4,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_throw_read_as_a_set(stated: Callable[..., Rules], every: Any, condition: str) -> None:
    rules = stated(
        '[check.throw]\nroll = { d6 = 2, d4 = 2 }\nreadings = { fives = "5" }\n'
        f'outcomes = {{ yes = "{condition}", no = ">= 0" }}'
    )
    wanted = every.roll([D6] * 2 + [D4] * 2, CONDITIONS[condition])
    assert rules.ask("throw is yes").probability == wanted[True]
    for faces in ((3, 1, 2, 4), (6, 6, 2, 2), (5, 2, 3, 4), (1, 1, 1, 1)):
        judged = rules.judge(f"throw on {' '.join(map(str, faces))}")
        assert judged.outcome == ("yes" if CONDITIONS[condition](*faces) else "no")


@pytest.mark.parametrize("keep", ["highest 2", "lowest 2", "highest 1 of d6"])
def test_kept_dice_beside_what_the_whole_throw_shows(
    stated: Callable[..., Rules], every: Any, keep: str
) -> None:
    rules = stated(
        f'[check.throw]\nroll = {{ d6 = 3, keep = "{keep}", add = 1 }}\n'
        'readings = { ones = "1" }\n'
        'outcomes = { yes = "ones >= 1 and same >= 2 and <= 7", no = ">= 0" }'
    )
    many = 1 if "of" in keep else 2

    def read(*f: int) -> bool:
        total = sum(sorted(f, reverse="highest" in keep)[:many]) + 1
        return 1 in f and max(map(f.count, f)) >= 2 and total <= 7

    wanted = every.roll([D6] * 3, read)
    assert rules.ask("throw is yes").probability == wanted[True]


FOUR_KINDS = """
[die.calm]
faces = "1-6"
[die.rage]
faces = "1-6"
[die.fear]
faces = "1-6"
[die.pain]
faces = "1-6"
[check.throw]
takes.calm = { each = { calm = 1 } }
takes.rage = { each = { rage = 1 } }
takes.fear = { each = { fear = 1 } }
takes.pain = { each = { pain = 1 } }
readings.c = { is = "highest", of = "calm" }
readings.r = { is = "highest", of = "rage" }
readings.f = { is = "highest", of = "fear" }
readings.p = { is = "highest", of = "pain" }
readings.pair = { is = "same", of = "calm" }
[check.throw.outcomes]
Pain = "p > c and p > r and p > f"
Rage = "r > c and pair < 2"
Calm = "otherwise"
"""


def test_the_highest_of_several_kinds_in_a_pool_as_games_roll_it(
    stated: Callable[..., Rules], every: Any
) -> None:
    rules = stated(FOUR_KINDS)

    def outcome(c: int, d: int, r: int, f: int, p: int) -> str:
        if p > max(c, d, r, f):
            return "Pain"
        return "Rage" if r > max(c, d) and c != d else "Calm"

    wanted = every.roll([D6] * 5, outcome)
    few = rules.ask("throw(2, 1, 1, 1)")
    assert few.outcomes == {name: wanted[name] for name in ("Pain", "Rage", "Calm")}
    many = rules.ask("throw(3, 2, 1, 4)")
    assert many.mean == 35
    assert many.outcomes is not None

    def below(face: int, dice: int) -> Fraction:
        return Fraction(face - 1, 6) ** dice

    beats = [(below(p + 1, 4) - below(p, 4)) * below(p, 3 + 2 + 1) for p in D6]
    assert many.outcomes["Pain"] == sum(beats)


TEN_SIDED = """
[die.red]
faces = "1-10"
[die.blue]
faces = "1-10"
[check.pool]
takes.red = { each = { red = 1 } }
takes.blue = { each = { blue = 1 } }
readings.left = { faces = "6+", of = "red", against = "blue" }
readings.beats = { is = "beats", of = "red", against = "blue" }
[check.set]
takes.dice = { each = { d20 = 1 } }
readings = { wide = { is = "width" }, next = { is = "width", place = 2 }, tall = { is = "height" } }
result = "100 * wide + tall"
"""


def test_pools_that_games_roll_are_read_as_sets(
    stated: Callable[..., Rules], refused: Callable[[Rules, str], str]
) -> None:
    rules = stated(TEN_SIDED)
    # Of one die a side, and of a die against none, it is easily said by hand.
    assert rules.ask("pool(1, 1) left = 1").probability == Fraction(5 * 9, 100)
    assert rules.ask("pool(7) left = 7").probability == Fraction(1, 2**7)
    assert rules.ask("pool(7, 7) left >= 3").probability
    assert rules.ask("set(2) = 100").probability == Fraction(19, 20)
    # Seven against seven is answered with room to spare; forty against forty is refused.
    assert "80 dice are too many" in refused(rules, "pool(40, 40) beats >= 3")


def test_large_pools_are_read_as_several_sets_with_their_total(
    stated: Callable[..., Rules],
) -> None:
    rules = stated(TEN_SIDED)
    assert rules.ask("pool(9, 9) beats >= 3").probability
    assert rules.ask("set(12) next >= 3").probability
    assert rules.ask("set(10) >= 300").probability


def test_a_condition_that_adds_the_value_to_others_turns_at_one_place(
    stated: Callable[..., Rules], every: Any
) -> None:
    rules = stated(
        "[check.x]\nroll = { d6 = 3 }\ntakes.k = {}\n"
        'readings.ones = "1"\n'
        'outcomes = { A = "value + ones > k - value", B = "2 * ones - value <= ones - k", '
        'C = "value - value = 0" }\n'
    )
    for k in (0, 5, 9, 21):

        def read(*f: int, k: int = k) -> str:
            ones, value = f.count(1), sum(f)
            if value + ones > k - value:
                return "A"
            return "B" if 2 * ones - value <= ones - k else "C"

        wanted = every.roll([D6] * 3, read)
        found = rules.ask(f"x({k})").outcomes
        assert found is not None
        assert {name: chance for name, chance in found.items() if chance} == wanted
