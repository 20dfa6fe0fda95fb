"""Odds are what the program of a throw comes to, over every way for its dice to fall."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from sphinxext.rulebook.rules import Rules, RulesError, load
from sphinxext.rulebook.rules.dice.pool import Kind, Pool
from sphinxext.rulebook.rules.language.conditions import TIMES
from sphinxext.rulebook.rules.language.parse import parse
from sphinxext.rulebook.rules.throw.compile import Compiler
from sphinxext.rulebook.rules.throw.program import Program
from sphinxext.rulebook.rules.throw.run import Came, run
from tests.support.cases import cases_of

from .counting import BOTH, Cases, Counted
from .test_every_roll import asked, held_against, too_large
from .writing import Writer, written

CASES = cases_of(__file__)

GOES_ON = {"add": "again 2 times", "replace": "reroll 2 times", "double": "again 2 times doubled"}


class Fork(Exception):
    """A die is thrown that the path says nothing of."""


class Branch:
    """A source of the faces along one path, and how likely they are."""

    def __init__(self, path: tuple[int, ...]) -> None:
        """Begin with the first face."""
        self.path, self.at, self.chance = path, 0, Fraction(1)

    def again(self, kind: Kind, *_: int) -> int:
        """Return the next face; where the path ends it forks."""
        sides = len(kind.die.faces)
        if self.at == len(self.path):
            raise Fork(sides)
        self.at, self.chance = self.at + 1, self.chance / sides
        return self.path[self.at - 1]

    def first(self, pool: Pool) -> list[int]:
        """Return the next faces."""
        return [self.again(kind) for kind in pool.each]

    more = first

    def need(self, *_: object) -> None:
        """Refuse nothing."""

    open = close = done = need


def every_throw(program: Program) -> Iterator[tuple[Came, Fraction]]:
    """Run the program with every way for its dice to fall, each with its chance."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        source = Branch(waiting.pop())
        try:
            came = run(program, source)
        except Fork as fork:
            waiting += [(*source.path, face) for face in range(fork.args[0])]
        else:
            yield came, source.chance


def run_alike(rules: Rules, question: str, text: str) -> None:
    """Hold the odds against all throws."""
    query = parse(question)
    program = Compiler(rules, strict=True).program(query.game or rules.default, query.what)
    cases: Cases = {}
    for came, chance in every_throw(program):
        case = came.outcome, came.value
        cases[case] = cases.get(case, Fraction(0)) + chance
        if came.outcome == "Ruined" and came.known[TIMES] > 0:
            assert not came.known.get("successes"), text
    held_against(rules, question, cases, text)


@pytest.mark.parametrize("start", range(0, 120, 40))
def test_a_sample_of_files(start: int, tmp_path: Path) -> None:
    tried = 0
    for seed in range(start, start + 40):
        writer = Writer(seed)
        check = writer.check()
        writer.game["check"]["x"] = check
        if "outcomes" in check:
            own = {name: each for name, each in check["outcomes"].items() if name != "Ruin"}
            check["outcomes"] = {"Ruined": "all failures", **own}
        counted = Counted(writer.game, check, writer.args)
        if not counted.kinds or too_large(counted):
            continue
        text = written(writer.game)
        path = tmp_path / "rules.toml"
        path.write_text(text, encoding="utf-8")
        try:
            run_alike(load(path), asked(writer), text)
            tried += 1
        except RulesError as error:
            if "counts nothing here" not in str(error) and BOTH not in str(error):
                raise  # else it is a die of its own that no success can show
    assert tried > 8


@pytest.mark.parametrize("then", GOES_ON)
@pytest.mark.parametrize("when", ["same = 2", "= -2", ">= 2 or low = 2", "highest = 3"])
def test_throws_that_go_on(then: str, when: str, tmp_path: Path) -> None:
    ruined = "'Ruined: always all failures', " if then == "replace" else ""
    for counting in ("1", "1 success, success on 2+, -1 success on 1"):
        first = "" if then == "replace" else "first."
        text = (
            f"[check.x]\nroll = '2d3 + {counting}, {GOES_ON[then]} when {when}'\n"
            f"readings.low = '{first}count(1)'\n"
            f"outcomes = [{ruined}'Often: again = 2 and low = 1', "
            f"'Low: low >= 1 or {first}lowest = 2', "
            f"'Much: low < 1 and {first}lowest != 2 and > 6', "
            "'Rest: otherwise']\n"
        )
        path = tmp_path / "rules.toml"
        path.write_text(text, encoding="utf-8")
        run_alike(load(path), "x", text)


@pytest.mark.parametrize(
    "question",
    [
        "twice",
        "worse",
        "duel(hit(1), hit)",
        "margin(hit, hit(2))",
        "helped",
        "wound",
        "climb",
        "pushed",
    ],
)
def test_checks_that_are_made_of_others(question: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(CASES["made_of_others"], encoding="utf-8")
    run_alike(load(path), question, question)
