"""Figures in sentences: which ways to write one are right, and where a wrong one is named."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Held, Judge

# action(red) is any YES: 1/3; action(blue): 5/6; direct(4) >= 1: 65/81 = 80.246…%
CASES = cases_of(__file__)
WRITTEN = [
    *(("rulebook_rounding", *case) for case in CASES["roundings"]),
    *(("rulebook_mean_rounding", *case) for case in CASES["means"]),
    *(("language", *case) for case in CASES["languages"]),
]
ASKED = {
    "rulebook_rounding": ["d8 = 1", "d6 >= 2", "d6 >= 3"],
    "rulebook_mean_rounding": ["direct(14) mean"] * 9,
    "language": ["direct(1) >= 1"] * 99,
}


def test_every_correct_way_to_write_a_figure_is_right_and_every_other_drift(held: Held) -> None:
    wrong = CASES["wrong"]["narrative"]
    assert held(CASES["right"]["narrative"], wrong, game="narrative").status == 1


@pytest.mark.parametrize(("setting", "said", "right", "wrong"), WRITTEN)
def test_the_books_rounding_and_language_decide(
    held: Held, setting: str, said: str, right: list[str], wrong: list[str]
) -> None:
    asked = ASKED[setting]
    held(zip(right, asked, strict=False), zip(wrong, asked, strict=False), **{setting: said})


REFUSED = CASES["refused"]


def test_words_that_cannot_be_held_are_a_line_each(judge: Judge) -> None:
    page = "".join(f"- :{role}:`{words} <{asked}>`\n" for role, words, asked, _ in REFUSED)
    judged = judge(page)
    assert judged.status == 2
    assert judged.checked == 0
    for (role, _, _, message), (number, line) in zip(
        REFUSED, enumerate(judged.lines, 4), strict=True
    ):
        assert line.startswith(f"index.rst:{number}: error: {role}: "), line
        assert message in line


def test_values_of_the_rules_are_held(held: Held) -> None:
    right, wrong = (
        [(words, path) for path, many in CASES[kind] for words in many]
        for kind in ("rules_right", "rules_wrong")
    )
    held(right, wrong, role="rule")


def test_worked_examples_are_held(held: Held) -> None:
    held(CASES["rolled_right"], CASES["rolled_wrong"], role="rolled")


NO_FIGURES = ["%%", "9" * 900 + "%", "- " * 450 + "%", "1/" + "9" * 900, "9" * 900 + " in 6"]
ENDLESS = ["1 in " * 3000, "9" * 5000 + "%", "- " * 4500 + "%", "1/" + "9" * 5000]


def test_words_that_are_no_figure_are_one_short_line_each(judge: Judge) -> None:
    judged = judge("".join(f"- :odds:`{words} <2d6 \\>= 7>`\n" for words in NO_FIGURES))
    assert judged.status == 2
    assert len(judged.lines) == len(NO_FIGURES)
    assert all("is not a chance such as '33%'" in line and len(line) < 200 for line in judged.lines)


def test_words_without_end_are_not_read_at_all(judge: Judge) -> None:
    judged = judge("".join(f"- :odds:`{words.strip()} <2d6 \\>= 7>`\n" for words in ENDLESS))
    assert judged.status == 2
    assert len(judged.lines) == len(ENDLESS)
    assert all("characters are not a figure" in line and len(line) < 200 for line in judged.lines)


def test_a_chance_with_thousands_of_digits_is_judged(held: Held) -> None:
    asked = "10000d6 >= 35000"
    drift = held([("50%", asked)], [("52%", asked), ("1/3", asked)]).report["drift"]
    assert {each["expected"] for each in drift} == {"50%"}
    assert all(len(each["probability"]) > 4300 for each in drift)
