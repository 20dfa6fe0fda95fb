"""Writes held figures and tables in each kind of source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...random_tables.finder import FoundTable
from ...source.document import TableKind

TYPED = (TableKind.PIPE, TableKind.LIST, TableKind.CSV)  # random tables as Markdown has them
OptionPairs = Sequence[tuple[str, str]]


class Markup(NamedTuple):
    """A kind of source: in Markdown or not, and of a Sphinx book or a plain one with comments."""

    is_markdown: bool
    is_plain: bool

    def figure(self, words: str, question: str) -> str:
        """Write the words, held to a question."""
        if not self.is_plain:
            role = "{odds}" if self.is_markdown else ":odds:"
            return f"{role}`{words} <{question}>`"
        comment = self._comment(f"odds: {question}")
        return f"{words} {comment}" if self.is_markdown else comment

    def table(self, kind: str, options: OptionPairs, body: str = "") -> str:
        """Write the directive around a table, or the comment above it."""
        given = [(name, value) for name, value in options if value]
        if self.is_plain:
            listed = "; ".join(f"{name}={value}" for name, value in given)
            return self._comment(f"{kind}: {listed}")
        if self.is_markdown:
            lines = [f":{name}: {_yaml(value)}" for name, value in given]
            return "\n".join([f"```{{{kind}}}", *lines, "", body or "(the table)", "```"])
        lines = [f"   :{name}: {value}" for name, value in given]
        below = f"   {body or '(the table, indented)'}"
        return "\n".join([f".. {kind}::", *lines, "", below])

    def _comment(self, said: str) -> str:
        return f"<!-- {said} -->" if self.is_markdown else f".. {said}"

    def random_table(self, table: FoundTable) -> str:
        """Write what holds a random table, and how to write one that cannot be held as it is."""
        is_list = table.kind is None
        is_held = not self.is_plain if is_list else not self.is_markdown or table.kind in TYPED
        body = "(the list)" if is_list else "(the table)"
        if not is_held:
            piped = "(the table, typed with pipes)"
            body = piped if self.is_markdown else "(the list, typed as a table)"
        write = self.table("random-table", [("dice", table.dice)], body)
        return write if is_held or not self.is_plain else f"{write}\n{body}"


def _yaml(value: str) -> str:
    return f"'{value}'" if value[0] in '>!"' or " #" in value else value
