"""What is no claim: nothing is held that the author did not mark, nothing marked is passed over."""

import pytest

from tests.support.cases import cases_of
from tests.support.judging import Held, Judge

CASES = cases_of(__file__)
UNMARKED = CASES["unmarked"]


def test_what_nobody_marked_is_no_claim(judge: Judge) -> None:
    judged = judge(UNMARKED)
    assert (judged.checked, judged.lines, judged.status) == (0, [], 0)
    assert judge(UNMARKED.replace(":math:`1/7`", "$1/7$"), markdown=True).checked == 0


def test_other_numbers_beside_a_figure_are_not_taken_for_it(held: Held) -> None:
    held(CASES["beside"], ())


def test_nothing_that_is_marked_is_passed_over(judge: Judge) -> None:
    words = ["lots", "5 gp", "a 7 of course"]
    judged = judge("".join(f"- :odds:`{each} <2d6 \\>= 8>`\n" for each in words))
    assert [line.partition(": ")[0] for line in judged.lines] == [
        f"index.rst:{line}" for line in (4, 5, 6)
    ]
    assert judged.status == 2


@pytest.mark.parametrize(("rounding", "option", "figures", "wrong"), CASES["mixed"])
def test_the_rounding_that_was_said_holds(
    judge: Judge, rounding: str, option: str, figures: list[str], wrong: list[str]
) -> None:
    rows = "\n   ".join(f"{n}      {figure}" for n, figure in enumerate(figures, 2))
    judged = judge(CASES["table"].format(option, rows), rulebook_rounding=rounding)
    assert [found for _, _, found in judged.found] == wrong


@pytest.mark.parametrize(("habit", "right", "wrong"), CASES["habits"])
def test_averages_are_held_to_the_books_habit(
    judge: Judge, habit: str, right: list[str], wrong: list[str]
) -> None:
    claims = "".join(f"- :odds:`{words} <5d8 mean>`\n" for words in (*right, *wrong))
    table = (
        "\n.. dice-table::\n   :check: d6\n   :rows: checks = 5d8\n   :show: mean\n\n"
        f"   ======  ==========\n   Wolf    {right[0]}\n   ======  ==========\n"
    )
    judged = judge(claims + table, rulebook_mean_rounding=habit)
    assert [found for _, _, found in judged.found] == wrong, judged.text
    shown = judge("- :odds:`5d8 mean`\n", rulebook_mean_rounding=habit)
    assert right[-1].split()[0] in shown.book.app.env.get_doctree("index").astext() or habit in (
        "exact",
        "down",
    )
