"""Random tables that nothing holds: what is wrong with them, and what to write around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..random_tables.finder import FoundTable, find
from .markup import Markup


@dataclass(frozen=True)
class TableSuggestion:
    """A random table, or a mistake in one."""

    line: int
    found: str
    write: str
    right: str | None = None
    why: str = ""


def random_tables(text: str, *, markdown: bool) -> tuple[FoundTable, ...]:
    """The random tables of a page that no directive holds."""
    lines = text.split("\n")
    return tuple(
        table for table in find(text, markdown=markdown) if not is_held(lines, table.line - 1)
    )


def is_held(lines: Sequence[str], first: int) -> bool:
    """Check that the table stands in a random-table or a dice-table."""
    for i in range(first, max(-1, first - 12), -1):
        text = lines[i]
        if "random-table" in text or "dice-table" in text:
            return True
        if i < first and text.strip() and not text.lstrip().startswith((":", "---", "<!--")):
            return False
    return False


def suggested(table: FoundTable, markup: Markup) -> list[TableSuggestion]:
    """A suggestion to hold the table, and one for each thing that is wrong with it."""
    write = markup.table("random-table", [("dice", table.dice)], "(the table)")
    found = [TableSuggestion(table.line, table.dice, write)]
    return found + [
        TableSuggestion(each.line, each.found, write, each.expected, each.why)
        for each in table.wrong
    ]
