"""The marks that hold a figure or a table: their kinds, their options, and where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from ...book.directive import unquoted
from ...rules.errors import RulesError, suggest
from ...tables.specs import RandomTableSpec, TableSpec, read_unit

FIGURES = ("odds", "rule", "rolled")
TABLES = ("dice-table", "random-table")
GAME = "rulebook-game"
_MARK = re.compile(rf"\s*(?P<kind>{'|'.join((*FIGURES, *TABLES, GAME))})\s*:")
_BEGINS = re.compile(
    rf"(?:<!--[\s>]*|\.\.[ \t]+)(?:{'|'.join((*FIGURES, *TABLES, GAME))})\s*:(?!:)"
)
_OPTIONS = {
    "dice-table": (
        *("with" if each.name == "given" else each.name for each in fields(TableSpec)),
        *("unit", "blank", "unjudged"),
    ),
    "random-table": RandomTableSpec._fields,
}


@dataclass(frozen=True)
class Mark:
    """A comment that is a mark: its kind and its text."""

    kind: str
    text: str


def may_hold_mark(text: str) -> bool:
    """Check quickly whether a text has a comment that begins as a mark does."""
    return _BEGINS.search(text) is not None


def mark_in(comment: str) -> Mark | None:
    """The mark that a comment is, without the signs around it."""
    match = _MARK.match(comment)
    return Mark(match["kind"], " ".join(comment[match.end() :].split())) if match else None


def table_spec(mark: Mark, game: str) -> tuple[TableSpec | RandomTableSpec, tuple[str, str, str]]:
    """Read a mark's options: the table that it asks for, and its unit and blank cells."""
    said = {"game": game, **options_of(mark)}
    if mark.kind == "random-table":
        spec = {name: said.get(name, "") for name in RandomTableSpec._fields}
        return RandomTableSpec(**spec), ("", "", "")
    said["given"] = said.get("with", "")
    try:
        unit = read_unit(said.get("unit", ""))
    except ValueError as error:
        raise RulesError(str(error)) from None
    known = {each.name: said.get(each.name, "") for each in fields(TableSpec)}
    return TableSpec(**known), (unit, said.get("blank", ""), said.get("unjudged", ""))


def _pieces(text: str) -> Iterator[str]:
    """The text cut at each semicolon that is not within quotes."""
    behind, start = text.count('"'), 0
    for match in re.finditer('[;"]', text):
        if match[0] == '"':
            behind -= 1
        elif behind % 2 == 0:
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]


def options_of(mark: Mark) -> Mapping[str, str]:
    """The options of a table's mark; a semicolon within a value joins two axes."""
    names = _OPTIONS[mark.kind]
    found: dict[str, str] = {}
    last = ""
    for piece in _pieces(mark.text):
        name, equals, value = (part.strip() for part in piece.partition("="))
        if equals and name in names and name not in found:
            found[name] = unquoted(value)
            last = name
        elif last and piece.strip() and (equals or last in ("rows", "columns")):
            if re.fullmatch(r"[a-z-]+", name) and last not in ("rows", "columns"):
                raise RulesError(f"no such option '{name}'{suggest(name, names)}")
            found[last] = f"{found[last]} ; {piece.strip()}"
        elif piece.strip():
            said = (
                f"'{piece.strip()}' is not an option; write 'check=NAME; rows=AXIS; columns=AXIS'"
            )
            raise RulesError(said + suggest(name, names))
    return found
