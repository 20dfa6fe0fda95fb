"""The commands that hold a book to its rules: check, fix, lock, diff."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from ..rules.errors import Mistakes, RulesError
from . import DOCS, FOLDERS, PLAIN, PYTHON, flag, one_of, option, takes
from .ask import any_length, print_json
from .book import folders_for, pages_folder

FORMATS = ("text", "json", "sarif", "junit", "github")


@takes(
    DOCS,
    option(
        "--format", choices=FORMATS, default="text", help="what is printed; 'text' unless you say"
    ),
    option(
        "--out", metavar="DIR", type=Path,
        help="where reports go; else DOCS/_build/drift for a book, and nowhere for plain pages",
    ),
    flag(
        "--moved",
        help="list each published figure that moved since 'rulebook lock', instead of one line",
    ),
    flag(
        "--suggest",
        help="also list figures that are wrong under any rules, and count those that need a check",
    ),
    flag(
        "--suggest=all", dest="suggest_all",
        help="list each of them, and what to write around it",
    ),
    flag(
        "--strict",
        help="with --suggest: exit with 1 where a figure is certainly wrong under any rules",
    ),
    flag(
        "--apply",
        help="with --suggest in a plain folder: show each comment that would hold a figure, and "
        "write them",
    ),
    PLAIN,
)  # fmt: skip
def check(args: Namespace) -> int:
    """Check a book against its rules, and print a line for every wrong figure.

    The exit status is 0 if everything is right, 1 for drift, and 2 if the book, its rules or a
    claim could not be read.
    """
    if args.apply:
        return _applied(args)
    from ..drift.report.formats import FORMATS as WRITERS
    from ..drift.report.reading import checked

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


@takes(DOCS, PLAIN, flag("--dry-run", help="write nothing; show the changes as a unified diff"))
def fix(args: Namespace) -> int:
    """Correct the drifted figures of a book in its sources, in the style of their author.

    Everything else stays as it is, byte for byte. What cannot be corrected is listed. The exit
    status is 0 if no drift is left, 1 if some is, and 2 if something could not be read.
    """
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


@takes(
    DOCS,
    option(
        "--accept", metavar="WHAT", action="append", default=[],
        help="record only the figures of this question, check or file; may be given again",
    ),
    PLAIN,
)  # fmt: skip
def lock(args: Namespace) -> int:
    """Record every published figure in odds.lock.json, beside the book's conf.py.

    From then on a rules edit that moves one of them is a warning in every build. The exit status
    is 1 where a figure is wrong, and 2 where one could not be read; nothing is recorded then.
    """
    from ..drift.lock.lockfile import accepted, lock_of, read_lock, with_accepted, write_lock
    from ..drift.lock.published import published
    from ..drift.report.reading import read_once
    from ..drift.report.words import message
    from ..files import from_here

    with any_length(), read_once(pages_folder(args), plain=args.plain) as book:
        if unread := book.report.verdict.errors:
            raise Mistakes([f"{from_here(e.file)}:{e.line}: {message(e)}" for e in unread])
        figures, path = published(book.env), lock_of(book.folder)
        findings = book.report.verdict.drift
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


@takes(
    option("old", metavar="OLD", help="a rules file, 'game:NAME' or a lock"),
    option("new", metavar="NEW", help="a rules file, 'game:NAME' or a lock"),
    one_of(
        option("--docs", metavar="DOCS", type=Path, help="the figures of this book"),
        option("--lock", metavar="FILE", type=Path, help="the figures of this lock"),
    ),
    one_of(
        flag("--json", help="print a list as JSON"),
        flag("--markdown", help="print a table for a pull request's comment"),
    ),
    PYTHON,
    FOLDERS,
)
def diff(args: Namespace) -> int:
    """List the odds that move from one rules file to another, or from one lock to another.

    A lock stands for the rules that it was written under. With --docs or --lock the figures are
    those that a book publishes, each with its page and line; without, every difficulty and
    outcome at its defaults. The exit status is 0 if nothing moves and 1 if something does.
    """
    from ..drift.diff.compare import as_json, as_markdown, as_text, compared

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
