"""Write random tables for other programs."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..rules.errors import RulesError
from . import option, takes
from .ask import any_length
from .book import RULES_FILE, folders_of_book, rules_of_book

if TYPE_CHECKING:
    from ..random_tables.export import Exported

FORMATS = ("json", "foundry", "roll20", "csv")


@takes(
    option(
        "docs", metavar="DOCS", type=Path, nargs="?", default=Path(), help="the book; else here"
    ),
    option("--format", choices=FORMATS, required=True, help="which program reads it"),
    option("--out", metavar="DIR", type=Path, help="where the files go; else DOCS/_build/export"),
)
def export(args: Namespace) -> int:
    """Write the random tables of a book for other programs: JSON, Foundry, Roll20 or CSV.

    DOCS is the folder of a book, or of any pages with random-table in them.

    The exit status is 1 where a table had to be left out.
    """
    from ..files import write_atomically
    from ..random_tables.export import FORMATS as WRITERS

    with any_length():
        book, left = _book(args.docs, args.format)
        files = WRITERS[args.format](book)
    out = args.out or args.docs / "_build" / "export"
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        write_atomically(out / name, text.encode())
        print(out / name)
    for line in left:
        print(line, file=sys.stderr)
    count = len(book.tables)
    print(f"{count} random table{'' if count == 1 else 's'} written as {args.format}")
    return 1 if left else 0


def _book(docs: Path, form: str) -> tuple[Exported, list[str]]:
    """The tables of a folder, and why some of them are left out."""
    from ..drift.plain.sources import sources_of
    from ..random_tables import pages_with_tables
    from ..random_tables.export import Exported, exportable
    from ..random_tables.source import read_tables
    from ..rules import Rules, load

    if not docs.exists():
        raise RulesError(f"no folder '{docs}'")
    folder = docs if docs.is_dir() else docs.parent
    conf = next((c for c in (folder / "conf.py", folder / "source/conf.py") if c.is_file()), None)
    named = rules_of_book(conf) if conf else None
    if named is None and (folder / RULES_FILE).is_file():
        named = folder / RULES_FILE
    rules = Rules({}) if named is None else load(named, folders=folders_of_book(conf))
    files = pages_with_tables(sources_of(folder).files if docs.is_dir() else [docs])
    tables, left = read_tables(rules, files)
    if not tables and not left:
        raise RulesError(f"no random-table in '{docs}'")
    kept = []
    for table in tables:
        if why := exportable(table, form):
            left.append(f"{table.file}:{table.line}: {why}")
        else:
            kept.append(table)
    return Exported(folder.resolve().name, tuple(kept), rules), left
