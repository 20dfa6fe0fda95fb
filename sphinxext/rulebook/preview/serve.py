"""Notices every save of an author, builds and tells the open pages."""

from __future__ import annotations

import logging
import re
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from ..drift.report.reading import source_of
from ..rules.errors import RulesError
from .builds import Builds, Built
from .server import HOST, Server

PORT = 8000  # or any free one, where nobody names another
SKIPPED = re.compile(
    r"/(_build|build|site-packages|node_modules|__pycache__|\.[^/]+)/"
    r"|(~|/[._][^/]*\.sw[a-px]|/#[^/]*#|/\.#[^/]*)$"  # copies that editors keep beside a file
)
PICTURES = {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"}
OUTSIDE = {".toml", ".py", *PICTURES}  # of rules elsewhere
QUICK = 60  # milliseconds that a save may take to be whole
LOOKS = {".css", ".js", ".html", ".py", *PICTURES}  # may change every page


def saves(folders: Sequence[Path], docs: Path) -> Iterator[set[Path]]:
    """Yield the files of each save: nothing at first, when every later save is noticed."""
    import watchfiles

    is_noted = False
    for changes in watchfiles.watch(
        *folders,
        watch_filter=lambda _, path: is_source(Path(path), docs),
        debounce=QUICK * 10,
        step=QUICK,
        rust_timeout=QUICK,
        yield_on_timeout=True,
    ):
        if changes or not is_noted:
            yield {Path(path) for _, path in changes}
        is_noted = True


def is_source(path: Path, docs: Path) -> bool:
    """Return whether a save of the file can change the book."""
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
    docs = source_of(docs)
    builds = Builds(docs)
    try:
        server = Server(PORT if port is None else port, builds)
    except OSError as error:
        if port is not None:
            raise RulesError(f"port {port} cannot be used: {error.strerror}") from None
        server = Server(0, builds)
    builds.html.mkdir(parents=True, exist_ok=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_address[1]}/"
    _say(f"{address} shows the book. Save a file, and the page follows; Ctrl+C ends it.")
    if shown:
        webbrowser.open(address)
    try:
        while True:
            folders = [docs, *outside()]
            for files in saves(folders, docs):
                before()
                everything = any(each.suffix.lower() in LOOKS for each in files)
                _say(*_told(builds.build(everything=everything), docs))
                if [docs, *outside()] != folders:
                    break  # conf.py names other rules
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()


def _told(built: Built, docs: Path) -> Iterator[str]:
    """Yield what the terminal says of a build: its time, and a line for each problem."""
    many = len(built.problems)
    problems = {0: "nothing is wrong", 1: "1 problem"}.get(many, f"{many} problems")
    yield f"built in {built.seconds:.1f} s; {problems}"
    for problem in built.problems:
        where = problem.shown(docs)["where"]
        yield f"  {where}: {problem.says}" if where else f"  {problem.says}"


def _say(*lines: str) -> None:
    print(*lines, sep="\n", file=sys.stderr, flush=True)
