"""The random-table directive on real builds: held tables, findings and what a fix makes of them."""

import shutil

import pytest

from tests.support.books import ROOTS
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.judging import Judge

CASES = cases_of(__file__)
CONF = 'extensions = ["myst_parser", "sphinxext.rulebook"]\n'

PLANTED = CASES["planted"]


@pytest.fixture
def book(rulebook: Run) -> Run:
    """Twelve tables in both markups, with eight mistakes."""
    shutil.copytree(ROOTS / "random-tables", rulebook.folder, dirs_exist_ok=True)
    return rulebook


def drift(book: Run) -> list[tuple[str, int, str, str, str]]:
    keys = ("file", "line", "found", "expected", "query")
    return sorted(tuple(each[key] for key in keys) for each in book.check()[1]["drift"])


def test_eight_mistakes_in_twelve_tables_are_found_and_nothing_else(book: Run) -> None:
    assert drift(book) == PLANTED


def test_a_fix_puts_them_right_and_touches_nothing_else(book: Run) -> None:
    before = {path.name: book.text(path.name) for path in book.folder.glob("*.*")}
    book("fix", ".", ends=0)
    for name, text in before.items():
        old, new = text.splitlines(), book.text(name).splitlines()
        assert len(old) == len(new)
        changed = [n for n, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b]
        assert changed == [line for file, line, *_ in PLANTED if file == name]
    assert drift(book) == []


def page(body: str, options: str = "") -> str:
    lines = "\n".join(f"   {line}" for line in body.splitlines())
    said = "".join(f"   {line}\n" for line in options.splitlines())
    return f".. random-table:: Road\n   :name: road\n{said}\n{lines}\n"


def simple(*rows: str, head: str = "d20") -> str:
    body = "\n".join(f"{row:<12}  entry {n}" for n, row in enumerate(rows))
    rule = f"{'=' * 12}  {'=' * 20}"
    return f"{rule}\n{head:<12}  What\n{rule}\n{body}\n{rule}"


@pytest.mark.parametrize(("rows", "found"), CASES["the_rows_are_held_to_the_dice"])
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


@pytest.mark.parametrize(("options", "message"), CASES["wrong_options_are_named"])
def test_wrong_options_are_named(judge: Judge, options: str, message: str) -> None:
    said = judge(page(simple("11-66", head="Roll"), options))
    assert message in said.lines[0]


@pytest.mark.parametrize(("caption", "says"), CASES["a_caption_names_the_same_dice"])
def test_a_caption_names_the_same_dice(judge: Judge, caption: str, says: str) -> None:
    said = judge(f".. random-table:: {caption}\n   :dice: d20\n\n   - one\n   - two\n")
    assert (said.status, says in " ".join(said.lines)) == (2 if says else 0, True)


def test_a_row_that_stands_twice_is_told_also_beside_another_table(judge: Judge) -> None:
    rows = [(str(n), "x", "") for n in (1, 2, 3, 3, 4, 5, 6)]
    rows[:2] = [("1", "x", "1-3"), ("2", "x", "4-6")]
    body = "".join(f"   {one:3} {text:4} {other:4} y\n" for one, text, other in rows)
    line = "   === ==== ==== ====\n"
    table = f"{line}   d6  One  d6   Two\n{line}{body}{line}"
    said = judge(f".. random-table:: Side by side\n   :dice: d6\n\n{table}").report
    assert [each["found"] for each in said["drift"]] == ["3"]


def test_rows_move_when_one_is_put_in(rulebook: Run) -> None:
    rows = simple("1-5", "6-10", "6-10", "11-15", "16-20")
    rulebook.write({"conf.py": CONF, "index.rst": f"Book\n====\n\n{page(rows)}"})
    said = rulebook("fix", ".", ends=0).out
    lines = rulebook.text("index.rst").splitlines()
    labels = [line.split()[0] for line in lines if "entry" in line]
    assert labels == ["1-4", "5-8", "9-12", "13-16", "17-20"]
    assert (
        "; all rows are numbered anew, and 5 rows could not keep as many rolls of d20 as before: "
        "the first had 5 and has 4"
    ) in said


def test_a_circle_without_an_end_is_told_where_the_table_stands(judge: Judge) -> None:
    pages = "".join(
        f".. random-table::\n   :name: {a}\n   :dice: d6\n\n   - On to :ref:`x <{b}>`\n\n"
        for a, b in (("one", "two"), ("two", "one"))
    )
    said = judge(pages)
    assert "index.rst:4: error: random-table: a roll on 'one' never ends" in said.lines[0]
    assert said.status == 2


def test_the_command_line_asks_the_tables_of_the_book_here(book: Run) -> None:
    assert book("odds", "cargo is grain", "--json").json[0]["probability"] == "2/5"
