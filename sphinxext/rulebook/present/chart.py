"""A chart as the rules give it: what stands where, before anything is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..rules.errors import RulesError, suggest
from ..rules.query import Event, parse_event
from ..rules.roll import Die
from ..rules.rules import Rules
from ..rules.values import Check, Parameter
from . import numbers
from .asking import question
from .axes import Asked, Axis, Label, Patch, Place, event_label, parameter_of, read_axis
from .colours import BAR, LINES, hex_of, outcome_colour
from .grid import Asking, Cell, Grid, TableSpec, asking, figure
from .numbers import Style

KINDS = ("auto", "bars", "stacked", "lines", "heatmap")
# More than this cannot be read, let alone told apart.
MOST = {"bars": (60, 6), "stacked": (20, 12), "lines": (100, 8), "heatmap": (24, 30)}
_EVENTS = ("outcomes", "counts", "events", "difficulties")


class ChartSpec(NamedTuple):
    """What an odds-chart asks for, as its options say it."""

    game: str
    check: str
    kind: str = ""
    across: str = ""
    split: str = ""
    given: str = ""
    event: str = ""
    format: str = ""
    digits: str = ""
    rounding: str = ""


class Name(NamedTuple):
    """What stands at a place of a chart, and the word for what it is one of."""

    text: str
    of: str = ""
    markup: bool = False

    @property
    def whole(self) -> str:
        """The label where nothing beside it says what it is one of."""
        return f"{self.of} {self.text}" if self.of else self.text


class Tick(NamedTuple):
    """A place along the axis: its name, its own colour, and how the book shows its die."""

    name: Name
    colour: str = ""  # of the bar that stands there
    level: str = ""  # what the die is called by the odds that it stands for
    die: str = ""  # the die's colour
    image: str = ""


class Series(NamedTuple):
    """An outcome, a line or a row: its name and its colour."""

    name: Name
    colour: str = ""


class Figure(NamedTuple):
    """One figure: its exact value and how the page writes it."""

    value: Fraction
    text: str


class Turn(NamedTuple):
    """Where groups of outcomes meet, and the chance of the last group at each place."""

    at: tuple[int, ...]
    name: str
    figures: tuple[Figure, ...]


class Chart(NamedTuple):
    """A chart: what stands along it, what it is split into, and a figure for each of both."""

    kind: str
    title: str
    axis: str  # what the places are
    side: str  # what the series are
    ticks: tuple[Tick, ...]
    series: tuple[Series, ...]
    figures: tuple[tuple[Figure, ...], ...]  # for each place, those of all series
    turn: Turn | None = None
    chances: bool = True  # or averages, which have no 100%
    style: Style = Style()

    @property
    def speaks(self) -> bool:
        """Whether the names along the axis say by themselves what they are; numbers do not."""
        return not all(tick.name.text.lstrip("−≥≤≠<> ")[:1].isdigit() for tick in self.ticks)

    @property
    def words(self) -> Iterator[str]:
        """Everything that a reader of the chart reads, but for the figures."""
        for name in (*(t.name for t in self.ticks), *(each.name for each in self.series)):
            yield from (name.text, name.of)
        yield from (self.title, self.axis, self.side, *(tick.level for tick in self.ticks))
        if self.turn:
            yield self.turn.name

    def without_pictures(self, names: Collection[str]) -> Chart:
        """The same chart without some of its pictures."""
        ticks = (t._replace(image="") if t.image in names else t for t in self.ticks)
        return self._replace(ticks=tuple(ticks))

    def renamed(self, words: Mapping[str, str]) -> Chart:
        """The same chart with its labels translated."""

        def put(name: Name) -> Name:
            return name._replace(text=words.get(name.text, name.text), of=words.get(name.of, name.of))

        turn = self.turn
        return self._replace(
            title=words.get(self.title, self.title),
            axis=words.get(self.axis, self.axis),
            side=words.get(self.side, self.side),
            ticks=tuple(
                tick._replace(name=put(tick.name), level=words.get(tick.level, tick.level))
                for tick in self.ticks
            ),
            series=tuple(each._replace(name=put(each.name)) for each in self.series),
            turn=turn and turn._replace(name=words.get(turn.name, turn.name)),
        )


def chart(rules: Rules, style: Style, spec: ChartSpec) -> Chart:
    """The chart that the options ask for."""
    if spec.kind and spec.kind not in KINDS:
        raise RulesError(f"no kind of chart '{spec.kind}'{suggest(spec.kind, KINDS)}")
    ask = asking(rules, style, _table_spec(spec))
    across, split = _axes(ask, spec)
    kind = spec.kind if spec.kind not in ("", "auto") else kind_of(across, split)
    if kind == "stacked" and (split is None or across.kinds == ("outcomes",)):
        across, split = split or _one_place(ask), across
    if kind == "heatmap" and split is None:
        raise RulesError("a heatmap needs two axes; give ':split:' the one that runs down")
    _check_size(kind, across, split)
    return _chart(kind, ask, across, split)


def _table_spec(spec: ChartSpec) -> TableSpec:
    return TableSpec(
        spec.game, spec.check, "", given=spec.given, event=spec.event,
        format=spec.format, digits=spec.digits, rounding=spec.rounding,
    )  # fmt: skip


def kind_of(across: Axis, split: Axis | None) -> str:
    """The kind of chart that shows these axes best."""
    axes = [across, split] if split else [across]
    if split is not None and [axis.kinds for axis in axes].count(("outcomes",)) == 1:
        return "stacked"
    parameters = sum("parameter" in axis.kinds for axis in axes)
    return ("bars", "lines", "heatmap")[parameters]


def _axes(ask: Asking, spec: ChartSpec) -> tuple[Axis, Axis | None]:
    """The two axes, those that the options leave out among them."""
    across = read_axis(spec.across, ask.asked) if spec.across else None
    split = read_axis(spec.split, ask.asked) if spec.split else None
    for axis in (across, split):
        if axis is not None and {"faces", "chances"} & set(axis.kinds):
            raise RulesError(f"a chart has no axis of {axis.kinds[0]}")
    if across is None:
        across, split = split, None
    asks = [axis for axis in (across, split) if axis and set(axis.kinds) & set(_EVENTS)]
    if spec.event or asks:
        if across is None:
            raise RulesError("':across:' is missing; write ':across: dice = 1..8' or another axis")
        return across, split
    found = _all_results(ask, across)
    return (found, None) if across is None else (across, split or found)


def _all_results(ask: Asking, across: Axis | None) -> Axis:
    """What may come of the check: its outcomes, or every count of a whole distribution."""
    check = ask.asked.check
    if check is not None and check.outcomes:
        return read_axis("outcomes", ask.asked)
    if across is None:
        return _counts(ask)
    if check is not None and check.difficulties:
        return read_axis("difficulties", ask.asked)
    raise RulesError(
        "nothing asks for a chance; add ':event: >= 2', or ':split: counts >= 1..3'"
    )


def _counts(ask: Asking) -> Axis:
    """Every value that the check can come to; the far ends of a long one are left out."""
    counts = ask.asked.rules.odds(question(ask.asked, (), "")).counts
    assert counts is not None  # a check without outcomes has values
    seen = [k for k, chance in counts.items() if chance * 1000 >= 1]
    low, high = min(seen), max(seen)
    parts = [f"counts = {low}..{high}"]
    return read_axis(parts[0], ask.asked)


def _one_place(ask: Asking) -> Axis:
    """The one column of a chart that nothing runs across."""
    check = ask.asked.check
    text = (check.title or check.name) if check else str(ask.spec.check)
    return Axis(("one",), (Label(""),), (Place((Label(text),), ()),))


def _check_size(kind: str, across: Axis, split: Axis | None) -> None:
    most_places, most_series = MOST[kind]
    if len(across.places) > most_places:
        raise RulesError(
            f"{len(across.places)} columns are too many to read; {kind} have at most {most_places}"
        )
    if split is not None and len(split.places) > most_series:
        what = {"stacked": "segments", "lines": "lines", "heatmap": "rows"}.get(kind, "bars")
        raise RulesError(
            f"{len(split.places)} {what} are too many to tell apart; {kind} have at most "
            f"{most_series}"
        )


def _chart(kind: str, ask: Asking, across: Axis, split: Axis | None) -> Chart:
    columns = split.places if split else (Place((), ()),)
    event: str | Event = ask.spec.event
    if event and "*" not in event:
        event = parse_event(event)  # once, not for every figure
    rows = [
        [_figure(ask, (*place.patches, *column.patches), event) for column in columns]
        for place in across.places
    ]
    cells = [[cell for cell, _ in row] for row in rows]
    chances = all(cell == "chance" for row in rows for _, cell in row)
    if kind == "stacked":
        _check_stack(across, cells, chances=chances)
    check = ask.asked.check
    return Chart(
        kind,
        title=(check.title or check.name) if check else ask.spec.check,
        axis=_title(across),
        side=_title(split) if split else "",
        ticks=tuple(_tick(ask.asked, place, across) for place in across.places),
        series=tuple(_series(kind, ask, split, across)),
        figures=tuple(tuple(row) for row in cells),
        turn=_turn(ask, across, split) if kind == "stacked" and split else None,
        chances=chances,
        style=ask.style,
    )


def _title(axis: Axis) -> str:
    """What the places of an axis are, with the side of the check that they change."""
    found = []
    for title in axis.titles:
        side, dot, _ = (title.names[-1] if title.names else "").partition(".")
        found.append(f"{side}: {title.text}" if dot else title.text)
    return ", ".join(text for text in found if text)


def _figure(ask: Asking, patches: Sequence[Patch], event: str | Event) -> tuple[Figure, str]:
    cell = figure(ask, question(ask.asked, patches, event))
    assert cell.value is not None  # a figure has a value
    return Figure(cell.value, cell.text), cell.kind


def _check_stack(across: Axis, cells: Sequence[Sequence[Figure]], *, chances: bool) -> None:
    """Refuse segments that would stand for the same roll twice."""
    if not chances:
        raise RulesError("stacked columns show chances, not averages")
    for place, row in zip(across.places, cells, strict=True):
        whole = sum((cell.value for cell in row), Fraction(0))
        if whole > 1:
            shown = numbers.percent_of(numbers.rounded(whole, 2, "nearest"), 0, "en")
            raise RulesError(
                f"the segments of '{_text(place)}' add up to {shown}; stacked columns need outcomes "
                "that exclude each other"
            )


def _text(place: Place) -> str:
    return ", ".join(label.text for label in place.labels)


def _tick(asked: Asked, place: Place, axis: Axis) -> Tick:
    markup = any(label.markup for label in place.labels)
    name = Name(_text(place), _of(axis), markup)
    if axis.kinds == ("outcomes",):
        return Tick(name, _outcome_look(asked.check, place))
    die = _die_at(asked, place)
    if die is None:
        return Tick(name)
    level = die.also[0] if die.also and (die.colour or die.image) else ""
    colour = _colour(die.colour, die.name)
    return Tick(name, level=level, die=colour, image=die.image)


def _of(axis: Axis) -> str:
    """The word for what the labels of an axis are; names speak for themselves."""
    if axis.kinds != ("parameter",):
        return ""
    numeric = all(_text(place).lstrip("−")[:1].isdigit() for place in axis.places)
    return _title(axis) if numeric else ""


def _series(kind: str, ask: Asking, split: Axis | None, across: Axis) -> list[Series]:
    if split is None:
        event = ask.spec.event
        name = event if event and "*" not in event else ""
        if name:
            name = _event_name(ask.asked.check, parse_event(name))
        return [Series(Name(name), LINES[0] if kind == "lines" else BAR)]
    found = []
    for i, place in enumerate(split.places):
        colour = ""
        if "outcomes" in split.kinds and kind != "lines":  # a line must show on any page
            colour = _outcome_look(ask.asked.check, place)
        if kind == "bars" and (die := _die_at(ask.asked, place)):
            colour = _colour(die.colour, die.name)
        if not colour:
            many = len(split.places)
            colour = outcome_colour(i, many) if kind == "stacked" else LINES[i % len(LINES)]
        markup = any(label.markup for label in place.labels)
        event = place.patches[0].event if split.kinds == ("counts",) else None
        text = _event_name(ask.asked.check, event) if event else _text(place)
        found.append(Series(Name(text, _of(split), markup), colour))
    return found


def _event_name(check: Check | None, event: Event) -> str:
    """An event as it is said: "1 success", "≥ 2 successes", "any YES"."""
    noun = check.noun if check else None
    text = event_label(event).text
    if noun is None or not noun.one or event.kind not in (">=", ">", "<=", "<", "=", "!="):
        return text
    if event.kind == "=":
        return noun.of(event.number).replace("-", "−")
    return f"{text} {noun.one if event.number == 1 else noun.many}"


def _outcome_look(check: Check | None, place: Place) -> str:
    """The colour of an outcome: the rules file's own, or its place between worst and best."""
    event = next((patch.event for patch in place.patches if patch.event), None)
    if check is None or event is None or event.kind != "is":
        return ""
    outcome = check.outcome(event.name)
    if outcome.colour:
        return _colour(outcome.colour, outcome.name)
    names = [each.name for each in check.outcomes]
    return outcome_colour(names.index(outcome.name), len(names))


