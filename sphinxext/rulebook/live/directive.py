"""The odds-explorer directive: dials of a check, and what is on the page for each setting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..book.directive import ASKING, COMMON, AskingDirective, Options, unquoted
from ..tables.specs import AskingSpec
from .nodes import FIXED, ExplorerCaption, ExplorerNode, ExplorerTable

if TYPE_CHECKING:
    from ..settings import Book
    from .explorer import Explorer


@dataclass(frozen=True)
class ExplorerSpec(AskingSpec):
    """The options of an odds-explorer."""

    dials: str = ""
    show: str = ""
    start: str = ""
    roll: str = ""  # "yes" where the page has a button that throws the dice

    def answer(self, book: Book) -> Any:
        """Ask for all that the explorer shows."""
        from .explorer import explorer

        return explorer(book.rules, book.style, self, book.explorer_seconds)


class OddsExplorer(AskingDirective):
    """Odds that a reader turns."""

    has_content = False
    asks = ExplorerSpec
    subtype = "explorer"
    option_spec: ClassVar[Any] = Options(
        {
            **{name: convert for name, convert in ASKING.items() if name != "event"},
            **COMMON,
            "dials": unquoted,
            "show": unquoted,
            "start": unquoted,
            "roll": directives.flag,
            "alt": directives.unchanged,
        }
    )

    def spec(self) -> ExplorerSpec:
        """Read the options."""
        spec: ExplorerSpec = super().spec()
        return replace(spec, roll="yes" if "roll" in self.options else "")

    def drawn(self, _: ExplorerSpec, found: Explorer, __: bytes) -> list[nodes.Node]:
        """Return the node: its caption, and the table that every output can show."""
        from ..book.table import plain_table

        made = ExplorerNode("", classes=["rulebook-explorer", *self.options.get("class", [])])
        self.set_source_info(made)
        made["data"] = found.text
        made["alt"] = self.options.get("alt", "").strip()
        messages: list[nodes.system_message] = []
        if self.arguments:
            caption, messages = self.line_of(self.arguments[0], ExplorerCaption)
            made += caption
        table = ExplorerTable("", plain_table(self, found.grid))
        if found.fixed:
            fixed = nodes.paragraph("", found.fixed, classes=[FIXED], translatable=False)
            self.set_source_info(fixed)
            table += fixed
        made += table
        self.add_name(made)
        return [made, *messages]
