"""The command line as its user sees it: what is printed where, and the exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sphinxext.rulebook import __version__
from sphinxext.rulebook.cli import main
from sphinxext.rulebook.commands import COMMANDS, command_named
from sphinxext.rulebook.commands.book import PLACES
from sphinxext.rulebook.rules import load_game, shipped
from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)

DUEL = '[check.duel]\nroll = "2d6, success on 4+"\n'


def in_a_shell(argv: Sequence[str], **kwargs: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sphinxext.rulebook", *argv],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **kwargs,
    )


def test_rules_build_on_files_elsewhere_where_they_may(rulebook: Run, tmp_path: Path) -> None:
    for folder in ("book/docs", "shared"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "book/docs/rules.toml").write_text('extends = "../../shared/base.toml"\n')
    (tmp_path / "shared/base.toml").write_text('[check.own]\nroll = "d6"\n')
    os.chdir(tmp_path / "book")
    asked = ("odds", "own >= 6", "--rules", "docs/rules.toml")
    (line,) = rulebook(*asked).refused()
    assert "is outside the book's folder" in line
    assert rulebook(*asked, "--rules-folder", "../shared").status == 0
    Path("docs/conf.py").write_text('rulebook_rules_folders = ["../../shared"]\n', encoding="utf-8")
    for command in (asked, asked[:2], ("diff", "docs/rules.toml", "../shared/base.toml")):
        assert rulebook(*command).status == 0
    Path("docs/rules.toml").unlink()
    Path("docs/rules.toml").symlink_to(tmp_path / "book.toml")
    (tmp_path / "book.toml").write_text('extends = "game:uwr"\n')
    assert "this link leads outside the book's folder" in rulebook(*asked[:2]).refused()[0]


def test_odds_as_json_come_in_the_order_of_the_questions(rulebook: Run) -> None:
    said = rulebook(
        "odds", "--game", "uwr", "direct(4) >= 2", "--json", "2d6 mean", "opposed(direct(1), 1d1)"
    )
    assert said.status == 0
    chance, mean, whole = said.json
    assert chance == {
        "query": "direct(4) >= 2",
        "probability": "11/27",
        "decimal": 11 / 27,
        "exact": True,
    }
    assert mean == {"query": "2d6 mean", "value": "7/1", "decimal": 7.0, "exact": True}
    assert whole["counts"] == {"-1": "2/3", "0": "1/3"}
    assert whole["outcomes"] == {"lose": "1/1", "win": "0/1"}


def test_odds_of_a_whole_distribution_as_json(rulebook: Run) -> None:
    (endless,) = rulebook("odds", "--game", "arrata", "stat(B2, advantage=1)", "--json").json
    assert list(endless["counts"])[-1].startswith(">=")
    assert sum(map(Fraction, endless["counts"].values())) == 1
    assert endless["mean"] == "6/5"
    (named,) = rulebook("odds", "--game", "narrative", "action(red)", "--json").json
    assert (named["counts"], named["mean"]) == (None, None)
    assert list(named["outcomes"]) == list(load_game("narrative").game().ladders["action"].names)
    before = sys.get_int_max_str_digits()
    (long,) = rulebook("odds", "--game", "arrata", "stat(A9889) >= 6600", "--json").json
    assert len(long["probability"]) > 9000
    assert long["exact"] is True
    assert sys.get_int_max_str_digits() == before


@pytest.mark.parametrize(("argv", "says"), CASES["a_command_prints"])
def test_what_a_command_prints(argv: list[str], says: str, rulebook: Run) -> None:
    said = rulebook(*argv)
    assert (said.status, said.err) == (0, "")
    assert says.replace("VERSION", __version__) in said.out
    assert "\x1b" not in said.out
    assert "direct" not in said.out or argv[0] != "explain"


LONG = (["odds", f"{'9' * 5000}d6"], "has 5,000 digits; the most is 40")


@pytest.mark.parametrize(("argv", "line"), [*CASES["a_mistake_is_one_line"], LONG])
def test_a_mistake_is_one_line_and_status_2(argv: list[str], line: str, rulebook: Run) -> None:
    (told,) = rulebook(*argv).refused()
    assert line in told


NAMED = {"conf.py": "import missing_module\nrulebook_rules = 'dice/duel.toml'\n",
         "dice/duel.toml": DUEL}  # fmt: skip
BOOKS = [({f"{place}/{name}": text for name, text in NAMED.items()}, "") for place in PLACES]


@pytest.mark.parametrize(("files", "says"), [*BOOKS, *CASES["the_rules_here"]])
def test_the_rules_here_are_asked_without_running_anything(
    files: dict[str, str], says: str, rulebook: Run
) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    said = rulebook("odds", "duel >= 1", "--json")
    if not says:
        assert said.json[0]["probability"] == "3/4"
        return
    first, *others = said.refused()
    assert says in first
    assert first.startswith(("rules.toml:", f"{Path('docs/conf.py')}:", "conf.py:"))
    assert [line[:13] for line in others] == ["rules.toml:3:"] * ("titel" in str(files))


@pytest.mark.parametrize(("game", "query", "line"), CASES["judge_uses_the_words_of_the_game"])
def test_judge_uses_the_words_of_the_game(game: str, query: str, line: str, rulebook: Run) -> None:
    assert rulebook("judge", "--game", game, query).out == f"{query}: {line}\n"


def test_judge_as_json_has_the_fields_of_every_roll(rulebook: Run) -> None:
    rolls = ["action(red) on 5", "2d6 on 3 4"]
    assert rulebook("judge", "--game", "narrative", "--json", *rolls).json == [
        {
            "query": rolls[0],
            "successes": None,
            "failures": None,
            "value": None,
            "outcome": "YES! BUT...",
        },
        {"query": rolls[1], "successes": None, "failures": None, "value": 7, "outcome": None},
    ]


def test_games_lists_every_game_with_what_its_checks_take(rulebook: Run) -> None:
    said = rulebook("games")
    assert said.status == 0
    lines = said.out.splitlines()
    assert [line.split()[0] for line in lines if line and line[0] != " "] == shipped()
    assert "  direct(dice, favor=0, rerolls=0)  Direct check" in lines
    assert "  opposed(first, second)            Opposed check" in lines
    assert "      quality: B, A, S" in lines


def test_explain_wraps_to_the_terminal(rulebook: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    said = rulebook("explain", "--game", "unnamed")
    assert max(map(len, said.out.splitlines())) < 40
    assert "  A die that shows 5 or more is a\n  success." in said.out
    assert "  - drama, dice that the whole table\n    shares:" in said.out


def test_help_names_every_command(rulebook: Run) -> None:
    said = rulebook("--help")
    assert said.status == 0
    for name in COMMANDS:
        assert f"  {name} " in said.out
        assert command_named(name).summary in said.out
    bare = rulebook()
    assert (bare.status, bare.out, bare.err) == (2, "", said.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: rulebook {name}")


def test_ctrl_c_is_quiet(rulebook: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_name: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sphinxext.rulebook.commands.ask.load_game", interrupted)
    assert rulebook("games") == (130, "", "")


def test_a_shell_sees_the_answer_the_error_and_the_status(tmp_path: Path) -> None:
    right = in_a_shell(["odds", "2d6 >= 7", "--json"], cwd=tmp_path)
    assert (right.returncode, right.stderr) == (0, "")
    assert json.loads(right.stdout)[0]["probability"] == "7/12"
    wrong = in_a_shell(["odds", "2d6 >= x"], cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "Traceback" not in wrong.stderr


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinxext.rulebook", "schema"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        process.stdout.close()
        assert process.wait() == 141
        assert process.stderr.read() == b""


def test_a_terminal_without_the_letters_gets_others(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(
        ('[check.probe]\nroll = "d6"\noutcomes = ["Übel: <= 3", "Güte: >= 4"]\n'), encoding="utf-8"
    )
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    table = in_a_shell(["odds", "probe", "100d6"], cwd=tmp_path, env=env)
    assert (table.returncode, table.stderr) == (0, "")
    assert "?bel" in table.stdout
    assert "100-290" in table.stdout
    asked = in_a_shell(["odds", "probe", "--json"], cwd=tmp_path, env=env)
    assert list(json.loads(asked.stdout)[0]["outcomes"]) == ["Übel", "Güte"]


def test_one_question_imports_nothing_that_is_slow(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from sphinxext.rulebook.cli import main\n"
        "main(['odds', '--game', 'uwr', 'direct(4) >= 2', 'direct(4)'])\n"
        "slow = {'sphinx', 'docutils', 'matplotlib', 'icepool', 'numpy'}\n"
        "print(sorted(slow & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stderr == "[]\n"
