"""Hold a book to its rules: a line for every figure that they do not give.

The exit status is 0 where everything is right, 1 for drift, and 2 where the book, its rules or a
claim could not be read.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from .book import add_docs, book_folder

FORMATS = ("text", "json", "sarif", "junit", "github")


def arguments(parser: ArgumentParser) -> None:
    """Declare the book, and what is printed of it where."""
    add_docs(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="what is printed; 'text' unless you say"
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, help="where reports go; else DOCS/_build/drift"
    )

    parser.add_argument(
        "--suggest",
        action="store_true",
        help="also list figures that nothing holds, and what to write around them; "
        "DOCS may then be any folder of reStructuredText or Markdown",
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="with --suggest: exit with 1 where a figure is surely wrong whatever the rules are",
    )


def run(args: Namespace) -> int:
    """Print the findings; what comes back says if there are any."""
    from ..report.formats import FORMATS as WRITERS
    from ..report.run import checked

    report = checked(book_folder(args.docs), args.out, suggest=args.suggest)
    report = report._replace(strict=args.strict)
    print(WRITERS[args.format](report), end="")
    if os.environ.get("GITHUB_ACTIONS") == "true" and args.format != "github":
        # The runner listens to both; what is to be read as JSON or XML is left as it is.
        out = sys.stdout if args.format == "text" else sys.stderr
        print(WRITERS["github"](report), end="", file=out)
    return report.status
