"""Conditions compared: what is found holds for every throw, tried over a box of whole numbers."""

import random
from itertools import product

import pytest

from sphinxext.rulebook.rules.language.nested import Nesting
from sphinxext.rulebook.rules.language.read_condition import parse_condition

THROWN = list(product(range(-3, 5), range(4)))  # the value, and a count
GIVEN = range(6)
TESTS = ("value", "ones", "value + ones", "skill - value", "2 * ones", "down(value / 2)",
         "min(value, skill)", "down(skill / 2)", "max(ones, 2)", "up(skill / 3)")  # fmt: skip
BOUNDS = ("0", "1", "2", "3", "skill", "skill / 2", "skill - 1", "ones")


def condition(chance: random.Random) -> str:
    """A condition of one to three comparisons."""
    parts = [
        f"{chance.choice(TESTS)} {chance.choice(['>=', '<=', '=', '!=', '<', '>'])} "
        f"{chance.choice(BOUNDS)}"
        for _ in range(chance.choice([1, 1, 2, 3]))
    ]
    return chance.choice([" and ", " or "]).join(parts)


@pytest.mark.parametrize("start", range(0, 300, 100))
def test_what_is_found_holds_for_every_throw(start: int) -> None:
    nesting = Nesting({"skill": (0, None)}, (), ("ones",))
    nested = apart = 0
    for seed in range(start, start + 100):
        chance = random.Random(seed)
        texts = condition(chance), condition(chance)
        one, other = map(parse_condition, texts)
        overlap, within = nesting.overlap(one, other), nesting.within(one, other)
        nested, apart = nested + (within and overlap), apart + (not overlap)
        for skill in GIVEN:
            held = [
                tuple(each.holds({"value": v, "ones": n, "skill": skill}) for each in (one, other))
                for v, n in THROWN
            ]
            assert overlap or (True, True) not in held, texts
            assert not (within and (True, True) in held and (True, False) in held), texts
    assert nested > 5
    assert apart > 5
