"""Refuses an option that changes nothing in the table or chart, and says what to write."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from ..rules.errors import RulesError
from .cells import Asking
from .places import Axis, AxisKind, Show
from .specs import TableSpec

_WITHOUT_EVENT = (Show.FACE, Show.RULE)
_COUNTING = (Show.REACH, Show.NEAREST, Show.WORTH)
_NUMBERS = {"given": "with", "format": "format", "digits": "digits", "rounding": "rounding"}


class _Said(NamedTuple):
    """A place's own words: the show that it names, and whether it asks for an event."""

    show: Show | None
    asks: bool


def refuse_idle(ask: Asking, rows: Axis, columns: Axis | None) -> None:
    """Raise if an option of a table or chart has no effect on any of its cells."""
    spec = ask.spec
    down, across = _said(rows), _said(columns) if columns else {_Said(None, asks=False)}
    shows = {(row.show or column.show) for row, column in product(down, across)}
    if spec.show and None not in shows:
        raise RulesError(
            f"':show: {spec.show}' has no effect, for the axes say what each cell shows; leave it "
            "out"
        )
    if ask.show is Show.DIFFERENCE and (columns is None or len(columns.places) < 2):
        raise RulesError(
            "':show: difference' compares each column with the first, and there is one; add "
            "':columns: favor = 0..2' or another axis"
        )
    if spec.of and not {show or ask.show for show in shows} & {*_COUNTING}:
        raise RulesError(
            "':of:' has no effect here; it goes with ':show: reach', ':show: nearest' or an axis "
            "'worth'"
        )
    # One column is headed by the event, so that the axis of the rows may not ask for others.
    asks = all(row.asks for row in down) and (columns is None or columns.kinds == (AxisKind.ONE,))
    shown = {show for show in shows if show not in _WITHOUT_EVENT}
    if spec.event and ((asks and "*" not in spec.event) or not shown):
        raise RulesError(
            f"':event: {spec.event}' has no effect, for the axis says what each cell asks; leave "
            "it out, or use an axis of a parameter"
        )


def _said(axis: Axis) -> set[_Said]:
    """Return what the places of an axis say, each once."""
    return {
        _Said(
            next((patch.show for patch in place.patches if patch.show), None),
            any(patch.event or patch.template for patch in place.patches),
        )
        for place in axis.places
    }


def refuse_numbers(spec: TableSpec) -> None:
    """Raise if an option is about figures in a table that shows words of the rules alone."""
    idle = [] if spec.footer else [said for name, said in _NUMBERS.items() if getattr(spec, name)]
    idle += ["of"] if spec.of else []
    if idle:
        raise RulesError(
            f"':{idle[0]}:' has no effect on a table of words from the rules; leave it out, or "
            "write ':show: chance' for a column of chances"
        )
