"""Dice that roll again, against every roll that ends soon and against seeded simulation."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules

D4, D6, D8 = (range(1, sides + 1) for sides in (4, 6, 8))
Stated = Callable[..., Rules]


def lies_between(rules: Rules, call: str, found: dict[int, Fraction], rest: Fraction) -> None:
    """Every chance is what was found, and at most as much more as was cut off."""
    assert rest > 0
    for value, chance in found.items():
        asked = rules.ask(f"{call} = {value}").probability
        assert asked is not None
        assert chance <= asked <= chance + rest
        assert rules.ask(f"{call} = {value}").exact


@pytest.mark.parametrize(("dice", "depth"), [(1, 7), (2, 5), (3, 3)])
def test_open_ended_stats(game: Any, every: Any, dice: int, depth: int) -> None:
    found, rest = every.bounced(
        [(D6, [6])] * dice, lambda *f: sum(x >= 4 for shown in f for x in shown), depth
    )
    lies_between(game("arrata"), f"stat(B{dice}, advantage=1)", found, rest)


@pytest.mark.parametrize(("sixes", "eights", "depth"), [(1, 1, 4), (0, 2, 4), (2, 1, 4)])
def test_bounces_that_may_show_a_failure(
    game: Any, every: Any, sixes: int, eights: int, depth: int
) -> None:
    found, rest = every.bounced(
        [(D6, [])] * sixes + [(D8, [7, 8])] * eights,
        lambda *f: sum((x >= 5) - (x == 1) for shown in f for x in shown),
        depth,
    )
    lies_between(game("unnamed"), f"pull(traits={sixes}, aspects={eights})", found, rest)


@pytest.mark.parametrize(("text", "sides", "many"), [("d4!", 4, 1), ("2d6!+1", 6, 2)])
def test_plain_dice_that_explode(game: Any, every: Any, text: str, sides: int, many: int) -> None:
    add = 1 if "+" in text else 0
    found, rest = every.bounced(
        [(range(1, sides + 1), [sides])] * many,
        lambda *f: sum(x for shown in f for x in shown) + add,
        4,
    )
    # What was cut off after four throws shows at least four top faces: small totals are whole.
    for value in [v for v in found if v < 4 * sides]:
        assert game("uwr").ask(f"{text} = {value}").probability == found[value]
    lies_between(game("uwr"), text, found, rest)


def test_a_negative_die_that_explodes_goes_down_without_end(game: Any) -> None:
    rules = game("uwr")
    up, down = rules.ask("d6!").counts, rules.ask("20-d6!").counts
    assert up is not None
    assert down is not None
    assert down.head is not None
    assert down.tail is None
    for k in range(1, 25):
        assert rules.ask(f"d6! >= {k}").probability == rules.ask(f"20-d6! <= {20 - k}").probability
    assert sum(down.values()) == 1


@pytest.mark.parametrize("faces", ["6", "5+", "1", "top", "2-4"])
def test_again_once_stops_after_one(stated: Stated, every: Any, agrees: Any, faces: str) -> None:
    again = {"6": [6], "5+": [5, 6], "1": [1], "top": [6], "2-4": [2, 3, 4]}[faces]
    rules = stated(
        f'[check.sum]\nroll = {{ d6 = 2, again = "{faces} once" }}\n'
        f'[check.count]\nroll = {{ d6 = 2, again = "{faces} once", success = "4+" }}\n'
        f'[check.net]\nroll = {{ d6 = 2, again = "6 once", success = "5+", failure = "1, 2" }}\n'
    )
    dice = [(D6, again)] * 2
    total, rest = every.bounced(dice, lambda *f: sum(map(sum, f)), 2, once=True)
    assert rest == 0
    agrees(rules, "sum", total)
    count, _ = every.bounced(dice, lambda *f: sum(x >= 4 for s in f for x in s), 2, once=True)
    agrees(rules, "count", count)
    net, _ = every.bounced(
        [(D6, [6])] * 2,
        lambda *f: sum((x >= 5) - (x <= 2) for s in f for x in s),
        2,
        once=True,
    )
    agrees(rules, "net", net)


def test_again_on_faces_that_add_nothing_still_rolls_on(stated: Stated, every: Any) -> None:
    # A 6 is no success here, only another throw: the chance of success is 2/5 a die.
    rules = stated('[check.odd]\nroll = { d6 = 1, again = "6", success = "4-5" }')
    assert rules.ask("odd = 1").probability == Fraction(2, 5)
    assert rules.ask("odd mean").value == Fraction(2, 5)


def test_several_worths_that_roll_again(stated: Stated, every: Any) -> None:
    rules = stated(
        '[check.odd]\nroll = { d6 = 2, again = "5+", worth = { "6" = 3, "5" = 1, "1" = -2 } }'
    )
    worth = {6: 3, 5: 1, 1: -2}
    found, rest = every.bounced(
        [(D6, [5, 6])] * 2, lambda *f: sum(worth.get(x, 0) for s in f for x in s), 5
    )
    lies_between(rules, "odd", found, rest)


@pytest.mark.parametrize(
    ("name", "call", "throw"),
    [
        ("arrata", "stat(A4, advantage=3)", ([6] * 6, {6}, lambda x: int(x >= 3))),
        ("unnamed", "pull(2, 1, 2)", ([6, 6, 6, 8, 8], {7, 8}, lambda x: (x >= 5) - (x == 1))),
        ("steps", "trait(2)", ([8], {8}, lambda x: x)),
    ],
)
def test_a_seeded_simulation_comes_near(game: Any, name: str, call: str, throw: Any) -> None:
    sides, again, worth = throw
    chance = random.Random(20)  # a seed, so that the test never changes its mind
    rolls = 40_000
    seen: dict[int, int] = {}
    for _ in range(rolls):
        total = 0
        for die in sides:
            face = chance.randint(1, die)
            total += worth(face)
            while face in again:
                face = chance.randint(1, die)
                total += worth(face)
        seen[total] = seen.get(total, 0) + 1
    for value, times in seen.items():
        exact = float(game(name).ask(f"{call} = {value}").probability)
        near = 5 * (exact * (1 - exact) / rolls) ** 0.5 + 1 / rolls
        assert abs(times / rolls - exact) <= near, value


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
    judged = game("uwr").judge(f"direct({dice}, {favor}, {rerolls}) on {text}")
    assert (judged.successes, judged.failures, judged.value) == (wanted, 0, wanted)


@pytest.mark.parametrize("more", ["", ", keep = 'highest 1'", ", times = 2"])
def test_a_failing_die_whose_further_throw_succeeds_is_no_failure(
    stated: Stated, every: Any, more: str
) -> None:
    rules = stated(
        f"[check.x]\nroll = {{ success = '3', failure = '1', again = '1 once'{more} }}\n"
        "takes.dice = { each = { d3 = 1 } }\n"
        "outcomes = { Bad = 'all failures', Low = 'highest = 1', Rest = 'otherwise' }\n"
    )
    assert rules.ask("x(1) is Bad").probability == Fraction(2, 9)
    assert rules.judge("x(1) on 1; 3").outcome == "Low"
    assert rules.judge("x(1) on 1; 2").outcome == "Bad"
    for many in (2, 3):
        found, _ = every.bounced(
            [(range(1, 4), [1])] * many,
            lambda *f: all(shown[0] == 1 and 3 not in shown for shown in f),
            2,
            once=True,
        )
        assert rules.ask(f"x({many}) is Bad").probability == found[True]
