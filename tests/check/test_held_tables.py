"""Tables that an author typed, in every syntax, each cell held at its own line."""

import pytest
from docutils import nodes

from tests.support.books import Builder
from tests.support.cases import cases_of
from tests.support.judging import CONF, Judge
from tests.support.work import calls

CASES = cases_of(__file__)
RST, MD = CASES["restructuredtext"], CASES["markdown"]
HEAD = CASES["head"]
MD_HEAD = CASES["md_head"]
WRONG = ("91%", "92%", "93%")


def indented(text: str, by: str) -> str:
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))


AROUND = CASES["around"]


@pytest.mark.parametrize("kind", RST)
def test_each_wrong_cell_of_a_table_is_named_at_its_line(judge: Judge, kind: str) -> None:
    judged = judge(HEAD + RST[kind])
    assert sorted(judged.found) == judged.places(*WRONG), judged.text
    assert judged.checked == 9


@pytest.mark.parametrize("kind", MD)
def test_so_it_is_in_markdown(judge: Judge, kind: str) -> None:
    judged = judge(MD_HEAD + MD[kind] + "````\n", markdown=True)
    assert sorted(judged.found) == judged.places(*WRONG), judged.text
    assert judged.checked == 9


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", ["grid", "csv", "list"])
def test_deep_in_other_blocks_the_lines_are_the_same(judge: Judge, kind: str, around: str) -> None:
    table = HEAD + RST[kind]
    nested = AROUND[around].format(*[indented(table, " " * n) for n in (3, 6, 9)])
    judged = judge("Before.\n\n" + nested + "\nAfter.\n")
    assert sorted(judged.found) == judged.places(*WRONG), judged.text
    assert judged.checked == 9


MD_AROUND = CASES["md_around"]


@pytest.mark.parametrize("around", MD_AROUND)
@pytest.mark.parametrize("kind", ["pipes", "csv in colons", "list in colons"])
def test_so_it_is_deep_in_markdown(judge: Judge, kind: str, around: str) -> None:
    table = (MD_HEAD + MD[kind] + "````\n").lstrip("\n")
    if around == "list":
        table = indented(table, "  ")
    judged = judge("Before.\n\n" + MD_AROUND[around].format(table) + "\nAfter.\n", markdown=True)
    assert sorted(judged.found) == judged.places(*WRONG), judged.text
    assert judged.checked == 9


@pytest.mark.parametrize(("figure", "caption", "unit", "right"), CASES["units"])
def test_a_bare_number_means_what_the_table_says(
    judge: Judge, figure: str, caption: str, unit: str, right: bool
) -> None:
    option = f"   :unit: {unit}\n" if unit else ""
    page = (
        f".. dice-table:: {caption}\n   :check: direct\n   :rows: dice = 1\n"
        f"   :event: >= 1\n{option}\n   .. list-table::\n\n      * - 1\n        - {figure}\n"
    )
    judged = judge(page)
    assert judged.status == (0 if right else 1), judged.text


def test_a_caption_stands_in_the_place_of_the_one_within(judge: Judge) -> None:
    judged = judge(HEAD.strip().replace("::", ":: Another", 1) + "\n" + CASES["twice"])
    (table,) = judged.book.doctree().findall(nodes.table)
    assert [title.astext() for title in table.findall(nodes.title)] == ["Another"]
    assert (judged.checked, judged.lines) == (9, [])


SHAPES = CASES["shapes"]


def test_an_author_may_add_labels_that_are_numbers(judge: Judge) -> None:
    page = CASES["page"]
    judged = judge(page)
    assert (judged.found, judged.checked) == ([("index.rst", 13, "57%")], 2)


@pytest.mark.parametrize("kind", SHAPES)
def test_a_body_that_cannot_be_held_is_one_line(judge: Judge, kind: str) -> None:
    body, message = SHAPES[kind]
    judged = judge(HEAD + indented(body, "   "))
    line = 11 if kind == "no figure" else 4
    assert judged.lines == [f"index.rst:{line}: error: dice-table: {message}"]
    assert judged.status == 2
    assert judged.book.warnings == ()


def test_a_check_without_rules_is_one_line(judge: Judge) -> None:
    judged = judge(HEAD + RST["simple"], rulebook_rules=None)
    assert len(judged.lines) == 1
    assert judged.lines[0].startswith("index.rst:4: error: dice-table: the book names no rules; ")
    assert judged.status == 2


def test_a_table_within_something_else_is_shown_once_and_held(build: Builder) -> None:
    page = CASES["a_table_within_something_else_is_shown_once_and_held"]
    book = build(
        files={"conf.py": CONF + "rulebook_rules = 'game:uwr'\n", "index.rst": f"T\n=\n{page}"}
    )
    (shown,) = book.soup().select("table")
    assert "57%" in shown.text
    assert "Said first." in book.soup().text
    (warning,) = book.warnings
    assert warning.startswith('index.rst:15: WARNING: drift: "57%" should be "56%"')


def test_a_body_that_cannot_be_read_is_no_drawn_table(build: Builder) -> None:
    """docutils shows the source of its mistake as a code block."""
    page = CASES["a_body_that_cannot_be_read_is_no_drawn_table"]
    book = build(
        files={"conf.py": CONF + "rulebook_rules = 'game:uwr'\n", "index.rst": f"T\n=\n{page}"}
    )
    assert any("the body should be one table of any kind" in each for each in book.warnings)


def test_the_roll_beside_a_chance_is_held_where_one_die_decides(judge: Judge) -> None:
    judged = judge(CASES["needed"], game="uwr")
    found = [(each["found"], each["expected"]) for each in judged.report["drift"]]
    assert found == [("5+ / 50%", "4+ / 50%"), ("12+ (50%)", "11+ (50%)")]


def test_a_column_of_needed_rolls_is_left_alone_beside_its_chances(judge: Judge) -> None:
    judged = judge(CASES["needed_columns"], game="uwr")
    assert (judged.checked, judged.report["drift"], judged.report["unread"]) == (11, [], [])


def test_a_table_of_504_wrong_figures_takes_time_in_proportion(judge: Judge) -> None:
    """Every wrong figure is rewritten in its author's style, with patterns that are made once."""
    places = range(1, 22)
    head = "\n.. dice-table::\n   :check: direct\n   :rows: dice = 1..24\n"
    rule = "   " + "  ".join(["====="] * 22) + "\n"
    rows = [["Dice", *map(str, places)]]
    rows += [[str(dice), *["50%"] * 21] for dice in range(1, 25)]
    body = ["   " + "  ".join(cell.ljust(5) for cell in row).rstrip() + "\n" for row in rows]
    text = f"{head}   :columns: counts >= 1..21\n\n{rule}{body[0]}{rule}{''.join(body[1:])}{rule}"
    judge(text.replace("50%", "51%"))
    assert calls(lambda: judge(text), 3_000_000) > 100_000
