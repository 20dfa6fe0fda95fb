"""Inputs that atheris looks for: those that reach lines which none before has reached.

    python -m tests.fuzz.guided 1000000                 each door has its share of so many
    python -m tests.fuzz.guided 1000000 --only page     the share of one door
    python -m tests.fuzz.guided 1000000 --seed 7        another search

Each door is searched by itself, so that slow ones do not take the turns of the others. Each fault
is written once into fuzz-faults.txt, with the way to try it again.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import atheris

from .shares import DOORS, LONGEST, MEMORY, NAMES

FAULTS = Path("fuzz-faults.txt")
SEEDS = 300
MOST_AGAIN = 50
SLOW = 0.7  # seconds; whatever takes longer while lines are counted is tried again without


def search(door: str, many: int, seed: int, folder: Path) -> None:
    """Try so many inputs at one door; this ends the process."""
    os.environ["FUZZ_SECONDS"] = "5"  # counting the lines takes its time
    atheris.instrument_imports(include=["sphinxext"]).__enter__()  # also what is loaded later
    from .doors import opened
    from .guard import Guard
    from .run import tried

    doors = opened(folder)
    guard = Guard(doors.folder)
    assert doors.book
    known = set()
    way = bytes([NAMES.index(door)])

    def one(data: bytes) -> None:
        start = time.process_time()
        found = tried(doors, guard, way + data)
        if found is not None and found.kind not in known:
            known.add(found.kind)
            with FAULTS.open("a", encoding="utf-8", errors="replace") as file:
                file.write(f"{found}\n\n")
        elif time.process_time() - start > SLOW:
            with (folder / "slow").open("a", encoding="ascii") as file:
                file.write((way + data).hex() + "\n")

    corpus = folder / "corpus"
    corpus.mkdir()
    for start in range(seed, seed + SEEDS):
        (corpus / str(start)).write_bytes(random.Random(start).randbytes(LONGEST - 1))
    options = [f"-runs={many}", f"-max_len={LONGEST - 1}", "-rss_limit_mb=4000", "-timeout=60"]
    options += [f"-seed={seed + 1}", "-verbosity=0", f"-artifact_prefix={folder}/"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()


def tried_again(data: str) -> bool:
    """Try an input while no lines are counted, and say if it broke its bounds."""
    command = [sys.executable, "-m", "tests.fuzz.run", "--again", data]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        with FAULTS.open("a", encoding="utf-8", errors="replace") as file:
            file.write(f"{done.stdout}{done.stderr}\n\n")
    return done.returncode != 0


def searched(door: str, many: int, seed: int) -> int:
    """Search one door in a process of its own, and say how fast it was."""
    folder = Path(tempfile.mkdtemp(prefix="rulebook-fuzz-", dir=MEMORY))
    start = time.time()
    if not (child := os.fork()):
        search(door, many, seed, folder)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    taken = max(0.1, time.time() - start)
    slow = folder / "slow"
    late = slow.read_text("ascii").split()[:MOST_AGAIN] if slow.exists() else []
    status |= sum(tried_again(each) for each in late)
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{door}: {many:,} inputs in {taken:,.0f} s, {many * 60 / taken:,.0f} a minute, "
          f"{len(late)} tried again for their time, status {status}", flush=True)  # fmt: skip
    return status


def main() -> int:
    """Search all doors, several at once, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("many", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--only", choices=list(DOORS), nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--parts", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    FAULTS.unlink(missing_ok=True)
    waiting = [door for door in DOORS if door in (given.only or DOORS)]
    status, running = 0, 0
    while waiting or running:
        if waiting and running < given.parts:
            door = waiting.pop(0)
            if not os.fork():
                os._exit(searched(door, given.many * DOORS[door] // 100, given.seed) != 0)
            running += 1
        else:
            status |= os.waitstatus_to_exitcode(os.wait()[1])
            running -= 1
    if FAULTS.exists():
        print(FAULTS.read_text("utf-8"), f"\nThese inputs broke their bounds; see {FAULTS}.")
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
