"""Columns of another kind beside the chances: a difference, the modifier worth it, a rule."""

from __future__ import annotations

from collections.abc import Callable

from ..rules.errors import RulesError
from ..rules.language.parse import parse_args
from ..rules.model.arguments import given
from ..words.labels import Label
from .axis_kinds import NAMED, Level, with_label
from .option_values import listed_values, quoted_texts
from .places import AxisContext, AxisKind, Patch, Place, Show

_MARKS = {Show.DIFFERENCE: "(±)", Show.WORTH: "(≈)"}


def _with(kind: Show, asked: AxisContext, op: str, values: str) -> Level:
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
        places.append(Place((label,), (Patch(args=args, show=kind),)))
    return Label(""), places


def differences(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of differences from the row's own chance."""
    return _with(Show.DIFFERENCE, asked, op, values)


def worths(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of how many levels of ``:of:`` do as much."""
    return _with(Show.WORTH, asked, op, values)


def rules_shown(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of values of the rules, such as the faces that succeed."""
    del asked
    if op not in ("", "=") or not values:
        raise RulesError("the axis 'rule' lists keys of the check, as in 'rule = success'")
    return Label(""), [
        Place((Label(key),), (Patch(show=Show.RULE, key=key),)) for key in listed_values(values)
    ]


def ways(asked: AxisContext, op: str, values: str) -> Level:
    """Columns of numbers of ways instead of chances."""
    title, places = NAMED[AxisKind.EVENTS](asked, op, values)
    found = []
    for place in places:
        label = (
            place.labels[0]._replace(text=asked.words.ways) if len(places) == 1 else place.labels[0]
        )
        patches = tuple(patch._replace(show=Show.WAYS) for patch in place.patches)
        found.append(Place((label,), patches))
    return title, found


AXES: dict[AxisKind, Callable[[AxisContext, str, str], Level]] = {
    AxisKind.DIFFERENCE: differences,
    AxisKind.WORTH: worths,
    AxisKind.RULE: rules_shown,
    AxisKind.WAYS: ways,
}
