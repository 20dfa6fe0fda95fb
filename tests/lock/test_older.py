"""A wrong figure that was right once: the check names the older lock."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.drift.lock.older import earlier_versions
from tests.support.cases import cases_of
from tests.support.locked import git

CASES = cases_of(__file__)
RULES = CASES["rules"]
ROWS = "".join(f"| {dice} | {shown} |\n" for dice, shown in enumerate((33, 56, 70, 80, 87, 91), 1))
PAGE = CASES["page"]


def lock_as_rules_are() -> None:
    """Lock the book with its figures mended, and put its page back as it was."""
    page = Path("dice.md")
    assert (main(["fix", "."]), main(["lock", "."])) == (0, 0)
    page.write_text(PAGE, encoding="utf-8")


def reasons(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The reason of each wrong figure; the second one of the page has none."""
    capsys.readouterr()
    assert main(["check", ".", "--format", "json"]) == 1
    drift = json.loads(capsys.readouterr().out)["drift"]
    assert [each["line"] for each in drift] == [1, 1, *range(7, 13)]
    return [each["why"] for each in drift]


def test_the_lock_for_which_the_figures_were_right_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rules, lock = Path("rules.toml"), Path("odds.lock.json")
    rules.write_text(RULES, encoding="utf-8")
    Path("dice.md").write_text(PAGE, encoding="utf-8")
    lock_as_rules_are()
    kept = lock.read_bytes()
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    rules.write_text(RULES.replace("5+", "4+"), encoding="utf-8")

    # The rules were edited, and nobody has locked the book again.
    by = "matches odds.lock.json"
    found = reasons(capsys)
    assert found[0] == by
    assert by not in found[1]
    assert found[2:] == [f"the whole table {by}"] * 6

    # The book was locked again: git has the lock of before, and of a third edit both.
    lock_as_rules_are()
    git(tmp_path, "commit", "-q", "-a", "-m", "two")
    rules.write_text(RULES.replace("5+", "3+"), encoding="utf-8")
    lock_as_rules_are()
    git(tmp_path, "commit", "-q", "-a", "-m", "three")
    oldest = list(earlier_versions(lock.absolute(), 9))[-1]
    assert oldest.data == kept
    found = reasons(capsys)
    assert found[0] == f"{by} of {oldest.day} ({oldest.commit})"
    assert set(found[2:]) == {f"the whole table {found[0]}"}

    # Without git, a kept file tells as much; without either, nothing is said.
    monkeypatch.setenv("PATH", "")
    assert by not in "".join(reasons(capsys))
    Path("second-edition.lock.json").write_bytes(kept)
    assert reasons(capsys)[0] == "matches second-edition.lock.json"
