"""Every door to the odds of random rules answers or refuses within the budget, counted in steps."""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sphinxext.rulebook.charts.chart import ChartSpec
from sphinxext.rulebook.charts.read_chart import chart
from sphinxext.rulebook.cli import main
from sphinxext.rulebook.dice.budget import EACH
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.live.directive import ExplorerSpec
from sphinxext.rulebook.live.explorer import explorer
from sphinxext.rulebook.rules import Rules, RulesError, count_work, load
from sphinxext.rulebook.tables.grid import table
from sphinxext.rulebook.tables.specs import TableSpec
from tests.rules.test_budget import CALLS, COUNTS, Dealer
from tests.support.cases import cases_of
from tests.support.work import calls

CASES = cases_of(__file__)

PART = 10  # of the budget that is allowed here, to be sooner done
SEEDS = 40
MANY = 3  # times the work of a question, for every outcome of every check of two files


class GoingOn(Dealer):
    """Makes up checks that go on, repeat or are compared, too."""

    def check(self, name: str, known: list[str]) -> str:
        pick = self.pick
        kind = pick.choice(("roll", "continues", "changes", "tries", "versus"))
        if known and kind == "changes":
            return (
                f'[check.{name}]\nrepeats = "{known[-1]}"\n'
                "takes.z = { most = 200, default = 0 }\n"
                f'changes.A.z = "z + {pick.choice(("1", "value", "value * 2"))}"\n'
                f'ends = "z >= {pick.choice(COUNTS)}"'
            )
        if known and kind == "tries":
            return f'[check.{name}]\nroll = "{pick.randint(1, 30)} {known[-1]} keep highest"'
        if known and kind == "versus":
            when = pick.choice((">= 0", "first > second"))
            return (
                f'[check.{name}]\nroll = "first - second"\ntakes = ["first", "second"]\n'
                f'outcomes = ["A: {when}", "C: otherwise"]'
            )
        found = super().check(name, known)
        if kind == "continues" and "versus" not in found:
            first = "first." if self.again([found]) else ""
            when = pick.choice(
                (f"{first}same >= 2", f"{first}highest = {first}lowest", f"< {pick.choice(COUNTS)}")
            )
            goes = pick.choice(("again", "again doubled", "reroll without end"))
            return found.replace('"\n', f', {goes} when {when}"\n', 1)
        return found


CONF = 'extensions = ["sphinxext.rulebook"]\n'


def doors(rules: Rules, call: str, path: Path) -> Mapping[str, Callable[[], object]]:
    """Every way to ask for the whole distribution."""
    name = call.partition("(")[0]
    asked, other = ["--rules", str(path)], path.with_name("other.toml")
    rows = TableSpec(game="", check=call, rows="counts >= 1..4")
    bars = ChartSpec(game="", check=call, across="counts >= 1..4")
    return {
        "Python": lambda: rules.ask(call).as_json(),
        "mean": lambda: rules.ask(f"{call} mean").as_json(),
        "judge": lambda: rules.judge(f"{call} on 1 2 3"),
        "table": lambda: table(rules, Style(), rows),
        "chart": lambda: chart(rules, Style(), bars),
        "explorer": lambda: explorer(rules, Style(), ExplorerSpec("", name, roll="yes"), 0.5),
        "rulebook odds": lambda: main(["odds", *asked, call]),
        "rulebook odds --json": lambda: main(["odds", "--json", *asked, call, f"{call} median"]),
        "rulebook judge": lambda: main(["judge", *asked, f"{call} on 1 2 3"]),
        "rulebook explain": lambda: main(["explain", *asked]),
        "rulebook diff": lambda: main(["diff", str(path), str(other)]),
    }


def pages(rules: Rules, call: str, path: Path) -> Mapping[str, Callable[[], object]]:
    """Every way to put it on a page: typed figures, generated ones, dials, a page to play with."""
    del rules
    page = CASES["page"].format(call=call, name=call.partition("(")[0])
    (path.parent / "index.rst").write_text(page, encoding="utf-8")
    (path.parent / "conf.py").write_text(CONF, encoding="utf-8")
    out = str(path.parent / "out")
    return {
        "rulebook check": lambda: main(["check", str(path.parent), "--out", out]),
        "rulebook play": lambda: main(["play", "--rules", str(path), "--out", out]),
    }


Opened = Callable[[Rules, str, Path], Mapping[str, Callable[[], object]]]


def all_within(seed: int, opened: Opened, folder: Path, most: int, dials: int = 1) -> None:
    """Open every door to the seed's question, and count the work behind each."""
    text, question = GoingOn(seed).rules()
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    path.with_name("other.toml").write_text(text.replace("d6", "d8"), encoding="utf-8")
    try:
        rules = load(path)
    except RulesError:
        return
    call = question.partition(")")[0] + ")" if "(" in question else question.split()[0]
    for door, ask in opened(rules, call, path).items():
        rules.forget()

        def asked(ask: Callable[[], object] = ask) -> None:
            with contextlib.suppress(RulesError):
                ask()

        with count_work() as work:
            made = calls(asked, MANY * most if "diff" in door else most)
        questions = max(work.questions, 1)
        assert work.steps <= questions * 2 * EACH // PART + dials * 2 * EACH, (door, text, call)
        assert made, (door, text, call)


@pytest.fixture(autouse=True)
def _a_tenth_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sphinxext.rulebook.dice.budget.EACH", EACH // PART)


@pytest.mark.parametrize(
    "seed", [pytest.param(n, marks=[pytest.mark.slow] if n % 4 else []) for n in range(SEEDS)]
)
def test_every_door_keeps_within_the_budget(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    all_within(seed, doors, tmp_path, CALLS)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_page_keeps_within_the_budget(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    all_within(seed, pages, tmp_path, 6 * CALLS, dials=3)
    assert "Traceback" not in capsys.readouterr().err


def test_an_explorer_charges_how_its_throws_are_written(tmp_path: Path) -> None:
    lines = [('[check.c0]\nroll = "d20"')]
    for i in range(1, 4):
        lines.append(f'[check.c{i}]\nroll = "d6 + a{i} d6 + b{i} d6"')
        lines += [f"takes.{w}{i} = {{ default = 'c{i - 1}' }}" for w in "ab"]
    path = tmp_path / "rules.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    rules = load(path)

    def asked() -> None:
        with pytest.raises(RulesError, match="none of these settings"):
            explorer(rules, Style(), ExplorerSpec("", "c3", roll="yes"), 1)

    calls(asked, CALLS)
