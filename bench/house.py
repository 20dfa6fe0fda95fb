"""Counts what does not depend on the machine: walks through the house, and what ships.

A walk is what one figure passes while it is judged or corrected; `tools/walk` prints it.

    python bench/house.py
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from figures import figure, number, record

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sphinxext/rulebook"
CHANGES = {"judging a figure": ("judge", 83 / 3), "mending a cell": ("fix", 1834 / 3)}
MOST_FONTS = 500  # kB that the fonts of a look may add to the wheel


def main() -> int:
    """Print the figures; 1 where one is beyond its limit."""
    walked = runpy.run_path(str(ROOT / "tools/walk"))["walked"]
    found = [
        figure(what, "changes of room", [len(walked(asked).rooms()) - 1], most)
        for what, (asked, most) in CHANGES.items()
    ]
    for look in sorted((PACKAGE / "press/looks").glob("*/fonts")):
        size = sum(path.stat().st_size for path in look.iterdir()) / 1000
        found.append(figure(f"fonts of the look {look.parent.name}", "kB", [size], MOST_FONTS))
    for each in found:
        print(f"{each.what}: {number(each.value)} {each.unit} (at most {number(each.limit)})")
    record(found)
    return int(not all(each.kept for each in found))


if __name__ == "__main__":
    sys.exit(main())
