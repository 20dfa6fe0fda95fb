"""The options of directives and roles, as the book's memory keeps them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Request(NamedTuple):
    """A question of a page: its kind, the game in force, the text, and how it is shown."""

    kind: str  # odds, rule, rolled, game or table
    game: str
    text: str
    how: tuple[str, ...] = ()  # format, digits, rounding; for a table its whole specification


class TableSpec(NamedTuple):
    """The options of a dice-table."""

    game: str
    check: str
    rows: str
    columns: str = ""
    given: str = ""
    event: str = ""
    footer: str = ""
    show: str = ""
    of: str = ""
    format: str = ""
    digits: str = ""
    rounding: str = ""


# Kinds of requests that rooms after this one answer; they add themselves.
ANSWERED_ELSEWHERE: dict[str, Callable[[Any, Request], Any]] = {}


class RandomTableSpec(NamedTuple):
    """The options of a random-table that checks a typed table."""

    game: str
    name: str
    dice: str = ""
    modifier: str = ""
    title: str = ""
