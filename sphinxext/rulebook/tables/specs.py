"""The questions of directives and roles, with their options, as the book's memory keeps them."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ..settings import Book


class RequestKind(StrEnum):
    """The role or directive that asks."""

    ODDS = "odds"
    RULE = "rule"
    ROLLED = "rolled"
    DIE = "die"
    GAME = "game"
    TABLE = "table"
    CHART = "chart"
    EXPLORER = "explorer"


class StyleOptions(NamedTuple):
    """The options that say how numbers are written."""

    format: str = ""
    digits: str = ""
    rounding: str = ""


@dataclass(frozen=True)
class AskingSpec:
    """The options that all directives have that ask the rules."""

    game: str
    check: str
    _: KW_ONLY
    given: str = ""
    event: str = ""
    format: str = ""
    digits: str = ""
    rounding: str = ""

    def answer(self, book: Book) -> Any:
        """Ask the rules of the book."""
        raise NotImplementedError  # each kind has its own

    def as_table(self, **changed: str) -> TableSpec:
        """The options of a table that asks the same, without rows."""
        shared = {name: getattr(self, name) for name in _SHARED}
        return TableSpec(**{**shared, **changed})


_SHARED = tuple(field.name for field in fields(AskingSpec))


@dataclass(frozen=True)
class TableSpec(AskingSpec):
    """The options of a dice-table."""

    rows: str = ""
    columns: str = ""
    footer: str = ""
    show: str = ""
    of: str = ""

    def answer(self, book: Book) -> Any:
        """Make the grid of the table."""
        from .grid import table

        return table(book.rules, book.style, self)


class Request(NamedTuple):
    """A question of a page: its kind, the game in force, the text, and its options."""

    kind: RequestKind
    game: str
    text: str
    options: StyleOptions | AskingSpec = StyleOptions()


class RandomTableSpec(NamedTuple):
    """The options of a random-table that checks a typed table."""

    game: str
    name: str
    dice: str = ""
    modifier: str = ""
    title: str = ""


PERCENT, NONE = "percent", "none"
_SCALED = re.compile(r"(?:(?P<out>(?:out )?of|in|per)|times|[x×]) ?(?P<number>\d[\d,]*(?:\.\d+)?)")
_NAMED = {"per mille": "out of 1000", "permille": "out of 1000", "‰": "out of 1000"}


def read_unit(text: str) -> str:
    """The unit as it was written; a ValueError if it is none."""
    text = " ".join(text.split())
    if text and text not in (PERCENT, NONE) and factor_of(text) is None:
        raise ValueError(
            f"no unit '{text}'; write 'percent', 'none', 'per mille', 'out of 36' or 'times 10'"
        )
    return text


def factor_of(unit: str) -> Fraction | None:
    """The number that the exact values are multiplied by; None for percent and plain numbers."""
    match = _SCALED.fullmatch(_NAMED.get(unit, unit))
    number = Fraction(match["number"].replace(",", "")) if match else None
    return number or None
