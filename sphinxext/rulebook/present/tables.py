"""The dice-table directive: a table that the rules give, as an ordinary docutils table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives.tables import align as table_align
from sphinx import addnodes
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ..domain import rulebook_of
from ..drift.claims import Broken
from ..rules.errors import RulesError
from .grid import Cell, Grid, TableSpec, table
from .requests import Request, fingerprint
from .roles import GameMark, game_of, word_of

logger = logging.getLogger(__name__)

SHORT = 24  # a column whose cells are all shorter keeps its natural width on paper


def unquoted(argument: str | None) -> str:
    """An option's value, one outer pair of quotes taken off."""
    text = (argument or "").strip()
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


ASKING = {
    "check": unquoted,
    "with": unquoted,
    "event": unquoted,
    "format": unquoted,
    "digits": unquoted,
    "rounding": unquoted,
    "game": unquoted,
}
COMMON = {"name": directives.unchanged, "class": directives.class_option}


class RulebookDirective(SphinxDirective):
    """What every directive of ours does with its game and with what is wrong."""

    optional_arguments = 1
    final_argument_whitespace = True

    @property
    def game(self) -> str:
        """The game that the directive asks: its own option, or the one in force on the page."""
        own = self.options.get("game", "")
        current = self.env.temp_data.get("rulebook_game", "")
        return game_of(own, rulebook_of(self.env).book.rules.games) if own else str(current)

    def missing(self, error: RulesError) -> list[nodes.Node]:
        """Warn where the directive stands, and say on the page that something is missing."""
        problem = rulebook_of(self.env).book.problem
        message = str(error)
        if not self.options and is_markdown(self) and ":check:" in self.block_text:
            message = (
                "the options cannot be read; in Markdown a value that starts with '>', '!' or a "
                "quote, or holds ' #', stands in quotes: ':event: \">= 2\"'"
            )
        if problem and message.startswith("there are no rules"):
            message = problem
        logger.warning(
            "%s: %s", self.name, message, location=self.get_location(), type="rulebook",
            subtype=self.name.removeprefix("rulebook-"),
        )  # fmt: skip
        broken = Broken(*self.get_source_info(), f"{self.name}: {message}", said=True)
        rulebook_of(self.env).hold(self.env.docname, broken)
        caption = self.arguments[0] if self.arguments else self.options.get("check", "")
        text = _("Missing here: %s") % caption
        return [nodes.paragraph("", text, classes=["rulebook-missing"], translatable=False)]


class RulebookGame(RulebookDirective):
    """From here to the end of the page another game is asked."""

    required_arguments = 1
    optional_arguments = 0
    final_argument_whitespace = False

    def run(self) -> list[nodes.Node]:
        """A mark that is gone when the page is read."""
        try:
            name = game_of(self.arguments[0], rulebook_of(self.env).book.rules.games)
        except RulesError as error:
            logger.warning(
                "%s: %s", self.name, error, location=self.get_location(), type="rulebook",
                subtype="game",
            )  # fmt: skip
            return []
        self.env.temp_data["rulebook_game"] = name
        return [GameMark("", game=name)]


def _widths(argument: str) -> str | list[int]:
    """The widths of the columns: auto, grid, or a number each."""
    if argument.strip() in ("auto", "grid"):
        return argument.strip()
    found: list[int] = directives.positive_int_list(argument)
    return found


