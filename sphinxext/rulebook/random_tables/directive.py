"""The random-table directive: a typed table that is held, or a list that is numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives

from ..book.directive import COMMON, Options, RulebookDirective, unquoted
from ..language.formatter import FORMATS
from ..rules.errors import RulesError

if TYPE_CHECKING:
    from docutils import nodes


def _odds(argument: str | None) -> str:
    """Read how to write the odds; as the book does where the option has no value."""
    text = unquoted(argument)
    return directives.choice(text, FORMATS) if text else ""


class RandomTableDirective(RulebookDirective):
    """A table to roll on."""

    has_content = True
    option_spec: ClassVar[Any] = Options(
        {
            **COMMON,
            "dice": unquoted,
            "modifier": unquoted,
            "draws": unquoted,
            "weights": unquoted,
            "columns": directives.positive_int,
            "odds": _odds,
            "roll": directives.flag,
            "averages": directives.flag,
            "game": unquoted,
        }
    )

    def run(self) -> list[nodes.Node]:
        """The table, or a line that it is missing."""
        from .made import Making  # the engine is not imported before a page asks

        try:
            self.check_options()
            if not self.content:
                raise RulesError("it has no body; type a table or a list of entries below it")
            return Making(self).made()
        except RulesError as error:
            return self.missing(error)
