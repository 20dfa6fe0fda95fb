"""Builds on every save and tells the open pages."""

from __future__ import annotations

import logging
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from ..rules.errors import RulesError
from .builds import Builds, Built, checked_folder
from .problems import Problem
from .saves import PICTURES, Saves
from .server import HOST, Served, Server

LOOKS = {".css", ".js", ".html", ".py", *PICTURES}  # may change every page


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

    if find_spec("watchfiles") is None:
        raise RulesError(f"a preview needs watchfiles: {install_command('preview')}")
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
