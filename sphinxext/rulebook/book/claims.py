"""The claims of a page: each figure that its author typed and marked, with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..tables.specs import RandomTableSpec, Request, TableSpec
    from .typed_table import TypedTable


class Claim(NamedTuple):
    """A figure in a sentence, held to the rules."""

    file: str
    line: int
    request: Request
    words: str
    language: str = ""  # of a translated text; else the book's
    around: str = ""  # the words beside it


class HeldTable(NamedTuple):
    """A table that its author typed, held to what the rules give."""

    file: str
    line: int
    spec: TableSpec
    sheet: TypedTable
    unit: str = ""
    blank: str = ""  # what a blank cell means
    unjudged: str = ""  # the columns and rows that are not judged


class HeldRolls(NamedTuple):
    """A random table that its author typed, held to its dice."""

    file: str
    line: int
    spec: RandomTableSpec
    sheet: TypedTable


class Broken(NamedTuple):
    """A claim that could not be read, as a line for its author; the check exits with 2."""

    file: str
    line: int
    message: str
    subtype: str = "table"  # of the warning in an ordinary build


Held = Claim | HeldTable | HeldRolls | Broken
