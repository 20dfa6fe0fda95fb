"""How time and memory grow: one line of up to 10 MB, books, folders of many files.

Each thing is measured at sizes that grow, and a fit says by which power of the size its time grows:
1 is a straight line. A book, a folder and its memory are compared page by page: what a page more
costs between the two largest sizes, beside what it costs on the whole.

    python bench/linear.py
"""

from __future__ import annotations

import itertools
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path

from build import write_book
from figures import RULEBOOK, SPHINX, Cost, Figure, figure, finish, run

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.linear.test_scanners import DOORS, PIECES

LENGTHS = {20_000: 999, 160_000: 999, 1_280_000: 6, 10_240_000: 1}  # and how many pieces go on
PAGES, FILES = (50, 200, 800, 1600), (1250, 5000, 20_000)
MOST_POWER = 1.2
MOST_MORE = 1.2  # what a page may cost in the largest book beside the one before
PART = 50  # pages in each part of a book
MEASURED = 0.01  # seconds; what takes less says nothing


def power(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power of the size by which the cost grows: the slope of a line through the logarithms."""
    points = [(math.log(s), math.log(c)) for s, c in zip(sizes, costs, strict=True)]
    mid = [sum(each) / len(points) for each in zip(*points, strict=True)]
    above = sum((x - mid[0]) * (y - mid[1]) for x, y in points)
    return float(above / sum((x - mid[0]) ** 2 for x, _ in points))


def seconds(work: Callable[[], object]) -> float:
    """What the processor works for it."""
    start = time.process_time()
    work()
    return time.process_time() - start


def grown(read: Callable[[Path, str], object]) -> dict[str, dict[int, float]]:
    """Time a reader over lines full of each piece; those that grow most go on to longer lines."""
    known: dict[str, dict[int, float]] = {each.replace("\n", " "): {} for each in PIECES}
    trying = list(known)
    for length, many in LENGTHS.items():
        trying = sorted(trying, key=lambda each: -steepness(known[each]))[:many]
        for piece in trying:
            text = (piece * (length // len(piece) + 1))[:length]
            with tempfile.TemporaryDirectory() as folder:
                known[piece][length] = seconds(partial(read, Path(folder), text))
    return known


def steepness(costs: dict[int, float]) -> float:
    """Return by which power the last step grew."""
    sizes, took = list(costs)[-2:], list(costs.values())[-2:]
    return power(sizes, [max(cost, 1e-4) for cost in took]) if len(took) > 1 else 0


def lines() -> Iterator[Figure]:
    """Find the steepest growth of each reader over every piece that fills one line."""
    for door, read in DOORS.items():
        worst, steepest = "", 0.0
        for piece, costs in grown(read).items():
            told = {size: cost for size, cost in costs.items() if cost >= MEASURED}
            each = power(list(told), list(told.values())) if len(told) > 1 else 0
            worst, steepest = max((worst, steepest), (piece, each), key=itemgetter(1))
        what = f"{door}, one line of up to {max(LENGTHS) / 1e6:.1f} MB"
        yield figure(what, f"power of the length, of {worst!r}", steepest, MOST_POWER)


def steady(
    what: str,
    sizes: Sequence[int],
    costs: Sequence[Cost],
    peer: str = "",
    beside: Sequence[Cost] = (),
) -> Iterator[Figure]:
    """Compare what one more costs between the two largest sizes with what it cost before."""
    for unit in ("processor", "memory"):
        mine, theirs = (
            one_more(sizes, [getattr(cost, unit) for cost in each]) if each else None
            for each in (costs, beside)
        )
        assert mine is not None
        yield figure(f"{what}, {unit} of one more", "times that of before", mine, MOST_MORE,
                     peer=peer, beside=theirs)  # fmt: skip


def one_more(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """What one more costs between the two largest sizes beside what it cost before."""
    pairs = zip(sizes, costs, strict=True)
    slopes = [(b - a) / (n - m) for (m, a), (n, b) in itertools.pairwise(pairs)]
    return slopes[-1] / slopes[-2]


def folders() -> Iterator[Figure]:
    """`rulebook check --suggest` over folders of small files."""
    costs = []
    for count in FILES:
        with tempfile.TemporaryDirectory() as made:
            for n in range(count):
                folder = Path(made, f"part{n // 500}")
                folder.mkdir(exist_ok=True)
                text = (
                    f"# Page {n}\n\nA trap: 33% for 5+ on 1d6.\n\nHit: 7 (2d6) damage, {n} times.\n"
                )
                (folder / f"page{n}.md").write_text(text, "utf-8")
            command = (*RULEBOOK, "check", made, "--plain", "--suggest")
            costs.append(run(*command, may_end_with=1))
    yield from steady(f"folders of up to {FILES[-1]:,} files", FILES, costs)


def books() -> Iterator[Figure]:
    """Build books with generated figures, and the same typed by hand, in turn.

    They are in parts of fifty pages without a menu of the whole book on each page: Sphinx makes
    that anew for every page, so that any large book with one takes the square of its pages.
    """
    costs: dict[str, list[Cost]] = {"generated": [], "typed": []}
    for count in PAGES:
        for kind, known in costs.items():
            with tempfile.TemporaryDirectory() as made:
                book, out = Path(made, "book"), Path(made, "out")
                write_book(book, count, kind=kind, part=PART)
                known.append(run(*SPHINX, "html", book, out))
    what = f"books of up to {PAGES[-1]:,} pages"
    yield from steady(what, PAGES, costs["generated"], "typed by hand", costs["typed"])


if __name__ == "__main__":
    sys.exit(finish(each for part in (lines, folders, books) for each in part()))
