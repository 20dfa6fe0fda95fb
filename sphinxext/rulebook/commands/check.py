"""Check a book against its rules, and print a line for every wrong figure.

The exit status is 0 if everything is right, 1 for drift, and 2 if the book, its rules or a claim
could not be read.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from .book import add_docs, add_plain, pages_folder

FORMATS = ("text", "json", "sarif", "junit", "github")


def arguments(parser: ArgumentParser) -> None:
    """Declare the book, and what is printed of it where."""
    add_docs(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="what is printed; 'text' unless you say"
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        help="where reports go; else DOCS/_build/drift for a book, and nowhere for plain pages",
    )

    parser.add_argument(
        "--moved", action="store_true",
        help="list each published figure that moved since 'rulebook lock', instead of one line",
    )  # fmt: skip
    parser.add_argument(
        "--suggest",
        action="store_true",
        help="also list figures that are wrong under any rules, and count those that need a check",
    )
    parser.add_argument(
        "--suggest=all",
        dest="suggest_all",
        action="store_true",
        help="list each of them, and what to write around it",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="with --suggest: exit with 1 where a figure is certainly wrong under any rules",
    )
    parser.add_argument(
        "--apply",
        action="store_true",
        help="with --suggest in a plain folder: show each comment that would hold a figure, and "
        "write them",
    )
    add_plain(parser)


def run(args: Namespace) -> int:
    """Print the findings; what comes back says if there are any."""
    if args.apply:
        return _applied(args)
    from ..drift.report.formats import FORMATS as WRITERS
    from ..drift.report.run import checked

    suggest = args.suggest or args.suggest_all
    report = checked(pages_folder(args), args.out, suggest=suggest, plain=args.plain)
    report = report._replace(strict=args.strict, lists_moved=args.moved, lists_all=args.suggest_all)
    print(WRITERS[args.format](report), end="")
    if os.environ.get("GITHUB_ACTIONS") == "true" and args.format != "github":
        # The runner listens to both; what is to be read as JSON or XML is left as it is.
        out = sys.stdout if args.format == "text" else sys.stderr
        print(WRITERS["github"](report), end="", file=out)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        from ..drift.report.formats import as_summary

        with Path(summary).open("a", encoding="utf-8") as table:
            table.write(as_summary(report))
    return report.status


def _applied(args: Namespace) -> int:
    """Show what the suggestions come to as a diff, and write it."""
    from ..drift.fix.outcome import Fixed, as_diff, written
    from ..drift.report.reading import folder_of, is_book
    from ..drift.report.suggestions import applied
    from ..rules.errors import RulesError

    docs = pages_folder(args)
    if not (args.suggest or args.suggest_all):
        raise RulesError("--apply goes with --suggest")
    if is_book(docs) and not args.plain:
        raise RulesError(
            "--apply writes comments into a folder without a conf.py; in a Sphinx book paste the "
            "roles that --suggest lists"
        )
    changes, wrong = applied(docs)
    fixed = Fixed(tuple(changes))
    print(as_diff(fixed), end="", flush=True)
    done = written(fixed, folder_of(docs, plain=True))
    files = len(done.files)
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"comments written into {files} file{'' if files == 1 else 's'}", file=sys.stderr)
    return 0
