"""The cells of a table and the figures of a chart: a function for each kind of show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ..figures import CHANCE, DIFFERENCE, FACE, MEAN_DIFFERENCE, RULE, WAYS
from ..figures.rule_values import rule_text
from ..figures.written import Written, written
from ..rules.digits import decimals
from ..rules.errors import RulesError
from ..rules.language.query import EventKind, Query, Thrown
from ..rules.questions import rolls_in_all
from .cells import Cell
from .places import Show
from .plan import UNASKED, Meeting, Plan
from .reach import nearest, reach
from .target import Target

Matrix = tuple[tuple[Cell, ...], ...]  # row by row


def matrix(plan: Plan) -> Matrix:
    """Ask everything at once, and return what each meeting of a row and a column shows."""
    target, queries = plan.target, plan.queries
    answers = written(target.rules.ask_all(queries), target.style)
    figures = dict(zip(queries, answers, strict=True))
    return tuple(tuple(_cell(target, each, figures) for each in row) for row in plan.meetings)


def _cell(target: Target, at: Meeting, figures: Mapping[Query, Written | RulesError]) -> Cell:
    """Return the figure of one place; one that is too much work is a dash."""
    found = [figures[query] for query in at.queries] if at.show not in UNASKED else []
    try:
        for figure in found:
            if isinstance(figure, RulesError):
                raise figure
        return SHOWS[at.show](target, at, *found)
    except target.spares as error:
        return Cell("–", refused=str(error))


def _figure(own: Written) -> Cell:
    return Cell(own.text, own.kind, own.value, own.question, is_number=True)


def _chance(target: Target, _: Meeting, own: Written) -> Cell:
    if target.spec.show == Show.CHANCE and own.kind is not CHANCE:
        raise RulesError("an average is no chance; leave out ':show: chance'")
    return _figure(own)


def _average(_: Target, __: Meeting, own: Written) -> Cell:
    return _figure(own)


def _ways(target: Target, at: Meeting, own: Written) -> Cell:
    query = at.queries[0]
    if own.kind is not CHANCE:
        raise RulesError("an average is no number of ways; write ':show: mean' or ask for an event")
    what = query.what
    if query.event is not None and query.event.kind is EventKind.MEETS:
        what = target.rules.met(query).what
    many = own.value * rolls_in_all(target.rules, target.game, what)
    if many.denominator != 1:
        raise RulesError(f"the chance of '{query}' is not a whole number of rolls")
    return _figure(own)._replace(text=decimals(many.numerator), kind=WAYS, value=many)


def _difference(target: Target, _: Meeting, own: Written, base: Written | None = None) -> Cell:
    """Return how far a figure is from the plain one; the first column shows the plain one."""
    if base is None:
        return _figure(own)
    if own.kind is not base.kind:
        raise RulesError("a chance and an average have no difference; let both be one of them")
    gap = own.value - base.value
    kind = DIFFERENCE if own.kind is CHANCE else MEAN_DIFFERENCE
    text = kind.write(gap, target.style)
    return _figure(own)._replace(text=text, kind=kind, value=gap, base=base.question)


def _rule(target: Target, at: Meeting) -> Cell:
    """Return a value of the rules."""
    query = at.queries[0]
    path = f"{query.what}.{at.place.key}"
    text = rule_text(target.rules, query.game, path, target.style)
    return Cell(text, RULE, None, path, (text,), is_number=True)


def _face(target: Target, at: Meeting) -> Cell:
    """Return what one face of a die shows."""
    query, face = at.queries[0], at.place.face
    judged = target.rules.judge(query._replace(event=None, thrown=(Thrown((face,)),)))
    text = judged.outcome if judged.outcome is not None else str(judged.value)
    named = judged.outcome is not None or judged.value is None
    value = None if named else Fraction(judged.value or 0)
    return Cell(text, FACE, value, f"{query} on {face}", (text,), is_number=not named)


SHOWS: dict[Show, Callable[..., Cell]] = {
    Show.CHANCE: _chance,
    Show.WAYS: _ways,
    Show.MEAN: _average,
    Show.MEDIAN: _average,
    Show.DIFFERENCE: _difference,
    Show.REACH: reach,
    Show.NEAREST: nearest,
    Show.RULE: _rule,
    Show.FACE: _face,
}
