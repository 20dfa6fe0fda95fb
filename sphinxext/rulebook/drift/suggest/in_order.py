"""Reads many files in several processes, and gives the results in the order of the files."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")

LEAST = 1_500_000  # bytes, below which the start of processes takes longer than they save
PARTS = 16  # of the files, for each process


def in_order(read: Callable[[Path], Found], files: Sequence[Path]) -> Iterator[Found]:
    """Yield the result for each file; what other processes cannot read is read here."""
    workers, done = min(_processors(), len(files)), 0
    # Copies of this process keep its patterns, but threads forbid them.
    is_safe = sys.platform == "linux" and threading.active_count() == 1
    if workers > 1 and sum(map(_size, files)) > LEAST:
        context = get_context("fork" if is_safe else "spawn")
        many = max(1, len(files) // (workers * PARTS))
        try:
            with ProcessPoolExecutor(workers, context, _begin) as pool:
                for found in pool.map(read, files, chunksize=many):
                    done += 1
                    yield found
        except (OSError, BrokenProcessPool, pickle.PicklingError, AttributeError, TypeError):
            pass
    yield from map(read, files[done:])


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends at Ctrl+C without a traceback of its own


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
