"""Chapters of real games in both markups: right as they are, and each slip in them is found."""

import pytest

from tests.support.books import ROOTS
from tests.support.cases import cases_of
from tests.support.judging import Judge

ROOT = "chapters"
# What was slipped in: the page, what stands there, what stands there then, and the figure of it.
CASES = cases_of(__file__)
SLIPS = CASES["slips"]
ALL = [(kind, *slip) for kind, slips in SLIPS.items() for slip in slips]


def test_the_chapters_are_right_as_they_are(judge: Judge) -> None:
    judged = judge(root=ROOT)
    assert judged.book.warnings == ()
    assert judged.lines == []
    assert judged.status == 0
    assert judged.checked == 293
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
    assert judged.checked == 293
    assert judged.status == 1


@pytest.mark.parametrize(("found", "why"), CASES["a_slip_in_rounding_says_so"])
def test_a_slip_in_rounding_says_so(judge: Judge, found: str, why: str) -> None:
    (slip,) = [slip for slip in ALL if slip[4] == found]
    _, page, old, new, _ = slip
    text = (ROOTS / ROOT / page).read_text("utf-8").replace(old, new)
    assert judge(root=ROOT, files={page: text}).whys == [why]
