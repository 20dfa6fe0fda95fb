"""Questions about two chances, and about waiting for one."""

from fractions import Fraction

import pytest

from sphinxext.rulebook.rules import load_game
from sphinxext.rulebook.rules.errors import RulesError
from tests.support.cases import cases_of
from tests.support.judging import Judge

UWR = load_game("uwr")


def test_they_are_asked_like_any_other() -> None:
    assert UWR.ask("wait(2d6 = 12)").value == 36
    assert UWR.ask("wait(direct(1) >= 1)").value == 3
    assert UWR.ask("ratio(2d6 >= 7 | 2d6 >= 10)").value == Fraction(21, 6)
    assert UWR.ask("ratio(direct(6) mean | direct(2) mean)").value == 3
    assert str(UWR.ask("ratio(2d6 >= 7 | 2d6 >= 10)").query) == "ratio(2d6 >= 7 | 2d6 >= 10)"


CASES = cases_of(__file__)


@pytest.mark.parametrize(("question", "message"), CASES["what_has_no_answer_is_one_clear_line"])
def test_what_has_no_answer_is_one_clear_line(question: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        UWR.ask(question)


# 21/6: three and a half times as likely.
RIGHT = CASES["right"]
WRONG = CASES["wrong"]


def test_words_for_them_are_held(judge: Judge) -> None:
    judged = judge("\n\n".join(f"It is :odds:`{each}`." for each in RIGHT))
    assert (judged.status, judged.checked, judged.found) == (0, len(RIGHT), [])


def test_wrong_ones_are_found_and_mended(judge: Judge) -> None:
    judged = judge("\n\n".join(f"It is :odds:`{each}`." for each, _ in WRONG))
    assert [e["expected"] for e in judged.report["drift"]] == [right for _, right in WRONG]


def test_a_median_may_lie_between_two_values(judge: Judge) -> None:
    typed = ("3", "3.5", "4", "5", "3.4")
    judged = judge("\n\n".join(f"The median is :odds:`{each} <d6 median>`." for each in typed))
    assert [each["found"] for each in judged.report["drift"]] == ["5", "3.4"]


def test_the_ends_may_be_rounded_where_the_book_says_so(judge: Judge) -> None:
    text = ":odds:`0% <4d6 = 24>` and :odds:`100% <4d6 > 4>`, but :odds:`0% <2d6 = 12>`."
    assert judge(text).checked == 3
    assert [each["found"] for each in judge(text).report["drift"]] == ["0%", "100%", "0%"]
    found = judge(text, rulebook_ends="rounded").report["drift"]
    assert [each["expected"] for each in found] == ["3%"]


def test_a_page_may_show_them(judge: Judge) -> None:
    judged = judge(":odds:`wait(2d6 = 12)` and :odds:`ratio(2d6 = 3 | 2d6 = 12)`.")
    assert judged.status == 0
