"""A chart as the rules give it: its axes read, its figures asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from ..figures import CHANCE
from ..figures.kind import FigureKind
from ..language import formatter
from ..language.formatter import Style
from ..language.labels import Label, event_label
from ..rules.errors import RulesError, suggest
from ..rules.language.query import Event, EventKind
from ..tables.axes import read_axis
from ..tables.cells import Cell
from ..tables.dice import die_colour
from ..tables.places import Axis, AxisKind, Place, names_of
from ..tables.plan import Plan, one_place, plan_of, question, refuse_idle
from ..tables.shows import matrix
from ..tables.target import Target, dice_at, target_of
from .chart import Chart, ChartKind, ChartSpec, ChartValue, Part, Turn
from .colours import BAR, LINES, line_like, outcome_colour, outcome_colours

if TYPE_CHECKING:
    from ..rules.rules import Rules

# More places and parts than this cannot be read, let alone told apart.
MOST = {
    ChartKind.BARS: (60, 6, "bars", "bars"),
    ChartKind.STACKED: (20, 12, "segments", "stacked columns"),
    ChartKind.LINES: (100, 8, "lines", "lines"),
    ChartKind.HEATMAP: (24, 30, "rows", "heat maps"),
}
# These show nothing that has a length.
UNDRAWN = {AxisKind.FACES, AxisKind.CHANCES, AxisKind.RULE}


class ChartPlan(NamedTuple):
    """The kind of a chart, and the plan of its figures: places down, series across."""

    kind: ChartKind
    split: Axis | None  # what each place is split into
    plan: Plan


def chart(rules: Rules, style: Style, spec: ChartSpec) -> Chart:
    """Return the chart that the options ask for."""
    kind, split, plan = chart_plan(rules, style, spec)
    target, across, cells = plan.target, plan.rows, matrix(plan)
    for i, row in enumerate(cells):
        if why := next((cell.refused for cell in row if cell.refused), ""):
            raise RulesError(f"'{names_of(across)[i]}' cannot be drawn: {why}")
    shows = _one_kind(cells)
    figures = tuple(tuple(map(_value, row)) for row in cells)
    if kind is ChartKind.STACKED:
        _check_stack(across, figures, shows)
    check = target.check
    return Chart(
        kind,
        title=target.title,
        axis=across.title,
        side=split.title if split else "",
        ticks=tuple(_ticks(target, across)),
        series=tuple(_series(kind, target, split)),
        figures=figures,
        turn=_turn(target, split, figures) if kind is ChartKind.STACKED and split else None,
        shows=shows,
        outcomes=len(check.outcomes) if check else 0,
        style=target.style,
    )


def chart_plan(rules: Rules, style: Style, spec: ChartSpec) -> ChartPlan:
    """Read the kind and the axes; nothing but a missing axis of counts is asked yet."""
    if spec.kind and spec.kind not in [*ChartKind]:
        raise RulesError(f"no kind of chart '{spec.kind}'{suggest(spec.kind, ChartKind)}")
    target = target_of(rules, style, spec.as_table())
    across, split = _axes(target, spec)
    kind = ChartKind(spec.kind or "auto")
    if kind is ChartKind.AUTO:
        kind = kind_of(across, split)
    if kind is ChartKind.STACKED and (split is None or across.kinds == (AxisKind.OUTCOMES,)):
        across, split = split or one_place(Label(target.title)), across
    if kind is ChartKind.HEATMAP and split is None:
        raise RulesError("a heatmap needs two axes; give ':split:' the one that runs down")
    _check_size(kind, across, split)
    columns = split or one_place(Label(""))
    refuse_idle(target, across, columns)
    return ChartPlan(kind, split, plan_of(target, across, columns))


def kind_of(across: Axis, split: Axis | None) -> ChartKind:
    """The kind of chart that shows these axes best."""
    axes = [across, split] if split else [across]
    if split is not None and [axis.kinds for axis in axes].count((AxisKind.OUTCOMES,)) == 1:
        return ChartKind.STACKED
    parameters = sum(AxisKind.PARAMETER in axis.kinds for axis in axes)
    return (ChartKind.BARS, ChartKind.LINES, ChartKind.HEATMAP)[parameters]


def _axes(target: Target, spec: ChartSpec) -> tuple[Axis, Axis | None]:
    """The two axes, those that the options leave out among them."""
    across = read_axis(spec.across, target) if spec.across else None
    split = read_axis(spec.split, target) if spec.split else None
    for axis in (across, split):
        if axis is not None and (undrawn := UNDRAWN & set(axis.kinds)):
            raise RulesError(f"a chart has no axis of {min(undrawn)}; show it in a dice-table")
    if across is None:
        across, split = split, None
    if spec.event or any(axis and axis.asks for axis in (across, split)):
        if across is None:
            raise RulesError("':across:' is missing; write ':across: dice = 1..8' or another axis")
        return across, split
    found = _all_results(target, across)
    return (found, None) if across is None else (across, split or found)


def _all_results(target: Target, across: Axis | None) -> Axis:
    """All results of the check: its outcomes, or each count of its distribution."""
    check = target.check
    if check is not None and check.outcomes:
        return read_axis("outcomes", target)
    if across is None:
        return _counts(target)
    if check is not None and check.difficulties:
        return read_axis("difficulties", target)
    raise RulesError("nothing asks for a chance; add ':event: >= 2', or ':split: counts >= 1..3'")


def _counts(target: Target) -> Axis:
    """Every value that the check can come to; the far ends of a long one are left out."""
    counts = target.rules.ask(question(target, Place(), "")._replace(event=None)).counts
    assert counts is not None  # a check without outcomes has values
    least = min(Fraction(1, 1000), max(counts.values()) / 20)
    seen = [k for k, chance in counts.items() if chance >= least]
    low, high = min(seen), max(seen)
    if high - low >= MOST[ChartKind.BARS][0]:
        raise RulesError(
            f"{high - low + 1:,} results are too many to read; choose some, as in "
            f"':across: counts >= {low}..{high} by {ceil((high - low) / 20)}'"
        )
    return read_axis(f"counts = {low}..{high}", target)


def _check_size(kind: ChartKind, across: Axis, split: Axis | None) -> None:
    most_places, most_series, parts, charts = MOST[kind]
    if len(across.places) > most_places:
        raise RulesError(
            f"{len(across.places)} columns are too many to read; {charts} have at most "
            f"{most_places}"
        )
    if split is not None and len(split.places) > most_series:
        raise RulesError(
            f"{len(split.places)} {parts} are too many to tell apart; {charts} have at most "
            f"{most_series}"
        )


def _value(cell: Cell) -> ChartValue:
    assert cell.value is not None  # a chart has no axis of what has none
    return ChartValue(cell.value, cell.text)


def _one_kind(cells: Sequence[Sequence[Cell]]) -> FigureKind:
    """The kind of all figures, which share one scale."""
    kinds = list(dict.fromkeys(cell.kind for row in cells for cell in row))
    if len(kinds) > 1:
        raise RulesError(
            f"'{kinds[0]}' and '{kinds[1]}' have no scale in common; make a chart of each"
        )
    return kinds[0]


def _check_stack(across: Axis, figures: Sequence[Sequence[ChartValue]], shows: FigureKind) -> None:
    """Refuse segments that would stand for the same roll twice."""
    if shows is not CHANCE:
        raise RulesError(f"stacked columns show chances, not '{shows}'; write ':kind: bars'")
    for name, row in zip(names_of(across), figures, strict=True):
        whole = sum((figure.value for figure in row), Fraction(0))
        if whole > 1:
            shown = formatter.percent_of(formatter.rounded(whole, 2), 0, "en")
            raise RulesError(
                f"the segments of '{name}' add up to {shown}; stacked columns need "
                "outcomes that exclude each other"
            )


def _named(axis: Axis) -> list[Part]:
    """Return the places of an axis by their names; numbers say what they are numbers of."""
    texts = names_of(axis)
    is_numeric = all(text.lstrip("−")[:1].isdigit() for text in texts)
    of = axis.title if is_numeric and axis.kinds == (AxisKind.PARAMETER,) else ""
    return [Part(text, of) for text in texts]


def _ticks(target: Target, across: Axis) -> Iterator[Part]:
    """Return the places along the axis, each with its colour or its die."""
    parts, dice = _named(across), dice_at(target, across.places)
    for part, place, die in zip(parts, across.places, dice, strict=True):
        if across.kinds == (AxisKind.OUTCOMES,):
            yield _as_outcome(target, place, part)
        elif die is not None:
            level = die.also[0] if die.also and (die.colour or die.image) else ""
            part = part._replace(name_of_die=die.name, level=level)
            yield part._replace(die=die_colour(die), image=die.image)
        else:
            yield part


def _as_outcome(target: Target, place: Place, part: Part) -> Part:
    """Return a part with the number and the colour of the outcome that its place stands for."""
    check, event = target.check, place.event
    if check is None or event is None or event.kind is not EventKind.IS:
        return part
    at = check.outcomes.index(check.outcome(event.name))
    return part._replace(outcome=at + 1, colour=outcome_colours(check)[at])


def _series(kind: ChartKind, target: Target, split: Axis | None) -> list[Part]:
    if split is None:
        name = _event_name(target, target.event) if isinstance(target.event, Event) else ""
        return [Part(name, colour=LINES[0] if kind is ChartKind.LINES else BAR)]
    found: list[Part] = []
    parts = zip(_named(split), split.places, dice_at(target, split.places), strict=True)
    for i, (part, place, die) in enumerate(parts):
        part = _as_outcome(target, place, part)
        colour = ""
        if AxisKind.OUTCOMES in split.kinds and kind is not ChartKind.LINES:
            colour = part.colour  # a line must show on any page
        if kind in (ChartKind.BARS, ChartKind.LINES) and die is not None:
            colour, part = die_colour(die), part._replace(name_of_die=die.name)
            if colour and kind is ChartKind.LINES:
                colour = line_like(colour, [series.colour for series in found])
        if not colour:
            many = len(split.places)
            colour = outcome_colour(i, many) if kind is ChartKind.STACKED else LINES[i % len(LINES)]
        if place.event and split.kinds == (AxisKind.COUNTS,):
            part = part._replace(text=_event_name(target, place.event))
        found.append(part._replace(colour=colour))
    return found


def _event_name(target: Target, event: Event) -> str:
    """An event as it is said: "1 success", "≥ 2 successes", "any YES"."""
    noun = target.check.noun if target.check else None
    text = event_label(event, target.words, target.check).text
    if noun is None or not noun.one or event.kind not in _COMPARED:
        return text
    if event.kind is EventKind.EQUAL:
        return noun.of(event.number).replace("-", "−")
    return f"{text} {noun.one if event.number == 1 else noun.many}"


_COMPARED = [EventKind(op) for op in (">=", ">", "<=", "<", "=", "!=")]


def _turn(target: Target, split: Axis, figures: Sequence[Sequence[ChartValue]]) -> Turn | None:
    """Find where the last group of outcomes begins, if each group is one stretch of the ladder."""
    check = target.check
    if check is None or split.kinds != (AxisKind.OUTCOMES,) or len(check.groups) < 2:
        return None
    names = [place.event.name for place in split.places if place.event]
    inside = [[n for n, group in check.groups.items() if name in group] for name in names]
    if any(len(groups) != 1 for groups in inside):
        return None
    at = tuple(i for i in range(1, len(inside)) if inside[i] != inside[i - 1])
    if not at or len(at) != len({groups[0] for groups in inside}) - 1:
        return None
    (last,) = inside[-1]
    if len(check.groups[last]) != len(names) - at[-1]:
        return None  # the chart shows some of its outcomes alone
    chances = [sum((figure.value for figure in row[at[-1] :]), Fraction(0)) for row in figures]
    said = event_label(Event(EventKind.ANY, last), target.words, check).text
    asked = [ChartValue(chance, CHANCE.write(chance, target.style)) for chance in chances]
    return Turn(at, said, tuple(asked))
