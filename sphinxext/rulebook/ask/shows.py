"""The cells of a table and the figures of a chart: a function for each kind of show."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from ..figures import CHANCE, DIFFERENCE, FACE, MEAN, MEAN_DIFFERENCE, RULE, WAYS
from ..figures.mean_habits import meant
from ..figures.rule_values import rule_text
from ..rules.budget import TooMuch
from ..rules.digits import decimals
from ..rules.errors import RulesError
from ..rules.language.query import Event, EventKind, Query, Thrown
from ..rules.questions import rolls_in_all
from .cell_question import question
from .cells import Asking, Cell
from .inverse_table import reached
from .places import Axis, Patches, Place, Show
from .worths import worth


class Meeting(NamedTuple):
    """Where a row and a column meet: all that both change, and what a difference is from."""

    ask: Asking
    patches: Patches
    base: Patches | None  # none where the plain figure itself is shown

    @property
    def query(self) -> Query:
        """The question of the cell."""
        return question(self.ask.asked, self.patches, self.ask.event)

    @property
    def plain(self) -> Query:
        """The question that a difference is from."""
        return question(self.ask.asked, self.base or (), self.ask.event)


def row_cells(ask: Asking, row: Place, columns: Axis) -> list[Cell]:
    """Return the figures of one row; one that is too much work is a dash."""
    first, *others = [(*row.patches, *column.patches) for column in columns.places]
    return [_within_reach(ask, first), *[_within_reach(ask, each, first) for each in others]]


def _within_reach(ask: Asking, patches: Patches, first: Patches | None = None) -> Cell:
    """Return the figure of one place, or a dash with the line that refuses it."""
    try:
        return shown(ask, patches, first)
    except TooMuch as error:
        return Cell("–", refused=str(error))


def shown(ask: Asking, patches: Patches, first: Patches | None = None) -> Cell:
    """Return the figure of one place; differences of a whole table are from its first column."""
    show = show_of(ask, patches)
    if show not in _REACHING and any(patch.least_chance is not None for patch in patches):
        raise RulesError(
            "an axis of chances needs ':show: reach' or ':show: nearest', and ':of:' with the "
            "parameter whose value is wanted"
        )
    own = tuple(patch for patch in patches if patch.show is None)
    return SHOWS[show](Meeting(ask, patches, first if len(own) == len(patches) else own))


def show_of(ask: Asking, patches: Patches) -> Show:
    """Return what a place shows: what one of its axes says, else what the table does."""
    own = list(dict.fromkeys(patch.show for patch in patches if patch.show))
    if len(own) > 1:
        raise RulesError(
            f"a cell cannot show both '{own[0]}' and '{own[1]}'; put them beside each other, with "
            "'|' between two axes of the columns"
        )
    return own[0] if own else ask.show


def _figure(at: Meeting, query: Query) -> Cell:
    """Return the chance or the average that answers a question."""
    ask = at.ask
    if query.event is None:
        raise RulesError(
            "nothing asks for a chance; add ':event: >= 2', or an axis of difficulties, "
            "outcomes or counts"
        )
    answer = ask.asked.rules.ask(query)
    if answer.value is not None:
        mean = meant(ask.asked.rules, query, answer.value, ask.style)
        return Cell(MEAN.write(mean, ask.style), MEAN, mean, answer.text, is_number=True)
    value = answer.probability
    assert value is not None  # an event has a chance or an average
    return Cell(CHANCE.write(value, ask.style), CHANCE, value, answer.text, is_number=True)


def _chance(at: Meeting) -> Cell:
    found = _figure(at, at.query)
    if at.ask.spec.show == Show.CHANCE and found.kind is not CHANCE:
        raise RulesError("an average is no chance; leave out ':show: chance'")
    return found


def _average(at: Meeting) -> Cell:
    spec = at.ask.spec
    if spec.event or any(patch.event or patch.template for patch in at.patches):
        source = "':event:'" if spec.event else "an axis of this table"
        raise RulesError(
            f"':show: {at.ask.show}' is about whole rolls, and {source} asks for chances; "
            "leave out one of them"
        )
    return _figure(at, at.query)


def _ways(at: Meeting) -> Cell:
    query, rules = at.query, at.ask.asked.rules
    found = _figure(at, query)
    if found.kind is not CHANCE or found.value is None:
        raise RulesError("an average is no number of ways; write ':show: mean' or ask for an event")
    what = query.what
    if query.event is not None and query.event.kind is EventKind.MEETS:
        what = rules.met(query).what
    many = found.value * rolls_in_all(rules, at.ask.asked.game, what)
    if many.denominator != 1:
        raise RulesError(f"the chance of '{query}' is not a whole number of rolls")
    return found._replace(text=decimals(many.numerator), kind=WAYS, value=many)


def _difference(at: Meeting) -> Cell:
    """Return how far a figure is from the plain one; the first column shows the plain one."""
    found = _figure(at, at.query)
    if at.base is None:
        return found
    base = _figure(at, at.plain)
    if found.kind is not base.kind:
        raise RulesError("a chance and an average have no difference; let both be one of them")
    assert found.value is not None and base.value is not None  # noqa: PT018  # both are numbers
    gap = found.value - base.value
    kind = DIFFERENCE if found.kind is CHANCE else MEAN_DIFFERENCE
    return found._replace(
        text=kind.write(gap, at.ask.style), kind=kind, value=gap, base=base.question
    )


def _reach(at: Meeting) -> Cell:
    return reached(at.ask, at.patches)


def _nearest(at: Meeting) -> Cell:
    return reached(at.ask, at.patches, nearest=True)


def _worth(at: Meeting) -> Cell:
    return worth(at.ask, at.query, at.plain)


def _rule(at: Meeting) -> Cell:
    """Return a value of the rules."""
    asked = at.ask.asked
    query = question(asked, at.base or (), Event(EventKind.MEAN))
    path = f"{query.what}.{next(patch.key for patch in at.patches if patch.key)}"
    text = rule_text(asked.rules, query.game, path, at.ask.style)
    return Cell(text, RULE, None, path, (text,), is_number=True)


def _face(at: Meeting) -> Cell:
    """Return what one face of a die shows."""
    face = next(patch.face for patch in at.patches if patch.face)
    query = question(at.ask.asked, at.patches, "")
    judged = at.ask.asked.rules.judge(query._replace(event=None, thrown=(Thrown((face,)),)))
    text = judged.outcome if judged.outcome is not None else str(judged.value)
    named = judged.outcome is not None or judged.value is None
    value = None if named else Fraction(judged.value or 0)
    return Cell(text, FACE, value, f"{query} on {face}", (text,), is_number=not named)


SHOWS: dict[Show, Callable[[Meeting], Cell]] = {
    Show.CHANCE: _chance,
    Show.WAYS: _ways,
    Show.MEAN: _average,
    Show.MEDIAN: _average,
    Show.DIFFERENCE: _difference,
    Show.REACH: _reach,
    Show.NEAREST: _nearest,
    Show.WORTH: _worth,
    Show.RULE: _rule,
    Show.FACE: _face,
}
_REACHING = (Show.REACH, Show.NEAREST)
