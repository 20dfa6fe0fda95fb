"""A question taken apart: of which game, of what, with which arguments, for which event or dice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from .formulas import Number

HOLDS = "holds"  # the kind of an event that is a whole condition
FARTHEST = 100_000  # a number in an event beyond this is refused


class Term(NamedTuple):
    """Dice of one kind in plain notation: 2d6, 4d6kh3, 3d6!."""

    sign: int
    many: int
    die: str
    explodes: bool
    keep: tuple[int, bool] | None  # how many, and whether the highest
    times: int


class PlainDice(NamedTuple):
    """Plain dice notation, as written and taken apart."""

    text: str
    terms: tuple[Term, ...]
    add: int

    def __str__(self) -> str:
        """The dice as they are written."""
        return self.text


class Call(NamedTuple):
    """A check of the rules with its arguments, in the order they are."""

    check: str
    args: tuple[tuple[str, Argument], ...] = ()  # a positional one has no name

    def __str__(self) -> str:
        """The call as a question writes it."""
        if not self.args:
            return self.check
        return f"{self.check}({', '.join(_argument(name, value) for name, value in self.args)})"


class SharedThrow(NamedTuple):
    """One throw that several parameters are read from: `tens of blow`, `outcome of blow`."""

    throw: Call | PlainDice
    number: Number | None  # what is read of it; None is its outcome

    def __str__(self) -> str:
        """The words that the rules file writes."""
        return f"{self.number or 'outcome'} of {self.throw}"


Argument = int | Fraction | str | Call | PlainDice | SharedThrow


def words_in(value: Argument) -> Iterator[str]:
    """The words that an argument hands on: its own, or those within a call."""
    if isinstance(value, Call):
        for _, each in value.args:
            yield from words_in(each)
    elif isinstance(value, str):
        yield value


class EventKind(StrEnum):
    """The kinds of events, as a question writes them; the first six compare."""

    AT_LEAST = ">="
    MORE = ">"
    AT_MOST = "<="
    LESS = "<"
    EQUAL = "="
    OTHER = "!="
    IS = "is"
    ANY = "any"
    MEETS = "meets"
    MEAN = "mean"
    MEDIAN = "median"
    HOLDS = HOLDS  # a whole condition


AVERAGES = frozenset({EventKind.MEAN, EventKind.MEDIAN})
OF_THE_RULES = frozenset({EventKind.MEETS, EventKind.HOLDS})  # only the rules know what they ask


class Event(NamedTuple):
    """The event that a question asks for: a comparison, an outcome, an average, a difficulty."""

    kind: EventKind
    name: str = ""
    number: int = 0

    @property
    def is_average(self) -> bool:
        """Return whether the event is no event: the question asks for an average or a median."""
        return self.kind in AVERAGES

    def __str__(self) -> str:
        """The event as a question writes it."""
        if self.kind is EventKind.HOLDS:
            return self.name
        if self.kind in (EventKind.IS, EventKind.ANY, EventKind.MEETS):
            words = "is any" if self.kind is EventKind.ANY else self.kind
            quote = '"' if _NEEDS_QUOTES.search(self.name) else ""
            return f"{words} {quote}{self.name}{quote}"
        return str(self.kind) if self.is_average else f"{self.kind} {self.number}"


class Thrown(NamedTuple):
    """Dice that were rolled, and those rolled again after them."""

    first: tuple[int, ...]
    again: tuple[int, ...] = ()


class Query(NamedTuple):
    """A question: of which game, of what, and for which event or dice."""

    game: str
    what: Call | PlainDice
    event: Event | None = None
    thrown: tuple[Thrown, ...] = ()
    waits: bool = False  # how many rolls it takes on average, instead of the chance
    over: Query | None = None  # how many times as likely it is as this one
    also: tuple[Query, ...] = ()  # rolled results, or averages, that are added to it

    def __str__(self) -> str:
        """The question as it is written."""
        game = f"{self.game}:" if self.game else ""
        asked = f"{game}{self.what}" + (f" {self.event}" if self.event else "")
        if self.also:
            return f"sum({' | '.join([asked, *map(str, self.also)])})"
        if self.over is not None:
            return f"ratio({asked} | {self.over})"
        return f"wait({asked})" if self.waits else asked


_NEEDS_QUOTES = re.compile(r'["“”<>()|;]|\bon \d|^\'')


def _argument(name: str, value: Argument) -> str:
    if isinstance(value, str):
        text = value if re.fullmatch(r"[\w-]+", value) else f'"{value}"'
    elif isinstance(value, Fraction):
        text = str(float(value))
    else:
        text = str(value)
    return f"{name}={text}" if name else text
