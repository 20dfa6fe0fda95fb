"""Reads many files in several processes, and gives the results in the order of the files."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, TypeVar

Found = TypeVar("Found")

LEAST = 1_500_000  # bytes, below which the start of processes takes longer than they save
BATCH = 200_000  # bytes that a process reads before it tells


def in_order(read: Callable[[Path], Found], files: Sequence[Path]) -> Iterator[Found]:
    """The result for each file. What reads them may be pickled; one process is enough for a few."""
    batches = list(_batches(files))
    workers = min(_processors(), len(batches))
    done = 0
    if workers > 1 and sum(map(_size, files)) > LEAST and _goes_elsewhere(read):
        try:
            for found in _spread(read, batches, workers):
                done += len(found)
                yield from found
        except (OSError, BrokenProcessPool):
            pass  # no more processes or no memory for them: the rest is read here
    yield from map(read, files[done:])


def _spread(
    read: Callable[[Path], Found], batches: Sequence[Sequence[Path]], workers: int
) -> Iterator[list[Found]]:
    pool = ProcessPoolExecutor(workers, _start(), initializer=_begin, initargs=(read,))
    try:
        waiting: list[Future[list[Found]]] = [pool.submit(_work, batch) for batch in batches]
        for each in waiting:
            yield each.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start() -> BaseContext:
    """The way to start processes: copies of this one keep its patterns, but threads forbid them."""
    is_safe = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork" if is_safe else "spawn")


_READ: list[Callable[[Path], Any]] = []  # of a process that reads; it is sent there once


def _begin(read: Callable[[Path], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends at Ctrl+C without a traceback of its own
    _READ[:] = [read]


def _work(batch: Sequence[Path]) -> list[Any]:
    return [_READ[0](path) for path in batch]


def _batches(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files in their order, small ones together."""
    batch: list[Path] = []
    size = 0
    for path in files:
        batch.append(path)
        size += _size(path)
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _goes_elsewhere(read: Callable[[Path], Any]) -> bool:
    """Check that another process can be told how to read."""
    try:
        pickle.dumps(read)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True
