"""Dice thrown on a page are judged as the rules judge them, and fall as the odds say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sphinxext.rulebook.live.readers import RULE_WORDS
from sphinxext.rulebook.live.throws import (
    CHECK_WORDS,
    DIE_WORDS,
    FACES_WORDS,
    KEEP_WORDS,
    PARAMETER_WORDS,
    ROLL_WORDS,
)
from sphinxext.rulebook.rules import Rules, load, load_game
from sphinxext.rulebook.rules.model.faces import Faces
from sphinxext.rulebook.rules.model.game import Check, Parameter
from sphinxext.rulebook.rules.model.reading import Reading
from sphinxext.rulebook.rules.model.roll import Die, Keep, Roll
from tests.live.games import MAKES, game
from tests.live.thrown import Trial, differences, thrown_by_the_page, trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHIPPED = [
    ("uwr", "direct", "dice = 1..6, favor = 0..4, rerolls = 0..3, difficulties"),
    ("uwr", "direct", "dice = 1, 1.5, 2.5"),
    ("uwr", "opposed(direct(4), direct(3))", "first.dice = 1..4, second.favor = 0..2"),
    ("fons", "direct", "dice = 1..6, difficulties"),
    ("unnamed", "pull", "traits = 0..3, aspects = 0..3, burned_aspects = 0..2, penalty = 0..2"),
    ("unnamed", "pull", "skills = 0..2, burned_traits = 0..2, bonus = 0..2, stunt = 0..1"),
    ("arrata", "stat", "quality = all, dice = 1..6, advantage = 0..2"),
    ("arrata", "stat", "quality = all, dice = 0..6, disadvantage = 0..3"),
    ("arrata", "opposed(stat(B5, advantage=1), stat(A4))", "actor.dice = 1..5"),
    ("narrative", "action", "die = all"),
    ("narrative", "action-d6", "level = all"),
    ("narrative", "applying", "die = all"),
    ("narrative", "resisting", "die = all"),
    ("narrative", "taken-out", "die = all"),
    ("uwr", "4d6kh3+2", ""),
    ("uwr", "3d6!-1d4", ""),
    ("uwr", "2d6*5+4dF", ""),
    ("uwr", "d66", ""),
    ("uwr", "5d8kl2", ""),
]  # fmt: skip


def shipped() -> list[Trial]:
    """An explorer of each check of each game that ships, and of plain dice."""
    found = [
        trial(load_game(name), check, dials, n) for n, (name, check, dials) in enumerate(SHIPPED)
    ]
    assert all(found)
    return [one for one in found if one is not None]


def made_up(folder: Path, seeds: range) -> list[Trial]:
    """Explorers of random rules files, one for each check that can be asked."""
    found: list[Trial | None] = []
    for seed in seeds:
        path = folder / f"game{seed}.toml"
        path.write_text(game(seed), "utf-8")
        rules = load(path)
        for name, check in rules.game().checks.items():
            number = 1000 * (seed + 1) + len(found)
            asked, dials = name, ""
            if check.versus:
                sides = (f"{name}-side", f"{name}-test", name.replace("-clash", "-pool"))
                side = next(one for one in sides if one in rules.game().checks)
                asked = f"{name}({side}(4), {side}(3))"
                if side.endswith("-test"):  # fewer than all its skills
                    dials = "mine.skill = 3..6, mine.mood = all, yours.skill = 4..6"
            found.append(trial(rules, asked, dials, number))
    return [one for one in found if one is not None]


def test_every_shipped_game_is_judged_alike(chromium: Browser, tmp_path: Path) -> None:
    with thrown_by_the_page(chromium, tmp_path, shipped(), settings=30, many=10) as found:
        wrong = [line for one, picks, throws in found for line in differences(one, picks, throws)]
        assert wrong == []
        assert {one.id for one, _, _ in found} == {f"trial-{n}" for n in range(len(SHIPPED))}


def test_random_games_are_judged_alike(chromium: Browser, tmp_path: Path) -> None:
    trials = made_up(tmp_path, range(6))
    with thrown_by_the_page(chromium, tmp_path, trials, settings=12, many=4) as found:
        wrong = [line for one, picks, throws in found for line in differences(one, picks, throws)]
        assert wrong == []
        assert sum(len(throws) for _, _, throws in found) > 500


@pytest.mark.slow
def test_fifty_random_games_are_judged_alike(chromium: Browser, tmp_path: Path) -> None:
    trials = made_up(tmp_path, range(50))
    with thrown_by_the_page(chromium, tmp_path, trials, settings=20, many=5) as found:
        wrong = [line for one, picks, throws in found for line in differences(one, picks, throws)]
        assert wrong == []
        assert sum(len(throws) for _, _, throws in found) > 10_000


def rules_of(text: str, folder: Path) -> Rules:
    """The rules that a text states."""
    path = folder / "rules.toml"
    path.write_text(text, "utf-8")
    return load(path)


def test_the_random_games_use_every_make(tmp_path: Path) -> None:
    used = " ".join(game(seed) for seed in range(24))
    assert len(MAKES) == 23
    for word in ("keep", "reroll", "again", "readings", "result", "versus", "repeats", "rolls",
                 "luck", "step", "cancels", "half", "worth", "widen", "times", "among", "every",
                 "tries", "degree", "weapon again", "ends", "changes", "beats", "ties", "against",
                 "outcome is", "rounds", "push", "choose", "groups", "width", "continues",
                 "of 2d6"):  # fmt: skip
        assert word in used


def test_a_page_knows_every_word_of_a_check_or_has_no_button() -> None:
    """A word that is new to the rules is either taught to the page or listed here."""
    assert {*Check._fields} == CHECK_WORDS
    assert {*Keep._fields} == KEEP_WORDS
    assert {*Parameter._fields} == PARAMETER_WORDS
    assert {*Faces._fields} == FACES_WORDS
    assert {*Die._fields} == DIE_WORDS
    assert {*Reading._fields} == RULE_WORDS
    assert {*Roll.__slots__} == ROLL_WORDS
