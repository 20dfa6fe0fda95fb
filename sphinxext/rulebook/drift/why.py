"""Why a figure is wrong, where the rules can tell: the nearest question for which it is right."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from ..present.asking import args_on
from ..present.numbers import ROUNDINGS, Style
from ..present.places import Asked
from ..present.words import words_of
from ..rules.errors import RulesError
from ..rules.query import Call, Query, parse
from ..settings import Book
from .written import Written, right, right_average

if TYPE_CHECKING:
    from .pairing import Pair, Paired

_ROUNDED = {
    "nearest": "rounded to the nearest",
    "even": "rounded half to even",
    "down": "rounded down",
}
_NEAR = {">=": (">", "<=", "="), ">": (">=", "<", "="), "<=": ("<", ">=", "="),
         "<": ("<=", ">", "="), "=": (">=", "<="), "!=": ("=",)}  # fmt: skip


def why_odds(
    book: Book, query: Query, written: Written, exact: Fraction, style: Style, *, average: bool
) -> str:
    """What the figure of a sentence may have been meant for; empty where that is a guess."""
    if reason := _rounding(written, exact, style, average=average):
        return reason
    if average or written.manner == "blank":
        return ""
    found = [
        says
        for says, other in _neighbours(book, query)
        if (chance := _chance(book, other)) is not None
        and chance != exact
        and right(written, chance, style)
    ]
    if found:
        return f"right with {found[0]}" if len(found) == 1 else ""
    if right(written, 1 - exact, style):
        return "it is the chance of the contrary"
    return ""


def _rounding(written: Written, exact: Fraction, style: Style, *, average: bool) -> str:
    if written.manner in ("fraction", "blank"):
        return ""
    for rounding in ROUNDINGS:
        if rounding == style.rounding and not average:
            continue
        other = style._replace(rounding=rounding, mean_rounding="exact")
        fits = right_average(written, exact, other) if average else right(written, exact, other)
        if fits:
            return f"it is {exact.numerator}/{exact.denominator} {_ROUNDED[rounding]}"
    return ""


def _chance(book: Book, query: Query) -> Fraction | None:
    try:
        return book.rules.ask(query).probability
    except RulesError:
        return None


def _neighbours(book: Book, query: Query) -> Iterator[tuple[str, Query]]:
    """Questions one slip away: an argument off by one, another comparison, a number off by one."""
    if isinstance(query.what, Call):
        asked = Asked(book.rules, query.game, query.what, words_of("en"))
        check = asked.check
        if check is not None and not check.versus:
            yield from _other_arguments(asked, query)
    event = query.event
    if event is None:
        return
    for kind in _NEAR.get(event.kind, ()):
        other = event._replace(kind=kind)
        yield f"'{other}'", query._replace(event=other)
    if event.kind in _NEAR:
        for step in (-1, 1):
            other = event._replace(number=event.number + step)
            yield f"'{other}'", query._replace(event=other)


def _other_arguments(asked: Asked, query: Query) -> Iterator[tuple[str, Query]]:
    from ..rules.bind import bound

    assert isinstance(query.what, Call)  # dice take no arguments
    check = asked.rules.game(query.game).check(query.what.check)
    try:
        values = bound(check, query.what.args)
    except RulesError:
        return
    for name, value in values.items():
        if isinstance(value, str):
            continue
        for step in (1, -1):
            try:
                what = args_on(asked, query.what, [(name, value + step)])
            except RulesError:
                continue
            yield f"{name}={value + step}", query._replace(what=what)


def why_cell(book: Book, written: Written, pair: Pair, laid: Paired, style: Style) -> str:
    """What the figure of a cell may have been meant for; empty where that is a guess."""
    exact = pair.cell.value
    if exact is None or written.manner == "blank":
        return ""
    if reason := _rounding(written, exact, style, average=False):
        return reason
    if reason := _exchanged(pair, laid, style):
        return reason
    neighbours = [
        other
        for other in laid.pairs
        if abs(other.row - pair.row) + abs(other.column - pair.column) == 1
        and other.cell.value is not None
        and other.cell.value != exact
        and other.cell.kind == "chance"
        and right(written, other.cell.value, style)
    ]
    if len(neighbours) == 1:
        return f"it belongs to the neighbouring cell, {neighbours[0].cell.question}"
    if neighbours:
        return ""
    query = parse(pair.cell.question)
    return why_odds(book, query, written, exact, style, average=False)


def _exchanged(pair: Pair, laid: Paired, style: Style) -> str:
    """The row whose figures all stand in this one, where it is exchanged with another."""
    from .written import as_chance, read_within

    typed = {p.column: p.typed.text for p in laid.pairs if p.row == pair.row}
    mine = [p for p in laid.pairs if p.row == pair.row]
    rows = {p.row for p in laid.pairs} - {pair.row}
    if len(mine) < 2:
        return ""
    for row in sorted(rows):
        others = {p.column: p.cell for p in laid.pairs if p.row == row}
        if set(others) != set(typed) or all(others[p.column].value == p.cell.value for p in mine):
            continue
        fits = []
        for column, text in typed.items():
            written = read_within(text, style.language)
            value = others[column].value
            if written is None or value is None:
                break
            fits.append(right(as_chance(written, percent=written.value > 1), value, style))
        if len(fits) == len(typed) and all(fits):
            label = " ".join(laid.labels[row]).strip() if row < len(laid.labels) else str(row + 1)
            return f"the figures of this row are those of '{label}'"
    return ""
