"""The random-table directive on real builds: held tables, findings and what a fix makes of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from tests.support.books import ROOTS
from tests.support.cases import cases_of
from tests.support.judging import Judge

CASES = cases_of(__file__)

PLANTED = CASES["planted"]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Twelve tables in both markups, with eight mistakes."""
    folder = tmp_path / "book"
    shutil.copytree(ROOTS / "random-tables", folder)
    return folder


def drift(book: Path, out: Path) -> list[tuple[str, int, str, str, str]]:
    main(["check", str(book), "--out", str(out)])
    report = json.loads((out / "drift.json").read_text("utf-8"))
    return sorted(
        (Path(each["file"]).name, each["line"], each["found"], each["expected"], each["query"])
        for each in report["drift"]
    )


def test_eight_mistakes_in_twelve_tables_are_found_and_nothing_else(
    book: Path, tmp_path: Path
) -> None:
    assert drift(book, tmp_path / "out") == PLANTED


def test_a_fix_puts_them_right_and_touches_nothing_else(book: Path, tmp_path: Path) -> None:
    before = {path: path.read_text("utf-8") for path in book.glob("*.*")}
    assert main(["fix", str(book)]) == 0
    for path, text in before.items():
        old, new = text.splitlines(), path.read_text("utf-8").splitlines()
        assert len(old) == len(new)
        changed = [n for n, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b]
        assert changed == [line for file, line, *_ in PLANTED if file == path.name]
    assert drift(book, tmp_path / "out") == []


def page(body: str, options: str = "") -> str:
    lines = "\n".join(f"   {line}" for line in body.splitlines())
    said = "".join(f"   {line}\n" for line in options.splitlines())
    return f".. random-table:: Road\n   :name: road\n{said}\n{lines}\n"


def simple(*rows: str, head: str = "d20") -> str:
    body = "\n".join(f"{row:<12}  entry {n}" for n, row in enumerate(rows))
    rule = f"{'=' * 12}  {'=' * 20}"
    return f"{rule}\n{head:<12}  What\n{rule}\n{body}\n{rule}"


@pytest.mark.parametrize(
    ("rows", "found"),
    CASES["the_rows_are_held_to_the_dice"],
)
def test_the_rows_are_held_to_the_dice(
    judge: Judge, rows: list[str], found: list[list[str]]
) -> None:
    report = judge(page(simple(*rows))).report
    assert [[each["found"], each["expected"]] for each in report["drift"]] == found
    assert report["checked"] == len(rows)


def test_a_row_that_no_modifier_reaches_is_numbered_within_its_reach(judge: Judge) -> None:
    rows = simple("1–3", "4–6", "7–8", "9+", head="Roll")
    report = judge(page(rows, ":dice: d6\n:modifier: wounds = 0..2")).report
    assert [(each["found"], each["expected"]) for each in report["drift"]] == [("9+", "8")]


@pytest.mark.parametrize("dice", ["d6 x d8", "d8 x d6"])
def test_either_of_two_crossed_dice_may_run_down(judge: Judge, dice: str) -> None:
    rule = "===  ===  ==="
    grid = f"{rule}\n..   1–3  4–6\n{rule}\n1–4  ox   eel\n5–8  owl  key\n{rule}"
    said = judge(page(grid, f":dice: {dice}"))
    assert said.status == 0, said.lines


def test_the_first_row_of_a_table_without_a_head_is_held_too(judge: Judge) -> None:
    rows = "| 1-2 | wolves |\n|---|---|\n| 3-4 | rain |\n| 6 | fog |\n"
    report = judge(f"```{{random-table}} Road\n:dice: d6\n\n{rows}```\n", markdown=True).report
    assert [(each["found"], each["expected"]) for each in report["drift"]] == [("3-4", "3-5")]
    assert report["checked"] == 3


def test_a_finding_reads_well(judge: Judge) -> None:
    said = judge(page(simple("1-5", "6-10", "12-20")))
    assert said.lines[0].endswith(
        'drift: "6-10" should be "6-11": road is rolled on d20; 11 is in no row'
    )
    assert said.status == 1


def test_without_dice_the_author_is_told_what_to_write(judge: Judge) -> None:
    said = judge(page(simple("1-5", "6-10", head="Roll")))
    assert "add ':dice: d20'" in said.lines[0]
    assert said.status == 2


@pytest.mark.parametrize(
    ("options", "message"),
    CASES["wrong_options_are_named"],
)
def test_wrong_options_are_named(judge: Judge, options: str, message: str) -> None:
    said = judge(page(simple("11-66", head="Roll"), options))
    assert message in said.lines[0]


@pytest.mark.parametrize(
    ("caption", "says"),
    CASES["a_caption_names_the_same_dice"],
)
def test_a_caption_names_the_same_dice(judge: Judge, caption: str, says: str) -> None:
    said = judge(f".. random-table:: {caption}\n   :dice: d20\n\n   - one\n   - two\n")
    assert (said.status, says in " ".join(said.lines)) == (2 if says else 0, True)


def test_rows_move_when_one_is_put_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = simple("1-5", "6-10", "6-10", "11-15", "16-20")
    (tmp_path / "conf.py").write_text('extensions = ["sphinxext.rulebook"]\n')
    (tmp_path / "index.rst").write_text(f"Book\n====\n\n{page(rows)}", "utf-8")
    assert main(["fix", str(tmp_path)]) == 0
    text = (tmp_path / "index.rst").read_text("utf-8")
    labels = [line.split()[0] for line in text.splitlines() if "entry" in line]
    assert labels == ["1-4", "5-8", "9-12", "13-16", "17-20"]
    assert (
        "; all rows are numbered anew, and 5 rows could not keep as many rolls of d20 as before: "
        "the first had 5 and has 4"
    ) in capsys.readouterr().out


def test_more_rows_than_the_dice_have_are_left_to_the_author(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = simple("1", "2", "3", "4", "5", head="d4")
    (tmp_path / "conf.py").write_text('extensions = ["sphinxext.rulebook"]\n')
    (tmp_path / "index.rst").write_text(f"Book\n====\n\n{page(rows)}", "utf-8")
    main(["fix", str(tmp_path)])
    assert "5 rows do not fit d4, which has 4 values" in capsys.readouterr().out


def test_a_circle_without_an_end_is_told_where_the_table_stands(judge: Judge) -> None:
    pages = "".join(
        f".. random-table::\n   :name: {a}\n   :dice: d6\n\n   - On to :ref:`x <{b}>`\n\n"
        for a, b in (("one", "two"), ("two", "one"))
    )
    said = judge(pages)
    assert "index.rst:4: error: random-table: a roll on 'one' never ends" in said.lines[0]
    assert said.status == 2


def test_the_command_line_asks_the_tables_of_the_book_here(
    book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(book)
    assert main(["odds", "cargo is grain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["probability"] == "2/5"


def test_a_table_is_put_right_though_its_gap_keeps_a_question_from_an_answer(
    tmp_path: Path,
) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["myst_parser", "sphinxext.rulebook"]\n')
    rows = "| d8 | Who |\n|---|---|\n| 1-2 | guards |\n| 3-5 | a dog |\n| 7-8 | nobody |\n"
    asked = "{odds}`gate is nobody`, {odds}`25% <gate is nobody>`\n"
    page = tmp_path / "index.md"
    page.write_text(f"# Gate\n\n```{{random-table}} Gate\n:name: gate\n\n{rows}```\n\n{asked}")
    assert main(["check", str(tmp_path)]) == 2
    main(["fix", str(tmp_path)])
    assert "| 3-6 | a dog |" in page.read_text()
    assert main(["check", str(tmp_path)]) == 0
