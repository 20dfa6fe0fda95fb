"""Inputs one after the other, by chance; `tests.fuzz.guided` looks for what is new.

python -m tests.fuzz.run 20000            so many, always the same
python -m tests.fuzz.run --again HEX      one of them again
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from .choices import Choices
from .doors import Doors, opened
from .guard import Guard, SlowError, limit_memory
from .shares import LONGEST, NAMES


class Found(NamedTuple):
    """An input that broke its bounds."""

    door: str
    data: bytes
    said: object
    fault: str

    @property
    def kind(self) -> str:
        """The place in our code and the error, by which faults are told apart."""
        lines = self.fault.strip().splitlines()
        places = [line for line in lines if "sphinxext/rulebook" in line]
        return f"{lines[-1][:60]} {places[-1] if places else ''}"

    def __str__(self) -> str:
        return f"{self.door} --again {self.data.hex()}\n{self.said}\n{self.fault}"


def tried(doors: Doors, guard: Guard, data: bytes) -> Found | None:
    """Try one input; its first byte says at which door."""
    for _ in range(2):  # what is compiled once may be slow once: a hang is slow again
        choices = Choices(data)
        door = NAMES[choices.number(0, 255) % len(NAMES)]
        fault = guard.fault(partial(getattr(doors, door), choices))
        if SlowError.__name__ not in fault:
            break
    return Found(door, data, doors.said, fault) if fault else None


def by_chance(first: int, many: int) -> Iterator[Found]:
    """What is wrong with so many inputs from a seed on."""
    doors = opened()
    guard = Guard(doors.folder)
    try:
        assert doors.book  # all that is loaded once is loaded before the first counts
        for seed in range(min(first, 1), 400):
            tried(doors, guard, random.Random(-seed).randbytes(LONGEST))
        for seed in range(first, first + many):
            if seed % 500 == 0:
                limit_memory()
            pick = random.Random(seed)
            data = pick.randbytes(pick.choice((20, 60, LONGEST)))
            if (found := tried(doors, guard, data)) is not None:
                yield found
    finally:
        doors.close()
        shutil.rmtree(doors.folder, ignore_errors=True)


def apart(parts: int, many: int, first: int = 0) -> int:
    """Share the inputs among processes; the number of faults, at most 1."""
    children = []
    for part in range(parts):
        if not (child := os.fork()):
            start, count, spent = time.time(), 0, Counter[str]()
            for found in by_chance(first + part * many // parts, many // parts):
                count += 1
                spent[found.door] += 1
                print(found, flush=True)
            print(f"part {part}: {many // parts} inputs, {count} faults {dict(spent)}, "
                  f"{time.time() - start:.0f} s", flush=True)  # fmt: skip
            os._exit(bool(count))
        children.append(child)
    return max(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children)


def again(text: str) -> int:
    """One input again, by itself."""
    doors = opened()
    assert doors.book
    try:
        found = tried(doors, Guard(doors.folder), bytes.fromhex(text))
    finally:
        doors.close()
        shutil.rmtree(doors.folder, ignore_errors=True)
    print(found or "well")
    return found is not None


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("many", type=int, nargs="?", default=20_000)
    parser.add_argument("--again", metavar="HEX")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--parts", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.again:
        return again(given.again)
    return apart(given.parts, given.many, given.first)


if __name__ == "__main__":
    sys.exit(main())
