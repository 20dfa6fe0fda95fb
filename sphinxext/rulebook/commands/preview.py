"""Show your book in the browser and build it again whenever you save.

Every mistake is marked in its place on the page. A button beside a wrong figure corrects it in your
file, as 'rulebook fix' does. Ctrl+C ends the preview.
"""

from __future__ import annotations

import socket
from argparse import ArgumentParser, Namespace
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
    from functools import partial

    from ..preview.serve import serve

    docs = book_folder(args.docs)
    port = args.port if args.port is not None else free_port(PORT)
    serve(docs, port, partial(rules_elsewhere, docs, docs / "conf.py"), shown=args.open)
    return 0


def rules_elsewhere(docs: Path, conf: Path) -> list[Path]:
    """Folders outside the book that its rules files are in."""
    from ..rules.errors import RulesError
    from ..rules.file.reader import GAMES, files_of
    from .book import folders_of_book, rules_of_book

    try:
        named, allowed = rules_of_book(conf), folders_of_book(conf)
    except RulesError:
        return []
    sources = named.values() if isinstance(named, dict) else [named]
    named_files = [str(each) for each in sources if each and not str(each).startswith("game:")]
    files = [Path(file) for each in named_files for file in files_of(each, allowed)]
    folders = {file.parent.resolve() for file in files if file.is_file() and file.parent != GAMES}
    return sorted(place for place in folders if not place.is_relative_to(docs.resolve()))


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
