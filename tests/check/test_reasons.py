"""Why a figure is wrong: another rounding, a row or column further, another argument."""

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
    ("100%", "20d6 > 20", "100% is only for what always happens"),
    # An argument off by one.
    ("50%", "direct(1) >= 1", "right with favor=1"),
    ("70%", "direct(4) >= 1", "right with dice=3"),
    ("67%", "narrative:action(red) is any YES", "right with die=green"),
    # Another comparison, or a number off by one.
    ("40.7%", "direct(4) >= 1", "right with '> 1'"),
    ("72.2%", "2d6 >= 7", "right with '>= 6'"),
    ("50%", "1d6 > 4", "right with '>= 4'"),
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
    ("2    56%   11%", "2    56%   26%", ["right one row further down"]),
    ("1    33%   0% ", "1    56%   0% ", ["right one row further down"]),
    ("3    70%   26%   4%", "3    80%   41%   11%", ["right one row further down"] * 3),
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
    assert judged.whys == ["right one row further down"] * 3 + ["right one row further up"] * 3


STALE = """\
.. dice-table::
   :check: direct
   :rows: dice = 1..4
   :columns: difficulties = Normal, Difficult
   :with: favor=0

   ====== ====== =========
   Dice   Normal Difficult
   ====== ====== =========
   1      50%    0%
   2      75%    25%
   3      88%    50%
   4      94%    69%
   ====== ====== =========
"""
MOVED = """\
.. dice-table:: Totals
   :check: 2d6
   :rows: counts >= 5..9

   ====== ======
   Total  Chance
   ====== ======
   5      92%
   6      83%
   7      72%
   8      58%
   9      42%
   ====== ======
"""
EXCHANGED = """\
.. dice-table:: Two columns are exchanged
   :check: direct
   :rows: dice = 2..5
   :columns: counts >= 1..3

   ====== ===== ===== =====
   Dice   One   Two   Three
   ====== ===== ===== =====
   2      56%   0%    11%
   3      70%   4%    26%
   4      80%   11%   41%
   5      87%   21%   54%
   ====== ===== ===== =====
"""


def test_exchanged_columns_are_named(judge: Judge) -> None:
    left, right = "right one column further left", "right one column further right"
    assert judge(EXCHANGED).whys == [right, left] * 4


@pytest.mark.parametrize(
    ("text", "whys"),
    [
        (STALE, {"right with favor=1"}),
        (MOVED, {"right one row further up", "right with '>= 4'"}),  # no row is above the first
        (STALE.replace("50%    0%", "51%    0%"), {"right with favor=1", ""}),
    ],
)
def test_of_two_reasons_the_one_of_more_cells_is_said(
    judge: Judge, text: str, whys: set[str]
) -> None:
    judged = judge(text, game="uwr")
    assert len(judged.whys) >= 4
    assert set(judged.whys) == whys
