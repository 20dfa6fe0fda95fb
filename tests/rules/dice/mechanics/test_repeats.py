"""A check repeated until its slots are full, against following every repetition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules
from sphinxext.rulebook.rules.explain.game import explain
from tests.support.work import calls

Stated = Callable[..., Rules]

ANSWERS = ["NO! AND...", "NO!", "NO! BUT...", "YES! BUT...", "YES!", "YES! AND..."]
FACES = {"black": [0, 0, 1, 1, 2, 3], "red": [0, 1, 1, 2, 3, 4], "blue": [2, 3, 4, 4, 5, 5]}
SLOT = {2: 0, 1: 1, 0: 2}  # Mild, Moderate, Severe


def survives(faces: list[int], rounds: int) -> Fraction:
    """The chance that every one of so many risks still finds a slot or does no harm."""

    def go(state: frozenset[int], left: int) -> int:
        if not left:
            return 1
        ways = 0
        for face in faces:
            if face > 2:
                ways += go(state, left - 1)
                continue
            free = [slot for slot in range(SLOT[face], 3) if slot not in state]
            if free:
                ways += go(state | {free[0]}, left - 1)
        return ways

    return Fraction(go(frozenset(), rounds), len(faces) ** rounds)


@pytest.mark.parametrize("die", FACES)
def test_how_many_risks_until_the_character_is_taken_out(game: Any, die: str) -> None:
    rules = game("narrative")
    for rounds in range(6):
        wanted = 1 - survives(FACES[die], rounds)
        assert rules.ask(f"taken-out({die}) <= {rounds}").probability == wanted
        before = survives(FACES[die], max(0, rounds - 1)) if rounds else Fraction(1)
        exactly = before - survives(FACES[die], rounds) if rounds else 0
        assert rules.ask(f"taken-out({die}) = {rounds}").probability == exactly


@pytest.mark.parametrize("die", FACES)
def test_the_mean_is_the_sum_of_the_tails(game: Any, die: str) -> None:
    rules = game("narrative")
    mean = rules.ask(f"taken-out({die}) mean").value
    tails = sum(
        (rules.ask(f"taken-out({die}) >= {k}").probability for k in range(1, 400)), Fraction(0)
    )
    assert 0 <= mean - tails < Fraction(1, 10**12)


def test_the_whole_distribution_starts_at_one_and_has_no_end(game: Any) -> None:
    counts = game("narrative").ask("taken-out(red)").counts
    assert next(iter(counts)) == 1
    assert counts.tail is not None
    assert list(counts.named())[-1] == f">={counts.tail}"
    assert sum(counts.values()) == 1


RACE = """
[check.round]
roll = { d3 = 1 }
outcomes = { Mine = "= 1", Yours = "otherwise" }

[check.race]
repeats = "round"
takes = { mine = {}, yours = {} }
changes = { Mine = { mine = 1 }, Yours = { yours = 1 } }
ends = "mine >= WINS or yours >= WINS"
outcomes = { Won = "mine > yours", Lost = "otherwise" }
"""


def test_a_long_race_is_exact_and_quick(stated: Stated) -> None:
    wins = 60
    rules = stated(RACE.replace("WINS", str(wins)))
    p, q = Fraction(1, 3), Fraction(2, 3)
    won = sum((comb(wins - 1 + k, k) * p**wins * q**k for k in range(wins)), Fraction(0))
    assert calls(lambda: rules.ask("race is Won")) < 3_000_000
    assert rules.ask("race is Won").probability == won
    few = stated(RACE.replace("WINS", "2"))
    assert few.ask("race mean").value == 2 + 2 * p * q


def test_a_race_beyond_all_bounds_is_refused_at_once(stated: Stated, refused: Any) -> None:
    rules = stated(RACE.replace("WINS", "900"))
    assert "let its outcomes change less ('effort' in the rules file" in refused(rules, "race mean")


BRAWL = """
[check.punch]
roll = { d6 = 1 }
[check.punch.outcomes]
Miss = "< 3"
Hit = { when = "< 6", result = "value" }
Crit = { when = "otherwise", result = "d4 + 6" }
[check.brawl]
repeats = "punch"
takes = { health = { default = 9 }, guard = {} }
changes.Miss.guard = "min(guard + 1, 2)"
changes.Hit.health = "health - max(0, value - guard)"
changes.Crit = { health = "health - value", guard = "0" }
ends = "health = 0"
"""


def test_outcomes_change_parameters_by_what_the_check_came_to(stated: Callable[..., Rules]) -> None:
    rules = stated(BRAWL)
    hits = [(v, False, Fraction(1, 6)) for v in (3, 4, 5)]
    hits += [(v + 6, True, Fraction(1, 24)) for v in (1, 2, 3, 4)]
    state, ended = Counter({(9, 0): Fraction(1)}), Fraction(0)
    for rounds in range(1, 7):
        after: Counter[tuple[int, int]] = Counter()
        for (health, guard), chance in state.items():
            after[health, min(guard + 1, 2)] += chance / 3
            for harm, crit, share in hits:
                left = health - (harm if crit else max(0, harm - guard))
                after[max(0, left), 0 if crit else guard] += chance * share
        ended += sum(chance for (health, _), chance in after.items() if not health)
        state = Counter({place: chance for place, chance in after.items() if place[0]})
        assert rules.ask(f"brawl <= {rounds}").probability == ended
    assert "Hit: health becomes health - max(0, value - guard)." in explain(rules.game())
    assert "Here value is the number that punch came to that time." in explain(rules.game())


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        ("-value", "a text replaces 'health'; to change it by so much, write 'health - value'"),
        ("health - harm", "no parameter named 'harm'"),
        ("health - d6", "dice in a formula belong to an outcome's own 'result'"),
        ("health -", "there should be a number or a parameter"),
    ],
)
def test_a_change_that_cannot_be_reckoned_is_a_mistake(
    mistakes: Callable[..., list[str]], formula: str, line: str
) -> None:
    found = mistakes(BRAWL.replace("health - max(0, value - guard)", formula))
    assert any(line in one for one in found), found


def test_a_value_without_end_changes_nothing(
    stated: Callable[..., Rules], refused: Callable[[Rules, str], str]
) -> None:
    endless = BRAWL.replace("{ d6 = 1 }", '{ d6 = 1, again = "6" }').replace("d4 + 6", "value")
    rules = stated(endless)
    assert "'punch' has no end, so 'brawl' cannot change by its value" in refused(
        rules, "brawl mean"
    )
