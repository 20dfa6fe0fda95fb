"""How long `rulebook check --suggest` takes: 500,000 lines, and that time grows with the text.

python bench/suggest.py [--megabytes 10 100]
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, pairwise
from multiprocessing import get_context
from pathlib import Path

from figures import Figure, figure, finish

from sphinxext.rulebook.drift.suggest.scan import suggestions
from sphinxext.rulebook.language.formatter import Style
from sphinxext.rulebook.rules.rules import Rules

LINES = 500_000
MOST_SECONDS = 30
MOST_TIMES = 12  # for ten times the text
TEXT = "the goblin attacks with a rusty sword while rain falls on old stones near the river"
WORDS = TEXT.split()


def page(lines: int, seed: int) -> str:
    """A page in the manner of a bestiary: prose, stat blocks, chances and random tables."""
    chance = random.Random(seed)
    out: list[str] = []
    while len(out) < lines:
        kind = chance.random()
        if kind < 0.04:
            n = chance.randint(1, 9)
            out += [f"**Hit Points** {n * 9 // 2 + n} ({n}d8 + {n})", ""]
        elif kind < 0.08:
            out += ["Hit: 5 (1d6 + 2) damage, with a 25% chance of poison.", ""]
        elif kind < 0.10:
            out += ["| d6 | Result |", "|----|--------|"]
            out += [f"| {n} | {' '.join(chance.choices(WORDS, k=6))} |" for n in range(1, 7)] + [""]
        else:
            out += [" ".join(chance.choices(WORDS, k=chance.randint(8, 25))).capitalize() + ".", ""]
    return "\n".join(out[:lines])


def changelog(lines: int, seed: int) -> str:
    """A page in the manner of a changelog: links, hashes and numbers, and no figure of dice."""
    chance = random.Random(seed)
    out: list[str] = []
    while len(out) < lines:
        if chance.random() < 0.02:
            day = f"{chance.randint(2010, 2026)}-{chance.randint(1, 12):02}-11"
            version = ".".join(str(chance.randint(0, 30)) for _ in range(3))
            out += ["", f"## {day}, Version {version}", "", "### Commits", ""]
        commit, number = f"{chance.getrandbits(40):010x}", chance.randint(1000, 60_000)
        said = " ".join(chance.choices(WORDS, k=chance.randint(4, 9)))
        link = f"[`{commit}`](https://example.org/commit/{commit})"
        pull = f"[#{number}](https://example.org/pull/{number})"
        out.append(f"* \\[{link}] - **{chance.choice(WORDS)}**: {said} (A. Writer) {pull}")
    return "\n".join(out[:lines])


def spent() -> float:
    """The processor time of this process and of those that it started."""
    return sum(os.times()[:4])


def folder_times(folder: Path, lines: int, text: Callable[[int, int], str]) -> tuple[float, float]:
    """The processor time, and the time by the clock, for so many lines in files of 5,000."""
    files = []
    for n in range(lines // 5000):
        files.append(folder / f"{text.__name__}-{lines}-{n}.md")
        files[-1].write_text(text(5000, n), encoding="utf-8")
    start, clock = spent(), time.perf_counter()
    suggestions(files, Rules({}), Style())
    return spent() - start, time.perf_counter() - clock


def one_file(folder: str, megabytes: int) -> tuple[float, float]:
    """The processor time, and the most memory in MB, for a single file of so many megabytes."""
    piece = page(5000, 1)
    file = Path(folder) / f"{megabytes}.md"
    with file.open("w", encoding="utf-8") as out:
        for _ in range(megabytes * 1_000_000 // len(piece) + 1):
            out.write(piece)
    start = spent()
    suggestions([file], Rules({}), Style())
    file.unlink()
    return spent() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_one_file(sizes: Sequence[int]) -> Iterator[Figure]:
    """Read single files, each in a process of its own."""
    fresh = get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, fresh, max_tasks_per_child=1) as pool,
    ):
        read = {size: pool.submit(one_file, folder, size).result() for size in sizes}
    for size, (took, memory) in read.items():
        yield figure(f"suggestions in a file of {size} MB", "s", took)
        yield figure(f"memory for suggestions in a file of {size} MB", "MB", memory)
    for less, more in pairwise(sizes):
        times = read[more][0] / read[less][0]
        what = f"suggestions in {more} MB instead of {less}"
        yield figure(what, "times the time", times, MOST_TIMES * more / less / 10)


def in_many_lines() -> Iterator[Figure]:
    """Read half a million lines, and a tenth of them."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        small, _ = folder_times(folder, LINES // 10, page)
        large, clock = folder_times(folder, LINES, page)
        logs, logs_clock = folder_times(folder, LINES, changelog)
    for what, took, waited in (("", large, clock), (" of changelogs", logs, logs_clock)):
        said = f"suggestions in {LINES:,} lines{what}"
        yield figure(said, "s", took, MOST_SECONDS)
        yield figure(f"{said}, by the clock", "s", waited, MOST_SECONDS)
    what = "suggestions in ten times the text"
    yield figure(what, "times the time", large / max(small, 0.01), MOST_TIMES)


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, nargs="*", default=[10, 100])
    sizes = parser.parse_args().megabytes
    return finish(chain(in_many_lines(), in_one_file(sizes)))


if __name__ == "__main__":
    sys.exit(main())
