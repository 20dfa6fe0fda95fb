"""The dice-table directive: a table that the rules give, as an ordinary docutils table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..rules.errors import RulesError
from ..tables.specs import TableSpec, read_unit
from .directive import ASKING, COMMON, AskingDirective, Options, unquoted
from .domain import rulebook_of
from .meanings import mark_figures, mark_table
from .warn import warn

if TYPE_CHECKING:
    from ..tables.cells import Grid


def _align(argument: str) -> str:
    """Read the alignment of the table."""
    return directives.choice(argument, ("left", "center", "right"))


def _widths(argument: str | None) -> str | list[int]:
    """The widths of the columns: auto, grid, or a number each."""
    word = (argument or "").strip()
    if word in ("auto", "grid"):
        return word
    found: list[int] = directives.positive_int_list(word)
    return found


def _unit(argument: str | None) -> str:
    """The unit of bare numbers."""
    return read_unit(str(unquoted(argument) or ""))


class DiceTable(AskingDirective):
    """A table of figures or labels from the rules."""

    has_content = True
    asks = TableSpec
    option_spec: ClassVar[Any] = Options(
        {
            **ASKING,
            **COMMON,
            "rows": unquoted,
            "columns": unquoted,
            "footer": unquoted,
            "show": unquoted,
            "of": unquoted,
            "unit": _unit,
            "blank": unquoted,
            "unjudged": unquoted,
            "shade": directives.flag,
            "align": _align,
            "width": directives.length_or_percentage_or_unitless,
            "widths": _widths,
            "header-rows": directives.nonnegative_int,
            "stub-columns": directives.nonnegative_int,
        }
    )

    def answer_nodes(self, spec: TableSpec) -> tuple[list[nodes.Node], bytes]:
        """The generated table, or the author's own."""
        from ..tables.grid import table_of
        from ..tables.requests import fingerprint_of
        from ..tables.target import target_of

        if self.content:
            self.refuse(("shade",), "a table that you typed; put a class on its cells instead")
            return self.held(spec), b""
        self.refuse(("unit", "blank", "unjudged"), "a table without a body, which needs no check")
        book = rulebook_of(self.env).book
        target = target_of(book.rules, book.style, spec)
        grid = table_of(target)
        print_ = fingerprint_of(grid)
        for line in dict.fromkeys(grid.refused):
            many = grid.refused.count(line)
            message = f"{self.name}: figures of this table that are left out: {many}; {line}"
            warn("table", message, self.get_location())
        drawn = self.drawn(grid)
        for made in drawn:
            if isinstance(made, nodes.table):
                mark_table(made, book.rules, spec, target.game, target.check)
        return drawn, print_

    def refuse(self, names: tuple[str, ...], where: str) -> None:
        """Raise if one of the options is given that has no effect there."""
        for name in names:
            if name in self.options:
                raise RulesError(f"':{name}:' has no effect on {where}; leave it out")

    def held(self, spec: TableSpec) -> list[nodes.Node]:
        """The table that the author typed, marked with what it is held to."""
        from ..rules.questions import called
        from .held_table import held_table

        read = (self.options.get(name, "") for name in ("unit", "blank", "unjudged"))
        table, rest = held_table(self, spec, *read)
        if not isinstance(table, nodes.table):
            return [table, *rest]
        if "name" in self.options and table["names"]:
            raise RulesError("the table has a name of its own; leave out one of the two")
        rules = rulebook_of(self.env).book.rules
        about = called(rules, spec.game, spec.check)
        mark_table(table, rules, spec, about.game, about.check)
        mark_figures(table)
        if self.arguments:  # it takes the place of a caption within
            table.children = [node for node in table.children if not isinstance(node, nodes.title)]
        return [*self.dressed(table), *rest]

    def drawn(self, grid: Grid) -> list[nodes.Node]:
        """Return the generated table."""
        from .table_nodes import TableStyle, table_node

        options = self.options
        drawing = TableStyle(
            stubs=options.get("stub-columns", grid.stubs),
            heads=options.get("header-rows", len(grid.head)),
            widths=options.get("widths", "auto"),
            shade="shade" in options,
        )
        return self.dressed(table_node(self, grid, drawing))

    def dressed(self, made: nodes.table) -> list[nodes.Node]:
        """The table node with its caption, its name and its classes."""
        made["classes"] += ["rulebook-table", *self.options.get("class", [])]
        for key in ("align", "width"):
            if key in self.options:
                made[key] = self.options[key]
        self.set_source_info(made)
        messages = self.titled(made)
        self.add_name(made)
        return [made, *messages]

    def missing(self, error: RulesError) -> list[nodes.Node]:
        """A table that says that it is missing, so that what refers to it still leads there."""
        cell = nodes.entry("", *super().missing(error))
        group = nodes.tgroup("", nodes.colspec(colwidth=100), cols=1)
        group += nodes.tbody("", nodes.row("", cell))
        made = nodes.table("", group, classes=["colwidths-auto"])
        self.options = {
            key: self.options[key]
            for key in ("name", "class")
            if isinstance(self.options.get(key), str | list)
        }
        return self.dressed(made)
