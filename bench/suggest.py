"""How long `rulebook check --suggest` takes: 500,000 lines, and that time grows with the text.

Texts of one line and folders of many files are in bench/linear.py.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
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


if __name__ == "__main__":
    sys.exit(finish(in_many_lines()))
