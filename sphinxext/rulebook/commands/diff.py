"""List the odds that move from one rules file to another, or from one lock to another.

A lock stands for the rules that it was written under. With --docs or --lock the figures are those
that a book publishes, each with its page and line; without, every difficulty and outcome at its
defaults. The exit status is 0 if nothing moves and 1 if something does.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from .shared import add_rules_folders


def arguments(parser: ArgumentParser) -> None:
    """Declare what is compared, over which figures, and how it is printed."""
    parser.add_argument("old", metavar="OLD", help="a rules file, 'game:NAME' or a lock")
    parser.add_argument("new", metavar="NEW", help="a rules file, 'game:NAME' or a lock")
    book = parser.add_mutually_exclusive_group()
    book.add_argument("--docs", metavar="DOCS", type=Path, help="the figures of this book")
    book.add_argument("--lock", metavar="FILE", type=Path, help="the figures of this lock")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a list as JSON")
    form.add_argument(
        "--markdown", action="store_true", help="print a table for a pull request's comment"
    )
    parser.add_argument(
        "--python", action="store_true", help="let Python callables that the rules name run"
    )
    add_rules_folders(parser)


def run(args: Namespace) -> int:
    """Print what moves; what comes back says whether anything does."""
    from ..drift.diff.compare import compared
    from ..drift.diff.output import as_json, as_markdown, as_text
    from .shared import any_length, folders_for, print_json

    folders = [*folders_for(args.old, args.folders), *folders_for(args.new, [])]
    with any_length():
        found = compared(
            args.old, args.new, docs=args.docs, lock=args.lock, python=args.python, folders=folders
        )
        if args.json:
            print_json(as_json(found))
        else:
            print((as_markdown if args.markdown else as_text)(found), end="")
    return 1 if found.moves else 0
