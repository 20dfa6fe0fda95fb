"""Writes held figures and tables in each kind of source."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from ...random_tables.finder import FoundTable
from ...source.document import TableKind
from ..plain.sources import is_markdown

TYPED = (TableKind.PIPE, TableKind.LIST, TableKind.CSV)  # random tables as Markdown has them
OptionPairs = Sequence[tuple[str, str]]


class Markup(Enum):
    """A kind of source: of a Sphinx book, or a plain one with comments."""

    RST = "reStructuredText"
    MYST = "MyST"
    PLAIN_RST = "plain reStructuredText"
    PLAIN_MARKDOWN = "plain Markdown"

    @classmethod
    def of(cls, path: Path, *, plain: bool) -> Markup:
        """The kind of a file."""
        if is_markdown(path):
            return cls.PLAIN_MARKDOWN if plain else cls.MYST
        return cls.PLAIN_RST if plain else cls.RST

    @property
    def is_markdown(self) -> bool:
        """Check that the source is Markdown."""
        return self in (Markup.MYST, Markup.PLAIN_MARKDOWN)

    @property
    def is_plain(self) -> bool:
        """Check that comments hold the figures of the source."""
        return self in (Markup.PLAIN_RST, Markup.PLAIN_MARKDOWN)

    def figure(self, words: str, role: str, question: str) -> str:
        """The words, held to a question."""
        match self:
            case Markup.PLAIN_MARKDOWN:
                return f"{words} <!-- {role}: {question} -->"
            case Markup.PLAIN_RST:
                return f".. {role}: {question}"
            case Markup.MYST:
                return f"{{{role}}}`{words} <{question}>`"
            case Markup.RST:
                return f":{role}:`{words} <{question}>`"

    def table(self, kind: str, options: OptionPairs, body: str = "") -> str:
        """Write the directive around a table, or the comment above it."""
        given = [(name, value) for name, value in options if value]
        listed = "; ".join(f"{name}={value}" for name, value in given)
        match self:
            case Markup.PLAIN_MARKDOWN:
                return f"<!-- {kind}: {listed} -->"
            case Markup.PLAIN_RST:
                return f".. {kind}: {listed}"
            case Markup.MYST:
                lines = [f":{name}: {_yaml(value)}" for name, value in given]
                return "\n".join([f"```{{{kind}}}", *lines, "", body or "(the table)", "```"])
            case Markup.RST:
                lines = [f"   :{name}: {value}" for name, value in given]
                below = f"   {body or '(the table, indented)'}"
                return "\n".join([f".. {kind}::", *lines, "", below])

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
