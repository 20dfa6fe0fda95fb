"""Figures in sentences: which ways to write one are right, and where a wrong one is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.cases import cases_of
from tests.support.judging import CONF, Judge

# action(red) is any YES: 1/3; action(blue): 5/6; direct(4) >= 1: 65/81 = 80.246…%
THIRD = "action(red) is any YES"
CASES = cases_of(__file__)
RIGHT = CASES["right"]
WRONG = CASES["wrong"]


def listed(claims: list[tuple[str, str]]) -> str:
    return "".join(f"- :odds:`{words} <{question}>`\n" for words, question in claims)


def test_every_correct_way_to_write_a_figure_is_right(judge: Judge) -> None:
    judged = judge(listed(RIGHT["narrative"]), game="narrative")
    assert judged.lines == []
    assert judged.checked == len(RIGHT["narrative"])


def test_every_other_is_drift(judge: Judge) -> None:
    claims = WRONG["narrative"]
    judged = judge(listed(claims), game="narrative")
    assert [(line, found) for _, line, found in judged.found] == [
        (number, words) for number, (words, _) in enumerate(claims, 4)
    ]
    assert judged.status == 1


ROUNDINGS = CASES["roundings"]
ASKED = ["d8 = 1", "d6 >= 2", "d6 >= 3"]


@pytest.mark.parametrize(("rounding", "right", "wrong"), ROUNDINGS)
def test_the_books_rounding_decides(
    judge: Judge, rounding: str, right: list[str], wrong: list[str]
) -> None:
    claims = [*zip(right, ASKED, strict=True), *zip(wrong, ASKED, strict=True)]
    judged = judge(listed(claims), rulebook_rounding=rounding)
    assert [found for _, _, found in judged.found] == wrong


def test_a_role_may_round_its_own_way(judge: Judge) -> None:
    page = """
        .. role:: downwards(odds)
           :rounding: down

        :downwards:`12% <d8 = 1>` and :downwards:`13% <d8 = 1>`
        """
    assert [found for _, _, found in judge(page).found] == ["13%"]


MEANS = CASES["means"]


@pytest.mark.parametrize(("rounding", "right", "wrong"), MEANS)
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


RULES_RIGHT = CASES["rules_right"]
RULES_WRONG = CASES["rules_wrong"]


def test_values_of_the_rules_are_held(judge: Judge) -> None:
    right = "".join(f"- :rule:`{w} <{path}>`\n" for path, words in RULES_RIGHT for w in words)
    judged = judge(right)
    assert judged.lines == []
    wrong = [(w, path) for path, words in RULES_WRONG for w in words]
    judged = judge("".join(f"- :rule:`{w} <{path}>`\n" for w, path in wrong))
    assert [found for _, _, found in judged.found] == [w for w, _ in wrong]


ROLLED_RIGHT = CASES["rolled_right"]
ROLLED_WRONG = CASES["rolled_wrong"]


def test_worked_examples_are_held(judge: Judge) -> None:
    claims = [*ROLLED_RIGHT, *ROLLED_WRONG]
    judged = judge("".join(f"- :rolled:`{words} <{asked}>`\n" for words, asked in claims))
    assert [found for _, _, found in judged.found] == [words for words, _ in ROLLED_WRONG]
    assert judged.checked == len(claims)


def test_the_line_is_that_of_the_figure(judge: Judge) -> None:
    page = """
        A paragraph that begins here, and says
        *much* more before it comes to :odds:`34% <direct(1) >= 1>` of
        all cases; then :odds:`33% <direct(1) >= 1>` and, once more, :odds:`34%
        <direct(1) >= 1>` and :odds:`34% <direct(1) >= 1>`.

        Term with :odds:`35% <direct(1) >= 1>`
            The meaning,
            which is :odds:`36% <direct(1) >= 1>`.

        :Field: of
           :odds:`37% <direct(1) >= 1>`

        | A line
        | of :odds:`38% <direct(1) >= 1>`

        .. note:: Beware
           of :odds:`39% <direct(1) >= 1>`

        .. figure:: x.png

           A caption
           with :odds:`40% <direct(1) >= 1>` [#]_

        .. [#] A note
           with :odds:`41% <direct(1) >= 1>`

        .. list-table:: With :odds:`42% <direct(1) >= 1>`

           * - One
             - of
               :odds:`43% <direct(1) >= 1>`

        Title of :odds:`44% <direct(1) >= 1>`
        --------------------------------------

        .. csv-table::

           One, of
           a, :odds:`45% <direct(1) >= 1>`
        """
    judged = judge(page, files={"x.png": ""})
    first = [("index.rst", line, "34%") for line in (5, 6, 7)]
    rest = judged.places(*[f"{n}%" for n in range(35, 46)])
    assert sorted(judged.found) == sorted([*first, *rest]), judged.text


def test_so_it_is_in_markdown(judge: Judge) -> None:
    page = """
        A paragraph that begins here, and says
        *much* more before it comes to {odds}`34% <direct(1) >= 1>` of
        all cases.

        - one
        - more {odds}`35% <direct(1) >= 1>`

        > A quote
        > with {odds}`36% <direct(1) >= 1>`

        | One | of |
        | --- | --- |
        | a | {odds}`37% <direct(1) >= 1>` |

        :::{note}
        Beware
        of {odds}`38% <direct(1) >= 1>`[^1]
        :::

        [^1]: A note with {odds}`39% <direct(1) >= 1>`

        ## Title of {odds}`40% <direct(1) >= 1>`

        Term {odds}`41% <direct(1) >= 1>`
        : Meaning {odds}`42% <direct(1) >= 1>`
        """
    judged = judge(page, markdown=True)
    assert sorted(judged.found) == judged.places(*[f"{n}%" for n in range(34, 43)]), judged.text


def test_markdown_and_restructuredtext_may_be_mixed(judge: Judge) -> None:
    page = """
        ```{eval-rst}
        .. include:: parts/first.txt
        ```

        Here {odds}`35% <direct(1) >= 1>`
        or {odds}`one in
        four <direct(1) >= 1>`.

        ```{include} parts/part.md
        :start-line: 1
        ```

        > or
        > {odds}`one
        > in five <direct(1) >= 1>`

        ```{eval-rst}
        One

        .. include:: parts/second.txt
        ```

        And {odds}`38% <direct(1) >= 1>`.
        """
    files = {
        "parts/first.txt": "One\n\ntwo\n\n:odds:`34% <direct(1) >= 1>`\n",
        "parts/part.md": "Not {odds}`91% <direct(1) >= 1>`\n\n{odds}`36% <direct(1) >= 1>`\n",
        "parts/second.txt": "Two\n\n:odds:`37% <direct(1) >= 1>`\n",
    }
    judged = judge(page, markdown=True, files=files)
    wrapped = [("index.md", 8, "one in four"), ("index.md", 16, "one in five")]
    there = judged.places("34%", "35%", "36%", "37%", "38%")
    assert sorted(judged.found) == sorted([*there, *wrapped]), judged.text


def test_a_text_that_is_included_twice_has_each_figure_at_its_line(judge: Judge) -> None:
    part = "One\n\nand :odds:`34% <direct(1) >= 1>`, or\n:odds:`34% <direct(1) >= 1>`.\n"
    page = ".. include:: parts/part.txt\n\n.. include:: parts/part.txt\n"
    judged = judge(page, files={"parts/part.txt": part})
    places = [("parts/part.txt", 3, "34%"), ("parts/part.txt", 4, "34%")]
    assert sorted(judged.found) == sorted([*places, *places])


def test_what_conf_py_puts_around_each_page_stands_in_conf_py(judge: Judge) -> None:
    prolog = ".. |a| replace:: :odds:`34% <direct(1) >= 1>`\n"
    judged = judge("A |a|.\n", files={"conf.py": f'{CONF}rst_prolog = """\n{prolog}"""\n'})
    assert judged.found == [("conf.py", CONF.count("\n") + 2, "34%")]


def test_a_substitution_claims_wherever_it_is_shown(judge: Judge) -> None:
    page = """
        .. |odds| replace:: :odds:`34% <direct(1) >= 1>`
        .. |unused| replace:: :odds:`35% <direct(1) >= 1>`

        First |odds|.

        Then |odds|.
        """
    judged = judge(page)
    assert [found for _, _, found in judged.found] == ["34%", "34%"]
    assert judged.checked == 2


def test_the_game_is_that_of_the_place(judge: Judge) -> None:
    page = """
        :odds:`33% <direct(1) >= 1>`

        .. rulebook-game:: arrata

        :odds:`33% <stat(B1) >= 1>`

        .. rulebook-game:: narrative

        :odds:`34% <action(red) is any YES>` and :odds:`34% <uwr:direct(1) >= 1>`
        """
    judged = judge(page)
    assert [(line, found) for _, line, found in judged.found] == [
        (8, "33%"),
        (12, "34%"),
        (12, "34%"),
    ]
    assert "stat(B1) >= 1 is 1/2 (50%)" in judged.lines[0]


LANGUAGES = CASES["languages"]


@pytest.mark.parametrize(("language", "right", "wrong"), LANGUAGES)
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
