"""Further games, each a rules file of data alone, against a count of every roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.rules import Rules

D6, D10, D20 = range(1, 7), range(1, 11), range(1, 21)
PERCENT, FATE = range(1, 101), (-1, 0, 1)


class Asked(NamedTuple):
    """A question to a game, and the rolls that answer it with yes."""

    game: str
    query: str
    dice: Sequence[Sequence[int]]
    holds: Callable[..., bool]


def best(faces: Sequence[int], many: int = 1) -> int:
    return sum(sorted(faces)[-many:])


def worst(faces: Sequence[int], many: int = 1) -> int:
    return sum(sorted(faces)[:many])


def tens(faces: Sequence[int]) -> int:
    return sum(2 if f == 10 else 1 if f >= 7 else -1 if f == 1 else 0 for f in faces)


def low(faces: Sequence[int]) -> int:
    return sum(f for f in faces if f <= 3)


ASKED = [
    Asked("bands", "move is Miss", [D6] * 2, lambda *f: sum(f) <= 6),
    Asked("bands", 'move(2) is "Partial hit"', [D6] * 2, lambda *f: 7 <= sum(f) + 2 <= 9),
    Asked("bands", "move(stat=-1) is Hit", [D6] * 2, lambda *f: sum(f) - 1 >= 10),
    Asked("bands", "move(1, edge=1) is Hit", [D6] * 3, lambda *f: best(f, 2) + 1 >= 10),
    Asked("bands", "move(1, setback=1) is Miss", [D6] * 3, lambda *f: worst(f, 2) + 1 <= 6),
    Asked("bands", "move(1) is any success", [D6] * 2, lambda *f: sum(f) + 1 >= 7),
    Asked("twenty", "attack(5) >= 15", [D20], lambda a: a + 5 >= 15),
    Asked("twenty", "attack(5, advantage=1) >= 15", [D20] * 2, lambda *f: max(f) + 5 >= 15),
    Asked("twenty", "attack(5, disadvantage=1) >= 15", [D20] * 2, lambda *f: min(f) + 5 >= 15),
    Asked("twenty", "attack(5, 12) is Hit", [D20], lambda a: 1 < a < 20 and a + 5 >= 12),
    Asked("twenty", "attack(-9, 30) is Critical", [D20], lambda a: a == 20),
    Asked("twenty", "attack(20, advantage=1) is Fumble", [D20] * 2, lambda *f: max(f) == 1),
    Asked(
        "twenty",
        "attack(3, 16, disadvantage=1) is any hits",
        [D20] * 2,
        lambda *f: min(f) == 20 or (min(f) > 1 and min(f) + 3 >= 16),
    ),
    Asked("tens", "pool(3) >= 2", [D10] * 3, lambda *f: tens(f) >= 2),
    Asked("tens", "pool(4) = 0", [D10] * 4, lambda *f: tens(f) == 0),
    Asked(
        "tens",
        "pool(4) is Botch",
        [D10] * 4,
        lambda *f: 1 in f and all(face < 7 for face in f),
    ),
    Asked(
        "tens",
        "pool(4) is Failure",
        [D10] * 4,
        lambda *f: tens(f) <= 0 and not (1 in f and all(face < 7 for face in f)),
    ),
    Asked("lowfaces", "hit(4) >= 5", [D6] * 4, lambda *f: low(f) >= 5),
    Asked("lowfaces", "hit(3, armour=2) <= 0", [D6] * 3, lambda *f: low(f) <= 2),
    Asked("bestthree", "ability >= 15", [D6] * 4, lambda *f: best(f, 3) >= 15),
    Asked("bestthree", "ability = 18", [D6] * 4, lambda *f: best(f, 3) == 18),
    Asked("percent", "skill(55) is Failure", [PERCENT], lambda a: 55 < a < 100),
    Asked("percent", "skill(55) is Fumble", [PERCENT], lambda a: a == 100),
    Asked("percent", "skill(49) is Fumble", [PERCENT], lambda a: a >= 96),
    Asked("percent", "skill(55) is Regular", [PERCENT], lambda a: 27.5 < a <= 55),
    Asked("percent", "skill(55) is Hard", [PERCENT], lambda a: 11 < a <= 27),
    Asked("percent", "skill(55) is Extreme", [PERCENT], lambda a: 1 < a <= 11),
    Asked("percent", "skill(55) is any success", [PERCENT], lambda a: a <= 55),
    Asked("highest", "act(0) is Failure", [D6] * 2, lambda *f: min(f) <= 3),
    Asked("highest", "act(0) is Success", [D6] * 2, lambda *f: min(f) == 6),
    Asked("highest", "act(0) is Critical", [D6] * 2, lambda *f: len(f) > 2),
    Asked("highest", "act(1) is Success", [D6], lambda a: a == 6),
    Asked("highest", "act(3) is Critical", [D6] * 3, lambda *f: f.count(6) >= 2),
    Asked("highest", "act(3) is Success", [D6] * 3, lambda *f: f.count(6) == 1),
    Asked("highest", "act(3) is Partial", [D6] * 3, lambda *f: max(f) in (4, 5)),
    Asked("highest", "act(4) is any success", [D6] * 4, lambda *f: max(f) >= 4),
    Asked(
        "glitch",
        "test(4) is Glitch",
        [D6] * 4,
        lambda *f: f.count(1) >= 2 and any(face >= 5 for face in f),
    ),
    Asked(
        "glitch",
        'test(5) is "Critical glitch"',
        [D6] * 5,
        lambda *f: f.count(1) >= 2.5 and all(face < 5 for face in f),
    ),
    Asked(
        "glitch",
        "test(5) is Success",
        [D6] * 5,
        lambda *f: f.count(1) < 2.5 and any(face >= 5 for face in f),
    ),
    Asked("fate", "overcome(3, 2) is Succeed", [FATE] * 4, lambda *f: 2 < sum(f) + 3 < 5),
    Asked("fate", "overcome(3, 2) is Tie", [FATE] * 4, lambda *f: sum(f) + 3 == 2),
    Asked("fate", "overcome(2) meets Great", [FATE] * 4, lambda *f: sum(f) + 3 >= 4),
    Asked("doubles", "hand(4) is Pair", [D6] * 4, lambda *f: max(map(f.count, f)) == 2),
    Asked("doubles", "hand(5) is More", [D6] * 5, lambda *f: max(map(f.count, f)) >= 4),
    Asked("doubles", "stress(2, 2) is Panic", [D6] * 4, lambda *f: 1 in f[2:]),
    Asked(
        "doubles",
        "stress(2, 2) is Success",
        [D6] * 4,
        lambda *f: 6 in f and 1 not in f[2:],
    ),
]
for skill in (3, 8, 10, 14, 15, 16, 18):
    ASKED += [
        Asked(
            "threedice",
            f'skill({skill}) is "Critical success"',
            [D6] * 3,
            lambda *f, s=skill: sum(f) <= (6 if s >= 16 else 5 if s >= 15 else 4),
        ),
        Asked(
            "threedice",
            f'skill({skill}) is "Critical failure"',
            [D6] * 3,
            lambda *f, s=skill: sum(f) >= (17 if s <= 15 else 18) or sum(f) >= s + 10,
        ),
    ]


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked.game}:{asked.query}")
def test_a_further_game_answers_as_counting_every_roll_does(
    game: Callable[[str], Rules], every: Any, asked: Asked
) -> None:
    wanted = every.roll(asked.dice, asked.holds).get(True, Fraction(0))
    assert game(asked.game).ask(asked.query).probability == wanted


BOON = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (0, 2, 0), (1, 0, 1)]
BANE = [(0, 0, 0), (-1, 0, 0), (0, -1, 0), (-1, -2, 0)]


def test_faces_may_show_several_signs_at_once(game: Callable[[str], Rules], every: Any) -> None:
    def read(*faces: tuple[int, int, int]) -> str:
        value, luck, star = map(sum, zip(*faces, strict=True))
        if value <= 0:
            return "Worse" if luck < 0 else "Failure"
        return "Star" if star else "Lucky" if luck > 0 else "Success"

    rules = game("signs")
    assert rules.ask("task(2, 2)").outcomes == every.roll([BOON] * 2 + [BANE] * 2, read)
    counts = every.roll([BOON] * 3 + [BANE], lambda *f: sum(face[0] for face in f))
    assert rules.ask("task(3, 1)").counts == counts
    assert rules.judge("task(2, 1) on 7 5 4")[2:] == (1, "Star")


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("signs", "task(3, 2)"),
        ("hungry", "pool(4, 2, 3)"),
        ("march", "move(1)"),
        ("bands", "move(1)"),
        ("twenty", "attack(3, 16, advantage=1)"),
        ("tens", "pool(5)"),
        ("percent", "skill(64)"),
        ("highest", "act(0)"),
        ("highest", "act(4)"),
        ("glitch", "test(6)"),
        ("threedice", "skill(15)"),
        ("fate", "overcome(2, 1)"),
        ("doubles", "hand(4)"),
        ("doubles", "stress(2, 3)"),
        ("steps", "raise(2)"),
    ],
)
def test_the_named_outcomes_share_out_to_one(
    game: Callable[[str], Rules], name: str, call: str
) -> None:
    outcomes = game(name).ask(call).outcomes
    assert outcomes is not None
    assert sum(outcomes.values()) == 1


def reach(sides: int, target: int) -> Fraction:
    """The chance that a die whose top face rolls again and adds comes to the target."""
    if target <= 0:
        return Fraction(1)
    share = Fraction(1, sides)
    below = sum(share for face in range(1, sides) if face >= target)
    return below + share * (reach(sides, target - sides) if target > sides else 1)


@pytest.mark.parametrize("step", range(5))
@pytest.mark.parametrize("target", [1, 3, 4, 6, 8, 12, 13, 25])
def test_a_step_die_that_explodes_meets_its_target_as_recursion_says(
    game: Callable[[str], Rules], step: int, target: int
) -> None:
    sides = 4 + 2 * step
    rules = game("steps")
    assert rules.ask(f"trait({step}) >= {target}").probability == reach(sides, target)
    asked = rules.ask(f"raise({step}, target={target}) is Raise")
    assert asked.probability == reach(sides, target + 4)


@pytest.mark.parametrize("target", [2, 4, 6, 7, 10, 15])
def test_a_trait_die_beside_a_wild_die_fails_only_where_both_fail(
    game: Callable[[str], Rules], target: int
) -> None:
    asked = game("steps").ask(f"wild(2) >= {target}")
    assert asked.probability == 1 - (1 - reach(8, target)) * (1 - reach(6, target))
    assert asked.exact


def test_how_long_slots_last_is_what_following_every_hazard_says(
    game: Callable[[str], Rules],
) -> None:
    def going(state: frozenset[int], rounds: int) -> Fraction:
        """The chance that the slots still take every hazard of so many rounds."""
        if not rounds:
            return Fraction(1)
        chance = Fraction(0)
        for face in D6:
            own = 2 if face == 1 else 1 if face <= 3 else 0 if face == 4 else None
            if own is None:
                chance += Fraction(1, 6) * going(state, rounds - 1)
                continue
            free = [slot for slot in (0, 1, 2) if slot >= own and slot not in state]
            if free:
                chance += Fraction(1, 6) * going(state | {free[0]}, rounds - 1)
        return chance

    rules = game("slots")
    for rounds in range(6):
        wanted = 1 - going(frozenset(), rounds)
        assert rules.ask(f"lasting <= {rounds}").probability == wanted
    assert rules.ask("lasting mean").value > rules.ask("lasting(0) median").value


def test_skills_read_as_a_share_round_as_the_book_says(game: Callable[[str], Rules]) -> None:
    rules = game("percent")
    for skill in (7, 24, 50, 99):
        half = Fraction(ceil(Fraction(skill + 1, 2)) - 1, 100)
        hard = rules.ask(f"skill({skill}) is Hard").probability
        extreme = rules.ask(f"skill({skill}) is Extreme").probability
        critical = rules.ask(f"skill({skill}) is Critical").probability
        assert hard is not None
        assert extreme is not None
        assert critical is not None
        assert hard + extreme + critical == half
