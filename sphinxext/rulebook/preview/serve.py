"""Builds on every save and tells the open pages."""

from __future__ import annotations

import logging
import re
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from ..rules.errors import RulesError
from .builds import Builds, Built, checked_folder
from .problems import Problem
from .server import HOST, Served, Server

SKIPPED = re.compile(
    r"/(_build|build|site-packages|node_modules|__pycache__|\.[^/]+)/|(~|\.sw[px])$"
)
PICTURES = {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"}
OUTSIDE = {".toml", ".py", *PICTURES}  # of rules elsewhere
LOOKS = {".css", ".js", ".html", ".py", *PICTURES}  # may change every page
QUICK = 60  # milliseconds that a save may take to be whole


def serve(
    docs: Path,
    port: int,
    outside: Callable[[], Sequence[Path]],
    *,
    shown: bool,
    before: Callable[[], None] = lambda: None,
) -> None:
    """Serve the book until the author ends it; something may be done before each build."""
    from ..package_source import install_command

    try:
        import watchfiles
    except ImportError:
        raise RulesError(f"a preview needs watchfiles: {install_command('preview')}") from None
    logging.getLogger("watchfiles").setLevel(logging.WARNING)  # it tells of every save
    docs = checked_folder(docs)
    builds = Builds(docs)
    served = Served(builds)
    try:
        server = Server(port, served)
    except OSError as error:
        raise RulesError(f"port {port} cannot be used: {error.strerror}") from None
    builds.html.mkdir(parents=True, exist_ok=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{HOST}:{server.server_address[1]}/"
    _say(f"{address} shows the book. Save a file, and the page follows; Ctrl+C ends it.")
    if shown:
        webbrowser.open(address)
    try:
        started = False
        while True:
            folders = [docs, *outside()]
            for changes in watchfiles.watch(
                *folders,
                watch_filter=lambda _, path: _is_source(Path(path), docs),
                debounce=QUICK * 10,
                step=QUICK,
                # The first build begins when every later save is noticed already.
                rust_timeout=QUICK,
                yield_on_timeout=True,
            ):
                if started and not changes:
                    continue
                started = True
                files = {Path(path) for _, path in changes}
                _build(served, before, everything=any(f.suffix.lower() in LOOKS for f in files))
                if [docs, *outside()] != folders:
                    break  # conf.py names other rules now
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()


def _build(served: Served, before: Callable[[], None], *, everything: bool) -> None:
    before()
    for _ in served.builds.build():
        served.built(everything=everything)
        everything = False
    built = served.builds.last
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


def _is_source(path: Path, docs: Path) -> bool:
    """Tell if a save of the file can change the book."""
    if not path.is_relative_to(docs):
        return path.suffix.lower() in OUTSIDE
    return SKIPPED.search(f"/{path.relative_to(docs).as_posix()}") is None
