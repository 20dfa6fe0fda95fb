"""Dice that roll again, below zero and as they were thrown."""

import random
from typing import Any

import pytest


def test_a_negative_die_that_explodes_goes_down_without_end(game: Any) -> None:
    rules = game("uwr")
    up, down = rules.ask("d6!").counts, rules.ask("20-d6!").counts
    assert up is not None
    assert down.head is not None
    assert down.tail is None
    for k in range(1, 25):
        assert rules.ask(f"d6! >= {k}").probability == rules.ask(f"20-d6! <= {20 - k}").probability
    assert sum(down.values()) == 1


@pytest.mark.parametrize("seed", range(40))
def test_thrown_dice_that_roll_again_are_judged_as_they_fell(game: Any, seed: int) -> None:
    chance = random.Random(seed)
    sixes, eights, penalty = chance.randint(0, 3), chance.randint(1, 3), chance.randint(0, 2)
    sides = [6] * sixes + [8] * eights
    first = [chance.randint(1, die) for die in sides]
    again: list[int] = []
    rolling = [die for die, face in zip(sides, first, strict=True) if face >= 7]
    while rolling:
        rolling.pop(0)
        again.append(chance.randint(1, 8))
        if again[-1] >= 7:
            rolling.append(8)
    shown = first + again
    good, bad = sum(x >= 5 for x in shown), sum(x == 1 for x in shown) + penalty
    call = f"pull(traits={sixes}, aspects={eights}, penalty={penalty})"
    dice = " ".join(map(str, first)) + (f"; {' '.join(map(str, again))}" if again else "")
    judged = game("unnamed").judge(f"{call} on {dice}")
    assert (judged.successes, judged.failures, judged.value) == (good, bad, good - bad)
    names = {0: "Marginal Failure", 1: "Success with a twist", 2: "Success"}
    ruin = all(x == 1 for x in first)
    value = good - bad
    wanted = "Disaster!" if ruin else "Failure" if value < 0 else names.get(value, "Triumph!")
    assert judged.outcome == wanted


@pytest.mark.parametrize("seed", range(20))
def test_thrown_dice_with_rerolls_are_judged_as_they_fell(game: Any, seed: int) -> None:
    chance = random.Random(seed)
    dice, rerolls, favor = chance.randint(1, 6), chance.randint(0, 4), chance.randint(0, 3)
    first = [chance.randint(1, 6) for _ in range(dice)]
    failed = [face for face in first if face < 5 - favor][:rerolls]
    again = [chance.randint(1, 6) for _ in failed]
    wanted = sum(face >= 5 - favor for face in first + again)
    text = " ".join(map(str, first)) + (f"; {' '.join(map(str, again))}" if again else "")
    judged = game("uwr").judge(f"direct({dice}, favor={favor}, rerolls={rerolls}) on {text}")
    assert (judged.successes, judged.failures, judged.value) == (wanted, 0, wanted)
