"""Correct the drifted figures of a book in its sources, in the style of their author.

Everything else stays as it is, byte for byte. What cannot be corrected is listed. The exit status
is 0 if no drift is left, 1 if some is, and 2 if the book, its rules or a claim could not be read.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from .book import add_docs, add_plain, pages_folder


def arguments(parser: ArgumentParser) -> None:
    """Declare the book, and whether it is only shown what would be done."""
    add_docs(parser)
    add_plain(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="write nothing; show the changes as a unified diff"
    )


def run(args: Namespace) -> int:
    """Mend the sources; what comes back says whether drift is left."""
    import sys

    from ..drift.fix.book import planned
    from ..drift.fix.outcome import as_diff, as_lines, written
    from ..drift.report.reading import folder_of

    docs = pages_folder(args)
    fixed = planned(docs, plain=args.plain)
    if args.dry_run:
        print(as_diff(fixed), end="", flush=True)
    else:
        fixed = written(fixed, folder_of(docs, plain=args.plain))
    lines = as_lines(fixed, done=not args.dry_run)
    print("\n".join(lines), file=sys.stderr if args.dry_run else sys.stdout)
    if fixed.broken:
        return 2
    return 1 if fixed.left else 0
