"""Parameters that rolls decide, in every order, against a count of all throws."""

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.rules import load
from tests.support.cases import cases_of

from .counting import Cases, holds, reckon
from .playing import added
from .test_every_roll import held_against
from .test_programs import run_alike

CASES = cases_of(__file__)


class Source(NamedTuple):
    """A check or dice that a parameter may hold, and whether it names outcomes."""

    text: str
    add: int = 0
    named: bool = True

    def shown(self) -> list[dict[str, Any]]:
        """Return everything that is read of each throw of its two dice."""
        found = []
        for faces in product((1, 2), repeat=2):
            total = sum(faces) + self.add
            name = "Bad" if total < 3 else "Good" if total < 4 else "Top"
            own: dict[str, Any] = {"": total, ".highest": max(faces), ".lowest": min(faces)}
            if self.named:
                own |= {".low": faces.count(1), "is": name, "group": name != "Bad"}
            found.append(own)
        return found


CHECK, DICE = Source("s()"), Source("2d2", named=False)
GIVEN = [Source("s(k=1)", add=1), CHECK]
NUMBERS = ["{}.low", "{}.highest", "{}.lowest", "{}"]
PLAIN = [*NUMBERS[1:]]
ASKED = ["{} is Good", "{} is any fine", "{}.low >= 1", "{}.highest >= 2", "{} >= 3"]


class File:
    """A check with two or three rolled parameters, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        """Pick what holds a throw, what is read of it, and where."""
        self.chance = chance = random.Random(seed)
        self.holds = dict.fromkeys(("a", "b"), CHECK)
        third = chance.choice([None, CHECK, DICE])
        if third is not None:
            self.holds["c"] = third
        self.each = {name: chance.choice([0, 0, 1]) for name in self.holds}
        self.roll = chance.choice(["d3", "d3 + a", "d3 + b", f"({self.number()} + 1) d2"])
        self.result = chance.choice(["", "", f"value + 5 * {self.number()} - {self.number()}"])
        self.reading = chance.choice(["", f"count(1) + max({self.number()}, {self.number()})"])
        self.outcomes = self.conditions() if chance.random() < 0.8 else []
        self.given = {name: chance.choice(GIVEN) for name, source in self.holds.items()
                      if source is CHECK and chance.random() < 0.3}  # fmt: skip

    def name(self) -> str:
        """Return one of the parameters."""
        return str(self.chance.choice(list(self.holds)))

    def number(self) -> str:
        """Return a number that is read of a throw."""
        name = self.name()
        words = NUMBERS if self.holds[name].named else PLAIN
        return str(self.chance.choice(words)).format(name)

    def condition(self) -> str:
        """Return a condition on a throw, or on what else is known."""
        name = self.name()
        words = ASKED if self.holds[name].named else ASKED[3:]
        more = ["look >= 3"] if self.reading else []
        return str(self.chance.choice([*words, *words, ">= 4", "k >= 1", *more])).format(name)

    def conditions(self) -> list[tuple[str, str]]:
        """Return outcomes, the one that goes first at the front."""
        first = " and ".join({self.condition(), self.condition()})
        return [("First", first), ("Second", self.condition()), ("Rest", "otherwise")]

    def rules(self, order: tuple[str, ...]) -> str:
        """Return the rules with the parameters in this order."""
        takes = {"k": '{ each = "+1" }', "less": '{ each = "-1", cancels = "k" }'}
        for name, source in self.holds.items():
            each = ', each = "+1"' if self.each[name] else ""
            takes[name] = f'{{ default = "{source.text}"{each} }}'
        lines = [CASES["rules"], "[check.x]", f'roll = "{self.roll}"']
        lines += [f"takes.{name} = {takes[name]}" for name in (*order, "k", "less")]
        lines += [f'result = "{self.result}"'] if self.result else []
        lines += [f'readings.look = "{self.reading}"'] if self.reading else []
        words = dict(self.outcomes)
        if words:
            listed = [f"Rest: {words['Rest']}", f"Second: {words['Second']}"]
            listed.append(f"First: always {words['First']}")
            lines.append(f"outcomes = {listed}")
        return "\n".join(lines)

    def question(self) -> str:
        """Return the question; the second level is cancelled."""
        given = [f"{name}={source.text}" for name, source in self.given.items()]
        return f"x({', '.join([*given, 'k=1', 'less=1'])})"

    def cases(self) -> Cases:
        """Return the chance of each outcome with each number."""
        # the file's own roll is handed the parameters that both take, of which nothing is left
        sources = {**self.holds, **self.given}
        found = []
        for shown in product(*[source.shown() for source in sources.values()]):
            throws = dict(zip(sources, shown, strict=True))
            share = Fraction(1, 4 ** len(sources))
            levels = sum(each * throws[name][""] for name, each in self.each.items())
            for faces, add, chance in self.thrown(throws):
                known = {"value": sum(faces) + add + levels, "ones": faces.count(1), "k": 0}
                found.append((self.came(known, throws), share * chance))
        return added(found)

    def thrown(
        self, throws: Mapping[str, Mapping[str, Any]]
    ) -> list[tuple[tuple[int, ...], int, Fraction]]:
        """Return the faces of the check's own dice, and what is added to them."""
        many = re.fullmatch(r"\((.*)\) d2", self.roll)
        if many is None:
            add = reckon(seen(self.roll.partition(" + ")[2] or "0", throws), {})
            return [((face,), add, Fraction(1, 3)) for face in (1, 2, 3)]
        dice = reckon(seen(many[1], throws), {})
        return [(faces, 0, Fraction(1, 2**dice)) for faces in product((1, 2), repeat=dice)]

    def came(
        self, known: dict[str, Any], throws: Mapping[str, Mapping[str, Any]]
    ) -> tuple[str | None, int]:
        """Return the outcome and the number."""
        if self.reading:
            look = self.reading.replace("count(1)", "ones")
            known["look"] = reckon(seen(look, throws), known)
        if self.result:
            known["value"] = reckon(seen(self.result, throws), known)
        for name, when in self.outcomes:
            if holds(seen(when, throws), known):
                return name, known["value"]
        return None, known["value"]


def seen(text: str, throws: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a text with everything that is read of throws as the number that it is."""

    def number(match: re.Match[str]) -> str:
        throw = throws[match[1]]
        if match[3]:
            return "1 = 1" if throw["is"] == match[3] else "1 = 2"
        if match[2] == " is any fine":
            return "1 = 1" if throw["group"] else "1 = 2"
        return str(throw[match[2]])

    return re.sub(r"\b([abc])(\.\w+| is any fine| is (\w+)|)(?!\w)", number, text)


def counted(seed: int, folder: Path) -> None:
    """Hold the answers of a file against the count, in every order of the parameters."""
    file = File(seed)
    cases = file.cases()
    for order in permutations(file.holds):
        text = file.rules(order)
        path = folder / "rules.toml"
        path.write_text(text, encoding="utf-8")
        held_against(load(path), file.question(), cases, text)
    run_alike(load(path), file.question(), text)


@pytest.mark.parametrize("start", range(0, 24, 8))
def test_a_sample_of_files(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 8):
        counted(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 2_000, 125))
def test_a_thousand_files(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 125):
        counted(seed, tmp_path)
