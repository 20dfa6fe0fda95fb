"""Random tables that nothing holds: what is wrong with them, and what to write around them."""

from __future__ import annotations

from dataclasses import dataclass

from ...random_tables.finder import FoundTable
from ...source.document import TableKind
from .markup import Markup

TYPED = (TableKind.PIPE, TableKind.LIST, TableKind.CSV)  # as Markdown has them


@dataclass(frozen=True)
class TableSuggestion:
    """A random table, or a mistake in one."""

    line: int
    found: str
    write: str
    right: str | None = None
    why: str = ""


def _is_held_as_it_is(table: FoundTable, markup: Markup) -> bool:
    """Say whether a directive or a comment can hold the table as the page writes it."""
    if table.kind is None:
        return not markup.is_plain
    return not markup.is_markdown or table.kind in TYPED


def _body(table: FoundTable, markup: Markup) -> str:
    """The table in the suggestion, and how to write one that cannot be held as it is."""
    if _is_held_as_it_is(table, markup):
        return "(the list)" if table.kind is None else "(the table)"
    return "(the table, typed with pipes)" if markup.is_markdown else "(the list, typed as a table)"


def suggested(table: FoundTable, markup: Markup) -> list[TableSuggestion]:
    """A suggestion to hold the table, and one for each thing that is wrong with it."""
    write = markup.table("random-table", [("dice", table.dice)], _body(table, markup))
    if markup.is_plain and not _is_held_as_it_is(table, markup):
        write += f"\n{_body(table, markup)}"
    found = [TableSuggestion(table.line, table.dice, write)]
    return found + [
        TableSuggestion(each.line, each.found, write, each.expected, each.why)
        for each in table.wrong
    ]
