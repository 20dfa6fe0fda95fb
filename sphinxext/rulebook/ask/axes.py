"""Reads the AXIS of an option against the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from ..rules.errors import RulesError
from ..words.labels import Label
from .axis_kinds import NAMED, parameter_axis
from .compared_columns import AXES
from .option_values import MOST, split_outside
from .places import Axis, AxisContext, AxisKind, Place

_AXIS = re.compile(r"\s*([\w.-]+)\s*(?:(>=|<=|!=|=|>|<|≥|≤|≠)\s*(.*))?", re.DOTALL)
_READERS = {kind.value: (kind, read) for kind, read in {**NAMED, **AXES}.items()}
_SPELLED = {"≥": ">=", "≤": "<=", "≠": "!="}


def read_axis(text: str, asked: AxisContext) -> Axis:
    """The axis that the text writes; parts between bars are beside each other."""
    beside = [each for each in split_outside(text, "|") if each]
    if len(beside) > 1:
        return _beside([read_axis(each, asked) for each in beside])
    levels = [_level(part, asked) for part in split_outside(text, ";")]
    size = 1
    for level in levels:
        size *= len(level.places)
    if size > MOST:
        raise RulesError(f"'{text}' has {size:,} places; the most is {MOST}")
    if len(levels) == 1:
        return levels[0]
    places = []
    for parts in product(*[level.places for level in levels]):
        labels = tuple(label for part in parts for label in part.labels)
        patches = tuple(patch for part in parts for patch in part.patches)
        places.append(Place(labels, patches))
    return Axis(
        tuple(kind for level in levels for kind in level.kinds),
        tuple(title for level in levels for title in level.titles),
        tuple(places),
        tuple(bare for level in levels for bare in level.bare),
    )


def _beside(axes: Sequence[Axis]) -> Axis:
    """The places of several axes, one after the other, as one axis."""
    deepest = max(len(axis.titles) for axis in axes)
    places = []
    for axis in axes:
        for place in axis.places:
            empty = (Label(""),) * (deepest - len(place.labels))
            places.append(Place((*empty, *place.labels), place.patches))
    kinds = tuple(kind for axis in axes for kind in axis.kinds)
    return Axis(kinds, (Label(""),) * deepest, tuple(places), (False,) * deepest)


def _level(text: str, asked: AxisContext) -> Axis:
    match = _AXIS.fullmatch(text)
    if match is None:
        raise RulesError(
            f"'{text}' is not an axis; write 'dice = 1..8', 'difficulties' or 'counts = 0..5'"
        )
    word, op, values = match[1], _SPELLED.get(match[2] or "", match[2] or ""), (match[3] or "")
    if op and not values.strip():
        raise RulesError(f"the axis '{text}' has no values")
    if word.lower() in _READERS:
        kind, read = _READERS[word.lower()]
        title, places = read(asked, op, values.strip())
        bare = kind in (AxisKind.COUNTS, AxisKind.CHANCES)
    else:
        title, places = parameter_axis(word, asked, op, values.strip())
        kind = AxisKind.PARAMETER
        bare = not any(isinstance(patch.args[0][1], str) for p in places for patch in p.patches)
    if not places:
        raise RulesError(f"the axis '{text}' is empty")
    return Axis((kind,), (title,), tuple(places), (bare,))
