"""The chart of an explorer, for outputs that do not turn."""

from __future__ import annotations

from dataclasses import replace

from ..ask.chart import Chart
from ..ask.read_chart import chart
from ..ask.specs import ChartSpec
from ..rules.errors import RulesError
from .dials import DIFFICULTIES, Dial
from .made import Made
from .slice import Slice, some_of

MOST_BARS = 9  # of parts above or beside each other, so that they fit a small page


def chart_of(made: Made, cut: Slice) -> Chart | None:
    """The chart of the table's slice or, where the rules refuse a part of that, of the start."""
    for spec in _specs(made, cut):
        try:
            return chart(made.ask.rules, made.ask.style, spec)
        except RulesError:
            continue  # a setting that the rules refuse, or more than a chart can show
    return None


def _specs(made: Made, cut: Slice) -> list[ChartSpec]:
    """The charts that may be there, the most telling first."""
    spec, event = made.spec, made.shown.event
    base = ChartSpec(
        made.ask.game, made.ask.spec.check, event=str(event) if event else "",
        format=spec.format, digits=spec.digits, rounding=spec.rounding,
    )  # fmt: skip
    fixed = [dial for dial in made.dials if not dial.is_difficulty]
    found = []
    if cut.down >= 0:
        down = made.dials[cut.down]
        split = _split(made, down)
        others = [dial for dial in fixed if dial is not down]
        found.append(
            replace(
                base,
                given=_given(made, others),
                across=_axis(down, some_of(down, cut.rows, MOST_BARS) if split else cut.rows),
                split=split,
            )
        )
    at_start = _given(made, fixed)
    return [*found, replace(base, given=at_start, event=""), replace(base, given=at_start)]


def _split(made: Made, down: Dial) -> str:
    """Return the axis that splits each place of the chart."""
    if made.shown.event is not None:
        return ""
    if made.difficulty is not None and (dial := made.dials[made.difficulty]) is not down:
        return _axis(dial, range(len(dial.places)))
    return "outcomes" if made.columns.named else ""


def _axis(dial: Dial, rows: tuple[int, ...] | range) -> str:
    """The values of a dial as an axis writes them."""
    values = ", ".join(_quoted(dial.keys[i]) for i in rows)
    return f"{DIFFICULTIES if dial.is_difficulty else dial.name} = {values}"


def _given(made: Made, dials: list[Dial]) -> str:
    """The arguments of the author and of dials at their start."""
    start = [f"{dial.name}={_quoted(dial.keys[dial.start])}" for dial in dials]
    return ", ".join([part for part in (made.spec.given, *start) if part])


def _quoted(key: str) -> str:
    return key if key.replace("-", "").replace(".", "").isalnum() else f'"{key}"'