def _colour(text: str, owner: str) -> str:
    """A colour of the rules file as the drawing needs it."""
    found = hex_of(text) if text else ""
    if text and not found:
        raise RulesError(f"'{text}' of '{owner}' is no colour; write '#6b3d7d'")
    return found


def _die_at(asked: Asked, place: Place) -> Die | None:
    """The one die of the game's own that the place stands for."""
    if asked.check is None:
        return None
    dice = asked.rules.game(asked.game).dice
    for patch in place.patches:
        for word, value in patch.args:
            parameter: Parameter = parameter_of(asked, word)
            choice = parameter.choice(str(value)) if parameter.choices else None
            thrown = [dice[name] for name, _ in choice.change if name in dice] if choice else []
            if len(thrown) == 1:
                return thrown[0]
    return None


def _turn(ask: Asking, across: Axis, split: Axis) -> Turn | None:
    """Where the last group of outcomes begins, if the groups are stretches of the ladder."""
    check = ask.asked.check
    if check is None or split.kinds != ("outcomes",) or len(check.groups) < 2:
        return None
    names = [place.patches[0].event.name for place in split.places if place.patches[0].event]
    inside = [[n for n, group in check.groups.items() if name in group] for name in names]
    if any(len(groups) != 1 for groups in inside):
        return None
    at = tuple(i for i in range(1, len(inside)) if inside[i] != inside[i - 1])
    if not at or len(at) != len({groups[0] for groups in inside}) - 1:
        return None
    event = Event("any", inside[-1][0])
    asked = []
    for place in across.places:
        cell = figure(ask, question(ask.asked, place.patches, event))
        assert cell.value is not None  # an event has a chance
        asked.append(Figure(cell.value, cell.text))
    return Turn(at, event_label(event).text, tuple(asked))


def data_grid(chart: Chart) -> Grid:
    """The figures of a chart as a table."""
    turn = chart.turn
    names = [each.name for each in chart.series]
    columns = [Cell(name.text, markup=name.markup) for name in names]
    columns += [Cell(turn.name)] if turn else []
    first = Cell(chart.axis)
    head: tuple[tuple[Cell, ...], ...] = ((first, *columns),)
    if chart.side and any(name.of for name in names):
        head = ((first._replace(down=2), Cell(chart.side, span=len(columns))), tuple(columns))
    body = []
    for i, tick in enumerate(chart.ticks):
        row = [_cell(each) for each in chart.figures[i]]
        row += [_cell(turn.figures[i])] if turn else []
        body.append((Cell(tick.name.text, markup=tick.name.markup), *row))
    return Grid(head, 1, tuple(body))


def _cell(shown: Figure) -> Cell:
    return Cell(shown.text, "chance", shown.value)
