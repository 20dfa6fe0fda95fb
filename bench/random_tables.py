"""Measures the finder of random tables on the pages of tests/random_tables/shelf and library.

Prints how many wrong tables are found and how many right ones are alarmed, with each miss; then
how long many large tables take.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from figures import figure, finish

sys.path.insert(0, str(Path(__file__).parent.parent))

from sphinxext.rulebook.random_tables.dice import dice_of
from sphinxext.rulebook.random_tables.partition import mistakes
from tests.random_tables.shelf_of_books import measured, measured_planted, seen

LEAST_FOUND, MOST_ALARMED = 0.9, 0.01
TABLES, ROWS, MOST_SECONDS = 500, 100, 1


def judging() -> float:
    """The seconds that the judging of many large tables takes; one in ten has a mistake."""
    dice = dice_of("d1000")
    assert dice is not None
    many = []
    for n in range(TABLES):
        rows = [f"{i}-{i + 9}" for i in range(1, 1001, 1000 // ROWS)]
        if n % 10 == 0:
            rows[n % 97 + 1] = rows[n % 97]
        many.append([f"{row}{' ' * (n % 5)}" for row in rows])  # no table is quite like another
    began = time.process_time()
    found = sum(len(mistakes(dice, rows)) for rows in many)
    assert found == TABLES // 10
    return time.process_time() - began


def main() -> int:
    """Judge the shelves, and the large tables."""
    typed, planted = measured(), measured_planted()
    for kind, each in (
        ("missed", typed.missed),
        ("missed", planted.missed),
        ("alarm", typed.alarmed),
    ):
        for line in each:
            print(f"  {kind} {line}")
    print("right tables of the library found with their dice: {} of {}".format(*seen()))
    found = [
        figure(f"{kind} mistakes in random tables, found", "share", each.found, LEAST_FOUND,
               at_least=True)
        for kind, each in (("typed", typed), ("planted", planted))
    ]  # fmt: skip
    alarmed = len(typed.alarmed) / typed.right
    found.append(figure("right random tables, alarmed", "share", alarmed, MOST_ALARMED))
    took = [judging() for _ in range(3)]
    what = f"{TABLES} tables of {ROWS} rows, judged"
    return finish([*found, figure(what, "s", took, MOST_SECONDS, least=True)])


if __name__ == "__main__":
    sys.exit(main())
