"""Show the book in the browser, and build it again whenever the rules or a page are saved.

A mistake is shown on the page; the next save that mends it takes it away. Ctrl+C ends it.
"""

from __future__ import annotations

import re
import shlex
import socket
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from .book import add_docs, book_folder

PORT = 8000


def arguments(parser: ArgumentParser) -> None:
    """Declare which book is shown, and where."""
    add_docs(parser)
    parser.add_argument(
        "--port",
        type=int,
        metavar="N",
        help=f"where to serve it; {PORT} or any free one if left out",
    )
    parser.add_argument("--open", action="store_true", help="open the browser as well")


def run(args: Namespace) -> int:
    """Serve the book until the author ends it."""
    from ..rules.errors import RulesError

    docs = book_folder(args.docs)
    conf = docs / "conf.py"
    if not conf.is_file():
        raise RulesError(f"{docs} has no conf.py; 'rulebook init {docs}' makes a new book")
    port = args.port if args.port is not None else free_port(PORT)
    autobuild(
        [
            *preview_arguments(docs, conf),
            "--port",
            str(port),
            *(["--open-browser", "--delay", "1"] * args.open),
        ]
    )
    return 0


def autobuild(arguments: list[str]) -> None:
    """Run sphinx-autobuild until it is ended."""
    from ..package_source import install_command
    from ..rules.errors import RulesError

    try:
        from sphinx_autobuild.__main__ import main
    except ImportError:
        raise RulesError(
            f"a preview needs sphinx-autobuild: {install_command('preview')}"
        ) from None
    main(arguments)


def preview_arguments(docs: Path, conf: Path) -> list[str]:
    """The arguments for sphinx-autobuild."""
    from .. import preview_overlay

    folder = docs / "_build" / "preview"
    book = re.escape(docs.resolve().as_posix())
    tell = [sys.executable, "-m", preview_overlay.__name__]
    where = [str(folder.resolve()), str(conf.resolve())]
    watched = [part for place in _elsewhere(docs, conf) for part in ("--watch", str(place))]
    return [
        *("-b", "html", "-t", preview_overlay.TAG, "-d", str(folder / "doctrees")),
        *("-w", str(folder / preview_overlay.WARNINGS), "--keep-going"),
        *("--re-ignore", rf"^{book}/(.*/)?(_build|build|site-packages|\.git)/"),
        *("--re-ignore", r"(~|\.sw[px])$"),
        *("--pre-build", shlex.join([*tell, "before", *where])),
        *("--post-build", shlex.join([*tell, "after", *where])),
        *watched,
        *(str(docs), str(folder / "html")),
    ]


def _elsewhere(docs: Path, conf: Path) -> list[Path]:
    """Folders outside the book that its rules files are in."""
    from ..rules.errors import RulesError
    from .book import rules_of_book

    try:
        named = rules_of_book(conf)
    except RulesError:
        return []
    sources = named.values() if isinstance(named, dict) else [named]
    files = [Path(source) for source in sources if source and not str(source).startswith("game:")]
    folders = {place.parent.resolve() for file in files for place in _with_bases(file)}
    return sorted(place for place in folders if not place.is_relative_to(docs.resolve()))


def _with_bases(file: Path) -> Iterator[Path]:
    """The rules file, and those it builds on."""
    import tomllib

    seen: set[Path] = set()
    while file.is_file() and file not in seen:
        seen.add(file)
        yield file
        try:
            base = tomllib.loads(file.read_text(encoding="utf-8")).get("extends", "")
        except (OSError, ValueError):
            return
        if not isinstance(base, str) or not base or base.startswith("game:"):
            return
        file = file.parent / base


def free_port(wanted: int) -> int:
    """The port, or a free one where it is taken."""
    for port in (wanted, 0):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(tried.getsockname()[1])
    return wanted
