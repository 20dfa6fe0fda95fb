"""What is no claim: nothing is held that the author did not mark, nothing marked is passed over."""

from __future__ import annotations

import pytest

from tests.support.judging import Judge

UNMARKED = """
A displaced beast has a 50% miss chance and costs 120 gp (weight 2 lb., 15 ft. wide, v2.1,
1/2 cover). It bites at +9 to hit for 13 (2d8+4), has HP 40 (10d8), and 1 in 3 is rabid.
See :math:`1/7`.

====  =====
Roll  Price
====  =====
1     50%
2-3   99 gp
====  =====

.. table:: Odds (a table of its own, which nobody asked to hold)

   ====  =====
   2d6   is 7
   ====  =====
   2     99%
   ====  =====

``33%`` and::

   50% <2d6 >= 12>
"""


def test_what_nobody_marked_is_no_claim(judge: Judge) -> None:
    judged = judge(UNMARKED)
    assert (judged.checked, judged.lines, judged.status) == (0, [], 0)
    assert judge(UNMARKED.replace(":math:`1/7`", "$1/7$"), markdown=True).checked == 0


BESIDE = [
    ("+9 to hit, 13 (2d8+4) damage", "2d8+4 mean"),
    ("+9 to hit, reach 5 ft., Hit: 13 (2d8 + 4) slashing", "2d8+4 mean"),
    ("+7 (2d8+4, avg 13)", "2d8+4 mean"),
    ("AC 15, HP: 13(2d8+4)", "2d8+4 mean"),
    ("level 3: 2d8+4 (average 13)", "2d8+4 mean"),
    ("13 (2d8 plus 4)", "2d8+4 mean"),
    ("42% at level 5 or 6", "2d6 >= 8"),
    ("42% with a +2 bonus for 30 gp", "2d6 >= 8"),
    ("a 42% chance against armour 15", "2d6 >= 8"),
    ("42% (target 8, 3 lb.)", "2d6 >= 8"),
    ("42% of 5 to 10 rolls", "2d6 >= 8"),
    ("42% for 1 or 2 dice", "2d6 >= 8"),
    ("42% with 2 or more allies", "2d6 >= 8"),
    ("42% (see p. 5-6)", "2d6 >= 8"),
    ("42% against AC 12-14", "2d6 >= 8"),
    ("42% at level 1-4", "2d6 >= 8"),
    ("42% on each of 3 rolls", "2d6 >= 8"),
    ("at 12 paces, 42%", "2d6 >= 8"),
    ("in 2 rooms, 42%", "2d6 >= 8"),
    ("42% (2 dice)", "2d6 >= 8"),
    ("42% (TN 8)", "2d6 >= 8"),
    ("42% at +0", "2d6 >= 8"),
    ("42% every 10 minutes", "2d6 >= 8"),
    ("42% if you have 3 or fewer wounds", "2d6 >= 8"),
    ("for 12 or more gold, 42%", "2d6 >= 8"),
    ("3 to 5 rounds at 42%", "2d6 >= 8"),
    ("on the second try 42%", "2d6 >= 8"),
    ("quarterstaff: 42%", "2d6 >= 8"),
    ("even then 42%", "2d6 >= 8"),
    ("always 42%", "2d6 >= 8"),
    ("never more than 42%", "2d6 >= 8"),
    ("to be certain: 42%", "2d6 >= 8"),
    ("a third-level hero has 42%", "2d6 >= 8"),
    ("51.8% (at least one 6 on 4d6)", "4d6kh1 = 6"),
    ("51.8% (at least one die shows a 6)", "4d6kh1 = 6"),
    ("12.24 (4d6 drop lowest)", "4d6kh3 mean"),
    ("4d6, drop the lowest (12.24)", "4d6kh3 mean"),
]


def test_other_numbers_beside_a_figure_are_not_taken_for_it(judge: Judge) -> None:
    judged = judge("".join(f"- :odds:`{words} <{asked}>`\n" for words, asked in BESIDE))
    assert judged.lines == []
    assert judged.checked == len(BESIDE)


def test_nothing_that_is_marked_is_passed_over(judge: Judge) -> None:
    words = ["lots", "5 gp", "a 7 of course"]
    judged = judge("".join(f"- :odds:`{each} <2d6 \\>= 8>`\n" for each in words))
    assert [line.partition(": ")[0] for line in judged.lines] == [
        f"index.rst:{line}" for line in (4, 5, 6)
    ]
    assert judged.status == 2


TABLE = """
.. dice-table::
   :check: 2d6
   :rows: counts = 2..7
   {}

   =====  =====
   Total  %
   =====  =====
   {}
   =====  =====
"""
MIXED = [
    ("even", "", ["3", "6", "8", "11", "14", "17"], []),
    ("down", "", ["2", "5", "8", "11", "13", "16"], []),
    ("nearest", ":rounding: down", ["2", "5", "8", "11", "13", "16"], []),
    ("nearest", "", ["2", "5", "8", "11", "13", "17"], ["2", "5", "13"]),
    ("nearest", "", ["3", "6", "8", "11", "13", "17"], ["13"]),
    ("down", "", ["3", "6", "8", "11", "14", "17"], ["3", "6", "14", "17"]),
    ("down", "", ["2", "5", "8", "11", "14", "16"], ["14"]),
]


@pytest.mark.parametrize(("rounding", "option", "figures", "wrong"), MIXED)
def test_the_rounding_that_was_said_holds(
    judge: Judge, rounding: str, option: str, figures: list[str], wrong: list[str]
) -> None:
    rows = "\n   ".join(f"{n}      {figure}" for n, figure in enumerate(figures, 2))
    judged = judge(TABLE.format(option, rows), rulebook_rounding=rounding)
    assert [found for _, _, found in judged.found] == wrong


HABITS = [
    ("exact", ["22.5 (5d8)", "23"], ["22", "25", "40"]),
    ("down", ["22 (5d8)", "22.5"], ["23", "25"]),
    ("per-die", ["25 (5d8)", "25"], ["22", "23", "22.5"]),
    ("per-die-down", ["20 (5d8)"], ["22", "25"]),
    ("highest", ["40 (5d8)", "40"], ["22.5", "23"]),
]


@pytest.mark.parametrize(("habit", "right", "wrong"), HABITS)
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
