"""Tables drawn with letters in code blocks, in other units, and with the nearest values."""

import pytest

from sphinxext.rulebook.source.drawn import drawn_rows
from sphinxext.rulebook.source.text import lines_of
from tests.support.cases import cases_of
from tests.support.command import Run
from tests.support.judging import Judge

CASES = cases_of(__file__)
BOOK = CASES["book"]


def test_each_is_held_in_its_own_way(judge: Judge) -> None:
    judged = judge(BOOK, game="uwr")
    found = [(each["line"], each["found"], each["expected"]) for each in judged.report["drift"]]
    assert [(found, right) for _, found, right in found] == [
        ("41%", "42%"),
        ("11", "10"),
        ("416", "417"),
        ("11", "10"),
        ("7", "8"),
    ]
    lines = BOOK.split("\n")
    top = found[0][0] - next(n for n, line in enumerate(lines) if "41%" in line)
    assert all(typed in lines[line - top].split() for line, typed, _ in found)
    assert judged.checked == 4 + 4 + 4 + 2 + 4


PLAIN = CASES["plain"]
RST = CASES["rst"]


def test_without_sphinx_they_are_held_and_corrected(rulebook: Run) -> None:
    rulebook.write({"odds.md": PLAIN, "odds.rst": RST})
    rulebook("check", ".", ends=1)
    rulebook("fix", ".", ends=0)
    fixed = PLAIN.replace("43%", "42%").replace("27.87", "27.78")
    assert rulebook.text("odds.md") == fixed
    assert rulebook.text("odds.rst") == RST.replace("40%", "42%")
    rulebook("check", ".", ends=0)


@pytest.mark.parametrize(("drawn", "cells"), CASES["the_cells_of_drawn_lines"])
def test_the_cells_of_drawn_lines(drawn: str, cells: list[list[str]]) -> None:
    assert drawn_rows(lines_of(drawn)) == cells
