"""The random-table directive: a typed table that is held, or a list that is numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..ask.specs import RandomTableSpec
from ..page.directive import COMMON, Options, RulebookDirective, unquoted
from ..page.held_table import held_table
from ..rules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence


class RandomTable(RulebookDirective):
    """A table to roll on."""

    has_content = True
    option_spec: ClassVar[Any] = Options(
        {
            **COMMON,
            "dice": unquoted,
            "modifier": unquoted,
            "weights": unquoted,
            "columns": directives.positive_int,
            "odds": unquoted,
            "roll": directives.flag,
            "game": unquoted,
        }
    )

    def run(self) -> list[nodes.Node]:
        """The table, or a line that it is missing."""
        try:
            self.check_options()
            if not self.content:
                raise RulesError("it has no body; type a table or a list of entries below it")
            return self.held()
        except RulesError as error:
            return self.missing(error)

    @property
    def spec(self) -> RandomTableSpec:
        """What the table is held to."""
        said = self.options
        title = self.arguments[0] if self.arguments else ""
        name = said.get("name", "")
        return RandomTableSpec(
            self.game, name, said.get("dice", ""), said.get("modifier", ""), title
        )

    def held(self) -> list[nodes.Node]:
        """The table that the author typed, marked with what it is held to."""
        table, rest = held_table(self, self.spec)
        return [*self.dressed(table), *rest]

    def dressed(self, table: nodes.table) -> Sequence[nodes.Node]:
        """The table node with its caption, its name and its classes."""
        if self.arguments:
            table.children = [node for node in table.children if not isinstance(node, nodes.title)]
        table["classes"] += [
            "rulebook-table",
            "rulebook-random-table",
            *self.options.get("class", []),
        ]
        self.set_source_info(table)
        messages = self.titled(table)
        self.add_name(table)
        return [table, *messages]
