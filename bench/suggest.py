"""How long `rulebook check --suggest` takes: 500,000 lines, and that time grows with the text.

python bench/suggest.py [--megabytes 10 100]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from figures import figure, record

from sphinxext.rulebook.rules.rules import Rules
from sphinxext.rulebook.suggest.scan import suggestions
from sphinxext.rulebook.words.formatter import Style

LINES = 500_000
MOST_SECONDS = 30
MOST_TIMES = 12  # for ten times the text
WORDS = [
    "the",
    "goblin",
    "attacks",
    "with",
    "a",
    "rusty",
    "sword",
    "while",
    "rain",
    "falls",
    "on",
    "old",
    "stones",
    "near",
    "the",
    "river",
]


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


def seconds(folder: Path, lines: int, text: Callable[[int, int], str] = page) -> float:
    """The time for a folder with so many lines in files of 5,000."""
    files = []
    for n in range(lines // 5000):
        files.append(folder / f"{lines}-{n}.md")
        files[-1].write_text(text(5000, n), encoding="utf-8")
    start = time.process_time()
    suggestions(files, Rules({}), Style())
    return time.process_time() - start


def one_file(folder: Path, megabytes: int) -> float:
    """The time for a single file of so many megabytes."""
    piece = page(5000, 1)
    file = folder / f"{megabytes}.md"
    with file.open("w", encoding="utf-8") as out:
        for _ in range(megabytes * 1_000_000 // len(piece) + 1):
            out.write(piece)
    start = time.process_time()
    suggestions([file], Rules({}), Style())
    return time.process_time() - start


def main() -> int:
    """Print all rows; the status says whether the goals are met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, nargs="*", default=[10, 100])
    sizes = parser.parse_args().megabytes
    with tempfile.TemporaryDirectory() as made:
        small, large = seconds(Path(made), LINES // 10), seconds(Path(made), LINES)
        logs = seconds(Path(made), LINES, changelog)
        files = [one_file(Path(made), size) for size in sizes]
    print(f"{LINES // 10:,} lines: {small:5.1f} s")
    print(f"{LINES:,} lines: {large:5.1f} s (goal: under {MOST_SECONDS} s)")
    print(f"{LINES:,} lines of changelogs: {logs:5.1f} s")
    print(f"ten times the text takes {large / small:.1f} times as long")
    found = [
        figure(f"suggestions in {LINES:,} lines", "s", [large], MOST_SECONDS),
        figure(f"suggestions in {LINES:,} lines of changelogs", "s", [logs], MOST_SECONDS),
        figure("suggestions in ten times the text", "times the time", [large / small], MOST_TIMES),
    ]
    for (less, first), (more, second) in pairwise(zip(sizes, files, strict=True)):
        print(f"a file of {more} MB: {second:.1f} s, {second / first:.1f} times that of {less} MB")
        what = f"suggestions in {more} MB instead of {less}"
        found.append(figure(what, "times the time", [second / first], MOST_TIMES))
    record(found)
    return 0 if all(one.limit and one.value <= one.limit for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
