"""A page's script and the engine make the same of the same faces, for every kind of program."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from sphinxext.rulebook.files import small
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.language.markup import plain_text
from sphinxext.rulebook.live.directive import ExplorerSpec
from sphinxext.rulebook.live.explorer import made_of
from sphinxext.rulebook.live.pages import RUNS, SCRIPT, STATIC
from sphinxext.rulebook.live.thrown import throw_data
from sphinxext.rulebook.random_tables.dice import readings
from sphinxext.rulebook.random_tables.made import program_of
from sphinxext.rulebook.rules import Rules, RulesError, load, load_game
from sphinxext.rulebook.rules.dice.pool import Kind, Pool
from sphinxext.rulebook.rules.language.parse import parse_dice
from sphinxext.rulebook.rules.language.query import Query
from sphinxext.rulebook.rules.throw.as_json import Thrower
from sphinxext.rulebook.rules.throw.compile import Compiler
from sphinxext.rulebook.rules.throw.program import Program
from sphinxext.rulebook.rules.throw.run import run
from sphinxext.rulebook.tables.places import together
from sphinxext.rulebook.tables.plan import rolls_at
from tests.support.cases import cases_of

CASES = cases_of(__file__)

DICE, *MAKES = tomllib.loads(Path(__file__).with_name("games.toml").read_text("utf-8")).values()
TABLE_DICE = ("d6", "d10", "d20", "d%", "d66", "2d6", "2d4+1", "1d6+1d4", "d36", "2d8", "d38")


class Same:
    """A source of the faces that the script is given, in the order in which both ask for them."""

    def __init__(self, row: list[int]) -> None:
        """Begin with the first."""
        self.row, self.at = row, 0

    def again(self, kind: Kind, *_: int) -> int:
        """Return the next face, of a die that is thrown."""
        self.at += 1
        return self.row[(self.at - 1) % len(self.row)] % len(kind.die.faces)

    def first(self, pool: Pool) -> list[int]:
        """Return the next faces; what is drawn from a bag is not there any more."""
        places: list[int] = []
        for kind in pool.each:
            if kind.die.bag:
                gone = [p for one, p in zip(pool.each, places, strict=False) if one is kind]
                left = [p for p in range(len(kind.die.faces)) if p not in gone]
                self.at += 1
                places.append(left[self.row[(self.at - 1) % len(self.row)] % len(left)])
            else:
                places.append(self.again(kind))
        return places

    more = first

    def need(self, *_: object) -> None:
        """Refuse nothing."""

    open = close = done = need


class Trial(NamedTuple):
    """Questions of one explorer, and what the page is told of each."""

    data: dict[str, Any]
    plans: list[Any]
    faces: list[list[int]]
    programs: list[tuple[Query, Program]]
    labels: dict[str, str]


def trial(rules: Rules, check: str, dials: str, *, settings: int, many: int) -> Trial | None:
    """Return some settings of an explorer; None where the rules allow none."""
    try:
        made = made_of(rules, Style(), ExplorerSpec("", check, dials, roll="yes"), 60)
    except RulesError:
        return None
    picks = list(product(*[dial.places for dial in made.dials]))
    compiler, plans, programs = Compiler(rules), [], []
    for at in range(0, len(picks), max(1, len(picks) // settings)):
        if made.answers.at[at] < 0:
            continue
        (query,) = rolls_at(made.ask, [together(picks[at])])
        assert isinstance(query, Query)
        assert made.answers.plans[at] is not None, f"no button: {query}"
        plans.append(made.answers.plans[at])
        programs.append((query, compiler.program(query.game or rules.default, query.what)))
    random = Random(check)
    faces = [[random.randrange(10_000) for _ in range(997)] for _ in range(many)]
    labels = {
        one.name: plain_text(one.label) or one.name
        for each in rules.game().checks.values()
        for one in each.outcomes
    }
    return Trial(throw_data(made.answers.thrower), plans, faces, programs, labels)


def differences(trials: list[Trial], folder: Path) -> tuple[list[str], int]:
    """List the throws that the script and the engine read differently, and count all."""
    if shutil.which("node") is None:
        pytest.skip("needs node")
    script = folder / RUNS
    script.write_text(small(STATIC / RUNS), "utf-8")
    told = [{"data": one.data, "plans": one.plans, "faces": one.faces} for one in trials]
    found = subprocess.run(
        ["node", "-e", CASES["node"], str(script)],
        input=json.dumps(told), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-2000:]
    wrong, count = [], 0
    for one, plans in zip(trials, json.loads(found.stdout), strict=True):
        for (query, program), rows in zip(one.programs, plans, strict=True):
            for faces, shown in zip(one.faces, rows, strict=True):
                source = Same(faces)
                came = run(program, source)
                name = one.labels.get(came.outcome, came.outcome) if came.outcome else None
                count += 1
                if [came.value, name, source.at] != shown:
                    wrong.append(f"{query}: page {shown}, engine {came} of {source.at} faces")
    return wrong, count


def game(seed: int) -> str:
    """Return a rules file with a few checks, each of another make; the same for the same seed."""
    random = Random(seed)

    def chosen(match: re.Match[str]) -> str:
        if ends := re.fullmatch(r"(\d+)\.\.(\d+)", match[1]):
            return str(random.randint(int(ends[1]), int(ends[2])))
        return random.choice(str(match[1]).split("|"))

    checks = [
        re.sub("«(.*?)»", chosen, make, flags=re.DOTALL).replace("NAME", f"check{n}")
        for n, make in enumerate(random.sample(MAKES, 4))
    ]
    return "\n".join(['name = "R"', DICE, *checks])


def made_up(folder: Path, seeds: range, **size: int) -> Iterator[Trial]:
    """Yield explorers of random rules files, one for each check that can be asked."""
    for seed in seeds:
        path = folder / f"game{seed}.toml"
        path.write_text(game(seed), "utf-8")
        rules = load(path)
        for name, check in rules.game().checks.items():
            asked, dials = name, ""
            if check.sides:
                sides = (f"{name}-side", f"{name}-test", name.replace("-clash", "-pool"))
                side = next(one for one in sides if one in rules.game().checks)
                asked = f"{name}({side}(4), {side}(3))"
                if side.endswith("-test"):  # fewer than all its skills
                    dials = "mine.skill = 3..6, mine.mood = all, yours.skill = 4..6"
            found = trial(rules, asked, dials, **size)
            if found is not None:
                yield found


def test_shipped_games_and_chosen_dice_fall_alike(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(CASES["chosen"], "utf-8")
    asked = [(load_game(name), check, dials) for name, check, dials in CASES["shipped"]]
    asked += [(load(path), check, "") for check in ("hand", "saving", "harm", "duel", "cards")]
    trials = [trial(*each, settings=30, many=40) for each in asked]
    wrong, count = differences([one for one in trials if one is not None], tmp_path)
    assert None not in trials
    assert wrong == []
    assert count > 8_000


def test_random_games_fall_alike(tmp_path: Path) -> None:
    wrong, count = differences(list(made_up(tmp_path, range(6), settings=12, many=30)), tmp_path)
    assert wrong == []
    assert count > 4_000


def test_a_table_is_rolled_on_the_values_that_it_has(tmp_path: Path) -> None:
    trials = []
    for dice in {one for text in TABLE_DICE for one in readings(text)}:
        for times in (1, 10):
            thrower, program = Thrower(), program_of(dice, times)
            query = Query("", parse_dice("d6"))  # not looked at
            faces = [[n, n // 10, n // 100, n // 7, n // 3] for n in range(1_000)]
            plan = thrower.written(program)
            trials.append(Trial(thrower.data, [plan], faces, [(query, program)], {}))
            shown = {run(program, Same(row)).value for row in faces}
            assert shown == {times * value for value in dice.values}, dice
    wrong, _ = differences(trials, tmp_path)
    assert wrong == []


@pytest.mark.slow
def test_fifty_random_games_fall_alike(tmp_path: Path) -> None:
    wrong, count = differences(list(made_up(tmp_path, range(50), settings=16, many=30)), tmp_path)
    assert wrong == []
    assert count > 20_000


def test_the_random_games_use_every_make() -> None:
    used = " ".join(game(seed) for seed in range(24))
    assert len(MAKES) == 23
    for word in ("keep", "reroll", "again", "readings", "result", "us - them", "repeats",
                 "luck", "+1 die", "cancels", "half", "2 success", "(5 - favor)+", "2 *", "kept.",
                 "every", "test keep ", "mine beats yours", "weapon again", "ends", "changes",
                 "ties", "without",
                 "outcome is", "rounds", "aim", "may reroll", "groups", "same(", " when ",
                 "both."):  # fmt: skip
        assert word in used


@pytest.mark.parametrize("name", [RUNS, SCRIPT])
def test_a_script_knows_no_word_of_a_rules_file(name: str) -> None:
    script = (STATIC / name).read_text("utf-8").replace("continue;", "")  # a word of JavaScript
    for word in ("success", "natural", "continue", "lowest", "pairs", "worth", "widen",
                 "beats", "degree", "advantage", "explode"):  # fmt: skip
        assert word not in script
