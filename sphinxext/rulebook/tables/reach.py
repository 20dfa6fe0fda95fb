"""Searches for the value of a parameter, or the target, that comes to a chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..figures import REACH
from ..rules.errors import RulesError
from ..rules.language.query import Argument, Event, EventKind, Query
from ..rules.questions import with_arguments
from .cells import Cell
from .plan import Meeting
from .target import Target, parameter_of

FARTHEST = 200
COUNTS = "counts"  # in `:of:`, the number that the event compares with


class Tried(NamedTuple):
    """A value that may be the one, with its question and its chance; none where it has none."""

    value: int | str
    query: Query
    chance: Fraction | None

    def found(self, *names: str) -> Cell:
        """Return the value as what was searched for."""
        number = Fraction(self.value) if isinstance(self.value, int) else None
        text = str(self.value)
        return Cell(text, REACH, number, str(self.query), (text, *names), is_number=True)


def reach(target: Target, at: Meeting) -> Cell:
    """Find the value with which the event has the column's chance.

    It is the greatest where greater is harder, as a target is, else the least.
    """
    before: list[Fraction | None] = []
    for tried in _tried(target, at.queries[0], by_ease=True):
        if tried.chance is not None and tried.chance >= _least(at):
            # No dice at all are no choice of a player's.
            anyone = not before or (tried.value == 1 and not any(before))
            return tried.found(*["any"] * anyone)
        before.append(tried.chance)
    return _none(at)


def nearest(target: Target, at: Meeting) -> Cell:
    """Find the value whose chance is nearest; of two that are as near, the one that reaches it."""
    best: tuple[tuple[Fraction, bool], Tried] | None = None
    sides: set[bool] = set()
    for tried in _tried(target, at.queries[0], by_ease=False):
        if tried.chance is None:
            continue
        near = abs(tried.chance - _least(at)), tried.chance < _least(at)
        sides.add(near[1])
        if best is None or near < best[0]:
            best = near, tried
        elif isinstance(tried.value, int) and len(sides) > 1:
            break  # past the chance, and going away from it
    return best[1].found() if best else _none(at)


def _least(at: Meeting) -> Fraction:
    assert at.place.least_chance is not None  # the plan refuses the others
    return at.place.least_chance


def _none(at: Meeting) -> Cell:
    return Cell("–", REACH, question=str(at.queries[0]), is_number=True)


def _tried(target: Target, query: Query, *, by_ease: bool) -> Iterator[Tried]:
    """Ask for each value in turn, as long as somebody wants to know."""
    word = target.spec.of
    if word == COUNTS:
        yield from _targets(target, query)
        return
    values = _values(target, word)
    if by_ease and _falls(target, query, word, values):
        values = values[::-1]
    yield from (_with(target, query, word, value) for value in values)


def _targets(target: Target, query: Query) -> Iterator[Tried]:
    """Ask for each number that the roll can come to, or come to at most, the hardest first."""
    operator = target.spec.event.replace("*", "").strip() or ">="
    counts = target.rules.ask(query._replace(event=None)).counts
    if counts is None or operator not in (">=", "<=", ">", "<"):
        raise RulesError("':of: counts' asks for a comparison of a number, such as '>= *'")
    for number in sorted(counts, reverse=operator.startswith(">")):
        asked = query._replace(event=Event(EventKind(operator), number=number))
        yield Tried(number, asked, target.rules.ask(asked).probability)


def _values(target: Target, word: str) -> Sequence[int | str]:
    """Return the values that the parameter takes."""
    parameter = parameter_of(target, word)
    if parameter.choices:
        return [choice.name for choice in parameter.choices]
    most = parameter.most if parameter.most is not None else FARTHEST
    return range(parameter.least, most + 1)


def _with(target: Target, query: Query, word: str, value: Argument) -> Tried:
    """Ask with that value of a parameter; there may be no chance, as of no dice at all."""
    asked = query._replace(
        what=with_arguments(target.rules, target.game, query.what, [(word, value)])
    )
    assert isinstance(value, int | str)
    try:
        return Tried(value, asked, target.rules.ask(asked).probability)
    except RulesError:
        return Tried(value, asked, None)


def _falls(target: Target, query: Query, word: str, values: Sequence[int | str]) -> bool:
    """Return whether a greater value is harder, as a target is."""
    if isinstance(values[0], str):
        return False
    few = [_with(target, query, word, value) for value in (*values[:3], values[len(values) // 2])]
    known = [tried.chance for tried in few if tried.chance is not None]
    return len(known) > 1 and known[-1] < known[0]
