"""Random tables: which rolls lead to which row, checked, numbered, asked and rolled on.

Reading rolls, checking a partition and finding the tables of strangers know nothing of Sphinx.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import read_file

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..rules.rules import Rules
    from ..settings import Book


MARK = b"random-table"


def pages_with_tables(files: Iterable[Path]) -> list[Path]:
    """Return the sources that may have a random table; what they say is not read."""
    found = []
    for path in files:
        try:
            if MARK in read_file(path):
                found.append(path)
        except OSError:
            continue
    return found


def with_tables_of(
    rules: Rules, files: Iterable[Path]
) -> tuple[Rules, list[tuple[str, str]]]:  # fmt: skip
    """Return rules that know the random tables of some sources, and what is wrong with others."""
    pages = pages_with_tables(files)
    if not pages:
        return rules, []
    from .as_check import rules_with_tables  # and with it the engine
    from .source import read_tables

    return rules_with_tables(rules, read_tables(rules, pages)[0])


def add_random_tables(app: Sphinx) -> None:
    """Add the directive, and what a page for a browser needs to roll."""
    from .copies import TableCopies, pages_with_copies
    from .directive import RandomTableDirective
    from .nodes import add_roll_nodes

    app.add_directive("random-table", RandomTableDirective)
    add_roll_nodes(app)
    app.add_post_transform(TableCopies)
    app.connect("env-get-outdated", pages_with_copies)


def with_random_tables(app: Sphinx, book: Book) -> Book:
    """The book, its named tables among the checks of its rules."""
    from ..book.warn import warn
    from ..settings import sealed

    project = app.env.project
    if not project.docnames:
        project.discover(app.config.exclude_patterns, app.config.include_patterns)
    files = [Path(app.srcdir, project.doc2path(name, False)) for name in sorted(project.docnames)]
    pages = pages_with_tables(files)
    if not pages:
        return book
    rules, said = with_tables_of(book.rules, pages)
    for where, message in said:
        warn("table", f"random-table: {message}", where)
    seal = book.seal
    if seal.digest:
        seal = sealed(app.config, [*seal.files, *map(str, pages)])
    return book._replace(rules=rules, seal=seal)
