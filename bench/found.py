"""Counts what suggestions find on marked pages of tests/suggest, and what they should not find.

The pages of `genres` were written before the words and patterns that find the figures were read;
those of `dense` are full of numbers, of which few are decided by dice.

    python bench/found.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from figures import Figure, figure, finish

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


def counted() -> Iterator[Figure]:
    """Count what is found, shelf by shelf."""
    for folder, name in SHELVES.items():
        total = Score()
        for path in sorted((PAGES / folder).glob("*.md")):
            total += score(path)
        found, called = total.found / total.figures, total.called / total.wrong
        falsely = total.falsely / max(total.called + total.falsely, 1)
        said = f"{name}, typed figures pointed out"
        yield figure(said, "share", found, LEAST_FOUND, at_least=True)
        said = f"{name}, wrong by themselves and called so"
        yield figure(said, "share", called, LEAST_CALLED, at_least=True)
        yield figure(f"{name}, called wrong and right", "share", falsely, MOST_FALSELY)
        unit = f"of {total.lines:,} lines"
        yield figure(f"{name}, false suggestions", unit, total.false, MOST_FALSE)


if __name__ == "__main__":
    sys.exit(finish(counted()))
