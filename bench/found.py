"""Counts what suggestions find on marked pages of tests/suggest, and what they should not find.

The pages of `genres` were written before the words and patterns that find the figures were read;
those of `dense` are full of numbers, of which few are decided by dice.

    python bench/found.py
"""

from __future__ import annotations

import sys
from pathlib import Path

from figures import Figure, figure, number, record

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.suggest.score import Score, score

PAGES = Path(__file__).parents[1] / "tests/suggest"
SHELVES = {
    "corpus": "pages of many kinds",
    "genres": "pages of other genres",
    "dense": "pages full of numbers",
}
LEAST_FOUND, LEAST_CALLED, MOST_FALSELY = 0.9, 0.9, 0.01
MOST_FALSE = 1  # in 5,000 lines; no shelf has more


def main() -> int:
    """Print the figures; 1 where one is beyond its limit."""
    found: list[Figure] = []
    for folder, name in SHELVES.items():
        total = Score()
        for path in sorted((PAGES / folder).glob("*.md")):
            total += score(path)
        said = max(total.called + total.falsely, 1)
        found += [
            figure(f"{name}, typed figures pointed out", "share",
                   [total.found / total.figures], LEAST_FOUND, at_least=True),
            figure(f"{name}, wrong by themselves and called so", "share",
                   [total.called / total.wrong], LEAST_CALLED, at_least=True),
            figure(f"{name}, called wrong and right", "share",
                   [total.falsely / said], MOST_FALSELY),
            figure(f"{name}, false suggestions", f"of {total.lines:,} lines", [total.false],
                   MOST_FALSE),
        ]  # fmt: skip
    for each in found:
        print(f"{'ok  ' if each.kept else 'MISS'} {each.what}: {number(each.value)} {each.unit}")
    record(found)
    return int(not all(each.kept for each in found))


if __name__ == "__main__":
    sys.exit(main())
