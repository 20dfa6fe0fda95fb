"""One check of an explorer with all its answers: what page and table are made from."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ..rules.language.formulas import OPS
from ..rules.language.query import Event, EventKind, Query
from ..tables.places import together
from ..tables.plan import question
from ..tables.target import Target
from .answers import Answers, sum_of
from .columns import Columns
from .dials import Dial
from .sayings import event_said, sayings_of
from .specs import ExplorerSpec


class ExplorerShow(NamedTuple):
    """The figures that the author wants to see."""

    named: bool  # outcomes as rows, not counts as columns
    event: Event | None = None  # whose chance is above everything

    @property
    def average(self) -> str:
        """The average that is above everything, if it is one."""
        return self.event.kind if self.event and self.event.is_average else ""


class Head(NamedTuple):
    """The great figure: its event, its column, and which columns count towards it."""

    event: Event
    column: int
    say: str
    counting: tuple[bool, ...] | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The same for the page."""
        found: dict[str, Any] = {"col": self.column, "say": self.say}
        if self.event.is_average:
            return {**found, "mean": 1}
        if self.counting is not None:
            found["yes"] = "".join(str(int(yes)) for yes in self.counting)
        if self.event.kind in OPS:
            found["test"] = [self.event.kind, self.event.number]
        return found


class Made(NamedTuple):
    """A check, its dials, and every answer."""

    ask: Target
    spec: ExplorerSpec
    dials: tuple[Dial, ...]
    shown: ExplorerShow
    answers: Answers
    columns: Columns
    events: tuple[Event, ...]  # whose chances have columns of their own
    heads: tuple[Head, ...]  # one for each difficulty of a dial, or one, or none
    turn: int  # from which column on it is enough, where there is no head

    @property
    def difficulty(self) -> int | None:
        """The dial of difficulties, where it chooses the great figure."""
        found = next((k for k, dial in enumerate(self.dials) if dial.is_difficulty), None)
        return found if len(self.heads) > 1 or self.shown.event is None else None

    @property
    def start(self) -> tuple[int, ...]:
        """The setting at which the dials start."""
        return tuple(dial.start for dial in self.dials)

    def head_at(self, picked: tuple[int, ...]) -> Head | None:
        """The great figure of a setting."""
        if not self.heads:
            return None
        if len(self.heads) == 1 or self.difficulty is None:
            return self.heads[0]
        return self.heads[picked[self.difficulty]]

    def column_at(self, picked: tuple[int, ...]) -> int:
        """The column of the great figure; -1 is what is sure."""
        head = self.head_at(picked)
        if head is not None:
            return head.column
        if not self.columns.tails:
            return self.turn
        return self.columns.many + self.turn - 1 if self.turn else -1

    def event_of(self, column: int, picked: tuple[int, ...]) -> Event | None:
        """Return the event of a column; None for what is sure."""
        head = self.head_at(picked)
        if head is not None and head.column == column:
            return head.event
        columns = self.columns
        if column < 0 or column >= columns.many + len(columns.tails):
            return None
        tail = column >= columns.many
        place = column - columns.many + 1 if tail else column
        if columns.named:
            check = self.ask.check
            return (
                None if tail or check is None else Event(EventKind.IS, check.outcomes[place].name)
            )
        return Event(
            EventKind.AT_LEAST if tail else EventKind.EQUAL,
            number=columns.low + place * columns.width,
        )

    def law_at(self, picked: tuple[int, ...]) -> int:
        """Return the law of a setting; below zero where the rules refuse it."""
        turned = [d._replace(start=i) for d, i in zip(self.dials, picked, strict=True)]
        return self.answers.at[sum_of(turned)]

    def figure(self, law: int, column: int) -> Fraction:
        """The exact figure of a column."""
        if column < 0:
            return Fraction(1)
        chances = self.answers.laws[law]
        row = [*self.columns.figures(chances), *chances.events, *chances.means]
        return row[column]

    def question_at(self, picked: tuple[int, ...], event: Event | None) -> Query:
        """The question that a figure answers."""
        place = together(dial.places[i] for dial, i in zip(self.dials, picked, strict=True))
        head = self.head_at(picked)
        if head is not None and event == head.event and self.difficulty is not None:
            return question(self.ask, place, "")
        query = question(self.ask, place, "")
        if query.event is not None:
            query = self.ask.rules.met(query)
        return query._replace(event=event)


def head_of(ask: Target, event: Event, columns: Columns, events: tuple[Event, ...]) -> Head:
    """The great figure for an event."""
    check = ask.check
    say = event_said(event, check, sayings_of(ask.style.language))
    base = columns.many + len(columns.tails)
    if event.is_average:
        return Head(event, base + len(events), say)
    column = base + events.index(event)
    place, between = divmod(event.number - columns.low, columns.width)
    if (
        event.kind is EventKind.AT_LEAST
        and not columns.named
        and not between
        and 0 < place < columns.many
    ):
        column = columns.many + place - 1
    return Head(event, column, say, _counting(ask, event, columns))


def _counting(ask: Target, event: Event, columns: Columns) -> tuple[bool, ...] | None:
    """For each column whether it counts towards the event; None where that is open."""
    check = ask.check
    if event.kind in (EventKind.IS, EventKind.ANY):
        if check is None or not columns.named:
            return None
        names = (
            [check.outcome(event.name).name]
            if event.kind is EventKind.IS
            else check.group(event.name)
        )
        return tuple(outcome.name in names for outcome in check.outcomes)
    if columns.named:
        return None
    starts = [columns.low + k * columns.width for k in range(columns.many)]
    return tuple(OPS[event.kind](start, event.number) for start in starts)
