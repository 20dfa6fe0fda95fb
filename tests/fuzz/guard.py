"""Bounds of one input: no traceback, a second, 300 megabytes, and no file or host but its own."""

from __future__ import annotations

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = float(os.environ.get("FUZZ_SECONDS", "1"))
MEGABYTES = 300
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MOVES = {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"}
PROGRAMS = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "pty.spawn"}
NETWORK = {"socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "urllib.Request"}
SECRET = "nobody-reads-this"


class SlowError(BaseException):
    """An input took more than its time; nothing that catches errors catches this."""


class Guard:
    """Watches what a process does while it works on an input."""

    def __init__(self, own: Path) -> None:
        self.own = os.path.realpath(own)
        self.on = False
        self.touched: list[str] = []
        sys.addaudithook(self._heard)
        signal.signal(signal.SIGPROF, self._late)

    def _late(self, *_: Any) -> None:
        raise SlowError

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            path, _, flags = args
            name = os.fsdecode(path) if isinstance(path, str | bytes) else ""
            writes = bool(flags and flags & WRITES) and not name.endswith((".pyc", os.devnull))
            if (writes and name and not self._is_own(name)) or SECRET in name:
                self.touched.append(f"{event} {name}")
        elif event in MOVES:
            names = [os.fsdecode(each) for each in args if isinstance(each, str | bytes)]
            self.touched += [f"{event} {name}" for name in names if not self._is_own(name)]
        elif event in PROGRAMS or event in NETWORK:
            self.touched.append(f"{event} {args!r}")

    def _is_own(self, name: str) -> bool:
        path = os.path.realpath(name)
        return path.startswith(self.own + os.sep) or "__pycache__" in path

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Let the work within be watched."""
        self.touched.clear()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        self.on = True
        try:
            yield
        finally:
            self.on = False
            signal.setitimer(signal.ITIMER_PROF, 0)

    def fault(self, work: Callable[[], object]) -> str:
        """How the work went wrong; nothing where it kept within its bounds."""
        said = ""
        try:
            with self.watching():
                work()
        except SlowError:
            said = f"more than {SECONDS:g} s\n{traceback.format_exc()}"
        except MemoryError:
            said = f"more than {MEGABYTES} MB\n{traceback.format_exc()}"
        except Exception:
            said = traceback.format_exc()[-4000:]
        return "; ".join([*self.touched, *([said] if said else [])])


def limit_memory() -> None:
    """Let this process take no more beside what it has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
    room = pages * resource.getpagesize() + MEGABYTES * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (room, resource.getrlimit(resource.RLIMIT_AS)[1]))
