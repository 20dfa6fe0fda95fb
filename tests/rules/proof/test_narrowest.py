"""The narrowest outcome counts: random conditions on throws, given and rolled numbers, tallies.

Which of two conditions is narrower is found by trying both on all numbers that may be given and
shown; nothing of the engine is used for that.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.rules import RulesError, load

from .counting import Cases, holds
from .test_every_roll import held_against
from .writing import written

Known = Mapping[str, Any]
BOX = range(-3, 14)  # of results, which no condition bounds
OPS = (">=", "<=", "=", "!=", ">", "<")


class Asked(NamedTuple):
    """A check without outcomes, the numbers it may be given, and all that may be thrown."""

    check: Mapping[str, Any]
    given: Mapping[str, range]
    shown: Mapping[str, Sequence[Any]]  # each by itself
    atoms: Sequence[str]
    throws: Callable[[Known], Iterable[tuple[Known, Fraction]]]  # with so much given
    others: Mapping[str, Any] = {}


def all_of(each: Mapping[str, Iterable[Any]]) -> list[Known]:
    """Return every way to choose one of each."""
    return [dict(zip(each, chosen, strict=True)) for chosen in product(*each.values())]


def narrower(asked: Asked, texts: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return the pairs of which the first outcome lies within the second one, equal ones twice."""
    seen = [
        [
            [holds(text, {**given, **shown}) for text in texts.values()]
            for shown in all_of(asked.shown)
        ]
        for given in all_of(asked.given)
    ]

    def within(a: int, b: int) -> bool:
        each = [[(one[a], one[b]) for one in throws] for throws in seen]
        return not any((True, True) in pairs and (True, False) in pairs for pairs in each)

    def implies(a: int, b: int) -> bool:
        return all(one[b] or not one[a] for throws in seen for one in throws)

    found = set()
    for (a, first), (b, second) in product(enumerate(texts), repeat=2):
        if within(a, b) and (implies(a, b) or not within(b, a)):
            found.add((first, second))
    return found


def one_of(texts: Mapping[str, str], pairs: set[tuple[str, str]], known: Known) -> str | None:
    """Return the outcome of a throw, or None where it is open."""
    true = [name for name, text in texts.items() if holds(text, known)]
    inner = [one for one in true if all((one, other) in pairs for other in true)]
    return inner[-1] if inner else None if true else "Rest"


def agrees(asked: Asked, chance: random.Random, folder: Path) -> int:
    """Hold the answers for all that may be given against every throw; count those that differ."""
    texts = {name: condition(asked, chance) for name in ("Poor", "Fair", "Good")}
    texts["Fair"] = chance.choice(["{Fair}", "{Poor} and {Fair}"]).format(**texts)
    texts = {name: texts[name] for name in chance.sample(list(texts), 3)}
    game = {"check": {**asked.others, "x": {**asked.check, "outcomes": [
        "Rest: otherwise", *[f"{name}: {text}" for name, text in texts.items()]]}}}  # fmt: skip
    path = folder / "rules.toml"
    path.write_text(written(game), encoding="utf-8")
    rules, pairs, answered = load(path), narrower(asked, texts), 0
    for given in all_of(asked.given):
        cases: Cases = {}
        for known, share in asked.throws(given):
            case = one_of(texts, pairs, {**known, **given}), known["value"]
            cases[case] = cases.get(case, Fraction(0)) + share
        question = f"x({', '.join(f'{name}={value}' for name, value in given.items())})"
        if any(name is None for name, _ in cases):
            with pytest.raises(RulesError, match="is both"):
                rules.ask(question).as_json()
        else:
            held_against(rules, question, cases, f"{question}\n{path.read_text()}")
            answered += 1
    return answered


def condition(asked: Asked, chance: random.Random) -> str:
    """Return one comparison or two."""
    return chance.choice([" and ", " or "]).join(
        chance.choice(asked.atoms).format(op=chance.choice(OPS), n=chance.randint(1, 3))
        for _ in range(chance.choice([1, 2]))
    )


def of_a_throw(chance: random.Random) -> Asked:
    """A die and numbers, each given or rolled."""
    given: dict[str, range] = {}
    rolled: dict[str, range] = {}
    takes: dict[str, Any] = {}
    for name in ("edge", "curse"):
        if chance.random() < 0.5:
            given[name], takes[name] = range(4), {"default": 1, "most": 3}
        else:
            rolled[name], takes[name] = range(1, 4), {"default": "d3", "most": 3}
    atoms = [
        "value {op} {n}",
        "value {op} edge",
        "edge {op} {n}",
        "curse {op} {n}",
        "curse {op} edge",
    ]

    def throws(_: Known) -> Iterable[tuple[Known, Fraction]]:
        every = all_of({"value": range(1, 5), **rolled})
        return [(known, Fraction(1, len(every))) for known in every]

    shown = {"value": BOX, **{name: range(4) for name in rolled}}
    return Asked({"roll": "d4", "takes": takes}, given, shown, atoms, throws)


def of_tallies(chance: random.Random) -> Asked:
    """Three throws of a coin, what they are counted in, and what is made of that."""
    result = chance.choice([None, "tails + 2", "value + tails", "2 * value"])
    ends = chance.choice([None, "outcome is Head", "tails >= 2"])
    check: dict[str, Any] = {
        "repeats": "coin",
        "takes": {name: {"default": 0} for name in ("tails", "heads")}
        | {"luck": {"least": 1, "most": 3}},
        "changes": {"Tail": {"tails": 1}, "Head": {"heads": 1}},
        "times": "luck",
    }
    check |= {key: text for key, text in (("result", result), ("ends", ends)) if text}

    def throws(given: Known) -> Iterable[tuple[Known, Fraction]]:
        for faces in product(("Tail", "Head"), repeat=given["luck"]):
            known: dict[str, Any] = {}
            for many in range(1, len(faces) + 1):
                tails = faces[:many].count("Tail")
                known = {
                    "value": many,
                    "tails": tails,
                    "heads": many - tails,
                    "outcome": faces[many - 1],
                }
                if ends and holds(ends, known):
                    break
            if result:
                known["value"] = eval(result, {}, known)
            yield known, Fraction(1, 2 ** len(faces))

    numbers = ("tails {op} {n}", "heads {op} {n}", "value {op} {n}", "luck >= {n}", "luck = {n}")
    atoms = [*numbers, "outcome is Head", "tails {op} heads", "tails {op} luck"]
    shown = {"value": BOX, "tails": range(7), "heads": range(7), "outcome": ("Tail", "Head")}
    others = {"coin": {"roll": "d2", "outcomes": ["Tail: 1", "Head: 2"]}}
    return Asked(check, {"luck": range(1, 4)}, shown, atoms, throws, others)


@pytest.mark.parametrize("kind", [of_a_throw, of_tallies])
def test_the_narrowest_counts(kind: Callable[[random.Random], Asked], tmp_path: Path) -> None:
    answered = 0
    for seed in range(60):
        chance = random.Random(seed)
        answered += agrees(kind(chance), chance, tmp_path)
    assert answered > 60
