"""Reads the AXIS of an option against the rules."""

from __future__ import annotations

import re
from math import prod

from ..rules.errors import RulesError
from .axis_kinds import NAMED, named_axis, parameter_axis
from .option_values import MOST, split_outside
from .places import Axis, AxisKind, beside, nested
from .target import Target

_AXIS = re.compile(r"\s*([\w.-]+)\s*(?:(>=|<=|!=|=|>|<|≥|≤|≠)\s*(.*))?", re.DOTALL)
_SPELLED = {"≥": ">=", "≤": "<=", "≠": "!="}
_BARE = (AxisKind.COUNTS, AxisKind.CHANCES)  # numbers, which say nothing without their title


def read_axis(text: str, target: Target) -> Axis:
    """Read the axis that the text writes; parts between bars are beside each other."""
    parts = [each for each in split_outside(text, "|") if each]
    if len(parts) > 1:
        return beside([read_axis(each, target) for each in parts])
    levels = [_level(part, target) for part in split_outside(text, ";")]
    size = prod(len(level.places) for level in levels)
    if size > MOST:
        raise RulesError(f"'{text}' has {size:,} places; the most is {MOST}")
    return nested(levels)


def _level(text: str, target: Target) -> Axis:
    match = _AXIS.fullmatch(text)
    if match is None:
        raise RulesError(
            f"'{text}' is not an axis; write 'dice = 1..8', 'difficulties' or 'counts = 0..5'"
        )
    word, op, values = match[1], _SPELLED.get(match[2] or "", match[2] or ""), (match[3] or "")
    if op and not values.strip():
        raise RulesError(f"the axis '{text}' has no values")
    if word.lower() in NAMED:
        kind = AxisKind(word.lower())
        title, places = named_axis(kind, target, op, values.strip())
        bare = kind in _BARE
    else:
        kind = AxisKind.PARAMETER
        title, places = parameter_axis(word, target, op, values.strip())
        bare = not any(isinstance(place.args[0][1], str) for place in places)
    if not places:
        raise RulesError(f"the axis '{text}' is empty")
    return Axis((kind,), (title,), tuple(places), (bare,))
