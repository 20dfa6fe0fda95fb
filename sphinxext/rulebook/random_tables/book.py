"""The random tables of a whole book, read from its sources before any page asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..book.places import document_of
from ..rules.errors import RulesError
from ..rules.rules import Rules
from ..source.files import read_source
from .as_check import with_tables
from .model import RandomTable
from .source import NAME, directives_in, read_table


def tables_of(
    rules: Rules, files: Iterable[Path], encoding: str = "utf-8-sig"
) -> list[RandomTable]:
    """The random tables of some sources; one that cannot be read says so where it is."""
    return tables_and_mistakes(rules, files, encoding)[0]


def tables_and_mistakes(
    rules: Rules, files: Iterable[Path], encoding: str = "utf-8-sig"
) -> tuple[list[RandomTable], list[str]]:
    """The random tables of some sources, and a line for each that cannot be read."""
    tables: list[RandomTable] = []
    said: list[str] = []
    for path in files:
        try:
            text = "\n".join(read_source(path, encoding).lines)
        except (OSError, LookupError):
            continue
        if NAME not in text:
            continue
        for found in directives_in(document_of(str(path), encoding)):
            try:
                tables.append(read_table(rules, "", found, str(path)))
            except RulesError as error:
                said.append(f"{path}:{found.line}: random-table: {error}")
    return tables, said


def rules_with_tables(
    rules: Rules, tables: Iterable[RandomTable]
) -> tuple[Rules, list[tuple[str, str]]]:
    """The rules with the tables as checks, and what keeps a table from being one."""
    kept: list[RandomTable] = []
    said: list[tuple[str, str]] = []
    found = rules
    for table in tables:
        if not table.name:
            continue
        if any(table.name == other.name for other in kept):
            continue  # Sphinx warns of a name that is twice
        try:
            found = with_tables(rules, [*kept, table])
        except RulesError as error:
            said.append(
                (
                    f"{table.file}:{table.line}",
                    str(error).partition(f":{table.line}: ")[2] or str(error),
                )
            )
        else:
            kept.append(table)
    return found, said
