"""`rulebook lock` and `diff`: a rules edit cannot move a published figure unnoticed."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.diff.compare import Compared
from sphinxext.rulebook.diff.output import as_markdown
from sphinxext.rulebook.lock.lockfile import read_lock
from sphinxext.rulebook.lock.moved import Moved
from sphinxext.rulebook.lock.published import PublishedFigure
from sphinxext.rulebook.rules import RulesError
from sphinxext.rulebook.words.formatter import Style

if TYPE_CHECKING:
    from tests.support.books import Builder

CONF = 'extensions = ["sphinxext.rulebook"]\nexclude_patterns = ["_build"]\n'
RULES = """\
name = "Pools"

[check.direct]
noun = { one = "success", many = "successes" }
roll = { success = "5+" }
takes.dice = { required = true, each = { d6 = 1 } }
takes.favor = { each = { widen = 1 } }
difficulties.Normal = { needs = 1 }
difficulties.Difficult = { needs = 2 }
"""
PAGE = """\
Dice
====

A check of three dice: :odds:`direct(3) >= 1`, held :odds:`26% <direct(3) >= 2>`.

A die succeeds on :rule:`direct.success`; Anna has :rolled:`direct(2) on 4 5`.

.. dice-table::
   :check: direct
   :rows: dice = 1, 2
   :columns: difficulties

.. dice-table::
   :check: direct
   :rows: dice = 1, 2
   :event: >= 1

   ====  ===
   Dice  Any
   ====  ===
   1     33%
   2     56%
   ====  ===

.. dice-table::
   :check: direct
   :rows: difficulties
   :columns: chances = 50%, 80%
   :show: reach
   :of: dice
