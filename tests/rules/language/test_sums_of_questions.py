"""Several rolled results, or several averages, added up in one question."""

from fractions import Fraction

import pytest

from sphinxext.rulebook.rules import load_game
from sphinxext.rulebook.rules.errors import RulesError
from tests.support.cases import cases_of
from tests.support.judging import Judge

CASES = cases_of(__file__)

UWR = load_game("uwr")
ROLLED = CASES["rolled"]


@pytest.mark.parametrize("question", ROLLED)
def test_rolled_results_add_up(question: str) -> None:
    assert UWR.judge(question).value == ROLLED[question]


def test_averages_add_up() -> None:
    answer = UWR.ask("sum(2d6 mean | d8 mean)")
    assert answer.value == Fraction(23, 2)
    assert str(answer.query) == "sum(2d6 mean | d8 mean)"


@pytest.mark.parametrize(("question", "message"), CASES["what_does_not_add_up_is_one_clear_line"])
def test_what_does_not_add_up_is_one_clear_line(question: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        UWR.judge(question)
    with pytest.raises(RulesError, match=message):
        UWR.ask(question)


def test_names_of_outcomes_do_not_add_up() -> None:
    with pytest.raises(RulesError, match="those are no numbers"):
        load_game("narrative").judge("sum(action(red) on 3 | d6 on 3)")


def test_a_total_is_held_in_the_next_sentence(judge: Judge) -> None:
    asked = "sum(direct(5) on 3 4 2 6 5 | direct(2) on 5 1)"
    page = "".join(
        f"It comes to :{role}:`{words} <{question}>`.\n\n"
        for role, words, question in (
            ("rolled", "3 successes", asked),
            ("rolled", "four successes", asked),
            ("odds", "11.5", "sum(2d6 mean | d8 mean)"),
            ("odds", "12.5", "sum(2d6 mean | d8 mean)"),
        )
    )
    judged = judge(page)
    found = [(each["found"], each["expected"]) for each in judged.report["drift"]]
    assert found == [("four successes", "three successes"), ("12.5", "11.5")]
