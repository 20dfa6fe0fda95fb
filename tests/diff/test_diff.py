"""`rulebook diff`: which odds move between two rules files or two locks."""

import json
import re
from pathlib import Path

import pytest

from sphinxext.rulebook.drift.diff.compare import Compared, as_markdown
from sphinxext.rulebook.drift.lock.moved import Moved
from sphinxext.rulebook.drift.lock.published import PublishedFigure
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.locked import EASIER, LOCK, PAGE, RULES

CASES = cases_of(__file__)
WITH_DEGREES = CASES["with_degrees"]


def test_two_rules_files_over_a_book_say_page_and_line(locked: Run) -> None:
    status, text, _ = locked("diff", "docs/rules.toml", "new.toml", "--docs", "docs")
    assert status == 1
    lines = text.splitlines()
    assert lines[0] == "docs/index.rst:4: direct(3) >= 1: 70% to 88% (19/27 to 7/8)"
    assert "docs/index.rst:6: direct.success: 5 or 6 to 4 to 6" in lines
    assert any(line.startswith("docs/index.rst:25: ") and "reach" not in line for line in lines)
    same = locked("diff", "docs/rules.toml", "docs/rules.toml", "--docs", "docs")
    assert same == (0, "no published figures moved\n", "")


@pytest.mark.parametrize("args", CASES["rules_and_a_lock_say_the_same"])
def test_rules_and_a_lock_say_the_same(locked: Run, args: tuple[str, ...]) -> None:
    status, text, _ = locked("diff", *args, "--json")
    assert status == 1
    moves = {each["query"]: each for each in json.loads(text)}
    where = ("docs/index.rst", 4) if "--docs" in args else (None, None)
    assert moves["direct(3) >= 1"] == {
        "query": "direct(3) >= 1", "game": "rules", "kind": "chance", "old": "19/27",
        "new": "7/8", "file": where[0], "line": where[1], "place": "dice",
    }  # fmt: skip
    assert moves["direct.success"]["new"] == "4 to 6"


def test_two_locks(locked: Run) -> None:
    locked.write({"old.json": locked.text(LOCK), "docs/rules.toml": EASIER})
    assert locked("diff", "old.json", LOCK).status == 0
    assert (locked("fix", "docs").status, locked("lock", "docs").status) == (0, 0)
    status, text, _ = locked("diff", "old.json", LOCK, "--markdown")
    assert status == 1
    lines = text.splitlines()
    assert re.fullmatch(r"\*\*\d+ published figures moved\*\*", lines[0])
    assert lines[2:5] == [
        "| Page | Question | Old | New |",
        "| --- | --- | ---: | ---: |",
        "| dice | `direct(3) >= 1` | 70% | 88% |",
    ]


def test_two_locks_say_how_many_figures_only_one_of_them_has(locked: Run) -> None:
    Path(LOCK).rename("old.json")
    page = PAGE.replace("`direct(3) >= 1`", "`direct(7) >= 1` and :odds:`direct(8) >= 1`")
    locked.write({"docs/index.rst": page})
    locked("lock", "docs")
    told = locked("diff", "old.json", LOCK)
    assert told == (0, "no published figures moved; 1 gone; 2 new\n", "")
    told = locked("diff", "old.json", LOCK, "--markdown")
    assert told == (0, "No published chance moves; 1 gone; 2 new.\n", "")


def test_what_only_pages_know_has_not_moved(locked: Run) -> None:
    locked.write({"docs/rules.toml": WITH_DEGREES, "docs/index.rst": CASES["of_pages"]})
    assert locked("lock", "docs").status == 0
    locked.write({"kept.json": locked.text(LOCK), "rules.toml": WITH_DEGREES})
    nothing = "no published figures moved"
    beside = locked("diff", LOCK, "docs/rules.toml")
    assert beside == (0, f"{nothing}; 4 of the pages not compared, add --docs\n", "")
    alone = locked("diff", "kept.json", "rules.toml")
    assert alone == (0, f"{nothing}; 5 of the pages not compared, add --docs\n", "")
    assert locked("diff", "kept.json", "rules.toml", "--docs", "docs").out == f"{nothing}\n"
    # A check that the rules have no more is another matter: the book says that it is no table.
    renamed = WITH_DEGREES.replace("check.direct", "check.roll")
    locked.write({"docs/rules.toml": renamed})
    status, text, _ = locked("diff", LOCK, "docs/rules.toml")
    assert status == 1
    assert "direct(1) >= 1: 33% to –" in text
    assert "road" not in text


def test_without_a_book_every_difficulty_is_asked(locked: Run) -> None:
    status, text, _ = locked("diff", "docs/rules.toml", "new.toml")
    assert status == 1
    assert "direct(dice=1) meets Normal: 33% to 50% (1/3 to 1/2)" in text
    assert locked("diff", "game:uwr", "game:uwr", "--json") == (0, "[]\n", "")
    told = locked("diff", "game:uwr", "game:uwr", "--markdown")
    assert told == (0, "No chance moves.\n", "")
    locked.write({"renamed.toml": RULES.replace("Difficult", "Hard")})
    status, text, _ = locked("diff", "docs/rules.toml", "renamed.toml")
    assert status == 1
    assert "direct(dice=2) meets Difficult: 11% to –" in text
    assert "direct(dice=2) meets Hard: – to 11%" in text


@pytest.mark.parametrize(("args", "why"), CASES["what_cannot_be_compared_is_one_line"])
def test_what_cannot_be_compared_is_one_line(locked: Run, args: tuple[str, ...], why: str) -> None:
    (line,) = locked("diff", *args).refused()
    assert why in line


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
