"""Random tables of strangers: wrong ones are found, right ones and look-alikes are left alone."""

from pathlib import Path

import pytest

from sphinxext.rulebook.random_tables.finder import find
from sphinxext.rulebook.random_tables.partition import RowMistake
from sphinxext.rulebook.source.read import read_document
from tests.random_tables.shelf_of_books import measured, measured_planted, seen
from tests.support.cases import cases_of
from tests.support.command import Run

CASES = cases_of(__file__)

LOOK_ALIKES = Path(__file__).parent / "look-alikes"
WRONG = Path(__file__).parent / "wrong"


def wrong_in(text: str, *, markdown: bool = True) -> list[RowMistake]:
    return [each for table in find(read_document(text, markdown=markdown)) for each in table.wrong]


def test_most_wrong_tables_of_two_shelves_are_found_and_one_in_a_hundred_alarmed() -> None:
    shelf = measured()
    assert shelf.found >= 0.85, shelf.missed
    assert len(shelf.alarmed) <= shelf.right * 0.015, shelf.alarmed


def test_right_tables_are_found_with_their_dice() -> None:
    found, wanted = seen()
    assert found >= 0.9 * wanted


@pytest.mark.slow
def test_nine_in_ten_planted_mistakes_are_found() -> None:
    planted = measured_planted()
    assert planted.found >= 0.9, planted.missed


@pytest.mark.parametrize("path", sorted(LOOK_ALIKES.iterdir()), ids=lambda path: path.name)
def test_what_only_looks_like_a_random_table_is_left_alone(path: Path) -> None:
    assert wrong_in(path.read_text("utf-8"), markdown=path.suffix == ".md") == []


@pytest.mark.parametrize(("between", "is_right"), [(11, True), (12, False)])
def test_the_other_rolls_of_a_table_stand_not_far_from_it(between: int, is_right: bool) -> None:
    first, other, last = CASES["pieces"]
    assert (wrong_in(first + other * between + last) == []) is is_right


@pytest.mark.parametrize("path", sorted(WRONG.iterdir()), ids=lambda path: path.stem)
def test_each_of_many_wrong_tables_is_found(path: Path) -> None:
    assert wrong_in(path.read_text("utf-8"), markdown=path.suffix == ".md") != []


@pytest.mark.parametrize(
    ("text", "line", "found", "expected"),
    CASES["a_mistake_is_at_its_line_with_what_would_be_right"],
)
def test_a_mistake_is_at_its_line_with_what_would_be_right(
    text: str, line: int, found: str, expected: str
) -> None:
    (wrong,) = wrong_in(text)
    assert (wrong.line, wrong.found, wrong.expected) == (line, found, expected)


def test_another_die_in_the_head_than_in_the_sentence() -> None:
    rows = "\n".join(f"| {n} | thing {n} |" for n in range(1, 9))
    (wrong,) = wrong_in(f"Roll a d8 on this table:\n\n| d6 | Thing |\n|---|---|\n{rows}\n")
    assert (wrong.line, wrong.found, wrong.expected) == (3, "d6", "d8")


def test_a_folder_is_told_what_is_wrong_without_rules(rulebook: Run) -> None:
    rulebook.write({"road.md": "| d6 | x |\n|-|-|\n| 1-2 | a |\n| 3 | b |\n| 5-6 | c |\n"})
    said = rulebook.check(".", "--suggest")[1]["suggestions"]
    assert [(each["line"], each["found"], each["right"]) for each in said] == [
        (1, "d6", None),
        (4, "3", "3-4"),
    ]
    assert ":dice: d6" in said[0]["write"]
    out = rulebook("check", ".", "--suggest", ends=0).out
    assert 'road.md:4: wrong: "3" should be "3-4": 4 is in no row' in out
