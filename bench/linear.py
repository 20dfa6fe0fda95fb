"""How time and memory grow: one line of up to 10 MB, books, folders of many files.

Each thing is measured at sizes that grow, and a fit says by which power of the size its time grows:
1 is a straight line. A book, a folder and its memory are compared page by page: what a page more
costs between the two largest sizes, beside what it costs on the whole.

    python bench/linear.py [--parts lines folders books] [--seconds 20] [--pages 50 200 800 1600]
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from build import write_book
from figures import Figure, as_installed, figure, record

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.linear.test_scanners import DOORS, PIECES

LENGTHS = 20_000, 160_000, 1_280_000, 10_240_000  # characters of one line
KEPT = 4  # of so many pieces one is tried at the next length: those that grow most
MOST_POWER = 1.2
MOST_MORE = 1.2  # what a page may cost in the largest book beside the one before
PART = 50  # pages in each part of a book
MEASURED = 0.01  # seconds; what takes less says nothing
CHECK = "import sys; from sphinxext.rulebook.cli import main; sys.exit(main(sys.argv[1:]) > 1)"


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


@dataclass(eq=False)
class Growth:
    """What one reader takes for a line full of one piece, length by length."""

    piece: str
    costs: dict[int, float] = field(default_factory=dict)

    @property
    def power(self) -> float:
        """The power of the length by which the time grows; 0 where it is too short to tell."""
        known = {size: cost for size, cost in self.costs.items() if cost >= MEASURED}
        return power(list(known), list(known.values())) if len(known) > 1 else 0

    @property
    def steepness(self) -> float:
        """How the last step grew, short times and all: which piece is worth a longer line."""
        sizes, costs = list(self.costs)[-2:], list(self.costs.values())[-2:]
        return power(sizes, [max(cost, 1e-4) for cost in costs])

    def next_cost(self, length: int) -> float:
        """What a line of that length takes if the time goes on to grow as it did."""
        last, cost = list(self.costs.items())[-1]
        return cost * math.pow(length / last, max(1, self.steepness))


def worth_more(known: Sequence[Growth], length: int) -> list[Growth]:
    """The pieces that are worth a longer line, steepest first: what grows most, and the slowest."""
    many = len(known) // KEPT + 1
    steep = sorted(known, key=lambda each: -each.steepness)
    slow = sorted(known, key=lambda each: -each.next_cost(length))[:many]
    return [each for place, each in enumerate(steep) if place < many or each in slow]


def grown(read: Callable[[Path, str], object], most: float, *, whole: bool) -> list[Growth]:
    """The growth of a reader over every piece.

    Each piece fills a line of the two shorter lengths. Those that grow most, and the slowest, go
    on to the longer ones as long as there is time; with `whole` all do, and time does not count.
    """
    known = [Growth(piece) for piece in dict.fromkeys(each.replace("\n", " ") for each in PIECES)]
    trying, left = known, most
    for number, length in enumerate(LENGTHS):
        limited = number > 1 and not whole
        trying = worth_more(trying, length) if limited else trying
        share = left / (len(LENGTHS) - number)  # the longest has what is left
        for each in list(trying):
            if limited and each.next_cost(length) > share:
                trying.remove(each)
                continue
            text = (each.piece * (length // len(each.piece) + 1))[:length]
            with tempfile.TemporaryDirectory() as folder:
                each.costs[length] = seconds(lambda: read(Path(folder), text))  # noqa: B023
            share -= each.costs[length]
            left -= each.costs[length]
    return known


def lines(most: float, *, whole: bool) -> Iterator[Figure]:
    """The steepest growth of each reader over every piece that fills one line."""
    for door, read in DOORS.items():
        known = grown(read, most, whole=whole)
        worst = max(known, key=lambda each: each.power)
        longest = max(max(each.costs) for each in known)
        print(
            f"{door:42} power {worst.power:.2f} of {worst.piece!r}, up to {max(worst.costs):,}; "
            f"{sum(longest in each.costs for each in known)} lines of {longest:,}",
            flush=True,
        )
        what = f"{door}, one line of up to {longest / 1e6:.1f} MB"
        yield figure(what, "power of the length", [worst.power], MOST_POWER)


def child(*command: str) -> tuple[float, float]:
    """The processor time and the megabytes of a process."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=as_installed()
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


