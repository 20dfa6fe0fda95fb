"""An explorer as a value: its dials, its packed odds, and the table that paper shows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..ask.cells import Asking, Cell, Grid, asking
from ..ask.chart import Chart, ChartSpec
from ..ask.colours import hex_of, ink_on, outcome_colour
from ..ask.option_values import split_outside
from ..ask.places import Axis, Place
from ..ask.specs import TableSpec
from ..ask.table import heading, label_cell
from ..figures import CHANCE, MEAN
from ..rules.errors import RulesError
from ..rules.language.parse import parse_event
from ..rules.language.query import Event
from ..rules.model.game import Check, Noun
from ..rules.rules import Rules
from ..words.formatter import Style
from ..words.labels import Label, event_label
from ..words.markup import plain_text
from ..words.phrasebook import words_of
from .answers import Answers, Chances, Wanted, answers_of, sum_of
from .columns import Columns, count_columns, numbers_in, outcome_columns
from .dials import Dial, read_dials, steps_of
from .packing import as_text, packed_figures, packed_fractions, packed_settings, packed_throws
from .sayings import Sayings, event_said, sayings_of
from .specs import ExplorerSpec

MOST_ROWS = 20  # of the table
MOST_ACROSS = 8
MOST_FRACTIONS = 400  # laws times columns, where a reader chooses among columns
MARGIN = Fraction(1, 100)
_AVERAGES = ("mean", "median")


class Shown(NamedTuple):
    """What the author wants to see."""

    named: bool  # outcomes as rows, not counts as columns
    event: Event | None = None  # whose chance stands above everything


class Slice(NamedTuple):
    """The part of the odds that stands in the table: where each cell has its figure."""

    grid: Grid
    fixed: str  # at which settings of the other dials
    data: dict[str, Any] | None  # for the script, which keeps the table in step


class Part(NamedTuple):
    """One check of an explorer."""

    title: str
    data: dict[str, Any]
    slice: Slice
    chart: Chart | None


class Explorer(NamedTuple):
    """All that a page shows of an explorer."""

    parts: tuple[Part, ...]
    text: str  # the data of the page

    @property
    def words(self) -> list[str]:
        """What changes with what is shown: the data and the tables."""
        return [self.text, *[repr(part.slice.grid) for part in self.parts]]


def explorer(rules: Rules, style: Style, spec: ExplorerSpec, seconds: float) -> Explorer:
    """The explorer that the options ask for."""
    checks = [part for part in split_outside(spec.check.replace("\n", ","), ",") if part]
    parts = []
    for check in checks or [""]:
        ask = asking(rules, style, _table_spec(spec._replace(check=check)))
        parts.append(_part(ask, spec, len(checks) > 1, seconds))
    return Explorer(tuple(parts), as_text({"parts": [part.data for part in parts]}))


def _table_spec(spec: ExplorerSpec) -> TableSpec:
    return TableSpec(
        spec.game, spec.check, "", given=spec.given,
        format=spec.format, digits=spec.digits, rounding=spec.rounding,
    )  # fmt: skip


def _part(ask: Asking, spec: ExplorerSpec, several: bool, seconds: float) -> Part:
    dials = read_dials(spec.dials, spec.start, ask.asked)
    shown = _shown(spec.show, ask)
    events = _events(ask, dials, shown)
    average = shown.event.kind if shown.event and shown.event.kind in _AVERAGES else ""
    chances = tuple(dict.fromkeys(e for e in events if e.kind not in _AVERAGES))
    answers = answers_of(ask, dials, Wanted(shown.named, chances, average), seconds)
    says = sayings_of(ask.style.language)
    check = ask.asked.check
    noun = check.noun if check else None
    if shown.named:
        assert check is not None  # plain dice name no outcomes
        columns = outcome_columns(check, answers, says)
    else:
        columns = count_columns(answers, noun, says)
    heads = [_head(ask, e, columns, chances, dials, says) for e in events]
    for head, dial_place in zip(heads, _difficulty_places(dials), strict=False):
        head["say"] = f"{dial_place}: {head['say']}"
    data = _data(ask, dials, columns, answers, chances, heads, says)
    if spec.roll and (throws := packed_throws(answers)) is not None:
        data["roll"] = throws
    title = _title(ask)
    if several:
        data["title"] = title
    cut = _slice(ask, dials, columns, answers, data, shown, says)
    if cut.data is not None:
        data["table"] = cut.data
    return Part(title, data, cut, _chart(ask, spec, dials, shown, cut))


def _title(ask: Asking) -> str:
    check = ask.asked.check
    return plain_text(check.title) or check.name if check else ask.spec.check


def _shown(text: str, ask: Asking) -> Shown:
    """What `:show:` says: outcomes, counts, an average, an event, or some of these together."""
    check = ask.asked.check
    named = check is not None and bool(check.outcomes)
    event: Event | None = None
    for word in (w for line in text.splitlines() for w in split_outside(line, ",") if w):
        if word in ("outcomes", "counts"):
            if word == "outcomes" and not (check and check.outcomes):
                name = check.name if check else ask.spec.check
                raise RulesError(f"':show:': '{name}' names no outcomes; leave it out, or 'counts'")
            named = word == "outcomes"
        elif event is not None:
            raise RulesError(f"':show:' takes one chance or average; '{word}' is a second")
        else:
            event = parse_event(word)
    return Shown(named, event)


def _events(ask: Asking, dials: Sequence[Dial], shown: Shown) -> list[Event]:
    """What stands above everything: one event, or one for each difficulty of a dial."""
    if shown.event is not None and shown.event.kind != "meets":
        return [shown.event]
    check = ask.asked.check
    if shown.event is not None:
        if check is None:
            raise RulesError("plain dice have no named difficulties; ask with '>= n'")
        raise RulesError(
            f"':show: meets {shown.event.name}' is a dial of its own; "
            f"write ':dials: difficulties' and ':start: difficulties = {shown.event.name}'"
        )
    for dial in dials:
        if dial.is_difficulty:
            assert check is not None  # its difficulties made the dial
            return [check.difficulty(p.patches[0].difficulty).needs for p in dial.places]
    return []


def _difficulty_places(dials: Sequence[Dial]) -> list[str]:
    return next((dial.labels for dial in dials if dial.is_difficulty), [])


def _head(
    ask: Asking, event: Event, columns: Columns, chances: Sequence[Event],
    dials: Sequence[Dial], says: Sayings,
) -> dict[str, Any]:  # fmt: skip
    """What the great figure is: its column, what is said of it, and what counts towards it."""
    del dials
    check = ask.asked.check
    noun: Noun | None = check.noun if check else None
    base = columns.many + len(columns.tails)
    head: dict[str, Any] = {"say": event_said(event, noun, says)}
    if event.kind in _AVERAGES:
        return {**head, "col": base + len(chances), "mean": 1}
    place = None
    if (
        event.kind == ">="
        and not columns.named
        and (event.number - columns.low) % columns.width == 0
    ):
        place = (event.number - columns.low) // columns.width
    if place is not None and 0 < place < columns.many and columns.tails:
        head["col"] = columns.many + place - 1
    else:
        head["col"] = base + list(chances).index(event)
    if (counts := _counting(event, columns, check)) is not None:
        head["yes"] = "".join(map(str, counts))
    if event.kind not in ("is", "any"):
        head["test"] = [event.kind, event.number]
    return head


def _counting(event: Event, columns: Columns, check: Check | None) -> list[int] | None:
    """For each column whether it counts towards the event; None where that is open."""
    if event.kind in ("is", "any"):
        if check is None or not columns.named:
            return None
        names = [check.outcome(event.name).name] if event.kind == "is" else check.group(event.name)
        return [int(outcome.name in names) for outcome in check.outcomes]
    if columns.named:
        return None
    from ..rules.language.conditions import OPS

    holds = OPS[event.kind]
    starts = [columns.low + k * columns.width for k in range(columns.many)]
    return [int(holds(start, event.number)) for start in starts]


def _data(
    ask: Asking, dials: Sequence[Dial], columns: Columns, answers: Answers,
    chances: Sequence[Event], heads: Sequence[dict[str, Any]], says: Sayings,
) -> dict[str, Any]:  # fmt: skip
    rows = [[*columns.figures(law), *law.events] for law in answers.laws]
    data: dict[str, Any] = {
        "dials": [_dial_data(dial, ask.style.language) for dial in dials],
        "many": columns.many,
        **packed_figures(rows, [law.means for law in answers.laws], ask.style),
        **packed_settings(answers),
    }
    if columns.named:
        data.update(_outcome_data(ask))
    else:
        data["low"] = columns.low
        if columns.width > 1:
            data["width"] = columns.width
    if columns.named or not numbers_in(columns.names) or columns.width > 1:
        data["names"] = list(columns.names)
    data["tails"] = list(columns.tails)
    if heads:
        data["heads"] = list(heads)
    else:
        data["turn"] = _turn(ask, columns, answers)
    data["one"], data["all"] = _nouns(ask)
    chosen = [head["col"] for head in heads if not head.get("mean")]
    if not heads and len(rows) * columns.many <= MOST_FRACTIONS:
        chosen = list(range(columns.many + len(columns.tails)))
    if chosen and ask.style.format != "fraction":
        exact = packed_fractions(rows, list(dict.fromkeys(chosen)))
        if exact:
            data["exact"] = exact
    del chances, says
    return data


def _nouns(ask: Asking) -> tuple[str, str]:
    check = ask.asked.check
    noun = check.noun if check else None
    return (noun.one, noun.many) if noun else ("", "")


def _dial_data(dial: Dial, language: str) -> dict[str, Any]:
    labels = dial.labels
    found: dict[str, Any] = {
        "name": dial.name,
        "label": dial.label,
        "values": labels,
        "start": dial.start,
    }
    if dial.keys != labels:
        found["keys"] = dial.keys
    if dial.is_words:
        found["words"] = 1
        if dial.is_difficulty:
            found["hard"] = 1
        if dial.notes:
            found["notes"] = list(dial.notes)
        if dial.colours:
            found["colours"] = list(dial.colours)
        return found
    if dial.is_dice:
        found["dice"] = 1
    if dial.one:
        found["one"] = dial.one
    found["many"] = dial.many
    steps = steps_of(dial, language)
    if any(text != _plain_step(gap, dial) for gap, text in steps.items()):
        found["steps"] = steps
    return found


def _plain_step(gap: str, dial: Dial) -> str:
    """What the script says of a distance by itself."""
    return f"{gap} {dial.one if gap == '1' and dial.one else dial.many}"


def _outcome_data(ask: Asking) -> dict[str, Any]:
    """How each outcome looks, and what it means for the story."""
    check = ask.asked.check
    assert check is not None
    many = len(check.outcomes)
    own = [hex_of(each.colour) if each.colour else "" for each in check.outcomes]
    colours = [colour or outcome_colour(k, many) for k, colour in enumerate(own)]
    found: dict[str, Any] = {"colours": colours, "inks": [ink_on(colour) for colour in colours]}
    texts = [plain_text(each.text or each.shown) for each in check.outcomes]
    if any(texts):
        found["means"] = texts
    if check.groups:
        found["groups"] = _turn_of_groups(check)
    return found


def _turn_of_groups(check: Check) -> list[int]:
    """At which outcomes another group begins."""
    inside = [
        [name for name, group in check.groups.items() if each.name in group]
        for each in check.outcomes
    ]
    return [k for k in range(1, len(inside)) if inside[k] != inside[k - 1]]


def _turn(ask: Asking, columns: Columns, answers: Answers) -> int:
    """From which column on it is enough, until a reader chooses another."""
    check = ask.asked.check
    if columns.named:
        assert check is not None
        begins = _turn_of_groups(check) if check.groups else []
        return begins[-1] if begins else columns.many // 2
    if check is not None and check.noun is not None and not check.versus:
        return max(0, columns.place(1))
    return columns.place(answers.first.law.median)


def _slice(
    ask: Asking, dials: Sequence[Dial], columns: Columns, answers: Answers,
    data: dict[str, Any], shown: Shown, says: Sayings,
) -> Slice:  # fmt: skip
    """The table: the first dial down the side, and what it is about across."""
    down = next((k for k, dial in enumerate(dials) if not dial.is_difficulty), None)
    if down is None:
        down = 0 if dials else None
    if down is None:
        return _without_dials(ask, columns, answers, shown, says)
    across = _across(ask, dials, down, columns, shown, answers)
    rows = _thinned(len(dials[down].places), dials[down].start)
    start = [dial.start for dial in dials]
    axis = Axis(
        ("parameter",), (dials[down].title,), tuple(dials[down].places[i] for i in rows), (False,)
    )
    body = []
    for i in rows:
        cells: list[Cell] = [label_cell(dials[down].places[i].labels[0])]
        for turned, value, column in across.cells:
            picked = list(start)
            picked[down] = i
            if turned >= 0:
                picked[turned] = value
            cells.append(_cell(dials, picked, column, answers, columns, data, ask))
        body.append(tuple(cells))
    grid = Grid(heading(axis, across.axis), 1, tuple(body))
    moved = {down, *[turned for turned, _, _ in across.cells]}
    fixed = ", ".join(
        f"{dial.label} {dial.labels[dial.start]}" for k, dial in enumerate(dials) if k not in moved
    )
    kept = {"down": down, "rows": rows, "cells": across.cells}
    return Slice(grid, says.set_at.format(settings=fixed) if fixed else "", kept)


class Across(NamedTuple):
    """The columns of the table: for each the dial that it sets, to what, and its figure."""

    axis: Axis
    cells: list[tuple[int, int, int]]  # -1 is no dial, and the great figure


def _across(
    ask: Asking, dials: Sequence[Dial], down: int, columns: Columns, shown: Shown,
    answers: Answers,
) -> Across:  # fmt: skip
    words = words_of(ask.style.language)
    hard = next((k for k, d in enumerate(dials) if d.is_difficulty and k != down), None)
    if hard is not None and shown.event is None:
        places = dials[hard].places
        return Across(
            Axis(("difficulties",), (dials[hard].title,), places, (False,)),
            [(hard, i, -1) for i in range(len(places))],
        )
    if shown.event is not None or dials[down].is_difficulty:
        other = next((k for k, d in enumerate(dials) if k != down), None)
        if other is not None and 1 < len(dials[other].places) <= MOST_ACROSS:
            dial = dials[other]
            return Across(
                Axis(("parameter",), (dial.title,), dial.places, (not dial.is_words,)),
                [(other, i, -1) for i in range(len(dial.places))],
            )
        said = event_label(shown.event, words).text if shown.event else words.chance
        return Across(_one(said), [(-1, 0, -1)])
    names = list(columns.names)
    if columns.named:
        places = tuple(Place((Label(name),), ()) for name in names)
        axis = Axis(("outcomes",), (Label(words.outcome),), places, (False,))
        return Across(axis, [(-1, 0, k) for k in range(columns.many)])
    chosen = _telling(columns, answers.laws)
    places = tuple(
        Place((Label(f"≥ {_number(columns.low + k * columns.width)}"),), ()) for k in chosen
    )
    noun = ask.asked.check.noun if ask.asked.check else None
    axis = Axis(("counts",), (Label(noun.many if noun else ""),), places, (True,))
    return Across(axis, [(-1, 0, columns.many + k - 1 if k else 0) for k in chosen])


def _telling(columns: Columns, laws: Sequence[Chances]) -> list[int]:
    """The columns that stand in the table: those which are neither sure nor hopeless everywhere."""
    open_ones = [
        k
        for k in range(1, columns.many)
        if any(MARGIN < columns.figures(law)[columns.many + k - 1] < 1 - MARGIN for law in laws)
    ] or [0]
    step = -(-len(open_ones) // MOST_ACROSS)
    return open_ones[::step]


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _one(text: str) -> Axis:
    return Axis(("one",), (Label(""),), (Place((Label(text),), ()),), (False,))


def _thinned(many: int, start: int) -> list[int]:
    """The values of a long dial that stand in the table, the start among them."""
    step = -(-many // MOST_ROWS)
    return [i for i in range(many) if i % step == start % step]


def _cell(
    dials: Sequence[Dial], picked: Sequence[int], column: int, answers: Answers,
    columns: Columns, data: dict[str, Any], ask: Asking,
) -> Cell:  # fmt: skip
    """The figure of one setting, as the page has it."""
    from ..words import formatter

    law = answers.at[sum_of([d._replace(start=i) for d, i in zip(dials, picked, strict=True)])]
    if law < 0:
        return Cell("–", CHANCE)
    chances = answers.laws[law]
    if column < 0:
        heads = data.get("heads")
        if heads is None:
            column = columns.many + data["turn"] - 1
        else:
            hard = next((k for k, d in enumerate(dials) if d.is_difficulty), None)
            column = heads[picked[hard] if hard is not None and len(heads) > 1 else 0]["col"]
    row = [*columns.figures(chances), *chances.events]
    if column >= len(row):
        mean = chances.means[column - len(row)]
        return Cell(formatter.average(mean, ask.style), MEAN, mean)
    return Cell(formatter.chance(row[column], ask.style), CHANCE, row[column])


def _without_dials(
    ask: Asking, columns: Columns, answers: Answers, shown: Shown, says: Sayings
) -> Slice:
    """The table of a check with nothing to turn: what may come of it, and how likely."""
    del says
    from ..words import formatter

    words = words_of(ask.style.language)
    noun = ask.asked.check.noun if ask.asked.check else None
    figures = columns.figures(answers.laws[0])
    title = words.outcome if shown.named else (noun.many if noun else "")
    head = (Cell(title), Cell(words.chance))
    body = [
        (Cell(name), Cell(formatter.chance(figures[k], ask.style), CHANCE, figures[k]))
        for k, name in enumerate(columns.names)
    ]
    return Slice(Grid((head,), 1, tuple(body)), "", None)


def _chart(
    ask: Asking, spec: ExplorerSpec, dials: Sequence[Dial], shown: Shown, cut: Slice
) -> Chart | None:
    """The chart for outputs that do not turn: the same slice, or the odds at the start."""
    from ..ask.read_chart import chart

    rules, style = ask.asked.rules, ask.style
    for wanted in _chart_specs(ask, spec, dials, shown, cut):
        try:
            return chart(rules, style, wanted)
        except RulesError:
            continue  # a setting that the rules refuse, or more than a chart can show
    return None


def _chart_specs(
    ask: Asking, spec: ExplorerSpec, dials: Sequence[Dial], shown: Shown, cut: Slice
) -> list[ChartSpec]:
    """The charts that may show the slice, the most telling first."""
    game = ask.asked.game
    base = ChartSpec(
        game, ask.spec.check, given=spec.given,
        format=spec.format, digits=spec.digits, rounding=spec.rounding,
    )  # fmt: skip
    start = [f"{d.name}={_quoted(d.keys[d.start])}" for d in dials if not d.is_difficulty]
    whole = base._replace(given=", ".join([part for part in (spec.given, *start) if part]))
    if cut.data is None:
        return [whole]
    down = dials[cut.data["down"]]
    others = [d for d in dials if d is not down and not d.is_difficulty]
    given = ", ".join(
        [p for p in (spec.given, *[f"{d.name}={_quoted(d.keys[d.start])}" for d in others]) if p]
    )
    keys = [down.keys[i] for i in cut.data["rows"]]
    across = base._replace(
        given=given, across=down.name if down.is_difficulty else f"{down.name} = "
        + ", ".join(_quoted(key) for key in keys),
    )  # fmt: skip
    event = str(shown.event) if shown.event else ""
    split = "outcomes" if shown.named and not event else ""
    if not event and any(d.is_difficulty for d in dials if d is not down):
        split = "difficulties"
    return [across._replace(split=split, event=event), whole._replace(event=""), whole]


def _quoted(key: str) -> str:
    return key if key.replace("-", "").replace(".", "").isalnum() else f'"{key}"'
