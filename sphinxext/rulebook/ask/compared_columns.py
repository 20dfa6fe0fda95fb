"""Columns of another kind beside the chances: a difference, the modifier worth it, a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..figures import DIFFERENCE, RULE, WORTH
from ..figures.rule_values import rule_text
from ..figures.worth import AS, NOTHING
from ..rules.errors import RulesError
from ..rules.language.parse import parse_args
from ..rules.language.query import Call, Event, EventKind, Query
from ..rules.model.arguments import bound, given
from ..rules.questions import with_arguments
from ..words.labels import Label
from .axis_kinds import NAMED, parameter_of, with_label
from .cell_question import question
from .option_values import listed_values, quoted_texts
from .places import AxisContext, AxisKind, Patch, Place

if TYPE_CHECKING:
    from .axis_kinds import Level
    from .cells import Asking, Cell

_MARKS = {AxisKind.DIFFERENCE: "(±)", AxisKind.WORTH: "(≈)"}
FARTHEST = 40  # levels that are tried to come to the same chance


def _with(kind: AxisKind, asked: AxisContext, op: str, values: str) -> Level:
    """The sets of arguments that a column compares with none."""
    check = asked.check
    if check is None:
        raise RulesError("plain dice have no arguments")
    if op not in ("", "=") or not values:
        raise RulesError(f"the axis '{kind}' lists arguments, as in '{kind} = \"advantage=1\"'")
    places = []
    for text in quoted_texts(values):
        args = parse_args(text)
        if not check.versus:
            args = tuple(given(check, args).items())
        label = with_label(text, args, check, asked)
        label = label._replace(text=f"{label.text} {_MARKS[kind]}")
        places.append(Place((label,), (Patch(args=args, compared=kind),)))
    return Label(""), places


def differences(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of differences from the row's own chance."""
    return _with(AxisKind.DIFFERENCE, asked, op, values)


def worths(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of how many levels of ``:of:`` do as much."""
    return _with(AxisKind.WORTH, asked, op, values)


def rules_shown(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of values of the rules, such as the faces that succeed."""
    del asked
    if op not in ("", "=") or not values:
        raise RulesError("the axis 'rule' lists keys of the check, as in 'rule = success'")
    return Label(""), [
        Place((Label(key),), (Patch(compared=AxisKind.RULE, key=key),))
        for key in listed_values(values)
    ]


def ways(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of numbers of ways instead of chances."""
    title, places = NAMED[AxisKind.EVENTS](asked, op, values)
    found = []
    for place in places:
        label = (
            place.labels[0]._replace(text=asked.words.ways) if len(places) == 1 else place.labels[0]
        )
        patches = tuple(patch._replace(compared=AxisKind.WAYS) for patch in place.patches)
        found.append(Place((label,), patches))
    return title, found


AXES: dict[AxisKind, Callable[[AxisContext, str, str], Level]] = {
    AxisKind.DIFFERENCE: differences,
    AxisKind.WORTH: worths,
    AxisKind.RULE: rules_shown,
    AxisKind.WAYS: ways,
}


def compared_cell(ask: Asking, row: Place, column: Place) -> Cell | None:
    """The cell of such a column, None for a column of another kind."""
    patches = (*row.patches, *column.patches)
    kind, key = next(((each.compared, each.key) for each in patches if each.compared), (None, ""))
    if kind is None:
        return None
    if kind is AxisKind.RULE:
        return _rule(ask, patches, key)
    query = question(ask.asked, patches, ask.spec.event)
    if kind is AxisKind.WAYS:
        from .cells import figure

        return figure(ask, query, ways=True)
    plain = question(ask.asked, [p for p in patches if not p.compared], ask.spec.event)
    gap = _chance(ask, query) - _chance(ask, plain)
    if kind is AxisKind.WORTH:
        return _worth(ask, query, plain)
    from .cells import Cell

    return Cell(DIFFERENCE.write(gap, ask.style), DIFFERENCE, gap, str(query))


def _chance(ask: Asking, query: Query) -> Fraction:
    answer = ask.asked.rules.ask(query)
    value = answer.probability if answer.value is None else answer.value
    if value is None:
        raise RulesError("nothing asks for a chance; add ':event: >= 2' or an axis of counts")
    return value


def _worth(ask: Asking, query: Query, plain: Query) -> Cell:
    """Count the levels of a parameter that give the same chance, in proportion between two."""
    from .cells import Cell

    word = ask.spec.of
    if not word:
        raise RulesError("the axis 'worth' needs ':of:', the parameter whose levels are counted")
    check = ask.asked.check
    assert check is not None  # it has arguments
    parameter = parameter_of(ask.asked, word)
    assert isinstance(plain.what, Call)
    now = bound(check, plain.what.args)[parameter.name]
    if not isinstance(now, int | Fraction):
        raise RulesError(f"'{word}' has no levels that could be counted")
    aim, here = _chance(ask, query), _chance(ask, plain)
    value: Fraction | None = None
    for sign in (1, -1):
        before = here
        for level in range(1, FARTHEST + 1):
            try:
                changed = [(word, now + sign * level)]
                what = with_arguments(ask.asked.rules, ask.asked.game, plain.what, changed)
            except RulesError:
                break
            try:
                after = _chance(ask, plain._replace(what=what))
            except RulesError:
                break
            if after != before and min(before, after) <= aim <= max(before, after):
                part = (aim - before) / (after - before)
                value = sign * (level - 1 + part)
                break
            before = after
        if value is not None:
            break
    asked = f"{query}{AS}{word}"
    if value is None:
        return Cell(NOTHING, WORTH, None, asked)
    return Cell(WORTH.write(value, ask.style), WORTH, value, asked)


def _rule(ask: Asking, patches: Sequence[Patch], key: str) -> Cell:
    from .cells import Cell

    query = question(ask.asked, [p for p in patches if not p.compared], Event(EventKind.MEAN))
    path = f"{query.what}.{key}"
    text = rule_text(ask.asked.rules, query.game, path, ask.style)
    return Cell(text, RULE, None, path, (text,))
