"""Columns left unjudged, and columns that nobody declared."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Judge

CASES = cases_of(__file__)
TABLE: str = CASES["table"]


def page(option: str = "", cell: str = "26%", *, extra: bool = True) -> str:
    text = TABLE.format(option=f"   :unjudged: {option}\n" if option else "", cell=cell)
    return text if extra else text.replace("   Extra  1      2         3\n", "")


def test_columns_and_rows_are_left_unjudged_by_their_names(judge: Judge) -> None:
    judged = judge(page("Price, Extra"), game="uwr")
    assert (judged.status, judged.checked, judged.found) == (0, 8, [])
    judged = judge(page("price, extra", cell="27%"), game="uwr")
    assert [each["found"] for each in judged.report["drift"]] == ["27%"]


def test_what_nobody_asked_for_is_neither_judged_nor_changed_and_told_once(judge: Judge) -> None:
    judged = judge(page(extra=False), game="uwr")
    assert (judged.status, judged.checked) == (0, 8)
    assert judged.lines == ["index.rst:4: not judged: nobody asked for 'Price'"]
    assert judged.report["unasked"] == [{"file": "index.rst", "line": 4, "names": ["Price"]}]
    judged = judge(page(cell="27%"), game="uwr")
    assert [each["found"] for each in judged.report["drift"]] == ["27%"]
    assert judged.report["unasked"][0]["names"] == ["Price", "Extra"]


PRICES = CASES["prices"]


@pytest.mark.parametrize("heads", ["Armour Chance to hit Cost", "Armour Odds          Page"])
@pytest.mark.parametrize("costs", [("10", "50", "90"), ("72", "42", "17"), ("1 gp", "2", "3")])
def test_a_column_of_prices_is_never_judged(
    judge: Judge, heads: str, costs: tuple[str, ...]
) -> None:
    right = judge(PRICES.format(heads=heads, first="72%", costs=costs))
    assert (right.status, right.checked) == (0, 3)
    wrong = judge(PRICES.format(heads=heads, first="73%", costs=costs))
    assert [found for _, _, found in wrong.found] == ["73%"]


def test_where_two_columns_may_be_meant_the_table_is_refused(judge: Judge) -> None:
    text = PRICES.format(heads="Armour Odds          Page", first="72%", costs=("10", "50", "90"))
    judged = judge(text.replace("%", " "))
    assert judged.lines == [
        "index.rst:4: error: dice-table: 2 columns may hold the figure that you ask for: 'Odds', "
        "'Page'; write ':unjudged: …' with the headings of the others"
    ]


def test_a_name_that_the_table_lacks_is_refused(judge: Judge) -> None:
    judged = judge(page("Prize", extra=False), game="uwr")
    assert judged.status == 2
    assert (
        "no column or row of the table is called 'Prize'; did you mean 'Price'" in (judged.lines[0])
    )
