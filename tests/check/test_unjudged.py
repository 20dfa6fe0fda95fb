"""Columns left unjudged, columns that nobody declared, and one reason for a whole table."""

from __future__ import annotations

import pytest

from tests.support.judging import Judge

TABLE = """\
.. dice-table::
   :check: direct
   :rows: dice = 1..4
   :columns: difficulties = Normal, Difficult
{option}
   ====== ====== ========= =====
   Dice   Normal Difficult Price
   ====== ====== ========= =====
   1      33%    0%        5
   2      56%    11%       10
   3      70%    {cell}       20
   Extra  1      2         3
   4      80%    41%       40
   ====== ====== ========= =====
"""


def page(option: str = "", cell: str = "26%", *, extra: bool = True) -> str:
    text = TABLE.format(option=f"   :unjudged: {option}\n" if option else "", cell=cell)
    return text if extra else text.replace("   Extra  1      2         3\n", "")


def test_columns_and_rows_are_left_unjudged_by_their_names(judge: Judge) -> None:
    judged = judge(page("Price, Extra"), game="uwr")
    assert (judged.status, judged.checked, judged.found) == (0, 8, [])
    judged = judge(page("price, extra", cell="27%"), game="uwr")
    assert [each["found"] for each in judged.report["drift"]] == ["27%"]


def test_a_column_that_nobody_declared_is_refused_once_by_its_name(judge: Judge) -> None:
    judged = judge(page(extra=False), game="uwr")
    assert judged.status == 2
    assert len(judged.lines) == 1
    assert "the column 'Price' is not among those that are asked for" in judged.lines[0]
    assert ":unjudged: Price" in judged.lines[0]


def test_a_name_that_the_table_lacks_is_refused(judge: Judge) -> None:
    judged = judge(page("Prize", extra=False), game="uwr")
    assert judged.status == 2
    assert (
        "no column or row of the table is called 'Prize'; did you mean 'Price'" in (judged.lines[0])
    )


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

OTHER_DICE = """\
.. dice-table:: Totals
   :check: 2d8
   :rows: counts >= 6..9

   ====== ======
   Total  Chance
   ====== ======
   6      72%
   7      58%
   8      42%
   9      28%
   ====== ======
"""


ONE_LOWER = """\
.. dice-table:: Each row has a die less
   :check: direct
   :rows: dice = 2..8 by 2
   :columns: favor = 0, 1
   :event: >= 1

   ====== ===== =====
   Dice   Plain Favor
   ====== ===== =====
   2      33%   50%
   4      70%   88%
   6      87%   97%
   8      94%   99%
   ====== ===== =====
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
    whys = {each["why"] for each in judge(EXCHANGED).report["drift"]}
    said = "the figures of this column are right for"
    assert whys == {f"{said} 'Two'", f"{said} 'Three'"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (ONE_LOWER, "the whole table is right with 'dice' one lower"),
        (STALE, "the whole table is right with favor=1"),
        (STALE.replace("favor=0", "favor=3"), "the whole table is right with favor=1"),
        (MOVED, "the whole table is right one row further up"),
        (OTHER_DICE, "the whole table is right with 2d6"),
    ],
)
def test_a_table_with_many_wrong_cells_has_one_reason(judge: Judge, text: str, why: str) -> None:
    judged = judge(text, game="uwr")
    assert len(judged.whys) >= 4
    assert set(judged.whys) == {why}


SLIPS = {
    ":odds:`73.83% <direct(3) >= 1>`": "",
    ":odds:`80.37% <direct(3) >= 1>`": "a slip of the keys: 8 for 7",
    ":odds:`70.73% <direct(3) >= 1>`": "two digits exchanged: 70.73 for 70.37",
    ":odds:`105 <3d6 mean>`": "the point left out: 105 for 10.5",
    ":odds:`70.37 <3d6 mean>`": "",
    ":odds:`7.37% <direct(3) >= 1>`": "a digit left out: 7.37 for 70.37",
    ":odds:`50% <1d6 > 4>`": "right with '>= 4'",
    ":odds:`50% <d20 <= 11>`": "right with '< 11'",
    ":odds:`65% <direct(2) >= 1>`": "two digits exchanged: 65 for 56",
}


def test_slips_of_the_keys_are_named(judge: Judge) -> None:
    assert judge("\n\n".join(SLIPS), game="uwr").whys == list(SLIPS.values())
