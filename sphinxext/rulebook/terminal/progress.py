"""A bar on the terminal while many files are read."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

WIDTH = 30
WAIT = 0.5  # seconds before a bar shows, so that a quick command has none


def progress(total: int) -> Callable[[object], None]:
    """Call what comes back for each of so many files; it needs a terminal."""
    out = sys.stderr
    begun = time.monotonic()
    done, drawn = 0, 0.0

    def step(_: object) -> None:
        nonlocal done, drawn
        done += 1
        now = time.monotonic()
        if not out.isatty() or now - begun < WAIT or (now - drawn < 0.1 and done < total):
            return
        drawn = now
        filled = WIDTH * done // max(1, total)
        end = "\r" + " " * (WIDTH + 24) + "\r" if done >= total else ""
        files = f"{done:,} of {total:,} files"
        out.write(f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {files}{end}")
        out.flush()

    return step
