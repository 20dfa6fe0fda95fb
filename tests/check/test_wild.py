"""Three chapters in the manner of real books: each planted mistake is found, and nothing else."""

from __future__ import annotations

import csv
import re

import pytest

from tests.support.books import ROOTS
from tests.support.judging import Judge, Judged

CHAPTERS = ("road.rst", "delve.md", "ember.md")
FEWEST_MISTAKES, FEWEST_RIGHT = 60, 200


@pytest.fixture
def judged(judge: Judge) -> Judged:
    return judge(root="wild")


def planted() -> list[tuple[str, int, str, str]]:
    with (ROOTS / "wild" / "mistakes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row["file"], int(row["line"]), row["found"], row["expected"]) for row in rows]


def test_each_mistake_is_found_at_its_line_and_nothing_else(judged: Judged) -> None:
    found = [
        (each["file"], each["line"], each["found"], each["expected"])
        for each in judged.report["drift"]
    ]
    assert sorted(found) == sorted(planted())
    assert len(found) >= FEWEST_MISTAKES
    assert judged.checked - len(found) >= FEWEST_RIGHT
    assert judged.status == 1


def test_each_line_does_hold_the_mistake() -> None:
    for file, line, found, _ in planted():
        text = (ROOTS / "wild" / file).read_text("utf-8").splitlines()[line - 1]
        assert found.split()[0] in text, (file, line)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_figure_that_is_marked_is_compared(judged: Judged, chapter: str) -> None:
    """A role is one figure each, so that none is passed over."""
    text = (ROOTS / "wild" / chapter).read_text("utf-8")
    roles = re.findall(r"[:{](?:odds|rule|rolled)[:}]`[^`]*<[^`]*`", text)
    assert 300 <= text.count("\n") <= 500
    assert len(roles) >= 20
    assert judged.book.app is not None
    claims = judged.book.app.env.domains["rulebook"].data["claims"][chapter.partition(".")[0]]
    assert len([claim for claim in claims if type(claim).__name__ == "Claim"]) == len(roles)