"""
EASIER = RULES.replace('"5+"', '"4+"')


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with its rules, locked."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in {"conf.py": CONF, "rules.toml": RULES, "index.rst": PAGE}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (tmp_path / "new.toml").write_text(EASIER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["lock", "docs"]) == 0
    return folder


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """The status of a check and what it says."""
    capsys.readouterr()
    status = main(["check", "docs", "--format", "json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_lock_has_a_line_for_every_figure(docs: Path) -> None:
    lines = (docs / "odds.lock.json").read_text("utf-8").splitlines()
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
    assert figures == sorted(figures) == read_lock(docs / "odds.lock.json")


def test_a_rules_edit_is_seen_until_the_book_is_locked_again(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = checked(capsys)
    assert (status, report["changed"]) == (0, [])
    (docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    page = PAGE.replace("26%", "50%").replace("33%", "50%").replace("56%", "75%")
    (docs / "index.rst").write_text(page, encoding="utf-8")
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


def test_a_figure_that_is_moved_or_new_is_no_change(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (docs / "odds.lock.json").read_text("utf-8").splitlines()
    (docs / "index.rst").write_text(PAGE + "\nMore: :odds:`direct(8) >= 1`.\n", encoding="utf-8")
    status, report = checked(capsys)
    assert (status, report["changed"]) == (0, [])
    assert main(["lock", "docs"]) == 0
    after = (docs / "odds.lock.json").read_text("utf-8").splitlines()
    assert len([line for line in after if line.rstrip(",") not in
                [old.rstrip(",") for old in before]]) == 1  # fmt: skip
    capsys.readouterr()
    assert main(["lock", "docs"]) == 0
    assert capsys.readouterr().out.endswith("figures, as before\n")


def test_what_the_rules_no_longer_answer_is_a_change_too(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    renamed = RULES.replace(
        "difficulties.Normal = { needs = 1 }", "difficulties.Usual = { needs = 2 }"
    )
    (docs / "rules.toml").write_text(renamed, encoding="utf-8")
    status, report = checked(capsys)
    assert status == 1
    gone = [each for each in report["changed"] if each["new"] == "–"]
    assert {each["query"] for each in gone} >= {"direct(dice=1) meets Normal"}
    assert [each for each in report["changed"] if each not in gone] == []
    (docs / "new.toml").write_text(renamed, encoding="utf-8")
    text = said(capsys, "docs/odds.lock.json", "docs/new.toml", "--docs", "docs")[1]
    assert "docs/index.rst:8: direct(dice=1) meets Normal: 33% to – (1/3 to none)\n" in text
    # What its page no longer asks is none, and neither is what other rules may say of it.
    (docs / "rules.toml").write_text(RULES, encoding="utf-8")
    (docs / "index.rst").write_text("Dice\n====\n", encoding="utf-8")
    assert checked(capsys)[0] == 0


def test_a_comment_is_no_longer_than_one_may_be() -> None:
    figures = [
        PublishedFigure("a.rst", n, "g", "chance", f"{n}d6 >= 1", "1/2", "") for n in range(1, 3000)
    ]
    moves = tuple(Moved(figure, "1/2", "1/3") for figure in figures)
    text = as_markdown(Compared(moves, len(moves), Style(), is_published=True))
    assert len(text.encode()) < 65_536
    assert re.search(r"\n\nand 1,\d\d\d more\n$", text)
    rows = len(re.findall(r"(?m)^\| a\.rst", text))
    assert rows + int(text.split()[-2].replace(",", "")) == len(figures)


def test_every_build_warns_of_a_change(docs: Path, build: Builder) -> None:
    files = {
        "conf.py": CONF, "rules.toml": EASIER, "index.rst": "T\n=\n\n:odds:`direct(3) >= 1`\n",
        "odds.lock.json": (docs / "odds.lock.json").read_text("utf-8"),
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
    docs: Path, lock: str | bytes, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = lock if isinstance(lock, bytes) else lock.encode()
    (docs / "odds.lock.json").write_bytes(data)
    status, report = checked(capsys)
    assert status == 2
    (broken,) = report["unread"]
    assert broken["file"] == "docs/odds.lock.json"
    assert why in broken["message"]
    assert "run 'rulebook lock' again" in broken["message"]
    assert main(["diff", "docs/odds.lock.json", "new.toml"]) == 2
    assert why in capsys.readouterr().err
    assert (docs / "odds.lock.json").read_bytes() == data
    assert main(["lock", "docs"]) == 0
    assert checked(capsys)[0] == 0


def test_a_lock_that_cannot_be_written_is_named(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (docs / "odds.lock.json").unlink()
    (docs / "odds.lock.json").mkdir()
    assert main(["lock", "docs"]) == 2
    assert capsys.readouterr().err == "rulebook: docs/odds.lock.json: Is a directory\n"
    assert sorted(os.listdir(docs)) == ["conf.py", "index.rst", "odds.lock.json", "rules.toml"]


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    """The status of a diff and what it prints."""
    capsys.readouterr()
    status = main(["diff", *args])
    return status, capsys.readouterr().out


def test_two_rules_files_over_a_book_say_page_and_line(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = said(capsys, "docs/rules.toml", "new.toml", "--docs", "docs")
    assert status == 1
    lines = text.splitlines()
    assert lines[0] == "docs/index.rst:4: direct(3) >= 1: 70% to 88% (19/27 to 7/8)"
    assert "docs/index.rst:6: direct.success: 5 or 6 to 4 to 6" in lines
    assert any(line.startswith("docs/index.rst:25: ") and "reach" not in line for line in lines)
    assert said(capsys, "docs/rules.toml", "docs/rules.toml", "--docs", "docs") == (
        0, "no published figures moved\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    "args",
    [
        ("docs/rules.toml", "new.toml", "--lock", "docs/odds.lock.json"),
        ("docs/odds.lock.json", "new.toml"),
        ("docs/odds.lock.json", "new.toml", "--docs", "docs"),
    ],
)
def test_rules_and_a_lock_say_the_same(
    docs: Path, args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = said(capsys, *args, "--json")
    assert status == 1
    moves = {(each["line"], each["query"]): each for each in json.loads(text)}
    assert moves[4, "direct(3) >= 1"] == {
        "query": "direct(3) >= 1", "game": "rules", "kind": "chance", "old": "19/27",
        "new": "7/8", "file": "docs/index.rst", "line": 4,
    }  # fmt: skip
    assert moves[6, "direct.success"]["new"] == "4 to 6"


def test_two_locks(docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = docs / "odds.lock.json"
    Path("old.json").write_text(old.read_text("utf-8"), encoding="utf-8")
    assert said(capsys, "old.json", str(old))[0] == 0
    (docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    main(["lock", "docs"])
    status, text = said(capsys, "old.json", str(old), "--markdown")
    assert status == 1
    lines = text.splitlines()
    assert re.fullmatch(r"\*\*\d+ published figures moved\*\*", lines[0])
    assert lines[2:5] == [
        "| Page | Question | Old | New |",
        "| --- | --- | ---: | ---: |",
        "| docs/index.rst:4 | `direct(3) >= 1` | 70% | 88% |",
    ]


def test_two_locks_say_how_many_figures_only_one_of_them_has(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (docs / "odds.lock.json").rename("old.json")
    page = PAGE.replace("`direct(3) >= 1`", "`direct(7) >= 1` and :odds:`direct(8) >= 1`")
    (docs / "index.rst").write_text(page, encoding="utf-8")
    main(["lock", "docs"])
    locks = "old.json", "docs/odds.lock.json"
    assert said(capsys, *locks) == (0, "no published figures moved; 1 gone; 2 new\n")
    assert said(capsys, *locks, "--markdown") == (0, "No published chance moves; 1 gone; 2 new.\n")


def test_without_a_book_every_difficulty_is_asked(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = said(capsys, "docs/rules.toml", "new.toml")
    assert status == 1
    assert "direct(dice=1) meets Normal: 33% to 50% (1/3 to 1/2)" in text
    status, text = said(capsys, "game:uwr", "game:uwr", "--json")
    assert (status, text) == (0, "[]\n")
    assert said(capsys, "game:uwr", "game:uwr", "--markdown") == (0, "No chance moves.\n")
    harder = RULES.replace("Difficult", "Hard")
    Path("renamed.toml").write_text(harder, encoding="utf-8")
    status, text = said(capsys, "docs/rules.toml", "renamed.toml")
    assert status == 1
    assert "direct(dice=2) meets Difficult: 11% to –" in text
    assert "direct(dice=2) meets Hard: – to 11%" in text


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("none.toml", "new.toml"), "no file 'none.toml'"),
        (("docs", "new.toml"), "'docs' is a folder"),
        (("new.toml", "new.toml", "--lock", "none.json"), "none.json: No such file"),
        (("new.toml", "new.toml", "--docs", "none"), "no conf.py in none"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    docs: Path, args: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["diff", *args]) == 2
    said_ = capsys.readouterr().err.splitlines()
    assert len(said_) == 1
    assert why in said_[0]


def test_a_lock_is_read_strictly(tmp_path: Path) -> None:
    figure = PublishedFigure("a.rst", 1, "g", "chance", "d6 = 1", "1/0", "1%")
    text = json.dumps({"version": 1, "figures": [figure._asdict()]})
    (tmp_path / "odds.lock.json").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match="'1/0' is no number"):
        read_lock(tmp_path / "odds.lock.json")
