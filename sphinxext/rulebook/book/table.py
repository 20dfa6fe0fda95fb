"""The dice-table directive: a table that the rules give, as an ordinary docutils table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..language.markup import as_typed, label_nodes, label_source
from ..rules.errors import RulesError
from ..tables.specs import TableSpec, read_unit
from .directive import (
    ASKING,
    COMMON,
    AskingDirective,
    Options,
    RulebookDirective,
    aligned,
    unquoted,
)
from .domain import rulebook_of
from .marks import mark_figures, mark_table
from .warn import warn

if TYPE_CHECKING:
    from ..rules.questions import Called
    from ..tables.cells import Cell, Grid
    from ..tables.target import Target


def _widths(argument: str | None) -> str | list[int]:
    """The widths of the columns: auto, grid, or a number each."""
    word = (argument or "").strip()
    if word in ("auto", "grid"):
        return word
    found: list[int] = directives.positive_int_list(word)
    return found


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
            "unit": lambda argument: read_unit(argument or ""),
            "blank": unquoted,
            "unjudged": unquoted,
            "shade": directives.flag,
            "align": aligned,
            "width": directives.length_or_percentage_or_unitless,
            "widths": _widths,
            "header-rows": directives.nonnegative_int,
            "stub-columns": directives.nonnegative_int,
        }
    )

    def drawn(self, spec: TableSpec, found: Grid, _: bytes) -> list[nodes.Node]:
        """Return the generated table."""
        self.refuse(("unit", "blank", "unjudged"), "a table without a body, which needs no check")
        for line in dict.fromkeys(found.refused):
            many = found.refused.count(line)
            message = f"{self.name}: figures of this table that are left out: {many}; {line}"
            warn("table", message, self.get_location())
        names = ("stub-columns", "header-rows", "widths")
        stubs, heads, widths = (self.options.get(name) for name in names)
        shade = "shade" in self.options
        made = table_node(self, found, stubs=stubs, heads=heads, widths=widths, shade=shade)
        assert found.about is not None  # what the rules give is about a check or dice
        return self.placed(made, spec, found.about)

    def refuse(self, names: tuple[str, ...], where: str) -> None:
        """Raise if one of the options is given that has no effect there."""
        for name in names:
            if name in self.options:
                raise RulesError(f"':{name}:' has no effect on {where}; leave it out")

    def held(self, spec: TableSpec) -> list[nodes.Node]:
        """The table that the author typed, marked with what it is held to."""
        from ..rules.questions import called
        from .held_table import held_table

        self.refuse(("shade",), "a table that you typed; put a class on its cells instead")
        read = (self.options.get(name, "") for name in ("unit", "blank", "unjudged"))
        table, rest = held_table(self, spec, *read)
        if not isinstance(table, nodes.table):
            return [table, *rest]
        if "name" in self.options and table["names"]:
            raise RulesError("the table has a name of its own; leave out one of the two")
        mark_figures(table)
        about = called(rulebook_of(self.env).book.rules, spec.game, spec.check)
        return [*self.placed(table, spec, about), *rest]

    def placed(
        self, made: nodes.table, spec: TableSpec | None = None, about: Called | Target | None = None
    ) -> list[nodes.Node]:
        """Return the table node as its options want it, marked with what the rules say of it."""
        chosen = {key: said for key, said in self.options.items() if key in ("align", "width")}
        made.attributes.update(chosen)
        shown = self.dressed(made, "rulebook-table")
        if spec is not None and about is not None:
            mark_table(made, rulebook_of(self.env).book.rules, spec, about)
        return shown

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
        return self.placed(made)


NARROW = 34  # characters that fit on a phone's line
WIDEST = 48  # characters of a column where an output has only characters to measure with


def plain_table(directive: RulebookDirective | None, grid: Grid) -> nodes.table:
    """Return the table as it looks without options.

    Without a directive, as on a page that is written, its words are not for translators.
    """
    made = table_node(directive, grid)
    made["classes"].append("rulebook-table")
    if directive is not None:
        directive.set_source_info(made)
    return made


def table_node(
    directive: RulebookDirective | None,
    grid: Grid,
    *,
    stubs: int | None = None,
    heads: int | None = None,
    widths: str | list[int] | None = None,
    shade: bool = False,
) -> nodes.table:
    """Return the table, without its caption."""
    from ..tables.grid import laid_out  # not before a table is made

    layout = laid_out(grid)
    width, many = len(layout.needs), len(layout.rows)
    stubs = grid.stubs if stubs is None else stubs
    heads = len(grid.head) if heads is None else heads
    if heads >= many:
        raise RulesError(f"':header-rows:' is {heads}, but the table has {many} rows in all")
    if stubs > width:
        raise RulesError(f"':stub-columns:' is {stubs}, but the table has {width} columns")
    made = nodes.table(classes=["rulebook-generated"])
    group = nodes.tgroup(cols=width)
    made += group
    natural = [min(WIDEST, need) for need in layout.needs]  # long texts broken
    for i, share in enumerate(_shares(natural, widths or "auto", made)):
        column = nodes.colspec(colwidth=share)
        if i < stubs:
            column["stub"] = 1
        group += column
    lines = [
        nodes.row("", *[_entry(directive, at, cell, layout.figures, shade) for at, cell in row])
        for row in layout.rows
    ]
    if grid.footer:
        lines[-1]["classes"].append("rulebook-footer")
    if grid.words:
        made["classes"].append("rulebook-ladder")
    if sum(natural) + 2 * width > NARROW:
        made["classes"].append("rulebook-wide")
    if heads:
        group += nodes.thead("", *lines[:heads])
    group += nodes.tbody("", *lines[heads:])
    return made


def _shares(natural: list[int], widths: str | list[int], made: nodes.table) -> list[int]:
    """Return the widths of the columns: those given, else as their texts need them."""
    if isinstance(widths, list):
        if len(widths) != len(natural):
            raise RulesError(
                f"':widths:' names {len(widths)} columns, but the table has {len(natural)}"
            )
        made["classes"].append("colwidths-given")
        return widths
    made["classes"].append(f"colwidths-{widths}")
    return natural


def _entry(
    directive: RulebookDirective | None,
    at: int,
    cell: Cell,
    figures: Sequence[bool],
    shade: bool,
) -> nodes.entry:
    """A cell; all of a column of figures is aligned right, its heading too."""
    entry = nodes.entry()
    if cell.span > 1:
        entry["morecols"] = cell.span - 1
    if cell.down > 1:
        entry["morerows"] = cell.down - 1
    if cell.span > 1 and all(figures[at : at + cell.span]):
        entry["classes"].append("rulebook-over")
    elif cell.span == 1 and figures[at]:
        entry["classes"].append("rulebook-figure")
    if shade and cell.kind.is_shaded and cell.shade is not None:
        entry["classes"].append(f"rulebook-shade-{cell.shade}")
    if cell.text:
        entry += _paragraph(directive, cell)
    return entry


def _paragraph(directive: RulebookDirective | None, cell: Cell) -> nodes.paragraph:
    """The paragraph of a cell; words are translated, figures are not."""
    has_words = not cell.is_number and any(map(str.isalpha, cell.text))
    if directive is None or not (has_words or cell.markup):
        return nodes.paragraph("", cell.text, translatable=False)
    markdown = directive.is_markdown
    if cell.markup:
        messages: list[nodes.system_message] = []

        def parse(text: str) -> list[nodes.Node]:
            found, said = directive.parse_inline(text, lineno=directive.lineno)
            messages.extend(said)
            return found

        words = label_nodes(cell.text, parse, markdown=markdown)
        paragraph = nodes.paragraph(label_source(cell.text, markdown=markdown), "", *words)
        paragraph += messages
    else:
        paragraph = nodes.paragraph(as_typed(cell.text, markdown=markdown), cell.text)
    if not has_words:
        paragraph["translatable"] = False
    directive.set_source_info(paragraph)
    return paragraph
