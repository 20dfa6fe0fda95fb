"""Record every published figure in odds.lock.json, beside the book's conf.py.

From then on a rules edit that moves one of them is a warning in every build, and `rulebook check`
ends with status 1, until the book is locked again. A book with a wrong figure is not
locked: run `rulebook fix` first.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from .book import add_docs, add_plain, book_folder


def arguments(parser: ArgumentParser) -> None:
    """Declare the book."""
    add_docs(parser)
    add_plain(parser)


def run(args: Namespace) -> int:
    """Write the lock; what comes back is 1 where a figure is wrong, 2 where the rules are."""
    from ..check.judge import without_rules
    from ..files import from_here
    from ..lock.lockfile import lock_of, write_lock
    from ..lock.published import published
    from ..report.reading import reader
    from ..rules.errors import Mistakes
    from .shared import any_length

    with any_length(), reader(book_folder(args.docs), plain=args.plain) as read:
        book = read()
        if unread := without_rules(book.book, book.folder):
            raise Mistakes([f"{from_here(e.file)}:{e.line}: {e.message}" for e in unread])
        if wrong := len(book.report.verdict.findings):
            are = "figure is" if wrong == 1 else "figures are"
            print(
                f"rulebook: {wrong:,} {are} wrong in the pages, so nothing was locked; "
                "run 'rulebook fix' first",
                file=sys.stderr,
            )
            return 1
        figures = published(book.env)
        path = lock_of(book.folder)
        new = write_lock(path, figures)
    many = f"{len(figures):,} figure{'' if len(figures) == 1 else 's'}"
    print(f"{from_here(str(path))}: {many}{'' if new else ', as before'}")
    return 0
