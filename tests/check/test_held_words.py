"""Figures in sentences: which ways to write one are right, and where a wrong one is named."""

from typing import Any

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Judge

# action(red) is any YES: 1/3; action(blue): 5/6; direct(4) >= 1: 65/81 = 80.246…%
THIRD = "action(red) is any YES"
CASES = cases_of(__file__)
RIGHT = CASES["right"]


def listed(claims: list[tuple[str, str]]) -> str:
    return "".join(f"- :odds:`{words} <{question}>`\n" for words, question in claims)


def test_every_correct_way_to_write_a_figure_is_right(judge: Judge) -> None:
    judged = judge(listed(RIGHT["narrative"]), game="narrative")
    assert judged.lines == []
    assert judged.checked == len(RIGHT["narrative"])


def test_every_other_is_drift(judge: Judge) -> None:
    claims = CASES["wrong"]["narrative"]
    judged = judge(listed(claims), game="narrative")
    assert [(line, found) for _, line, found in judged.found] == [
        (number, words) for number, (words, _) in enumerate(claims, 4)
    ]
    assert judged.status == 1


ASKED = ["d8 = 1", "d6 >= 2", "d6 >= 3"]


@pytest.mark.parametrize(("rounding", "right", "wrong"), CASES["roundings"])
def test_the_books_rounding_decides(
    judge: Judge, rounding: str, right: list[str], wrong: list[str]
) -> None:
    claims = [*zip(right, ASKED, strict=True), *zip(wrong, ASKED, strict=True)]
    judged = judge(listed(claims), rulebook_rounding=rounding)
    assert [found for _, _, found in judged.found] == wrong


@pytest.mark.parametrize(("rounding", "right", "wrong"), CASES["means"])
def test_averages_round_as_the_book_says(
    judge: Judge, rounding: str, right: list[str], wrong: list[str]
) -> None:
    claims = [(words, "direct(14) mean") for words in (*right, *wrong)]
    judged = judge(listed(claims), rulebook_mean_rounding=rounding)
    assert [found for _, _, found in judged.found] == wrong


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


def test_values_of_the_rules_are_held(judge: Judge) -> None:
    right = "".join(
        f"- :rule:`{w} <{path}>`\n" for path, words in CASES["rules_right"] for w in words
    )
    judged = judge(right)
    assert judged.lines == []
    wrong = [(w, path) for path, words in CASES["rules_wrong"] for w in words]
    judged = judge("".join(f"- :rule:`{w} <{path}>`\n" for w, path in wrong))
    assert [found for _, _, found in judged.found] == [w for w, _ in wrong]


ROLLED_WRONG = CASES["rolled_wrong"]


def test_worked_examples_are_held(judge: Judge) -> None:
    claims = [*CASES["rolled_right"], *ROLLED_WRONG]
    judged = judge("".join(f"- :rolled:`{words} <{asked}>`\n" for words, asked in claims))
    assert [found for _, _, found in judged.found] == [words for words, _ in ROLLED_WRONG]
    assert judged.checked == len(claims)


@pytest.mark.parametrize(("language", "right", "wrong"), CASES["languages"])
def test_a_book_writes_its_own_language(
    judge: Judge, language: str, right: list[str], wrong: list[str]
) -> None:
    settings: dict[str, Any] = {"language": language}
    judged = judge(listed([(words, "direct(1) >= 1") for words in (*right, *wrong)]), **settings)
    assert [found for _, _, found in judged.found] == wrong
    assert judged.status == 1


NO_FIGURES = ["%%", "9" * 900 + "%", "- " * 450 + "%", "1/" + "9" * 900, "9" * 900 + " in 6"]
ENDLESS = ["1 in " * 3000, "9" * 5000 + "%", "- " * 4500 + "%", "1/" + "9" * 5000]


def test_words_that_are_no_figure_are_one_short_line_each(judge: Judge) -> None:
    judged = judge(listed([(words, "2d6 >= 7") for words in NO_FIGURES]))
    assert judged.status == 2
    assert len(judged.lines) == len(NO_FIGURES)
    assert all("is not a chance such as '33%'" in line and len(line) < 200 for line in judged.lines)


def test_words_without_end_are_not_read_at_all(judge: Judge) -> None:
    judged = judge(listed([(words.strip(), "2d6 >= 7") for words in ENDLESS]))
    assert judged.status == 2
    assert len(judged.lines) == len(ENDLESS)
    assert all("characters are not a figure" in line and len(line) < 200 for line in judged.lines)


def test_a_chance_with_thousands_of_digits_is_judged(judge: Judge) -> None:
    words = ["50%", "52%", "1/3"]
    judged = judge(listed([(each, "10000d6 >= 35000") for each in words]))
    assert [found for _, _, found in judged.found] == words[1:]
    assert {each["expected"] for each in judged.report["drift"]} == {"50%"}
    assert {len(each["probability"]) > 4300 for each in judged.report["drift"]} == {True}
