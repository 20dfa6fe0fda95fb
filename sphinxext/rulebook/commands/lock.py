"""Record every published figure in odds.lock.json, beside the book's conf.py.

From then on a rules edit that moves one of them is a warning in every build, and `rulebook check`
ends with status 1, until the book is locked again. A book with a wrong figure is not
locked: run `rulebook fix` first. With --accept, only what it names is recorded.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from .book import add_docs, add_plain, pages_folder


def arguments(parser: ArgumentParser) -> None:
    """Declare the book, and which figures are recorded."""
    add_docs(parser)
    parser.add_argument(
        "--accept", metavar="WHAT", action="append", default=[],
        help="record only the figures of this question, check or file; may be given again",
    )  # fmt: skip
    add_plain(parser)


def run(args: Namespace) -> int:
    """Write the lock; what comes back is 1 where a figure is wrong, 2 where the rules are."""
    from ..drift.check.judge import without_rules
    from ..drift.lock.accept import accepted, with_accepted
    from ..drift.lock.lockfile import lock_of, read_lock, write_lock
    from ..drift.lock.published import published
    from ..drift.report.reading import read_once
    from ..files import from_here
    from ..rules.errors import Mistakes
    from .shared import any_length

    with any_length(), read_once(pages_folder(args), plain=args.plain) as book:
        if unread := without_rules(book.book, book.folder):
            raise Mistakes([f"{from_here(e.file)}:{e.line}: {e.message}" for e in unread])
        figures, path = published(book.env), lock_of(book.folder)
        findings = book.report.verdict.findings
        if args.accept:
            taken = accepted(figures, args.accept, book.folder)
            places = {((book.folder / each.file).resolve(), each.line) for each in taken}
            findings = tuple(f for f in findings if (Path(f.file).resolve(), f.line) in places)
            figures = with_accepted(read_lock(path) if path.exists() else [], taken)
        if wrong := len(findings):
            are = "figure is" if wrong == 1 else "figures are"
            print(
                f"rulebook: {wrong:,} {are} wrong in the pages, so nothing was locked; "
                "run 'rulebook fix' first",
                file=sys.stderr,
            )
            return 1
        new = write_lock(path, figures)
    many = f"{len(figures):,} figure{'' if len(figures) == 1 else 's'}"
    print(f"{from_here(str(path))}: {many}{'' if new else ', as before'}")
    return 0
