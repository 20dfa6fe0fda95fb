"""One throw that decides several parameters, against every roll of all its dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from sphinxext.rulebook.rules import Mistakes, Rules, RulesError
from sphinxext.rulebook.rules.explain.game import explain

Stated = Callable[..., Rules]
WOUND = """
[check.blow]
roll = { "d%" = 1 }
takes.skill = { default = 60 }
readings = { doubles = "11, 22, 33, 44, 55, 66, 77, 88, 99" }
outcomes = { Miss = "> skill", Torso = "<= 30", Head = "otherwise" }

[check.wound]
takes.skill = { default = 60 }
takes.harm = { rolls = "floor(value / 10) of blow", each = { add = 1 } }
takes.double = { rolls = "doubles of blow" }

[check.wound.takes.place]
rolls = "outcome of blow"
choices = { Miss = { times = 0 }, Torso = { d4 = 1 }, Head = { d4 = 2 } }

[check.wound.outcomes]
None = "place is Miss"
Deadly = "double = 1 and >= 5"
Light = "otherwise"
"""


def wounds(skill: int) -> dict[tuple[str, int], Fraction]:
    found: dict[tuple[str, int], Fraction] = {}
    for rolled in range(1, 101):
        place = 2 if rolled <= 30 else 1 if rolled > skill else 3
        dice = {1: 0, 2: 1, 3: 2}[place]
        for faces in product(range(1, 5), repeat=dice):
            total = sum(faces) + rolled // 10
            name = "None" if place == 1 else "Light"
            if place > 1 and rolled % 11 == 0 and rolled < 100 and total >= 5:
                name = "Deadly"
            case = name, total
            found[case] = found.get(case, Fraction(0)) + Fraction(1, 100 * 4**dice)
    return found


@pytest.mark.parametrize("skill", [60, 85])
def test_one_throw_is_read_for_place_and_harm(stated: Stated, skill: int) -> None:
    rules, wanted = stated(WOUND), wounds(skill)
    answer = rules.ask(f"wound(skill={skill})")
    for name, chance in (answer.outcomes or {}).items():
        assert chance == sum(c for (one, _), c in wanted.items() if one == name)
    for value, chance in (answer.counts or {}).items():
        assert chance == sum(c for (_, number), c in wanted.items() if number == value)
    asked = rules.ask(f"wound(skill={skill}) outcome is Deadly and >= 8").probability
    assert asked == sum(c for (one, v), c in wanted.items() if one == "Deadly" and v >= 8)


def test_given_dice_are_judged_and_explained(stated: Stated) -> None:
    rules = stated(WOUND)
    judged = rules.judge("wound on 33 | 2 1")
    assert (judged.value, judged.outcome) == (6, "Deadly")
    assert rules.judge("wound(harm=1) on 33 | 2 1").value == 4
    said = " ".join(explain(rules.game()).split())
    assert "harm: a whole number, 0 or more, floor(value / 10) from one throw of blow" in said
    assert "A single throw of blow decides harm, double and place." in said


def test_a_value_that_is_given_leaves_the_others_to_the_throw(stated: Stated) -> None:
    rules = stated(WOUND)
    wanted = sum(Fraction(1, 100) for rolled in range(1, 61) if rolled % 11 == 0 and (9 + 1 >= 5))
    assert rules.ask("wound(harm=9) is Deadly").probability == wanted


PAIR = """
[die.red]
faces = "1-6"
[check.pair]
roll = { red = 1, d6 = 1 }
readings = { red = { is = "sum", of = "red" }, white = { is = "sum", of = "d6" } }
[check.race]
takes.speed = { rolls = "red of pair", each = { d4 = 1 } }
takes.grip = { rolls = "white of pair" }
result = "value - grip"
[check.dice]
takes.speed = { rolls = "highest of 2d6", each = { d4 = 1 } }
takes.grip = { rolls = "lowest of 2d6" }
result = "value - grip"
[check.again]
takes.speed = { rolls = "pair", each = { add = 1 } }
takes.grip = { rolls = "value of pair", each = { add = -1 } }
"""


@pytest.mark.parametrize(
    ("check", "read"),
    [("race", lambda a, b: (a, b)), ("dice", lambda a, b: (max(a, b), min(a, b)))],
)
def test_the_dice_of_one_throw(
    stated: Stated, check: str, read: Callable[[int, int], tuple[int, int]]
) -> None:
    rules = stated(PAIR)
    wanted: dict[int, Fraction] = {}
    for a, b in product(range(1, 7), repeat=2):
        speed, grip = read(a, b)
        for faces in product(range(1, 5), repeat=speed):
            value = sum(faces) - grip
            wanted[value] = wanted.get(value, Fraction(0)) + Fraction(1, 36 * 4**speed)
    assert {k: c for k, c in (rules.ask(check).counts or {}).items() if c} == wanted
    assert rules.judge(f"{check} on 3 3 | 1 2 4").value == 4


def test_a_roll_of_its_own_stays_apart(stated: Stated) -> None:
    assert (
        stated(PAIR).ask("again >= 6").probability == stated(PAIR).ask("2d6 - 2d6 >= 6").probability
    )


def test_what_a_throw_does_not_show_is_refused(stated: Stated) -> None:
    with pytest.raises(Mistakes, match="no reading named 'rde'; did you mean 'red'"):
        stated(PAIR.replace("red of pair", "rde of pair"))
    with pytest.raises(Mistakes, match="'pair' names no outcomes; write 'value'"):
        stated(PAIR.replace("red of pair", "outcome of pair"))
    with pytest.raises(Mistakes, match="plain dice name no outcomes"):
        stated(PAIR.replace("highest of 2d6", "outcome of 2d6"))
    with pytest.raises(RulesError, match="'2d6!' rolls again or leaves dice out"):
        stated(PAIR.replace("of 2d6", "of 2d6!")).ask("dice")
