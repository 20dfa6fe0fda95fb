"""Chapters of real games in both markups: right as they are, and each slip in them is found."""

from __future__ import annotations

import pytest

from tests.support.books import ROOTS
from tests.support.judging import Judge

ROOT = "chapters"
# What was slipped in: the page, what stands there, what stands there then, and the figure of it.
SLIPS = {
    "a chance off by one point": [
        ("narrative.rst", "any YES   | 17%           | 33%  ",
         "any YES   | 17%           | 34%  ", "34%"),
        ("checks.rst", "        - 91\n", "        - 92\n", "92"),
        ("fons.md", "`94% <direct(4) meets Trivial>`", "`93% <direct(4) meets Trivial>`", "93%"),
        ("pulling.md", "| Triumph! | 9% |", "| Triumph! | 8% |", "8%"),
    ],
    "a rounding of the wrong kind": [
        ("checks.rst", ":odds:`53% <direct(6, rerolls=2) >= 3>`",
         ":odds:`54% <direct(6, rerolls=2) >= 3>`", "54%"),
        ("narrative.rst", "67%           | 83%", "66%           | 83%", "66%"),
        ("colours.md", "{odds}`66.7% <action(adv", "{odds}`66.6% <action(adv", "66.6%"),
    ],
    "a swapped face": [
        ("narrative.rst", "| 3         | NO!           | NO!           | NO! BUT…      | YES! BUT…",
         "| 3         | NO!           | NO!           | YES! BUT…     | YES! BUT…", "YES! BUT…"),
        ("colours.md", "| 4 | NO! BUT... |", "| 4 | NO! |", "NO!"),
    ],
    "a stale difficulty": [
        ("checks.rst", "chimney         | 2 successes", "chimney         | 3 successes",
         "3 successes"),
        ("fons.md", "hang a bridge | 3 successes", "hang a bridge | 4 successes", "4 successes"),
        ("fons.md", "picture | 1 success, +1 favor", "picture | 1 success, +2 favor",
         "1 success, +2 favor"),
    ],
    "a wrong range in a sentence": [
        ("checks.rst", ":rule:`4-6 <direct(favor=1)", ":rule:`5-6 <direct(favor=1)", "5-6"),
        ("stats.md", "`2-6 <stat.quality.S>`", "`3-6 <stat.quality.S>`", "3-6"),
        ("pulling.md", "`7 or 8 <pull.again>`", "`6 or more <pull.again>`", "6 or more"),
    ],
    "a miscounted example": [
        ("checks.rst", "`three successes <direct(4, rerolls=1)",
         "`four successes <direct(4, rerolls=1)", "four successes"),
        # So it stood in the book that this example comes from.
        ("stats.md", "`5 successes <stat(B5, advantage=3)", "`6 successes <stat(B5, advantage=3)",
         "6 successes"),
        ("pulling.md", "`Success with a twist <pull(traits=3, skills=1) on",
         "`Success <pull(traits=3, skills=1) on", "Success"),
        ("narrative.rst", "`Mild <resisting(red) on 4>`", "`Moderate <resisting(red) on 4>`",
         "Moderate"),
    ],
}  # fmt: skip
ALL = [(kind, *slip) for kind, slips in SLIPS.items() for slip in slips]


def test_the_chapters_are_right_as_they_are(judge: Judge) -> None:
    judged = judge(root=ROOT)
    assert judged.book.warnings == ()
    assert judged.lines == []
    assert judged.status == 0
    assert judged.checked == 292
    assert judged.report["undocumented"] == []  # these pages show all of the five games


def test_each_kind_of_slip_stands_in_both_markups() -> None:
    for slips in SLIPS.values():
        assert {page.rpartition(".")[2] for page, *_ in slips} == {"rst", "md"}


def test_each_slip_is_found_and_nothing_else(judge: Judge) -> None:
    pages = {page: (ROOTS / ROOT / page).read_text("utf-8") for _, page, *_ in ALL}
    planted = []
    for _, page, old, new, found in ALL:
        assert pages[page].count(old) == 1, old
        before = pages[page].partition(old)[0] + new.partition(found)[0]
        pages[page] = pages[page].replace(old, new)
        planted.append((page, before.count("\n") + 1, found))
    judged = judge(root=ROOT, files=pages)
    assert sorted(judged.found) == sorted(planted), judged.text
    assert judged.checked == 292
    assert judged.status == 1


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ("34%", "34% is 1/3 rounded up"),
        ("66%", "66% is 2/3 rounded down"),
        ("66.6%", "66.6% is 2/3 rounded down"),
    ],
)
def test_a_slip_in_rounding_says_so(judge: Judge, found: str, why: str) -> None:
    (slip,) = [slip for slip in ALL if slip[4] == found]
    _, page, old, new, _ = slip
    text = (ROOTS / ROOT / page).read_text("utf-8").replace(old, new)
    assert judge(root=ROOT, files={page: text}).whys == [why]
