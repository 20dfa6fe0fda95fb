"""Kept dice, against every roll."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, load
from tests.support.cases import cases_of

CASES = cases_of(__file__)

D4, D6 = range(1, 5), range(1, 7)
Stated = Callable[..., Rules]


@pytest.mark.parametrize("side", ["highest", "lowest"])
@pytest.mark.parametrize("many", [1, 2])
def test_kept_dice_that_roll_again_without_end(
    stated: Stated, every: Any, side: str, many: int
) -> None:
    rules = stated(f'[check.hold]\nroll = "2d4 + d6 + 1, again on top, keep {side} {many} of all"')

    def kept(*shown: tuple[int, ...]) -> int:
        return sum(sorted(map(sum, shown), reverse=side == "highest")[:many]) + 1

    found, rest = every.bounced([(D4, [4])] * 2 + [(D6, [6])], kept, 3)
    for value, chance in found.items():
        asked = rules.ask(f"hold = {value}")
        assert asked.exact
        assert chance <= asked.probability <= chance + rest
    counts = rules.ask("hold").counts
    assert sum(counts.values()) == 1


@pytest.mark.parametrize("side", ["highest", "lowest"])
@pytest.mark.parametrize(("roll", "kept"), CASES["the_mean_of_kept_dice_without_end_is_exact"])
def test_the_mean_of_kept_dice_without_end_is_exact(
    stated: Stated, roll: str, kept: int, side: str
) -> None:
    rules = stated(f'[check.hold]\nroll = "{roll}, keep {side} {kept} of all"')
    asked = rules.ask("hold mean")
    assert asked.exact
    assert asked.as_json()["exact"] is True
    # The average is the sum of the chances of k or more; far out next to nothing is left.
    law = rules.ask("hold").odds.law
    tails = sum((law.at_least(k) for k in range(1, 250)), Fraction(0))
    assert 0 <= asked.value - tails < Fraction(1, 10**9)


def test_plain_kept_dice_that_explode_have_the_average_of_a_fraction() -> None:
    rules = load({})
    assert rules.ask("3d6!kh2 mean").value == Fraction(2268, 215)
    assert rules.ask("2d6!kh1 mean").value == Fraction(29, 5)
    assert rules.ask("2d6!kl1 mean").value == Fraction(42, 5) - Fraction(29, 5)
    assert rules.ask("d4 - 2d6!kh1 mean").value == Fraction(5, 2) - Fraction(29, 5)
    assert rules.ask("2d6!kh1 + d4 = 3").probability == Fraction(1 + 3, 36 * 4)
    for question in ("100d6!kh50 mean", "50d100!kh2 mean", "5d10!kl3 mean"):
        assert rules.ask(question).exact


def test_the_mean_of_kept_dice_that_fall_in_two_ways_is_bounded_and_says_so(
    stated: Stated,
) -> None:
    rules = stated('[check.hold]\nroll = "2d6, again on 5+, keep highest"')
    asked = rules.ask("hold mean")
    assert not asked.exact
    assert 0 < asked.error <= Fraction(1, 10**15)
    # E[max] = the sum of P(max >= k); far beyond 400 nothing of 1e-15 is left.
    tails = [rules.ask(f"hold >= {k}").probability or 0 for k in range(1, 400)]
    assert 0 <= sum(tails) - asked.value <= asked.error + Fraction(1, 10**20)
    assert asked.as_json()["value"] is None
    assert asked.as_json()["exact"] is False


def test_an_average_of_tens_of_kept_dice_without_end_is_proven(stated: Stated) -> None:
    rules = stated(
        "[check.plain]\nroll = '3d10, again on 10, keep highest 2'\n"
        "[check.tens]\nroll = '3d10, again on 10, keep highest 2'\nresult = 'down(value / 10)'\n"
    )
    tens = [rules.ask(f"plain >= {10 * many}").probability for many in range(1, 30)]
    answer = rules.ask("tens mean")
    assert not answer.exact
    assert abs(answer.value - sum(tens)) < Fraction(1, 10**12)


@pytest.mark.parametrize("keep", ["highest 1", "lowest 1", "highest 2", "lowest 2"])
def test_the_mean_of_a_result_beside_a_reading_is_that_of_each_part(
    stated: Stated, keep: str
) -> None:
    rules = stated(
        f'[check.trait]\nroll = "d4 + d6 + d8, again on top, keep {keep} of all"\n'
        'readings.ones = "first.count(1)"\n'
        'outcomes = ["Fumble: ones >= 2, result -1", '
        '"Plain: otherwise, result 2 * value - ones"]'
    )
    side, many = keep.split()

    def each(sides: int) -> list[tuple[int, float]]:
        """Every value of a die that rolls again, and how likely it is."""
        return [(v, sides ** -((v // sides) + 1.0)) for v in range(1, 60) if v % sides]

    wanted = 0.0
    for shown in product(each(4), each(6), each(8)):
        chance = prod(chance for _, chance in shown)
        dice = sorted([value for value, _ in shown], reverse=side == "highest")
        ones = dice.count(1)
        wanted += chance * (-1 if ones >= 2 else 2 * sum(dice[: int(many)]) - ones)
    asked = rules.ask("trait mean")
    assert asked.value is not None
    assert abs(float(asked.value) - wanted) < 1e-4
    assert asked.error <= Fraction(1, 10**15)
