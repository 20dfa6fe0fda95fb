"""Opposed checks, tries, repetitions and outcomes that come to something, against their play."""

import random
from collections import Counter
from collections.abc import Callable, Collection
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook.rules import Rules, load
from tests.support.cases import cases_of

from . import playing
from .counting import Cases, Counted
from .test_every_roll import held_against
from .writing import written

CASES = cases_of(__file__)

OPS = (">=", "<=", "=", "!=", ">", "<")


class Played:
    """A game of two checks and more, the same for the same seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.folder = folder
        self.game: dict[str, Any] = {"check": {"skill": CASES["skill"], "pool": CASES["pool"]}}
        self.calls = [("skill", self.pick(0, 1, 2)), ("pool", self.pick(1, 2))]

    def pick(self, *options: Any) -> Any:
        """One of several."""
        return self.chance.choice(options)

    def side(self) -> tuple[str, Cases, list[str]]:
        """A check with an argument: how it is asked, its cases, its outcomes in order."""
        name, number = self.pick(*self.calls)
        check = self.game["check"][name]
        (parameter,) = check["takes"]
        cases = Counted(self.game, check, {parameter: number}).cases()
        return f"{name}({number})", cases, list(check["outcomes"])

    def load(self, check: dict[str, Any]) -> tuple[Rules, str]:
        """The rules with one more check, and their text."""
        self.game["check"]["y"] = check
        text = written(self.game)
        path = self.folder / "rules.toml"
        path.write_text(text, encoding="utf-8")
        return load(path), text


def shares(cases: Cases, names: Collection[str]) -> dict[str, Fraction]:
    """Return the chance of each outcome."""
    return {
        name: sum((c for (outcome, _), c in cases.items() if outcome == name), Fraction())
        for name in names
    }


def versus(played: Played) -> str:
    """Two sides, compared by their margin, their outcomes and their numbers."""
    forms = ("{}", "a beats b {}", "b beats a {}", "a ties b {}", "a {}", "b {}", "a - b {}")
    words = ("a is Good and value {}", "b is Bad or a is Fair or value {}")
    when = [
        played.pick(*forms, *words).format(f"{played.pick(*OPS)} {played.pick(-1, 0, 1, 3)}")
        for _ in range(2)
    ]
    check = {
        "roll": "a - b",
        "takes": {"a": {}, "b": {}},
        "outcomes": {"One": when[0], "Two": when[1], "X": "otherwise"},
    }
    first, second = played.side(), played.side()
    rules, text = played.load(check)
    sides = [("a", *first[1:]), ("b", *second[1:])]
    cases = playing.opposed(check, sides)
    held_against(rules, f"y({first[0]}, {second[0]})", cases, text)
    return "versus"


def tries(played: Played) -> str:
    """The best or the worst of two or three."""
    call, cases, names = played.side()
    word, many = played.pick("best", "worst"), played.pick(2, 3)
    name, number = call[:-1].split("(")
    end = "highest" if word == "best" else "lowest"
    check = {"roll": f"{many} {name} keep {end}"}
    rules, text = played.load(check)
    wanted = playing.tried(cases, names, many, best=word == "best")
    held_against(rules, f"y({number})", wanted, text)
    return f"tries {word}"


def slots(played: Played) -> str:
    """Until the slots are full, or beyond."""
    call, cases, names = played.side()
    some = played.chance.sample(names, played.pick(1, 2, 3))
    check: dict[str, Any] = {"repeats": call, "slots": some}
    if played.pick(True, False):
        check["ends"] = played.pick("full", "beyond")
    chances = {
        one: sum((c for (o, _), c in cases.items() if o == one), Fraction()) for one in names
    }
    if not any(chances[one] for one in some):
        return "nothing"
    rules, text = played.load(check)
    reachable = [i for i, one in enumerate(some) if any(chances[o] for o in some[: i + 1])]
    if check.get("ends") == "full" and len(reachable) < len(some):
        return "nothing"
    ends = playing.with_slots(check, chances, 5)
    for count, chance in enumerate(ends, 1):
        assert rules.ask(f"y = {count}").probability == chance, text
    return f"slots {check.get('ends', 'beyond')}"


def states(played: Played) -> str:
    """While outcomes change what is counted."""
    call, cases, names = played.side()
    check: dict[str, Any] = {
        "repeats": call,
        "takes": {"up": {"most": 3, "default": 0}, "down": {"default": 2}},
        "changes": {
            names[-1]: {"up": 1},
            names[0]: {"down": -1, "up": played.pick(-1, 2)},
            names[1]: played.pick({}, {"up": 2}, {"down": -1}),
        },
        "outcomes": {"Won": "up >= 2", "Last": "outcome is Bad", "X": "otherwise"},
    }
    used = "ends"
    if played.pick(True, False):
        check["ends"] = played.pick("up >= 2 or down = 0", "down <= 0 or outcome is Good")
    if "ends" not in check or played.pick(True, False):
        check["times"] = played.pick(2, 3, 4)
        used = "times"
    if "times" in check and played.pick(True, False):
        check["result"] = played.pick("up - down", "2 * up")
    chances = {
        one: sum((c for (o, _), c in cases.items() if o == one), Fraction()) for one in names
    }
    rules, text = played.load(check)
    found = playing.with_state(check, {"up": 0, "down": 2}, chances, 5)
    if "times" in check:
        whole = playing.added([pair for each in found for pair in each.items()])
        held_against(rules, "y", whole, text)
        return used
    for count, each in enumerate(found, 1):
        assert rules.ask(f"y = {count}").probability == sum(each.values()), text
    for name in check["outcomes"]:
        seen = sum(c for each in found for (one, _), c in each.items() if one == name)
        rest = 1 - sum(c for each in found for c in each.values())
        asked = rules.ask(f"y is {name}").probability
        assert seen <= asked <= seen + rest, text
    assert sum((rules.ask("y").outcomes or {}).values()) == 1, text
    return used


def results(played: Played) -> str:
    """Outcomes that come to something."""
    words = [
        "d4",
        "d3 + d3",
        "value",
        "down(natural / 2)",
        "skill + d2",
        "d4 * 2",
        "max(value, d4)",
    ]
    check = {
        "roll": {"d6": 2, "keep": played.pick("highest 1", "lowest 1", "highest 2")},
        "takes": {"skill": {"each": {"add": 1}}},
        "outcomes": {
            "Best": {"when": "natural >= 6", "result": played.pick(*words)},
            "Fair": {"when": ">= skill + 3", "result": played.pick(*words)},
            "Poor": {"when": "otherwise", "result": "0"},
        },
    }
    skill = played.pick(0, 2)
    rules, text = played.load(check)
    counted = Counted(played.game, check, {"skill": skill})
    ways = [({"skill": skill, **counted.known(way.dice)}, way.chance) for way in counted.ways()]
    held_against(rules, f"y({skill})", playing.with_results(check, ways), text)
    return "result of an outcome"


KINDS: tuple[Callable[[Played], str], ...] = (versus, tries, slots, states, results)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_games(kind: Callable[[Played], str], tmp_path: Path) -> None:
    for seed in range(25):
        kind(Played(seed, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_way_in_five_hundred_games(kind: Callable[[Played], str], tmp_path: Path) -> None:
    used: Counter[str] = Counter()
    seed = 1_000
    while not used or min(used.values()) < 500:
        word = kind(Played(seed, tmp_path))
        if word != "nothing":
            used[word] += 1
        seed += 1
        assert seed < 9_000, used
