"""Dice counted in several ways at once: packed into one number, or die by die, the same."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from sphinxext.rulebook.rules.budget import Budget
from sphinxext.rulebook.rules.dice.mechanics.fold import Group, Lie
from sphinxext.rulebook.rules.dice.mechanics.joint import cost_of_joint, joint
from sphinxext.rulebook.rules.dice.mechanics.marks import MarkedLaw, marked
from sphinxext.rulebook.rules.dice.mechanics.pool import FaceReading
from sphinxext.rulebook.rules.dice.mechanics.summed import summed
from sphinxext.rulebook.rules.dice.sums import Sum
from sphinxext.rulebook.rules.errors import RulesError
from sphinxext.rulebook.rules.model.reading import ALL, DROPPED, KEPT
from sphinxext.rulebook.rules.model.roll import Die

TOTAL = FaceReading(None, None, None, None, 0)
DICE = [(Die("d4", (1, 2, 3, 4)), 2), (Die("odd", (-2, 0, 0, 5, 1)), 1), (Die("d3", (1, 2, 3)), 1)]
Marks = Mapping[str, Mapping[str, tuple[int, ...]]]


def random_marks(seed: int) -> Marks:
    chance = random.Random(seed)
    return {
        name: {
            die.name: tuple(chance.choice((-1, 0, 0, 1, 2)) for _ in die.faces)
            for die, _ in DICE
            if chance.random() < 0.8
        }
        for name in ("a", "b", "c")[: chance.choice((1, 2, 3))]
    }


def every(marks: Marks) -> dict[tuple[tuple[int, ...], int], Fraction]:
    dice = [die for die, count in DICE for _ in range(count)]
    share = Fraction(1, prod(len(die.faces) for die in dice))
    found: dict[tuple[tuple[int, ...], int], Fraction] = {}
    for places in product(*[range(len(die.faces)) for die in dice]):
        shown = tuple(
            sum(
                table[die.name][p] for die, p in zip(dice, places, strict=True) if die.name in table
            )
            for table in marks.values()
        )
        key = shown, sum(die.faces[p] for die, p in zip(dice, places, strict=True))
        found[key] = found.get(key, Fraction(0)) + share
    return found


def chances(cells: Sequence[MarkedLaw]) -> dict[tuple[tuple[int, ...], int], Fraction]:
    found: dict[tuple[tuple[int, ...], int], Fraction] = {}
    for facts, law in cells:
        assert law.low is not None
        assert law.high is not None
        for value, chance in enumerate(law.run(law.low, law.high), law.low):
            if chance:
                key = tuple(facts.values()), value
                found[key] = found.get(key, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_packed_throw_is_every_roll(seed: int) -> None:
    marks = random_marks(seed)
    wanted = every(marks)
    assert chances(joint(DICE, TOTAL, marks)) == wanted
    assert chances(marked(DICE, TOTAL, marks, lambda parts: Sum(parts, 0))) == wanted


def test_without_the_value_the_weights_are_left() -> None:
    marks = random_marks(3)
    shares = {tuple(facts.values()): law.weight for facts, law in joint(
        DICE, TOTAL, marks, valued=False
    )}  # fmt: skip
    wanted: dict[tuple[int, ...], Fraction] = {}
    for (shown, _), chance in every(marks).items():
        wanted[shown] = wanted.get(shown, Fraction(0)) + chance
    assert shares == wanted


def test_what_it_costs_is_known_before() -> None:
    many = [(DICE[0][0], 300)]
    marks = {name: {"d4": (0, 1, 2, 3)} for name in "abc"}
    assert cost_of_joint(many, TOTAL, marks) > cost_of_joint(DICE, TOTAL, marks)
    with Budget(), pytest.raises(RulesError, match="300 dice are too many for outcomes that read"):
        joint(many, TOTAL, marks)


@pytest.mark.parametrize("seed", range(6))
def test_dice_summed_one_by_one(seed: int) -> None:
    chance = random.Random(seed)

    def lies(kind: str) -> dict[Lie, int]:
        adds = [tuple(chance.choice((-2, 0, 1)) for _ in "abc") for _ in range(3)]
        return {Lie(kind, face, each): chance.choice((1, 3)) for face, each in enumerate(adds, 1)}

    groups = [Group(many, lies(kind)) for kind, many in (("x", 2), ("y", 1), ("z", 0))]
    wanted: dict[tuple[int, ...], int] = {}
    dice = [group for group in groups for _ in range(group.many)]
    for lies in product(*[group.lies.items() for group in dice]):
        first, _, last = (sum(lie.adds[i] for lie, _ in lies) for i in range(3))
        sums = first, 0, last  # no die is left out
        wanted[sums] = wanted.get(sums, 0) + prod(ways for _, ways in lies)
    assert summed(groups, (KEPT, DROPPED, ALL)) == wanted


def test_too_many_sums_say_how_many_dice_are_within_reach() -> None:
    lies = {Lie("x", i, tuple(int(i >> k & 1) * 7**k for k in range(6))): 1 for i in range(64)}
    with Budget():
        within = summed([Group(40, lies)], [ALL] * 6)
    assert isinstance(within, int)
    assert 0 < within < 40
