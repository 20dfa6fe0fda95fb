"""Blank cells of held tables: what a book leaves out is told once, or seen from its tables."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Judge

CASES = cases_of(__file__)
BODY = CASES["body"]


@pytest.mark.parametrize(("blank", "said", "wrong"), CASES["blanks"])
@pytest.mark.parametrize("by", ["option", "setting"])
def test_blank_cells_mean_what_they_are_told(
    judge: Judge, blank: str, said: dict[str, str], wrong: int, by: str
) -> None:
    cells = {"all": "", "most": "", "least": "", "none": "–", **said}
    if by == "option":
        option = f"   :blank: {blank}\n" if blank else ""
        judged = judge(BODY.format(option=option, **cells))
    else:
        judged = judge(BODY.format(option="", **cells), rulebook_blank=blank)
    assert len(judged.found) == wrong, judged.text
    assert judged.status == (1 if wrong else 0)


def test_a_cell_that_others_of_its_kind_fill_may_not_be_blank(judge: Judge) -> None:
    page = BODY.replace("   17   {none}", "   16   {none}").replace("16, 17", "16, 15")
    cells = {"all": "100%", "most": ">99%", "least": "", "none": "4%"}
    judged = judge(page.replace("   16   {none}", "   15   {none}").format(option="", **cells))
    assert judged.found == []
    forgotten = page.replace("   16   {none}", "   15   {none}")
    judged = judge(forgotten.format(option="", **{**cells, "least": "<1%", "none": ""}))
    assert len(judged.found) == 1


def test_a_wrong_word_is_one_line(judge: Judge) -> None:
    cells = {"all": "", "most": "", "least": "", "none": ""}
    judged = judge(BODY.format(option="   :blank: nver\n", **cells))
    assert judged.status == 2
    assert "a blank cell means 'never', 'always', '<1%' or '>99%', not 'nver'" in judged.lines[0]
