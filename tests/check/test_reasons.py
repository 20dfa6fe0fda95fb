"""Why a figure is wrong: another rounding, a row or column further, another argument."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Judge

CASES = cases_of(__file__)
WORDS = CASES["words"]


def test_the_nearest_question_is_named(judge: Judge) -> None:
    page = "".join(f"- :odds:`{words} <{asked}>`\n" for words, asked, _ in WORDS)
    judged = judge(page)
    said = {each["found"] + " " + each["query"]: each["why"] for each in judged.report["drift"]}
    assert said == {f"{words} {asked}": why for words, asked, why in WORDS}


def test_where_two_questions_fit_it_says_nothing(judge: Judge) -> None:
    # 2d6 comes to 6 as often as to 8: either number may have been meant.
    judged = judge("A :odds:`13.9% <2d6 = 7>` chance and :odds:`3% <direct(4) >= 1>` more.\n")
    assert judged.whys == ["", ""]


def test_a_blank_is_not_explained(judge: Judge) -> None:
    judged = judge("A :odds:`– <direct(1) >= 1>` chance.\n")
    assert judged.whys == [""]


def test_a_reason_stands_at_the_end_of_the_line(judge: Judge) -> None:
    judged = judge("A :odds:`66% <d6 \\>= 3>` chance.\n")
    assert judged.lines == [
        'index.rst:4: drift: "66%" should be "67%": d6 >= 3 is 2/3 (66.66…%); '
        "66% is 2/3 rounded down"
    ]


TABLE = CASES["table"]


@pytest.mark.parametrize(("old", "new", "whys"), CASES["tables"])
def test_a_cell_knows_its_neighbours(judge: Judge, old: str, new: str, whys: list[str]) -> None:
    assert old in TABLE
    judged = judge(TABLE.replace(old, new))
    assert judged.whys == whys


def test_exchanged_rows_are_named(judge: Judge) -> None:
    page = TABLE.replace("2    56%   11%   0%", "2    70%   26%   4%")
    page = page.replace("3    70%   26%   4%\n   4", "3    56%   11%   0%\n   4")
    judged = judge(page)
    assert judged.whys == ["right one row further down"] * 3 + ["right one row further up"] * 3


STALE = CASES["stale"]


def test_exchanged_columns_are_named(judge: Judge) -> None:
    left, right = "right one column further left", "right one column further right"
    assert judge(CASES["exchanged"]).whys == [right, left] * 4


@pytest.mark.parametrize(
    ("text", "whys"),
    [
        (STALE, {"right with favor=1"}),
        (CASES["moved"], {"right one row further up", ""}),  # no row is above the first
        (STALE.replace("50%    0%", "51%    0%"), {"right with favor=1", ""}),
    ],
)
def test_of_two_reasons_the_one_of_more_cells_is_said(
    judge: Judge, text: str, whys: set[str]
) -> None:
    judged = judge(text, game="uwr")
    assert len(judged.whys) >= 4
    assert set(judged.whys) == whys
