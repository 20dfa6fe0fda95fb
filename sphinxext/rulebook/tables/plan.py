"""The questions of a table or a chart, all known before any is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from ..language.labels import Label
from ..rules.errors import RulesError
from ..rules.language.parse import parse_event
from ..rules.language.query import Event, EventKind, Query
from ..rules.questions import Wanted, put_together, rolls_put_together
from .places import Axis, AxisKind, Place, Show
from .target import Target

MOST_CELLS = 20_000
SEARCHING = (Show.REACH, Show.NEAREST)  # what asks for as long as it looks for a value of `:of:`
UNASKED = (*SEARCHING, Show.RULE, Show.FACE)  # what no single question answers


class Meeting(NamedTuple):
    """Where a row and a column meet: what is shown there, and the questions that it needs."""

    place: Place
    show: Show
    queries: tuple[Query, ...]  # its own, then the one that it is compared with


class Plan(NamedTuple):
    """A table or chart before it asks anything."""

    target: Target
    rows: Axis
    columns: Axis
    meetings: tuple[tuple[Meeting, ...], ...]

    @property
    def queries(self) -> list[Query]:
        """Every question that is asked, in the order of the cells."""
        return [query for each in self.each() if each.show not in UNASKED for query in each.queries]

    def each(self) -> Iterator[Meeting]:
        """Return every meeting, row by row."""
        return (meeting for row in self.meetings for meeting in row)


def one_place(label: Label) -> Axis:
    """Return the axis of what nothing runs along."""
    return Axis((AxisKind.ONE,), (Label(""),), (Place((label,)),), (False,))


def plan_of(target: Target, rows: Axis, columns: Axis) -> Plan:
    """Plan the figures where each row meets each column, and refuse what cannot be shown."""
    if len(rows.places) * len(columns.places) > MOST_CELLS:
        raise RulesError(f"the table would have more than {MOST_CELLS:,} cells")
    wanted: list[Wanted] = []
    planned: list[list[tuple[Place, Show, int]]] = []
    for row in rows.places:
        line: list[tuple[Place, Show, int]] = []
        first: Place | None = None  # with which differences of a whole table are compared
        for column in columns.places:
            place = column.within(row)
            show = place.show or target.show
            _refuse(target, place, show)
            own = [_wanted(target, place, show)]
            base = place.base or first
            if base and show is Show.DIFFERENCE:
                own.append(_wanted(target, base, show))
            first = first or place
            wanted += own
            line.append((place, show, len(own)))
        planned.append(line)
    queries = iter(put_together(target.rules, target.game, wanted))
    meetings = tuple(
        tuple(
            Meeting(place, show, tuple(next(queries) for _ in range(many)))
            for place, show, many in line
        )
        for line in planned
    )
    return Plan(target, rows, columns, meetings)


def question(target: Target, place: Place, event: str | Event) -> Query:
    """Return the question of one place; an option may give its event."""
    return put_together(target.rules, target.game, [_asked(target, place, event)])[0]


def rolls_at(target: Target, places: Iterable[Place]) -> list[Query | RulesError]:
    """Return what is rolled at each place, or why nothing is."""
    return rolls_put_together(target.rules, target.game, [_asked(target, at, "") for at in places])


def _wanted(target: Target, place: Place, show: Show) -> Wanted:
    """Return what is asked for at a place, so that it can be shown so."""
    event: str | Event = target.event
    if show in (Show.RULE, Show.FACE):
        place = place._replace(event=None, template="")
        event = Event(EventKind.MEAN) if show is Show.RULE else ""
    elif show in SEARCHING and target.spec.of == "counts":
        event = parse_event(">= 0")
    found = _asked(target, place, event)
    if found.event is None and not place.difficulty and show not in UNASKED:
        raise RulesError(
            "nothing asks for a chance; add ':event: >= 2', or an axis of difficulties, "
            "outcomes or counts"
        )
    return found


def _asked(target: Target, place: Place, event: str | Event) -> Wanted:
    found = _event(place, event)
    return Wanted(place.what or target.what, place.args, found, place.difficulty)


def _event(place: Place, option: str | Event) -> Event | None:
    """Return the event that the place asks for, else the one of the option."""
    template = place.template
    if isinstance(option, str) and "*" in option:
        template, option = template or option, ""
    if template:
        if not place.star:
            raise RulesError(f"nothing fills the * of '{template}'")
        is_name = template.partition(" ")[0] in ("is", "meets")
        return parse_event(template.replace("*", f'"{place.star}"' if is_name else place.star))
    if place.event is not None:
        return place.event
    if isinstance(option, str):
        return parse_event(option) if option else None
    return option


def _refuse(target: Target, place: Place, show: Show) -> None:
    """Raise if a place cannot show what it is to show."""
    spec = target.spec
    if place.least_chance is not None and show not in SEARCHING:
        raise RulesError(
            "an axis of chances needs ':show: reach' or ':show: nearest', and ':of:' with the "
            "parameter whose value is wanted"
        )
    if show in SEARCHING and not spec.of:
        raise RulesError(f"':show: {show}' needs ':of:', the parameter whose value is wanted")
    if show in SEARCHING and place.least_chance is None:
        raise RulesError(
            f"':show: {show}' needs an axis of chances, as in 'chances = 10%..90% by 10%'"
        )
    if show in (Show.MEAN, Show.MEDIAN) and (spec.event or place.event or place.template):
        source = "':event:'" if spec.event else "an axis of this table"
        raise RulesError(
            f"':show: {show}' is about whole rolls, and {source} asks for chances; leave out one "
            "of them"
        )


def refuse_idle(target: Target, rows: Axis, columns: Axis) -> None:
    """Raise if an option of a table or chart has no effect on any of its cells."""
    spec = target.spec
    said = _said(rows)
    shows = {row or column for (row, _), (column, _) in product(said, _said(columns))}
    if spec.show and None not in shows:
        raise RulesError(
            f"':show: {spec.show}' has no effect, for the axes say what each cell shows; leave it "
            "out"
        )
    if target.show is Show.DIFFERENCE and len(columns.places) < 2:
        raise RulesError(
            "':show: difference' compares each column with the first, and there is one; add "
            "':columns: favor = 0..2' or another axis"
        )
    if spec.of and not {show or target.show for show in shows} & {*SEARCHING}:
        raise RulesError(
            "':of:' has no effect here; it goes with ':show: reach' or ':show: nearest'"
        )
    # One column is headed by the event, so that the axis of the rows may not ask for others.
    asks = columns.kinds == (AxisKind.ONE,) and all(asks for _, asks in said)
    if spec.event and ((asks and "*" not in spec.event) or shows <= {Show.FACE, Show.RULE}):
        raise RulesError(
            f"':event: {spec.event}' has no effect, for the axis says what each cell asks; leave "
            "it out, or use an axis of a parameter"
        )


def _said(axis: Axis) -> set[tuple[Show | None, bool]]:
    """Return the show that a place names and whether it asks for an event, of all places once."""
    return {(place.show, bool(place.event or place.template)) for place in axis.places}


_NUMBERS = {"given": "with", "format": "format", "digits": "digits", "rounding": "rounding"}


def refuse_numbers(target: Target) -> None:
    """Raise if an option is about figures in a table that shows words of the rules alone."""
    spec = target.spec
    idle = [] if spec.footer else [said for name, said in _NUMBERS.items() if getattr(spec, name)]
    idle += ["of"] if spec.of else []
    if idle:
        raise RulesError(
            f"':{idle[0]}:' has no effect on a table of words from the rules; leave it out, or "
            "write ':show: chance' for a column of chances"
        )
