"""Why a figure is wrong: the nearest question for which it is right, or nothing at all."""

from __future__ import annotations

import pytest

from tests.support.judging import Judge

WORDS = [
    # Another rounding.
    ("66%", "d6 >= 3", "66% is 2/3 rounded down"),
    ("34%", "direct(1) >= 1", "34% is 1/3 rounded up"),
    ("12%", "d8 = 1", "12% is 1/8 rounded down"),
    ("0.66", "d6 >= 3", "0.66 is 2/3 rounded down"),
    ("4.6", "direct(14) mean", "4.6 is 14/3 rounded down"),
    ("0%", "20d6 = 120", "0% is only for what never happens"),
    # An argument off by one.
    ("50%", "direct(1) >= 1", "right with favor=1"),
    ("70%", "direct(4) >= 1", "right with dice=3"),
    ("67%", "narrative:action(red) is any YES", "right with die=green"),
    # Another comparison, or a number off by one.
    ("40.7%", "direct(4) >= 1", "right with '> 1'"),
    ("72.2%", "2d6 >= 7", "right with '>= 6'"),
    # Another difficulty or outcome, exchanged sides, the contrary.
    ("21%", "direct(5) meets Difficult", "right with 'meets Extreme'"),
    ("27.8%", "opposed(direct(5), direct(4)) is win", "right with its sides exchanged"),
    # Nothing near: say nothing.
    ("3%", "direct(4) >= 1", ""),
    ("99%", "narrative:action(red) is any YES", ""),
]


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


TABLE = """
.. dice-table::
   :check: direct
   :rows: dice = 1..4
   :columns: counts >= 1..3

   ==== ===== ===== =====
   dice 1+    2+    3+
   ==== ===== ===== =====
   1    33%   0%    0%
   2    56%   11%   0%
   3    70%   26%   4%
   4    80%   41%   11%
   ==== ===== ===== =====
"""
TABLES = [
    ("4    80%   41%", "4    80%   40%", ["40% is 11/27 rounded down"]),
    ("2    56%   11%", "2    56%   26%", ["right in the neighbouring cell, direct(dice=3) >= 2"]),
    ("1    33%   0% ", "1    56%   0% ", ["right in the neighbouring cell, direct(dice=2) >= 1"]),
    ("3    70%   26%   4%", "3    80%   41%   11%",
     ["the figures of this row are right for '4'"] * 3),
    ("4    80%   41%", "4    94%   41%", ["right with favor=1"]),
    ("2    56%   11%", "2    56%   19%", [""]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "whys"), TABLES)
def test_a_cell_knows_its_neighbours(judge: Judge, old: str, new: str, whys: list[str]) -> None:
    assert old in TABLE
    judged = judge(TABLE.replace(old, new))
    assert judged.whys == whys


def test_exchanged_rows_are_named(judge: Judge) -> None:
    page = TABLE.replace("2    56%   11%   0%", "2    70%   26%   4%")
    page = page.replace("3    70%   26%   4%\n   4", "3    56%   11%   0%\n   4")
    judged = judge(page)
    assert (
        judged.whys
        == ["the figures of this row are right for '3'"] * 3
        + ["the figures of this row are right for '2'"] * 3
    )


def test_a_miscounted_example_may_lack_an_argument(judge: Judge) -> None:
    judged = judge(":rolled:`3 successes <stat(A5, disadvantage=1) on 1 2 4 5 6>`\n", game="arrata")
    assert judged.whys == ["right with disadvantage=0"]
