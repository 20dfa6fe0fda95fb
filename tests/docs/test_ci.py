"""The page on CI is so: the commands of its files run."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.commands import COMMANDS

ROOT = Path(__file__).parents[2]
HERE = ROOT / "docs" / "how-to" / "ci"
CONF = 'extensions = ["sphinxext.rulebook"]\n'
RULES = '[check.direct]\nroll = "dice d6, success on 5+"\ntakes.dice = {}\n'
BOOK = "T\n=\n\n:odds:`{} <direct(3) >= 1>`\n"


def shell(command: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """What a command of the page comes to, run as a CI runs it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a book that says a wrong figure."""
    docs = tmp_path / "checkout" / "docs"
    docs.mkdir(parents=True)
    files = {"conf.py": CONF, "rules.toml": RULES, "index.rst": BOOK.format("71%")}
    for name, text in files.items():
        (docs / name).write_text(text, encoding="utf-8")
    return docs.parent


def on_main(folder: Path, what: str) -> None:
    """Commit something of a project as what a pull request starts from."""
    who = "git -c user.name=A -c user.email=a@example.org"
    commit = f"git add {what} && {who} commit -q --allow-empty -m one"
    shell(f"git init -q . && {commit} && git update-ref refs/remotes/origin/main HEAD", folder)
    assert (folder / ".git/refs/remotes/origin/main").is_file()


def commands(data: Any) -> list[str]:
    """Every script of a workflow that calls us, in its order."""
    if isinstance(data, dict):
        return [found for value in data.values() for found in commands(value)]
    if isinstance(data, list):
        return [found for value in data for found in commands(value)]
    return [data] if isinstance(data, str) and re.search(r"(?m)^rulebook ", data) else []


@pytest.mark.parametrize("name", ["github.yml", pytest.param("gitlab.yml", marks=pytest.mark.slow)])
def test_the_check_fails_with_drift_and_leaves_its_report(name: str, project: Path) -> None:
    data = yaml.safe_load((HERE / name).read_text("utf-8"))
    command = commands(data)[0]
    assert shell(command, project, BOOK="docs", GITHUB_ACTIONS="true").returncode == 1
    named = re.findall(r"report/drift\.\w+", (HERE / name).read_text("utf-8"))
    assert named
    assert all((project / report).is_file() for report in named)
    (project / "docs" / "index.rst").write_text(BOOK.format("70%"), encoding="utf-8")
    assert shell(command, project, BOOK="docs").returncode == 0


@pytest.mark.slow
def test_the_pull_request_hears_which_chances_move(project: Path) -> None:
    command = commands(yaml.safe_load((HERE / "github.yml").read_text("utf-8")))[1]
    on_main(project, "docs")
    again = "git worktree remove --force ../old"
    assert shell(command, project, BOOK="docs", BASE="main").returncode == 0
    assert (project.parent / "moves.md").read_text("utf-8") == "No published chance moves.\n"
    shell(again, project)
    rules = project / "docs" / "rules.toml"
    rules.write_text(RULES.replace("5+", "4+"), encoding="utf-8")
    assert shell(command, project, BOOK="docs", BASE="main").returncode == 0
    moves = (project.parent / "moves.md").read_text("utf-8")
    assert "| docs/index.rst:4 | `direct(3) >= 1` | 70% | 88% |" in moves
    shell(again, project)
    rules.write_text("wrong", encoding="utf-8")
    assert shell(command, project, BOOK="docs", BASE="main").returncode != 0


@pytest.mark.slow
def test_a_pull_request_that_brings_the_book_moves_nothing(project: Path) -> None:
    command = commands(yaml.safe_load((HERE / "github.yml").read_text("utf-8")))[1]
    on_main(project, "--dry-run .")
    done = shell(command, project, BOOK="docs", BASE="main")
    assert done.returncode == 0, done.stderr
    assert (project.parent / "moves.md").read_text("utf-8") == "No published chance moves.\n"


def test_a_book_that_is_the_repository_is_compared_once(project: Path) -> None:
    at_root = (project / "docs").rename(project.parent / "docs")  # as `rulebook init` makes it
    command = commands(yaml.safe_load((HERE / "github.yml").read_text("utf-8")))[1]
    on_main(at_root, ".")
    (at_root / "rules.toml").write_text(RULES.replace("5+", "4+"), encoding="utf-8")
    done = shell(command, at_root, BOOK=".", BASE="main")
    assert done.returncode == 0, done.stderr
    assert "**1 published figure moved**" in (at_root.parent / "moves.md").read_text("utf-8")
    assert shell("git status --porcelain", at_root).stdout.split() == ["M", "rules.toml"]


def test_the_hook_to_paste_looks_at_the_same_files() -> None:
    ours = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))[0]
    pasted = yaml.safe_load((HERE / "pre-commit-config.yaml").read_text("utf-8"))
    (hook,) = pasted["repos"][0]["hooks"]
    assert (hook["files"], hook["pass_filenames"]) == (ours["files"], ours["pass_filenames"])
    assert hook["language"] == "system"  # with what is installed, from wherever it came


@pytest.mark.slow
def test_make_checks_fixes_and_locks(project: Path) -> None:
    make = f"make -f '{HERE / 'Makefile'}'"
    assert shell(f"{make} check", project).returncode != 0
    assert shell(f"{make} fix", project).returncode == 0
    assert "70%" in (project / "docs" / "index.rst").read_text("utf-8")
    assert shell(f"{make} lock check", project).returncode == 0
    assert (project / "docs" / "odds.lock.json").is_file()


def test_hooks_call_commands_that_there_are(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {hook["id"] for hook in hooks} == {"rulebook-check", "rulebook-fix"}
    monkeypatch.chdir(project)
    for hook, status in zip(hooks, [1, 0], strict=True):
        assert hook["language"] == "python"
        assert hook["pass_filenames"] is False
        for name in ("docs/dice.rst", "docs/a.md", "docs/rules.toml", "docs/conf.py"):
            assert re.search(hook["files"], name)
        program, command = hook["entry"].split()
        assert (program, command in COMMANDS) == ("rulebook", True)
        assert main([command, *hook["args"]]) == status


def test_hooks_hold_plain_marks_without_sphinx(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    page = tmp_path / "docs" / "odds.qmd"
    page.parent.mkdir()
    page.write_text("A 7 comes up 18% <!-- odds: 2d6 = 7 --> of the time.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert all(re.search(hook["files"], "docs/odds.qmd") for hook in hooks)
    check, fix = ([hook["entry"].split()[1], *hook["args"]] for hook in hooks)
    assert [main(check), main(fix), main(check)] == [1, 0, 0]
    assert "17%" in page.read_text("utf-8")
