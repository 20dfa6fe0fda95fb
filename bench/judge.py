"""Measure judging a book: 200 pages of held figures, beside Sphinx reading the same typed.

Both are read from nothing, in turn, each time by a process of its own. A third run, with nothing
to read, shows what a later check costs.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from build import write_book
from figures import SPHINX, figure, finish, run

PAGES, TURNS = 200, 5
MOST = 3


def read(book: Path, builder: str) -> float:
    """Return the seconds of a processor that reading a book takes, and judging what it holds."""
    return run(*SPHINX, builder, "-W", book, book / "_build").processor


def main() -> int:
    """Read the book in three ways, in turn; a turn is compared within itself."""
    ratios, again = [], []
    with TemporaryDirectory() as made:
        typed, held = Path(made, "typed"), Path(made, "held")
        write_book(typed, PAGES, kind="typed")
        write_book(held, PAGES, kind="held")
        for _ in range(TURNS):
            for book in (typed, held):
                shutil.rmtree(book / "_build", ignore_errors=True)
            plain = read(typed, "dummy")
            ratios.append(read(held, "drift") / plain)
            again.append(read(held, "drift"))
        claims = json.loads((held / "_build/drift.json").read_text("utf-8"))["checked"]
    what = f"judge {claims:,} claims"
    return finish(
        [
            figure(what, "times", ratios, MOST, peer="typed by hand", beside=1),
            figure(f"{what} again, nothing changed", "s", again),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
