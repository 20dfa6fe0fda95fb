"""The dice-table directive: a table that the rules give, as an ordinary docutils table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

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
    from ..tables.cells import Cell, Grid


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
        return [*self.placed(table), *rest]

    def drawn(self, grid: Grid) -> list[nodes.Node]:
        """Return the generated table."""
        options = self.options
        drawing = TableStyle(
            stubs=options.get("stub-columns", grid.stubs),
            heads=options.get("header-rows", len(grid.head)),
            widths=options.get("widths", "auto"),
            shade="shade" in options,
        )
        return self.placed(table_node(self, grid, drawing))

    def placed(self, made: nodes.table) -> list[nodes.Node]:
        """Return the table node as its options want it."""
        chosen = {key: said for key, said in self.options.items() if key in ("align", "width")}
        made.attributes.update(chosen)
        return self.dressed(made, "rulebook-table")

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


class TableStyle(NamedTuple):
    """The options that say how a table looks."""

    stubs: int
    heads: int
    widths: str | list[int]
    shade: bool


def plain_table(directive: RulebookDirective | None, grid: Grid) -> nodes.table:
    """Return the table as it looks without options.

    Without a directive, as on a page that is written, its words are not for translators.
    """
    style = TableStyle(grid.stubs, len(grid.head), "auto", shade=False)
    made = table_node(directive, grid, style)
    made["classes"].append("rulebook-table")
    if directive is not None:
        directive.set_source_info(made)
    return made


def table_node(directive: RulebookDirective | None, grid: Grid, drawing: TableStyle) -> nodes.table:
    """Return the table, without its caption."""
    from ..tables.grid import laid_out  # not before a table is made

    layout = laid_out(grid)
    width = len(layout.needs)
    if drawing.heads >= len(layout.rows):
        many = len(layout.rows)
        raise RulesError(
            f"':header-rows:' is {drawing.heads}, but the table has {many} rows in all"
        )
    if drawing.stubs > width:
        raise RulesError(f"':stub-columns:' is {drawing.stubs}, but the table has {width} columns")
    made = nodes.table(classes=["rulebook-generated"])
    group = nodes.tgroup(cols=width)
    made += group
    for i, share in enumerate(_shares(layout.needs, drawing, made)):
        column = nodes.colspec(colwidth=share)
        if i < drawing.stubs:
            column["stub"] = 1
        group += column
    lines = [
        nodes.row("", *[_entry(directive, at, cell, drawing, layout.figures) for at, cell in row])
        for row in layout.rows
    ]
    if grid.footer:
        lines[-1]["classes"].append("rulebook-footer")
    if grid.words:
        made["classes"].append("rulebook-ladder")
    if sum(_natural(layout.needs)) + 2 * width > NARROW:
        made["classes"].append("rulebook-wide")
    if drawing.heads:
        group += nodes.thead("", *lines[: drawing.heads])
    group += nodes.tbody("", *lines[drawing.heads :])
    return made


def _natural(needs: Sequence[int]) -> list[int]:
    """The characters of each column, long texts broken."""
    return [min(WIDEST, need) for need in needs]


def _shares(needs: Sequence[int], drawing: TableStyle, made: nodes.table) -> list[int]:
    if isinstance(drawing.widths, list):
        if len(drawing.widths) != len(needs):
            raise RulesError(
                f"':widths:' names {len(drawing.widths)} columns, but the table has {len(needs)}"
            )
        made["classes"].append("colwidths-given")
        return drawing.widths
    made["classes"].append("colwidths-grid" if drawing.widths == "grid" else "colwidths-auto")
    return _natural(needs)


def _entry(
    directive: RulebookDirective | None,
    at: int,
    cell: Cell,
    drawing: TableStyle,
    figures: Sequence[bool],
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
    if drawing.shade and cell.kind.is_shaded and cell.value is not None:
        entry["classes"].append(f"rulebook-shade-{int(cell.value * 10)}")
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
