"""Counts what does not depend on the machine: walks through the house, and what ships.

A walk is what one figure passes while it is judged or corrected; `tools/walk` prints it.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator

from figures import ROOT, Figure, figure, finish

LOOKS = ROOT / "sphinxext/rulebook/press/looks"
CHANGES = {"judging a figure": ("judge", 83 / 3), "mending a cell": ("fix", 1834 / 3)}
MOST_FONTS = 500  # kB that the fonts of a look may add to the wheel


def counted() -> Iterator[Figure]:
    """Count the changes of room, and the kilobytes."""
    walked = runpy.run_path(str(ROOT / "tools/walk"))["walked"]
    for what, (asked, most) in CHANGES.items():
        yield figure(what, "changes of room", len(walked(asked).rooms()) - 1, most)
    for look in sorted(LOOKS.glob("*/fonts")):
        size = sum(path.stat().st_size for path in look.iterdir()) / 1000
        yield figure(f"fonts of the look {look.parent.name}", "kB", size, MOST_FONTS)


if __name__ == "__main__":
    sys.exit(finish(counted()))
