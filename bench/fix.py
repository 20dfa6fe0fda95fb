"""Measure a fix beside a check: 200 pages of held figures, one wrong on every fourth.

`rulebook fix` reads the book, corrects its sources in memory and reads those as documents. Both
begin from nothing.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from build import write_book
from figures import RULEBOOK, figure, finish, run

MOST = 2.2
PAGES, TURNS = 200, 5
FIGURE = re.compile(r"(?<=:odds:`)\d+(?=%)")


def timed(book: Path, *command: str) -> float:
    """Return the seconds of a processor that a command takes, read from nothing."""
    shutil.rmtree(book / "_build", ignore_errors=True)
    return run(*RULEBOOK, *command, book, may_end_with=1).processor


def main() -> int:
    """Time both in turn."""
    with TemporaryDirectory() as made:
        book = Path(made, "book")
        write_book(book, PAGES, kind="held")
        for path in sorted(book.glob("page*.rst"))[::4]:
            wrong = FIGURE.sub(lambda m: str((int(m[0]) + 37) % 100), path.read_text("utf-8"), 1)
            path.write_text(wrong, "utf-8")
        turns = [(timed(book, "fix", "--dry-run"), timed(book, "check")) for _ in range(TURNS)]
    times = [fix / check for fix, check in turns]
    return finish([figure("rulebook fix", "times", times, MOST, peer="rulebook check")])


if __name__ == "__main__":
    sys.exit(main())