Costs = Sequence[tuple[float, float]]  # the time and the memory, size by size


def steady(
    what: str, sizes: Sequence[int], costs: Costs, peer: str = "", beside: Costs = ()
) -> Iterator[Figure]:
    """What one more costs between the two largest sizes, over what it costs between the others."""
    for place, unit in enumerate(("time", "memory")):
        mine = one_more(sizes, [cost[place] for cost in costs])
        theirs = one_more(sizes, [cost[place] for cost in beside]) if beside else None
        for name, each in ((what, costs), (f"  {peer}", beside)):
            said = (f"{n:,} {cost[place]:.1f}" for n, cost in zip(sizes, each, strict=False))
            if each:
                print(f"{name}, {unit}: {', '.join(said)}", flush=True)
        yield figure(
            f"{what}, {unit} of one more", "times that of before", [mine], MOST_MORE,
            peer=peer, beside=theirs,
        )  # fmt: skip


def one_more(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """What one more costs between the two largest sizes beside what it cost before."""
    pairs = zip(sizes, costs, strict=True)
    slopes = [(b - a) / (n - m) for (m, a), (n, b) in itertools.pairwise(pairs)]
    return slopes[-1] / slopes[-2]


def folders(many: Sequence[int]) -> Iterator[Figure]:
    """`rulebook check --suggest` over folders of small files."""
    costs = []
    for count in many:
        with tempfile.TemporaryDirectory() as made:
            for n in range(count):
                folder = Path(made, f"part{n // 500}")
                folder.mkdir(exist_ok=True)
                text = (
                    f"# Page {n}\n\nA trap: 33% for 5+ on 1d6.\n\nHit: 7 (2d6) damage, {n} times.\n"
                )
                (folder / f"page{n}.md").write_text(text, "utf-8")
            costs.append(child(sys.executable, "-c", CHECK, "check", made, "--plain", "--suggest"))
    yield from steady(f"folders of up to {many[-1]:,} files", many, costs)


def books(pages: Sequence[int]) -> Iterator[Figure]:
    """Builds of books with generated figures, and of the same typed by hand, in turn.

    They are in parts of fifty pages without a menu of the whole book on each page: Sphinx makes
    that anew for every page, so that any large book with one takes the square of its pages.
    """
    costs: dict[str, list[tuple[float, float]]] = {"generated": [], "typed": []}
    for count in pages:
        for kind, known in costs.items():
            with tempfile.TemporaryDirectory() as made:
                book, out = Path(made, "book"), Path(made, "out")
                write_book(book, count, kind=kind, part=PART)
                command = (sys.executable, "-m", "sphinx", "-q", "-b", "html", str(book), str(out))
                known.append(child(*command))
    what = f"books of up to {pages[-1]:,} pages"
    yield from steady(what, pages, costs["generated"], "typed by hand", costs["typed"])


def main() -> int:
    """Print how each grows; 1 where something grows faster than its size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", nargs="+", default=["lines", "folders", "books"])
    parser.add_argument("--seconds", type=float, default=60, help="the most for each reader")
    parser.add_argument("--whole", action="store_true", help="every line at every length")
    parser.add_argument("--pages", type=int, nargs="+", default=[50, 200, 800, 1600])
    parser.add_argument("--files", type=int, nargs="+", default=[1250, 5000, 20_000])
    chosen = parser.parse_args()
    found: list[Figure] = []
    for part in chosen.parts:
        if part == "lines":
            found += lines(chosen.seconds, whole=chosen.whole)
        elif part == "folders":
            found += folders(chosen.files)
        else:
            found += books(chosen.pages)
        record(found)
    return int(not all(each.kept for each in found))


if __name__ == "__main__":
    sys.exit(main())