class DiceTable(RulebookDirective):
    """A table of figures or labels from the rules."""

    has_content = True
    option_spec = {  # noqa: RUF012  # docutils' own shape
        **ASKING,
        **COMMON,
        "rows": unquoted,
        "columns": unquoted,
        "footer": unquoted,
        "show": unquoted,
        "of": unquoted,
        "unit": word_of(("percent", "none")),
        "shade": directives.flag,
        "align": table_align,
        "width": directives.length_or_percentage_or_unitless,
        "widths": _widths,
        "header-rows": directives.nonnegative_int,
        "stub-columns": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        """The table, or a line that it is missing."""
        memory = rulebook_of(self.env)
        try:
            spec = self.spec()
            if self.content:
                return self.held(spec)
            grid = table(memory.book.rules, memory.book.style, spec)
        except RulesError as error:
            return self.missing(error)
        request = Request("table", spec.game, "", spec)
        memory.note(self.env.docname, request, fingerprint(memory.book, request))
        return self.drawn(grid)

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

    def held(self, spec: TableSpec) -> list[nodes.Node]:
        """The table that the author typed, and the claim that it makes."""
        from .held import held_table

        table, rest, claim = held_table(self, spec, self.options.get("unit", ""))
        rulebook_of(self.env).hold(self.env.docname, claim)
        return [*self.dressed(table), *rest]

    def drawn(self, grid: Grid) -> list[nodes.Node]:
        """The generated table, and what LaTeX needs to know of its columns."""
        spec = addnodes.tabular_col_spec()
        spec["spec"] = latex_columns(grid)
        return [spec, *self.dressed(TableMaker(self, grid).table())]

    def dressed(self, made: nodes.table) -> list[nodes.Node]:
        """The table node with its caption, its name and its classes."""
        made["classes"] += ["rulebook-table", *self.options.get("class", [])]
        if "align" in self.options:
            made["align"] = self.options["align"]
        if "width" in self.options:
            made["width"] = directives.get_measure(self.options["width"], ["", "%", "em", "px"])
        self.set_source_info(made)
        messages: Sequence[nodes.Node] = []
        if self.arguments:
            parsed, messages = self.parse_inline(self.arguments[0], lineno=self.lineno)
            title = nodes.title(self.arguments[0], "", *parsed)
            self.set_source_info(title)
            made.insert(0, title)
        self.add_name(made)
        return [made, *messages]


class TableMaker:
    """Turns a grid into a docutils table."""

    def __init__(self, directive: RulebookDirective, grid: Grid) -> None:
        """Take the directive for its parser and its place in the source."""
        self.directive, self.grid = directive, grid
        self.shade = "shade" in directive.options

    def table(self) -> nodes.table:
        """The table node, without its caption."""
        options = self.directive.options
        stubs = options.get("stub-columns", self.grid.stubs)
        rows = [*self.grid.head, *self.grid.body]
        heads = options.get("header-rows", len(self.grid.head))
        width = max(sum(cell.span for cell in row) for row in rows)
        made = nodes.table()
        group = nodes.tgroup(cols=width)
        made += group
        for i, share in enumerate(self._widths(width, made)):
            column = nodes.colspec(colwidth=share)
            if i < stubs:
                column["stub"] = 1
            group += column
        if heads:
            group += nodes.thead("", *[self._row(row) for row in rows[:heads]])
        lines = [self._row(row) for row in rows[heads:]]
        if self.grid.footer and lines:
            lines[-1]["classes"].append("rulebook-footer")
        group += nodes.tbody("", *lines)
        return made

    def _widths(self, width: int, made: nodes.table) -> Sequence[int]:
        widths: Any = self.directive.options.get("widths", "auto")
        if isinstance(widths, list):
            if len(widths) != width:
                raise_widths(self.directive, width, len(widths))
                widths = "auto"
            else:
                made["classes"].append("colwidths-given")
                return widths
        if widths == "auto":
            made["classes"].append("colwidths-auto")
        return [100 // width] * width

    def _row(self, cells: Sequence[Cell]) -> nodes.row:
        return nodes.row("", *[self._entry(cell) for cell in cells if cell.down])

    def _entry(self, cell: Cell) -> nodes.entry:
        entry = nodes.entry()
        if cell.span > 1:
            entry["morecols"] = cell.span - 1
        if cell.down > 1:
            entry["morerows"] = cell.down - 1
        if cell.is_figure and cell.kind != "face":
            entry["classes"].append("rulebook-figure")
            if self.shade and cell.kind == "chance" and cell.value is not None:
                entry["classes"].append(f"rulebook-shade-{int(cell.value * 10)}")
        if cell.text:
            entry += self._paragraph(cell)
        return entry

    def _paragraph(self, cell: Cell) -> nodes.paragraph:
        if cell.is_figure and cell.kind != "face":
            paragraph = nodes.paragraph("", cell.text, translatable=False)
        elif cell.markup:
            text = in_markup(cell.text, markdown=is_markdown(self.directive))
            parsed, messages = self.directive.parse_inline(text, lineno=self.directive.lineno)
            paragraph = nodes.paragraph(text, "", *parsed, *messages)
        else:
            paragraph = nodes.paragraph(cell.text, cell.text)
            paragraph["translatable"] = any(char.isalpha() for char in cell.text)
        self.directive.set_source_info(paragraph)
        return paragraph


def raise_widths(directive: RulebookDirective, width: int, given: int) -> None:
    """Warn that ':widths:' does not fit the table."""
    logger.warning(
        "%s: ':widths:' names %d columns, but the table has %d", directive.name, given, width,
        location=directive.get_location(), type="rulebook", subtype="table",
    )  # fmt: skip


_ROLE = re.compile(r":([\w:.+-]+):`([^`]*)`")
_MYST_ROLE = re.compile(r"\{([\w:.+-]+)\}`([^`]*)`")
_SUBSTITUTION = re.compile(r"\|([^\s|](?:[^|]*[^\s|])?)\|")
_MYST_SUBSTITUTION = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")


def is_markdown(directive: SphinxDirective) -> bool:
    """Whether the page is written in Markdown."""
    return type(directive.state).__module__.startswith("myst_parser")


def in_markup(text: str, *, markdown: bool) -> str:
    """A label of the rules in the page's own markup: its roles and substitutions rewritten."""
    if markdown:
        text = _ROLE.sub(r"{\1}`\2`", text)
        text = _SUBSTITUTION.sub(r"{{\1}}", text)
        return re.sub(r"(?<!\\)[<&]", lambda match: "\\" + match[0], text)
    text = _MYST_ROLE.sub(r":\1:`\2`", text)
    text = _MYST_SUBSTITUTION.sub(r"|\1|", text)
    # A backslash that escapes no markup is one that the author wants to see.
    return re.sub(r"\\(?![*_`|\\<{])", r"\\\\", text)


def latex_columns(grid: Grid) -> str:
    """How LaTeX sets the columns: figures to the right, long labels in lines."""
    rows = [row for row in (*grid.head, *grid.body) if all(c.span == c.down == 1 for c in row)]
    if not rows:
        return ""
    widths = [max(len(row[i].text) for row in rows) for i in range(len(rows[0]))]
    right = [all(row[i].is_figure for row in grid.body[:1]) for i in range(len(rows[0]))]
    if max(widths) <= SHORT and sum(widths) <= 80:
        return "".join("r" if figures else "l" for figures in right)
    shares = [max(4, min(width, 60)) for width in widths]
    return "".join(
        (r">{\raggedleft\arraybackslash}" if figures else "") + rf"\X{{{share}}}{{{sum(shares)}}}"
        for share, figures in zip(shares, right, strict=True)
    )
