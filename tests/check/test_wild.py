"""Three chapters in the manner of real books: each planted mistake is found, and nothing else."""

import csv
import re

from tests.support.books import ROOTS
from tests.support.judging import Judge

CHAPTERS = ("road.rst", "delve.md", "ember.md")
FEWEST_MISTAKES, FEWEST_RIGHT = 60, 200


def planted() -> list[tuple[str, int, str, str]]:
    with (ROOTS / "wild" / "mistakes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row["file"], int(row["line"]), row["found"], row["expected"]) for row in rows]


def test_each_mistake_is_found_at_its_line_and_nothing_else(judge: Judge) -> None:
    judged = judge(root="wild")
    found = [
        (each["file"], each["line"], each["found"], each["expected"])
        for each in judged.report["drift"]
    ]
    assert sorted(found) == sorted(planted())
    assert len(found) >= FEWEST_MISTAKES
    assert judged.checked - len(found) >= FEWEST_RIGHT
    assert judged.status == 1
    claims = judged.book.app.env.domains["rulebook"].data["claims"]
    for chapter in CHAPTERS:  # a role is one figure each, so that none is passed over
        text = (ROOTS / "wild" / chapter).read_text("utf-8")
        roles = re.findall(r"[:{](?:odds|rule|rolled)[:}]`[^`]*<[^`]*`", text)
        assert 300 <= text.count("\n") <= 500
        assert len(roles) >= 20
        of_roles = [c for c in claims[chapter.partition(".")[0]] if type(c).__name__ == "Claim"]
        assert len(of_roles) == len(roles)


def test_each_line_does_hold_the_mistake() -> None:
    for file, line, found, _ in planted():
        text = (ROOTS / "wild" / file).read_text("utf-8").splitlines()[line - 1]
        assert found.split()[0] in text, (file, line)
