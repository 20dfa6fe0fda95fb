"""Inputs that atheris looks for: those that reach lines which none before has reached.

    python -m tests.fuzz.guided 1000000

Each fault is written once into fuzz-faults.txt, with the way to try it again.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path

import atheris

FAULTS = Path("fuzz-faults.txt")
SEEDS = 300


def search(many: int, corpus: Path) -> None:
    """Try so many inputs; this ends the process."""
    os.environ["FUZZ_SECONDS"] = "5"  # counting the lines takes its time
    atheris.instrument_imports(include=["sphinxext"]).__enter__()  # also what is loaded later
    from .doors import opened
    from .guard import Guard
    from .run import LONGEST, tried

    doors = opened()
    guard = Guard(doors.folder)
    assert doors.book
    known = set()

    def one(data: bytes) -> None:
        if (found := tried(doors, guard, data)) is not None and found.kind not in known:
            known.add(found.kind)
            with FAULTS.open("a", encoding="utf-8", errors="replace") as file:
                file.write(f"{found}\n\n")

    for seed in range(SEEDS):
        (corpus / str(seed)).write_bytes(random.Random(seed).randbytes(LONGEST))
    options = [f"-runs={many}", f"-max_len={LONGEST}", "-rss_limit_mb=4000", "-timeout=60"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()


def main() -> int:
    """Search in a child, and say what it found."""
    FAULTS.unlink(missing_ok=True)
    corpus = Path(tempfile.mkdtemp(prefix="rulebook-corpus-"))
    if not (child := os.fork()):
        search(int(sys.argv[1]), corpus)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    shutil.rmtree(corpus, ignore_errors=True)
    if FAULTS.exists():
        print(FAULTS.read_text("utf-8"), f"\nThese inputs broke their bounds; see {FAULTS}.")
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
