"""`rulebook lock`: a rules edit cannot move a published figure unnoticed."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.drift.lock.lockfile import read_lock
from sphinxext.rulebook.rules import RulesError
from tests.support.cases import cases_of
from tests.support.locked import CONF, EASIER, PAGE, RULES, git, said

if TYPE_CHECKING:
    from tests.support.books import Builder


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """The status of a check and what it says."""
    capsys.readouterr()
    status = main(["check", "docs", "--format", "json"])
    return status, json.loads(capsys.readouterr().out)


def recorded(folder: Path) -> list[dict[str, str]]:
    """The figures of the lock, a line each."""
    lines = (folder / "odds.lock.json").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith('{"place')]


def test_the_lock_has_a_line_for_every_figure_and_no_line_of_a_page(locked_docs: Path) -> None:
    figures = recorded(locked_docs)
    place = {"place": "dice", "game": "rules"}
    assert {
        "words": "check of three dice …", "kind": "chance", "query": "direct(3) >= 1",
        "value": "19/27", "shown": "70%", **place,
    } in [{**each, "words": each["words"].removesuffix(" held")} for each in figures]  # fmt: skip
    assert {
        "words": "A die succeeds on … Anna has", "kind": "rule", "query": "direct.success",
        "value": "5 or 6", "shown": "5 or 6", **place,
    } in figures  # fmt: skip
    assert sum(each["kind"] == "reach" for each in figures) == 4
    assert len(figures) == len(read_lock(locked_docs / "odds.lock.json"))
    assert not {key for each in figures for key in each} & {"file", "line"}


CASES = cases_of(__file__)


def test_a_page_that_is_moved_or_reflowed_changes_no_byte(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (locked_docs / "odds.lock.json").read_bytes()
    tables = PAGE[PAGE.index(".. dice-table") :]
    (locked_docs / "part").mkdir()
    (locked_docs / "part" / "odds.rst").write_text(CASES["turned"] + tables, encoding="utf-8")
    root = "Book\n====\n\n.. toctree::\n\n   part/odds\n"
    (locked_docs / "index.rst").write_text(root, encoding="utf-8")
    assert main(["lock", "docs"]) == 0
    assert capsys.readouterr().out.endswith("figures, as before\n")
    assert (locked_docs / "odds.lock.json").read_bytes() == before
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    moved = {(each["file"], each["line"]) for each in checked(capsys)[1]["changed"]}
    assert ("docs/part/odds.rst", 13) in moved


def test_a_rule_is_locked_alike_in_any_language(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (locked_docs / "conf.py").write_text(CONF + 'language = "de"\n', encoding="utf-8")
    assert checked(capsys)[1]["changed"] == []
    assert main(["lock", "docs"]) == 0
    rule = next(each for each in recorded(locked_docs) if each["kind"] == "rule")
    assert (rule["value"], rule["shown"]) == ("5 or 6", "5 oder 6")
    text = said(capsys, "docs/odds.lock.json", "docs/rules.toml")[1]
    assert text.startswith("no published figures moved")
    # Locks were written so before: with the page's own words, its file and its line.
    old = {**rule, "value": "5 oder 6", "file": "index.rst", "line": 6}
    lock = locked_docs / "odds.lock.json"
    lock.write_text(json.dumps({"version": 1, "figures": [old]}), encoding="utf-8")
    assert checked(capsys)[1]["changed"] == []


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


@pytest.mark.parametrize("accept", [[], ["--accept", "direct(3) >= 1"]])
def test_a_book_with_a_figure_that_cannot_be_read_is_not_locked(
    locked_docs: Path, capsys: pytest.CaptureFixture[str], accept: list[str]
) -> None:
    before = (locked_docs / "odds.lock.json").read_bytes()
    (locked_docs / "index.rst").write_text(
        "T\n=\n\n" + "\n".join(CASES["unread"]), encoding="utf-8"
    )
    capsys.readouterr()
    assert main(["lock", "docs", *accept]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    places = re.findall(r"^rulebook: docs/index.rst:(\d+): (\w+): ", err, re.MULTILINE)
    assert places == [("4", "rolled"), ("5", "rolled"), ("6", "rule"), ("7", "odds")]
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
    assert len([line for line in after if line not in before]) == 1
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


MANY = CASES["many"]


def test_what_moved_is_one_line_of_news(
    locked_docs: Path,
    build: Builder,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page, rules = locked_docs / "index.rst", locked_docs / "rules.toml"
    page.write_text(MANY.replace("50%", "33%").replace("75%", "56%"), encoding="utf-8")
    assert main(["lock", "docs"]) == 0
    page.write_text(MANY, encoding="utf-8")
    rules.write_text(EASIER, encoding="utf-8")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    capsys.readouterr()
    assert main(["check", "docs"]) == 1
    news, total, annotation = capsys.readouterr().out.splitlines()
    assert news == (
        "16 published odds moved: 3 in docs/index.rst (33% to 50%, 70% to 88%, …), "
        "7 in the table *How likely* (33% to 50%, 11% to 25%, …), 4 in the chart "
        "(33% to 50%, 56% to 75%, …), 2 in the table *Typed* (33% to 50%, 56% to 75%); "
        "'rulebook check --moved' lists them"
    )
    assert total == "2 figures checked, no drift, 16 changed since the lock"
    assert annotation.startswith("::warning file=docs/index.rst,line=4,")
    monkeypatch.delenv("GITHUB_ACTIONS")
    assert main(["check", "docs", "--moved"]) == 1
    each = capsys.readouterr().out.splitlines()
    assert len(each) == 17
    assert (
        "docs/index.rst:5: changed: direct(4) >= 1 was 80% and is 94% since 'rulebook lock'" in each
    )
    files = {path.name: path.read_text("utf-8") for path in locked_docs.iterdir() if path.is_file()}
    warned = [line.partition(" WARNING: ")[::2] for line in build("news", files=files).warnings]
    assert [place for place, _ in warned] == [f"index.rst:{n}:" for n in (4, 5, 7, 12, 17)]
    assert warned[2][1].startswith(
        "changed: 7 published odds moved in the table *How likely* since 'rulebook lock' (33% to"
    )


ACCEPTED = {
    "a question": ("direct(3) >= 1", {"direct(2) >= 1", "2d6 = 7"}),
    "a question otherwise spaced": ("rules:direct( 3 )>=1", {"direct(2) >= 1", "2d6 = 7"}),
    "a check": ("direct", {"2d6 = 7"}),
    "a check of a game": ("rules:direct", {"2d6 = 7"}),
    "a file": ("docs/other.rst", {"direct(3) >= 1", "2d6 = 7"}),
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_only_what_is_accepted_is_recorded(
    locked_docs: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    name, left = ACCEPTED[what]
    lock = locked_docs / "odds.lock.json"
    index = "T\n=\n\n:odds:`direct(3) >= 1` and :odds:`2d6 = 7`\n\n.. toctree::\n\n   other\n"
    (locked_docs / "index.rst").write_text(index, encoding="utf-8")
    other = "O\n=\n\n:odds:`direct(3) >= 1` and :odds:`direct(2) >= 1`\n"
    (locked_docs / "other.rst").write_text(other, encoding="utf-8")
    assert main(["lock", "docs"]) == 0
    lock.write_text(lock.read_text("utf-8").replace('"1/6"', '"1/7"'), encoding="utf-8")
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    before = lock.read_bytes()
    assert main(["lock", "docs", "--accept", "nothing(1) >= 1"]) == 2
    assert "nothing published is of 'nothing(1) >= 1'" in capsys.readouterr().err
    assert lock.read_bytes() == before
    assert main(["lock", "docs", "--accept", name]) == 0
    status, report = checked(capsys)
    assert (status, {each["query"] for each in report["changed"]}) == (1, left)
    assert main(["lock", "docs", "--accept", "2d6 = 7", "--accept", "direct"]) == 0
    assert checked(capsys)[0] == 0


def test_a_wrong_figure_is_not_accepted(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    assert main(["lock", "docs", "--accept", "direct(3) >= 2"]) == 1
    assert "1 figure is wrong" in capsys.readouterr().err
    assert main(["lock", "docs", "--accept", "direct.success"]) == 0
    assert checked(capsys)[0] == 1


CHECKS = "".join(
    f'[check.{name}]\nroll = "dice d6, success on 5+"\n\ntakes.dice = {{}}\n\n\n' for name in "abcd"
)
FOUR = "T\n=\n\n" + "\n".join(f":odds:`{name}(2) >= 1`" for name in "abcd") + "\n"
TWO = "A\n=\n\n:odds:`d6 >= 2`\n\nB\n=\n\n:odds:`d6 >= 3`\n"
EASED = [CHECKS.replace(each, each.replace("5+", "4+")) for each in CHECKS.split("\n\n\n")[1:3]]
WIDER = [
    TWO.replace(f"`{asked}`", f"`{asked}` and :odds:`{more}`")
    for asked, more in (("d6 >= 2", "d6 >= 4"), ("d6 >= 3", "d6 >= 5"))
]
MERGED = {  # the rules, the page, and the file that each of two branches edits
    "moved": (CHECKS, FOUR, "rules.toml", EASED),
    "added": (RULES, TWO, "index.rst", WIDER),
}


@pytest.mark.parametrize("what", MERGED)
def test_git_merges_locks_of_branches_with_different_figures(
    locked_docs: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    rules, page, edited, branches = MERGED[what]
    (locked_docs / "rules.toml").write_text(rules, encoding="utf-8")
    (locked_docs / "index.rst").write_text(page, encoding="utf-8")
    assert main(["lock", "docs"]) == 0
    git(locked_docs, "init", "-q", "-b", "main")
    git(locked_docs, "add", "rules.toml", "index.rst", "conf.py", "odds.lock.json")
    git(locked_docs, "commit", "-qm", "Lock")
    for name, text in zip("xy", branches, strict=True):
        git(locked_docs, "checkout", "-q", "-b", name, "main")
        (locked_docs / edited).write_text(text, encoding="utf-8")
        assert main(["lock", "docs"]) == 0
        git(locked_docs, "commit", "-qam", name)
    git(locked_docs, "merge", "-q", "-m", "Merge", "x")
    merged = (locked_docs / "odds.lock.json").read_bytes()
    assert checked(capsys)[0] == 0
    assert main(["lock", "docs"]) == 0
    assert (locked_docs / "odds.lock.json").read_bytes() == merged


def test_what_moves_in_a_draft_is_silent(
    locked_docs: Path, build: Builder, capsys: pytest.CaptureFixture[str]
) -> None:
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    (locked_docs / "index.rst").write_text("T\n=\n\n:odds:`direct(3) >= 1`\n", encoding="utf-8")
    status, report = checked(capsys)
    assert (status, len(report["changed"])) == (1, 1)
    (locked_docs / "conf.py").write_text(CONF + 'rulebook_stage = "draft"\n', encoding="utf-8")
    assert checked(capsys)[0] == 0
    files = {path.name: path.read_text("utf-8") for path in locked_docs.iterdir() if path.is_file()}
    assert build("draft", files=files).warnings == ()
    published = {"conf.py": CONF + 'rulebook_stage = "published"\n'}
    assert len(build("draft", files=published).warnings) == 1


@pytest.mark.parametrize(
    ("lock", "why"),
    [
        ('{"version": 1, "figures": [\n{"file": "index', "cut short or was edited at line 2"),
        ('{"version": 7, "figures": []}', "of version 7, and 1 is wanted"),
        ("[]", "lists no figures"),
        ('{"version": 1, "figures": [{"file": "index.rst"}]}', "a figure lacks its 'game'"),
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
    figure = {"game": "g", "kind": "chance", "query": "d6 = 1", "value": "1/0"}
    text = json.dumps({"version": 1, "figures": [figure]})
    (tmp_path / "odds.lock.json").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match="'1/0' is not a number"):
        read_lock(tmp_path / "odds.lock.json")
