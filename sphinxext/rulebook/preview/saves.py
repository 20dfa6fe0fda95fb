"""Notices every save of an author, also while a book is being built."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue

SKIPPED = re.compile(
    r"/(_build|build|site-packages|node_modules|__pycache__|\.[^/]+)/"
    r"|(~|/[._][^/]*\.sw[a-px]|/#[^/]*#|/\.#[^/]*)$"  # copies that editors keep beside a file
)
PICTURES = {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"}
OUTSIDE = {".toml", ".py", *PICTURES}  # of rules elsewhere
QUICK = 60  # milliseconds that a save may take to be whole
PAUSE = 1.0  # seconds that one look for a save takes


class Saves:
    """Everything that the author saves, noted in a thread of its own while the book is built."""

    def __init__(self, docs: Path) -> None:
        """Watch nothing yet."""
        self.docs = docs
        self._noted: Queue[set[Path]] = Queue()
        self._stop = threading.Event()

    def watch(self, folders: Sequence[Path]) -> None:
        """Watch these folders from now on; the first note comes when every save is noticed."""
        self.end()
        self._stop = threading.Event()
        threading.Thread(target=self._watch, args=(folders, self._stop), daemon=True).start()

    def end(self) -> None:
        """Watch no more."""
        self._stop.set()

    def wait(self) -> set[Path]:
        """Wait for a save, and return the files of all saves until then."""
        noted: list[set[Path]] = []
        while not noted or not self._noted.empty():
            with suppress(Empty):  # Ctrl+C ends no longer wait on some systems
                noted.append(self._noted.get(timeout=PAUSE))
        return set().union(*noted)

    def _watch(self, folders: Sequence[Path], stop: threading.Event) -> None:
        import watchfiles

        is_noted = False
        for changes in watchfiles.watch(
            *folders,
            watch_filter=lambda _, path: is_source(Path(path), self.docs),
            debounce=QUICK * 10,
            step=QUICK,
            rust_timeout=QUICK,
            yield_on_timeout=True,
            stop_event=stop,
        ):
            if changes or not is_noted:
                self._noted.put({Path(path) for _, path in changes})
            is_noted = True


def is_source(path: Path, docs: Path) -> bool:
    """Tell if a save of the file can change the book."""
    if not path.is_relative_to(docs):
        return path.suffix.lower() in OUTSIDE
    return SKIPPED.search(f"/{path.relative_to(docs).as_posix()}") is None
