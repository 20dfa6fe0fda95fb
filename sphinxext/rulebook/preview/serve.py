"""Notices every save of an author, builds and tells the open pages."""

from __future__ import annotations

import logging
import re
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue

from ..rules.errors import RulesError
from .builds import Builds, Built, checked_folder
from .problems import Problem
from .server import HOST, Served, Server

PORT = 8000  # or any free one, where nobody names another
SKIPPED = re.compile(
    r"/(_build|build|site-packages|node_modules|__pycache__|\.[^/]+)/"
    r"|(~|/[._][^/]*\.sw[a-px]|/#[^/]*#|/\.#[^/]*)$"  # copies that editors keep beside a file
)
PICTURES = {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"}
OUTSIDE = {".toml", ".py", *PICTURES}  # of rules elsewhere
QUICK = 60  # milliseconds that a save may take to be whole
PAUSE = 1.0  # seconds that one look for a save takes
LOOKS = {".css", ".js", ".html", ".py", *PICTURES}  # may change every page


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


def serve(
    docs: Path,
    port: int | None,
    outside: Callable[[], Sequence[Path]],
    *,
    shown: bool,
    before: Callable[[], None] = lambda: None,
) -> None:
    """Serve the book until the author ends it; something may be done before each build."""
    from ..package_source import install_command

    if find_spec("watchfiles") is None:
        raise RulesError(f"a preview needs watchfiles: {install_command('preview')}")
    logging.getLogger("watchfiles").setLevel(logging.WARNING)  # it tells of every save
    docs = checked_folder(docs)
    builds = Builds(docs)
    served = Served(builds)
    try:
        server = Server(PORT if port is None else port, served)
    except OSError as error:
        if port is not None:
            raise RulesError(f"port {port} cannot be used: {error.strerror}") from None
        server = Server(0, served)
    builds.html.mkdir(parents=True, exist_ok=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_address[1]}/"
    _say(f"{address} shows the book. Save a file, and the page follows; Ctrl+C ends it.")
    if shown:
        webbrowser.open(address)
    saves = Saves(docs)
    try:
        folders: list[Path] = []
        while True:
            if [docs, *outside()] != folders:
                folders = [docs, *outside()]
                saves.watch(folders)  # conf.py may name other rules
            files = saves.wait()
            _build(served, before, everything=any(f.suffix.lower() in LOOKS for f in files))
    except KeyboardInterrupt:
        pass
    finally:
        saves.end()
        server.shutdown()


def _build(served: Served, before: Callable[[], None], *, everything: bool) -> None:
    before()
    built = served.builds.build()
    served.built(everything=everything)
    _say(_line(built), *(_shown(each, served.builds.docs) for each in built.problems))


def _shown(problem: Problem, docs: Path) -> str:
    where = problem.shown(docs)["where"]
    return f"  {where}: {problem.says}" if where else f"  {problem.says}"


def _line(built: Built) -> str:
    many = len(built.problems)
    problems = {0: "nothing is wrong", 1: "1 problem"}.get(many, f"{many} problems")
    return f"built in {built.seconds:.1f} s; {problems}"


def _say(*lines: str) -> None:
    print(*lines, sep="\n", file=sys.stderr, flush=True)
