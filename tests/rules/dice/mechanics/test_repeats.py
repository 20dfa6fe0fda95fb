"""A check repeated until its slots are full, against following every repetition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

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
