"""`rulebook lock`: a rules edit cannot move a published figure unnoticed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.lock.lockfile import read_lock
from sphinxext.rulebook.lock.published import PublishedFigure
from sphinxext.rulebook.rules import RulesError
from tests.support.locked import CONF, EASIER, PAGE, RULES, said

if TYPE_CHECKING:
    from tests.support.books import Builder


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """The status of a check and what it says."""
    capsys.readouterr()
    status = main(["check", "docs", "--format", "json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_lock_has_a_line_for_every_figure(locked_docs: Path) -> None:
    lines = (locked_docs / "odds.lock.json").read_text("utf-8").splitlines()
    assert lines[0] == '{"version": 1, "figures": ['
    assert lines[-1] == "]}"
    figures = [PublishedFigure(**json.loads(line.rstrip(","))) for line in lines[1:-1]]
    assert (
        PublishedFigure("index.rst", 4, "rules", "chance", "direct(3) >= 1", "19/27", "70%")
        in figures
    )
    assert (
        PublishedFigure("index.rst", 4, "rules", "chance", "direct(3) >= 2", "7/27", "26%")
        in figures
    )
    assert (
        PublishedFigure("index.rst", 6, "rules", "rule", "direct.success", "5 or 6", "5 or 6")
        in figures
    )
    assert sum(figure.kind == "reach" for figure in figures) == 4
    assert {figure.line for figure in figures if "dice=2" in figure.query} >= {8, 22}
    assert figures == sorted(figures) == read_lock(locked_docs / "odds.lock.json")


def test_a_rules_edit_is_seen_until_the_book_is_locked_again(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = checked(capsys)
    assert (status, report["changed"]) == (0, [])
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    page = PAGE.replace("26%", "50%").replace("33%", "50%").replace("56%", "75%")
    (locked_docs / "index.rst").write_text(page, encoding="utf-8")
    status, report = checked(capsys)
    assert status == 1
    assert report["drift"] == []
    first = report["changed"][0]
    assert first == {
        "query": "direct(3) >= 1", "old": "70%", "new": "88%", "file": "docs/index.rst", "line": 4,
    }  # fmt: skip
    assert {each["query"] for each in report["changed"]} >= {"direct.success", "direct(2) on 4 5"}
    assert main(["lock", "docs"]) == 0
    status, report = checked(capsys)
    assert (status, report["changed"]) == (0, [])


def test_a_wrong_book_is_not_locked(locked_docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (locked_docs / "odds.lock.json").read_bytes()
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    capsys.readouterr()
    assert main(["lock", "docs"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "rulebook: 3 figures are wrong in the pages, so nothing was locked; "
        "run 'rulebook fix' first\n"
    )
    assert (locked_docs / "odds.lock.json").read_bytes() == before


def test_a_figure_that_is_moved_or_new_is_no_change(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (locked_docs / "odds.lock.json").read_text("utf-8").splitlines()
    (locked_docs / "index.rst").write_text(
        PAGE + "\nMore: :odds:`direct(8) >= 1`.\n", encoding="utf-8"
    )
    status, report = checked(capsys)
    assert (status, report["changed"]) == (0, [])
    assert main(["lock", "docs"]) == 0
    after = (locked_docs / "odds.lock.json").read_text("utf-8").splitlines()
    assert len([line for line in after if line.rstrip(",") not in
                [old.rstrip(",") for old in before]]) == 1  # fmt: skip
    capsys.readouterr()
    assert main(["lock", "docs"]) == 0
    assert capsys.readouterr().out.endswith("figures, as before\n")


def test_what_the_rules_no_longer_answer_is_a_change_too(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    renamed = RULES.replace(
        "difficulties.Normal = { needs = 1 }", "difficulties.Usual = { needs = 2 }"
    )
    (locked_docs / "rules.toml").write_text(renamed, encoding="utf-8")
    status, report = checked(capsys)
    assert status == 1
    gone = [each for each in report["changed"] if each["new"] == "–"]
    assert {each["query"] for each in gone} >= {"direct(dice=1) meets Normal"}
    assert [each for each in report["changed"] if each not in gone] == []
    (locked_docs / "new.toml").write_text(renamed, encoding="utf-8")
    text = said(capsys, "docs/odds.lock.json", "docs/new.toml", "--docs", "docs")[1]
    assert "docs/index.rst:8: direct(dice=1) meets Normal: 33% to – (1/3 to none)\n" in text
    # What its page no longer asks is none, and neither is what other rules may say of it.
    (locked_docs / "rules.toml").write_text(RULES, encoding="utf-8")
    (locked_docs / "index.rst").write_text("Dice\n====\n", encoding="utf-8")
    assert checked(capsys)[0] == 0


def test_every_build_warns_of_a_change(locked_docs: Path, build: Builder) -> None:
    files = {
        "conf.py": CONF, "rules.toml": EASIER, "index.rst": "T\n=\n\n:odds:`direct(3) >= 1`\n",
        "odds.lock.json": (locked_docs / "odds.lock.json").read_text("utf-8"),
    }  # fmt: skip
    built = build("other", files=files)
    (warning,) = built.warnings
    assert warning.startswith(
        "index.rst:4: WARNING: changed: direct(3) >= 1 was 70% and is 88% since 'rulebook lock'"
    )
    again = build("other", builder="drift")
    assert again.status == 1
    (change,) = json.loads(again.read("drift.json"))["changed"]
    assert (change["line"], change["old"], change["new"]) == (4, "70%", "88%")
    build("other", builder="drift", files={"index.rst": "T\n=\n\nNow\n:odds:`direct(3) >= 1`\n"})
    assert build("other").warnings[0].startswith("index.rst:5: WARNING: changed: ")
    quiet = build("other", conf={"suppress_warnings": ["rulebook.changed"]}, fresh=True)
    assert quiet.warnings == ()


@pytest.mark.parametrize(
    ("lock", "why"),
    [
        ('{"version": 1, "figures": [\n{"file": "index', "cut short or was edited at line 2"),
        ('{"version": 7, "figures": []}', "of version 7, and 1 is wanted"),
        ("[]", "lists no figures"),
        ('{"version": 1, "figures": [{"file": "index.rst"}]}', "a figure lacks its 'line'"),
        (b"\xff\xfe{", "not UTF-8 text"),
    ],
)  # fmt: skip
def test_half_a_lock_or_one_of_another_version_is_one_clear_line(
    locked_docs: Path, lock: str | bytes, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = lock if isinstance(lock, bytes) else lock.encode()
    (locked_docs / "odds.lock.json").write_bytes(data)
    status, report = checked(capsys)
    assert status == 2
    (broken,) = report["unread"]
    assert broken["file"] == "docs/odds.lock.json"
    assert why in broken["message"]
    assert "run 'rulebook lock' again" in broken["message"]
    assert main(["diff", "docs/odds.lock.json", "new.toml"]) == 2
    assert why in capsys.readouterr().err
    assert (locked_docs / "odds.lock.json").read_bytes() == data
    assert main(["lock", "docs"]) == 0
    assert checked(capsys)[0] == 0


def test_a_lock_that_cannot_be_written_is_named(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (locked_docs / "odds.lock.json").unlink()
    (locked_docs / "odds.lock.json").mkdir()
    assert main(["lock", "docs"]) == 2
    assert capsys.readouterr().err == "rulebook: docs/odds.lock.json: Is a directory\n"
    assert sorted(os.listdir(locked_docs)) == [
        "conf.py",
        "index.rst",
        "odds.lock.json",
        "rules.toml",
    ]


def test_a_lock_is_read_strictly(tmp_path: Path) -> None:
    figure = PublishedFigure("a.rst", 1, "g", "chance", "d6 = 1", "1/0", "1%")
    text = json.dumps({"version": 1, "figures": [figure._asdict()]})
    (tmp_path / "odds.lock.json").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match="'1/0' is not a number"):
        read_lock(tmp_path / "odds.lock.json")
