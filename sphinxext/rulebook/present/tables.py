"""The dice-table directive: a table that the rules give, as an ordinary docutils table."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes

from ..domain import rulebook_of
from ..rules.errors import RulesError
from .cells import Grid, TableSpec
from .directive import ASKING, COMMON, Options, RulebookDirective, unquoted
from .grid import table
from .latex import latex_columns
from .requests import Request, fingerprint
from .table_nodes import Drawing, table_node


def _align(argument: str) -> str:
    """Where the table stands on the page."""
    return directives.choice(argument, ("left", "center", "right"))


def _widths(argument: str | None) -> str | list[int]:
    """The widths of the columns: auto, grid, or a number each."""
    word = (argument or "").strip()
    if word in ("auto", "grid"):
        return word
    found: list[int] = directives.positive_int_list(word)
    return found


class DiceTable(RulebookDirective):
    """A table of figures or labels from the rules."""

    has_content = True
    option_spec: ClassVar[Any] = Options(
        {
            **ASKING,
            **COMMON,
            "rows": unquoted,
            "columns": unquoted,
            "footer": unquoted,
            "show": unquoted,
            "of": unquoted,
            "shade": directives.flag,
            "align": _align,
            "width": directives.length_or_percentage_or_unitless,
            "widths": _widths,
            "header-rows": directives.nonnegative_int,
            "stub-columns": directives.nonnegative_int,
        }
    )

    def run(self) -> list[nodes.Node]:
        """The table, or a line that it is missing."""
        memory = rulebook_of(self.env)
        try:
            self.check_options()
            spec = self.spec()
            grid = table(memory.book.rules, memory.book.style, spec)
            drawn = self.drawn(grid)
        except RulesError as error:
            return self.missing(error)
        memory.note(self.env.docname, Request("table", spec.game, "", spec), fingerprint(grid))
        return drawn

    def spec(self) -> TableSpec:
        """What the options ask for."""
        option = self.options.get
        return TableSpec(
            game=self.game,
            check=option("check", ""),
            rows=option("rows", ""),
            columns=option("columns", ""),
            given=option("with", ""),
            event=option("event", ""),
            footer=option("footer", ""),
            show=option("show", ""),
            of=option("of", ""),
            format=option("format", ""),
            digits=option("digits", ""),
            rounding=option("rounding", ""),
        )

    def drawn(self, grid: Grid) -> list[nodes.Node]:
        """The table node, with its caption, its name and what LaTeX needs to know."""
        options = self.options
        drawing = Drawing(
            stubs=options.get("stub-columns", grid.stubs),
            heads=options.get("header-rows", len(grid.head)),
            widths=options.get("widths", "auto"),
            shade="shade" in options,
        )
        made = table_node(self, grid, drawing)
        spec = addnodes.tabular_col_spec()
        spec["spec"] = latex_columns(grid, drawing.widths)
        return [spec, made, *self.finished(made)]

    def finished(self, made: nodes.table) -> list[nodes.system_message]:
        """The table with its caption, name and classes; what the caption's parser says of it."""
        made["classes"] += ["rulebook-table", *self.options.get("class", [])]
        for key in ("align", "width"):
            if key in self.options:
                made[key] = self.options[key]
        self.set_source_info(made)
        messages = self.titled(made)
        self.add_name(made)
        return messages

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
        return [made, *self.finished(made)]
