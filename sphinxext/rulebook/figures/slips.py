"""Why a figure may be wrong: another rounding, or a question nearby for which it is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..rules.errors import RulesError
from ..rules.language.query import Call, EventKind, Query
from ..rules.model.arguments import bound
from ..rules.questions import in_force, with_arguments
from ..settings import Book
from ..words.formatter import ROUNDED, rounded
from ..words.read_figure import Form, TypedFigure
from .correct import spelled
from .typing_slips import FEWEST, typing_slip

if TYPE_CHECKING:
    from .kind import Case, Elsewhere, Fits


class Slip(NamedTuple):
    """A question that an author may have meant instead, and how to say so."""

    says: str
    query: Query


def why(
    case: Case, written: TypedFigure, fits: Fits, elsewhere: Elsewhere, expected: str = ""
) -> str:
    """Explain what the figure was probably meant for; empty if that is a guess."""
    if written.form is Form.BLANK:
        return ""
    if reason := _rounded_otherwise(written, case.exact):
        return reason
    slip = typing_slip(case.typed.text, expected)
    if slip and sum(map(str.isdigit, expected)) > FEWEST:
        return slip  # so many digits are alike by no coincidence
    if (known := elsewhere(fits)) is not None:
        return known or slip
    query = in_force(case.given.question, case.ground.game)
    return _meant(case.ground.book, query, case.exact, fits) or slip


def why_rolled(book: Book, query: Query, said: Sequence[Fraction]) -> str:
    """The argument with which the dice do come to what the words say."""
    found = []
    for slip in _other_arguments(book, query):
        try:
            value = book.rules.judge(slip.query).value
        except RulesError:
            continue
        if value is not None and list(said) == [Fraction(value)]:
            found.append(slip.says)
    return f"right with {found[0]}" if len(found) == 1 else ""


def _rounded_otherwise(written: TypedFigure, exact: Fraction) -> str:
    """The other way of rounding that gives the figure."""
    if written.form not in (Form.PERCENT, Form.DECIMAL, Form.ONE_IN, Form.NUMBER) or written.bound:
        return ""
    value = (1 / exact if exact else exact) if written.form is Form.ONE_IN else exact
    places = written.digits + (2 if written.form is Form.PERCENT else 0)
    for way, says in ROUNDED.items():
        near = rounded(value, places, way)
        if near == written.value and near in (0, 1) and written.form is not Form.NUMBER:
            return f"{_as_digits(written)} is only for what {'always' if near else 'never'} happens"
        if near == written.value:
            answer = spelled(exact, average=True) if written.form is Form.NUMBER else spelled(exact)
            return f"{_as_digits(written)} is {answer.partition(' (')[0]} rounded {says}"
    return ""


def _as_digits(written: TypedFigure) -> str:
    """The figure as digits."""
    scale = 100 if written.form is Form.PERCENT else 1
    text = f"{float(written.value * scale):.{written.digits}f}"
    return {Form.PERCENT: f"{text}%", Form.ONE_IN: f"1 in {text}"}.get(written.form, text)


def _meant(book: Book, query: Query, exact: Fraction, fits: Fits) -> str:
    """The one question nearby that the figure answers."""
    near = [*_other_comparisons(query), *_other_arguments(book, query)]
    first: list[Slip] = []
    if query.event is not None and query.event.kind in _EQUALITY and fits(Fraction(1, 2)):
        # Half of all rolls are at least as high, and half are lower: the first is meant.
        other = _EQUALITY[query.event.kind]
        first = [slip for slip in near if slip.query.event and slip.query.event.kind == other]
    for slips in (first, near, _others(book, query)):
        found = []
        for slip in slips:
            value = _answer(book, slip.query)
            if value is not None and value != exact and fits(value):
                found.append(slip.says)
        if found:
            return f"right with {found[0]}" if len(found) == 1 else ""
    if query.event is not None and not query.event.is_average and fits(1 - exact):
        return "it is the opposite chance"
    return ""


def _answer(book: Book, query: Query) -> Fraction | None:
    try:
        answer = book.rules.ask(query)
    except RulesError:
        return None
    return answer.value if answer.value is not None else answer.probability


# `> n` is `>= n + 1`, so that of each pair of neighbours one is left to say.
_NEAR = {
    ">=": (">", "=", "<="),
    ">": (">=", "=", "<"),
    "<=": ("<", "=", ">="),
    "<": ("<=", "=", ">"),
    "=": (">=", "<="),
    "!=": ("=",),
}
_EQUALITY = {">=": ">", ">": ">=", "<=": "<", "<": "<="}
_STEPS = {">=": (-1,), ">": (1,), "<=": (1,), "<": (-1,), "=": (-1, 1), "!=": (-1, 1)}


def _other_comparisons(query: Query) -> Iterator[Slip]:
    """The same question with another sign, or with a number off by one."""
    event = query.event
    if event is None:
        return
    for kind in _NEAR.get(event.kind, ()):
        other = event._replace(kind=EventKind(kind))
        yield Slip(f"'{other}'", query._replace(event=other))
    for step in _STEPS.get(event.kind, ()):
        other = event._replace(number=event.number + step)
        yield Slip(f"'{other}'", query._replace(event=other))


def _other_arguments(book: Book, query: Query) -> Iterator[Slip]:
    """The same question with one argument off by one."""
    if not isinstance(query.what, Call):
        return  # dice take no arguments
    check = book.rules.game(query.game).check(query.what.check)
    if check.versus:
        return
    for name, value in bound(check, query.what.args).items():
        if not isinstance(value, int | Fraction):
            continue
        for step in (1, -1):
            try:
                what = with_arguments(book.rules, query.game, query.what, [(name, value + step)])
            except RulesError:
                continue
            yield Slip(f"{name}={value + step}", query._replace(what=what))


def _others(book: Book, query: Query) -> Iterator[Slip]:
    """The same question of another choice, difficulty or outcome, or with sides exchanged."""
    event, what = query.event, query.what
    if not isinstance(what, Call) or event is None:
        return
    check = book.rules.game(query.game).check(what.check)
    names = {
        "meets": [difficulty.name for difficulty in check.difficulties],
        "is": [outcome.name for outcome in check.outcomes],
    }.get(event.kind, [])
    for name in names:
        if name != event.name:
            other = event._replace(name=name)
            yield Slip(f"'{other}'", query._replace(event=other))
    if check.versus:
        if len(what.args) == 2:
            (first, one), (second, two) = what.args
            yield Slip("its sides exchanged", query._replace(
                what=Call(what.check, ((first, two), (second, one)))))  # fmt: skip
        return
    values = bound(check, what.args)
    for parameter in check.takes:
        for choice in parameter.choices:
            if choice.name != values[parameter.name]:
                named = [(parameter.name, choice.name)]
                changed = with_arguments(book.rules, query.game, what, named)
                yield Slip(f"{parameter.name}={choice.name}", query._replace(what=changed))
