"""Tables drawn with letters in code blocks, in other units, and with the nearest values."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinxext.rulebook.cli import main
from sphinxext.rulebook.source.drawn import drawn_rows
from sphinxext.rulebook.source.text import lines_of
from tests.support.cases import cases_of
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


def test_a_unit_that_is_none_is_refused_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "<!-- dice-table: check=2d6; rows=counts >= 6..7; unit=per cask -->\n\n|a|b|\n|-|-|\n"
    (tmp_path / "odds.md").write_text(page, encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 2
    assert "no unit 'per cask'; write 'percent', 'none', 'per mille'" in capsys.readouterr().out


PLAIN = CASES["plain"]
RST = CASES["rst"]


def test_without_sphinx_they_are_held_and_corrected(tmp_path: Path) -> None:
    (tmp_path / "odds.md").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "odds.rst").write_text(RST, encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 1
    assert main(["fix", str(tmp_path)]) == 0
    fixed = PLAIN.replace("43%", "42%").replace("27.87", "27.78")
    assert (tmp_path / "odds.md").read_text("utf-8") == fixed
    assert (tmp_path / "odds.rst").read_text("utf-8") == RST.replace("40%", "42%")
    assert main(["check", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("drawn", "cells"),
    CASES["the_cells_of_drawn_lines"],
)
def test_the_cells_of_drawn_lines(drawn: str, cells: list[list[str]]) -> None:
    assert drawn_rows(lines_of(drawn)) == cells
