"""Measures the finder of random tables on the pages of tests/random_tables/shelf and library.

Prints how many wrong tables are found and how many right ones are alarmed, with each miss.
"""

from __future__ import annotations

import sys
from pathlib import Path

from figures import figure, record

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.random_tables.shelf_of_books import measured, measured_planted, seen

LEAST_FOUND, MOST_ALARMED = 0.9, 0.01


def main() -> int:
    """Print the figures; 1 where they are worse than they should be."""
    typed, planted = measured(), measured_planted()
    for title, each in (("typed mistakes", typed), ("planted mistakes", planted)):
        print(f"{title}: {each.wrong - len(each.missed)} of {each.wrong} found")
        for line in each.missed:
            print("  missed", line)
    print("right tables of the library found with their dice: {} of {}".format(*seen()))
    print(f"right tables and look-alikes: {len(typed.alarmed)} of {typed.right} alarmed")
    for line in typed.alarmed:
        print("  alarm", line)
    alarmed = len(typed.alarmed) / typed.right
    found = (("typed", typed), ("planted", planted))
    record(
        [
            *(
                figure(f"{kind} mistakes in random tables, found", "share", [each.found],
                       LEAST_FOUND, at_least=True)
                for kind, each in found
            ),
            figure("right random tables, alarmed", "share", [alarmed], MOST_ALARMED),
        ]
    )  # fmt: skip
    good = min(typed.found, planted.found) >= LEAST_FOUND
    return 0 if good and len(typed.alarmed) <= MOST_ALARMED * typed.right else 1


if __name__ == "__main__":
    sys.exit(main())
