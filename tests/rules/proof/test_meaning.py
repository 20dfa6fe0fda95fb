"""Random rules files written in other ways that mean the same: every answer is the same.

Keys, arguments, parameters and exclusive outcomes in another order, other names, a file split by
`extends`, a check that is like another, the sides of an opposed check exchanged.
"""

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.rules import RulesError, load
from tests.support.cases import cases_of

from .test_checks_of_checks import Played
from .test_further_words import chosen, going_on, pushed, sets
from .words import game_words
from .writing import Writer, is_one_kind, written

CASES = cases_of(__file__)

Table = Mapping[str, Any]
ORDERED = ("outcomes", "faces")  # whose order means something
NAMES = CASES["names"]


class Asked(NamedTuple):
    """A file and the question for one of its checks."""

    game: Table
    check: str
    args: Table

    def question(self, chance: random.Random) -> str:
        """The question, its arguments in any order."""
        given = [f"{name}={value}" for name, value in self.args.items()]
        return f"{self.check}({', '.join(chance.sample(given, len(given)))})"


def turned(value: Any, chance: random.Random, key: str = "") -> Any:
    """The value with the keys of every table in another order."""
    if isinstance(value, dict) and key not in ORDERED:
        keys = chance.sample(list(value), len(value))
        return {each: turned(value[each], chance, each) for each in keys}
    return value


def answers(folder: Path, game: Table | str, question: str) -> Any:
    """Everything that the rules answer, or that they refuse it."""
    path = folder / "rules.toml"
    path.write_text(game if isinstance(game, str) else written(dict(game)), encoding="utf-8")
    rules = load(path)
    found: dict[str, Any] = {}
    for event in ("", " mean", " >= 2", " median", " is any of"):
        try:
            found[event] = {**rules.ask(f"{question}{event}").as_json(), "query": ""}
        except RulesError as error:
            found[event] = "open" if "is open" in str(error) else "refused"
    return found


def with_check(asked: Asked, check: Table, **others: Table) -> dict[str, Any]:
    """The file with another check in place of its own, and with further ones."""
    return {**asked.game, "check": {**asked.game["check"], asked.check: check, **others}}


def in_another_order(asked: Asked, folder: Path, chance: random.Random) -> Any:
    """The keys of every table, and the arguments, in another order."""
    return answers(folder, turned(dict(asked.game), chance), asked.question(chance))


def renamed(asked: Asked, folder: Path, chance: random.Random) -> Any:
    """Other names for the check, its parameters, its readings, the dice and their signs."""
    pattern = re.compile(rf"(?<![\w'])({'|'.join(NAMES)})(?![\w']|-\w)")

    def other(text: str) -> str:
        return pattern.sub(lambda match: NAMES[match[1]], text)

    return answers(folder, other(written(dict(asked.game))), other(asked.question(chance)))


def split(asked: Asked, folder: Path, chance: random.Random) -> Any:
    """Some keys in a file that this one builds on, where others have another value."""
    whole = game_words(asked.game)
    check = dict(whole["check"][asked.check])
    below: dict[str, Any] = {"roll": "d4 + 7"}
    for key in list(check):
        if key in ("takes", "readings") and isinstance(check[key], dict):
            kept = {each for each in check[key] if chance.random() < 0.5}
            below[key] = {k: v for k, v in check[key].items() if k in kept}
            check[key] = {k: v for k, v in check[key].items() if k not in kept}
        elif key != "roll" and chance.random() < 0.5:
            below[key] = check.pop(key)
    base = {**whole, "check": {**whole["check"], asked.check: below}}
    (folder / "base.toml").write_text(written(base), encoding="utf-8")
    game = {"extends": "base.toml", "check": {asked.check: check}}
    return answers(folder, game, asked.question(chance))


def like_another(asked: Asked, folder: Path, chance: random.Random) -> Any:
    """A check that is like another one, and has some of the keys itself."""
    check = dict(game_words(asked.game)["check"][asked.check])
    own = {"outcomes"} | ({"result"} if chance.random() < 0.5 else set())
    if "aim" in check or " when " in str(check.get("roll")):  # which may look at outcomes
        own = set()
    other = {key: value for key, value in check.items() if key not in own}
    check = {key: value for key, value in check.items() if key in own}
    game = with_check(asked, {"roll": "first-one", **check}, **{"first-one": other})
    return answers(folder, game, asked.question(chance))


WAYS: tuple[Callable[[Asked, Path, random.Random], Any], ...] = (
    *(in_another_order, renamed, split, like_another),
)


def random_file(seed: int) -> Asked:
    """A file over the whole vocabulary, often with dice of several kinds of which some are kept."""
    rare = ("several kinds", "keep", "among", "of", "word looks") if seed % 2 else ()
    writer = Writer(seed, rare)
    writer.game["check"]["x"] = writer.check()
    return Asked(writer.game, "x", writer.args)


def means_the_same(asked: Asked, folder: Path, chance: random.Random) -> None:
    meant = answers(folder, asked.game, asked.question(chance))
    for way in WAYS:
        assert way(asked, folder, chance) == meant, (way.__name__, written(dict(asked.game)))


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_files_written_otherwise(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 20):
        means_the_same(random_file(seed), tmp_path, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 3_000, 250))
def test_many_files_written_otherwise(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 250):
        means_the_same(random_file(seed), tmp_path, random.Random(seed))


@pytest.mark.parametrize("kind", [chosen, going_on, pushed, sets])
def test_further_words_written_otherwise(kind: Callable[[Played], Any], tmp_path: Path) -> None:
    for seed in range(4):
        played = Played(seed, tmp_path)
        kind(played)
        means_the_same(Asked(played.game, "y", {}), tmp_path, random.Random(seed))


BANDS = {"Low": "<= 1", "Mid": "2-3", "High": "4-6", "Top": ">= 7"}


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_exclusive_outcomes_in_any_order(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 20):
        asked, chance = random_file(seed), random.Random(seed)
        check = asked.game["check"]["x"]
        natural = ["natural "] if is_one_kind(check["roll"]) else []
        word = chance.choice(["", *natural, "highest ", "same "])
        found = []
        for _ in range(2):
            names = chance.sample(list(BANDS), len(BANDS))
            bands = {
                name: f"{word}>= 2 and {word}<= 3" if name == "Mid" and word
                else f"{word}>= 4 and {word}<= 6" if name == "High" and word
                else f"{word}{BANDS[name]}"
                for name in names
            }  # fmt: skip
            game = with_check(asked, {**check, "outcomes": bands})
            found.append(answers(tmp_path, game, asked.question(chance)))
        assert found[0] == found[1], written(dict(asked.game))


def sides(roll: str, **outcomes: str) -> dict[str, Any]:
    """An opposed check."""
    return {"roll": roll, "takes": {"a": {}, "b": {}}, "outcomes": {**outcomes, "Draw": "= 0"}}


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_sides_exchanged(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 20):
        asked, chance = random_file(seed), random.Random(seed)
        others: dict[str, Any] = {
            "bout": sides("a - b", A="> 0", B="< 0"),
            "back": sides("b - a", A="< 0", B="> 0"),
            "other": {"roll": {"d4": 1, "d6": 1}},
        }
        game = with_check(asked, asked.game["check"]["x"], **others)
        here = asked.question(chance)
        first = answers(tmp_path, game, f"bout({here}, other)")[""]
        second = answers(tmp_path, game, f"back(other, {here})")[""]
        if isinstance(first, str):
            assert first == second
            continue
        assert first["outcomes"] == second["outcomes"], written(game)
        assert first["counts"] == {
            str(-int(value)): share for value, share in reversed(second["counts"].items())
        }
