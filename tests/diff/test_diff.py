"""`rulebook diff`: which odds move between two rules files or two locks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.drift.diff.compare import Compared, as_markdown
from sphinxext.rulebook.drift.lock.moved import Moved
from sphinxext.rulebook.drift.lock.published import PublishedFigure
from tests.support.cases import cases_of
from tests.support.locked import EASIER, PAGE, RULES, said

CASES = cases_of(__file__)
WITH_DEGREES = CASES["with_degrees"]


def test_two_rules_files_over_a_book_say_page_and_line(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
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
    CASES["rules_and_a_lock_say_the_same"],
)
def test_rules_and_a_lock_say_the_same(
    locked_docs: Path, args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = said(capsys, *args, "--json")
    assert status == 1
    moves = {each["query"]: each for each in json.loads(text)}
    where = ("docs/index.rst", 4) if "--docs" in args else (None, None)
    assert moves["direct(3) >= 1"] == {
        "query": "direct(3) >= 1", "game": "rules", "kind": "chance", "old": "19/27",
        "new": "7/8", "file": where[0], "line": where[1], "place": "dice",
    }  # fmt: skip
    assert moves["direct.success"]["new"] == "4 to 6"


def test_two_locks(locked_docs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = locked_docs / "odds.lock.json"
    Path("old.json").write_text(old.read_text("utf-8"), encoding="utf-8")
    assert said(capsys, "old.json", str(old))[0] == 0
    (locked_docs / "rules.toml").write_text(EASIER, encoding="utf-8")
    assert (main(["fix", "docs"]), main(["lock", "docs"])) == (0, 0)
    status, text = said(capsys, "old.json", str(old), "--markdown")
    assert status == 1
    lines = text.splitlines()
    assert re.fullmatch(r"\*\*\d+ published figures moved\*\*", lines[0])
    assert lines[2:5] == [
        "| Page | Question | Old | New |",
        "| --- | --- | ---: | ---: |",
        "| dice | `direct(3) >= 1` | 70% | 88% |",
    ]


def test_two_locks_say_how_many_figures_only_one_of_them_has(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (locked_docs / "odds.lock.json").rename("old.json")
    page = PAGE.replace("`direct(3) >= 1`", "`direct(7) >= 1` and :odds:`direct(8) >= 1`")
    (locked_docs / "index.rst").write_text(page, encoding="utf-8")
    main(["lock", "docs"])
    locks = "old.json", "docs/odds.lock.json"
    assert said(capsys, *locks) == (0, "no published figures moved; 1 gone; 2 new\n")
    assert said(capsys, *locks, "--markdown") == (0, "No published chance moves; 1 gone; 2 new.\n")


def test_what_only_pages_know_has_not_moved(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (locked_docs / "rules.toml").write_text(WITH_DEGREES, encoding="utf-8")
    (locked_docs / "index.rst").write_text(CASES["of_pages"], encoding="utf-8")
    assert main(["lock", "docs"]) == 0
    Path("kept.json").write_bytes((locked_docs / "odds.lock.json").read_bytes())
    Path("rules.toml").write_text(WITH_DEGREES, encoding="utf-8")
    nothing = "no published figures moved"
    beside = said(capsys, "docs/odds.lock.json", "docs/rules.toml")
    assert beside == (0, f"{nothing}; 4 of the pages not compared, add --docs\n")
    alone = said(capsys, "kept.json", "rules.toml")
    assert alone == (0, f"{nothing}; 5 of the pages not compared, add --docs\n")
    assert said(capsys, "kept.json", "rules.toml", "--docs", "docs") == (0, f"{nothing}\n")
    # A check that the rules have no more is another matter: the book says that it is no table.
    renamed = WITH_DEGREES.replace("check.direct", "check.roll")
    (locked_docs / "rules.toml").write_text(renamed, encoding="utf-8")
    status, text = said(capsys, "docs/odds.lock.json", "docs/rules.toml")
    assert status == 1
    assert "direct(1) >= 1: 33% to –" in text
    assert "road" not in text


def test_without_a_book_every_difficulty_is_asked(
    locked_docs: Path, capsys: pytest.CaptureFixture[str]
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
    CASES["what_cannot_be_compared_is_one_line"],
)
def test_what_cannot_be_compared_is_one_line(
    locked_docs: Path, args: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["diff", *args]) == 2
    said_ = capsys.readouterr().err.splitlines()
    assert len(said_) == 1
    assert why in said_[0]


def test_a_comment_is_no_longer_than_one_may_be() -> None:
    figures = [
        PublishedFigure("a.rst", n, "g", "chance", f"{n}d6 >= 1", "1/2", "") for n in range(1, 3000)
    ]
    moves = tuple(Moved(figure, "1/2", "1/3") for figure in figures)
    text = as_markdown(Compared(moves, is_published=True))
    assert len(text.encode()) < 65_536
    assert re.search(r"\n\nand 1,\d\d\d more\n$", text)
    rows = len(re.findall(r"(?m)^\| a\.rst", text))
    assert rows + int(text.split()[-2].replace(",", "")) == len(figures)
