"""One check of an explorer with all its answers: its columns, its great figure, its questions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import NamedTuple

from ..language.markup import plain_text
from ..language.phrasebook import Phrases
from ..rules.language.conditions import ALL_FAILURES, RESULTS
from ..rules.language.formulas import OPS
from ..rules.language.query import AVERAGES, Event, EventKind
from ..rules.model.game import Check, Use
from ..tables.target import Target
from .answers import Answers, Chances, Shown
from .dials import Dial
from .directive import ExplorerSpec
from .sayings import event_said

ZERO = Fraction(0)
FADED = tuple(Fraction(1, n) for n in (2000, 500, 100))  # what may lie beyond the last column
MOST_COLUMNS = 60
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


class Columns(NamedTuple):
    """The columns that show a law, with the name of each and of each "or more"."""

    names: tuple[str, ...]
    tails: tuple[str, ...]  # from the second column on
    events: tuple[Event | None, ...]  # of each column, then of each tail; none of several values
    named: bool
    low: int = 0  # the value of the first column
    width: int = 1  # values in a column

    @property
    def many(self) -> int:
        """The number of columns."""
        return len(self.names)

    def figures(self, chances: Chances) -> list[Fraction]:
        """Return every chance of a law that a reader may see: each column, then each "or more"."""
        law, shown = chances.law, list(chances.parts.values())
        if law is None:
            tails = list(accumulate(reversed(shown)))[-2::-1] if self.tails else []
        else:
            starts = [self.low + k * self.width for k in range(1, self.many)]
            tails = [law.at_least(start) for start in starts]
            shown = [more - less for more, less in pairwise([law.weight, *tails, ZERO])]
        return [*shown, *tails]

    def place(self, value: int) -> int:
        """The column of a value; the first and the last hold all beyond them."""
        return min(max((value - self.low) // self.width, 0), self.many - 1)


def outcome_columns(check: Check, answers: Answers, says: Phrases) -> Columns:
    """A column for each outcome."""
    names = [plain_text(each.label) or each.name for each in check.outcomes]
    says_better = _is_ordered(check, answers) and bool(check.ladder or check.noun)
    better = says.or_better if says_better else ""
    tails = tuple(_and_beyond(check, names, k, says, better) for k in range(1, len(names)))
    events = [Event(EventKind.IS, each.name) for each in check.outcomes]
    return Columns(tuple(names), tails, (*events, *[None] * len(tails)), named=True)


def _and_beyond(check: Check, names: Sequence[str], k: int, says: Phrases, better: str) -> str:
    """Name an outcome and all those after it: by their group where there is one.

    A shared ladder and a count of successes say which end is the better one. The outcomes of a
    total may be listed best first, as those of a skill to roll under, and others in any order.
    """
    if k == len(names) - 1:
        return names[k]
    beyond = {outcome.name for outcome in check.outcomes[k:]}
    group = next((name for name, inside in check.groups.items() if {*inside} == beyond), "")
    if group:
        return event_said(Event(EventKind.ANY, group), check, says)
    if better:
        return better.format(name=names[k])
    return says.from_to.format(first=names[k], last=names[-1])


def _is_ordered(check: Check, answers: Answers) -> bool:
    """Return whether the outcomes are from worst to best, so that "or better" means those below.

    Names alone do by their nature. Outcomes with conditions may be listed in any order: they must
    rise with the value, on bounds that no parameter moves, as those of a skill to roll under would.
    """
    if check.ladder and not check.roll_of:
        return True
    known = {*RESULTS, ALL_FAILURES}
    read = check.used[Use.OUTCOMES]
    return not check.ladder and read <= known and answers.first.rising


def count_columns(answers: Answers, check: Check | None, says: Phrases) -> Columns:
    """A column for each value that is at all likely; many values share columns."""
    laws = [law.parts for law in answers.laws]
    endless = any(law.is_endless for law in answers.laws)
    least, most = min(map(min, laws)), max(map(max, laws))
    low, high = least, most
    for faded in FADED:
        if high - low >= MOST_COLUMNS or (endless and faded is FADED[0]):
            low = min(_reach(sorted(law), law, faded) for law in laws)
            high = max(_reach(sorted(law, reverse=True), law, faded) for law in laws)
    cut_low, cut_high = low > least, high < most or endless
    width = next(w for w in WIDTHS if (high - low) // w < 2 * MOST_COLUMNS)
    if width > 1:
        cut_low = cut_low and low % width == 0
        low -= low % width
    starts = list(range(low, high + 1, width))
    names = [_span(start, start + width - 1) for start in starts]
    events = [Event(EventKind.EQUAL, number=n) if width == 1 else None for n in starts]
    beyond = [Event(EventKind.AT_LEAST, number=start) for start in starts]
    if cut_high:
        names[-1], events[-1] = f"{_number(starts[-1])}+", beyond[-1]
    if cut_low:
        end = starts[0] + width - 1
        names[0], events[0] = f"≤ {_number(end)}", Event(EventKind.AT_MOST, number=end)
    tails = [event_said(event, check, says) for event in beyond[1:]]
    shown = (*events, *beyond[1:])
    return Columns(tuple(names), tuple(tails), shown, named=False, low=low, width=width)


def _reach(values: Sequence[int], law: dict[int, Fraction], faded: Fraction) -> int:
    """The value before which hardly anything lies."""
    so_far = accumulate(law[value] for value in values)
    return next((v for v, part in zip(values, so_far, strict=True) if part >= faded), values[-1])


def _span(low: int, high: int) -> str:
    return _number(low) if low == high else f"{_number(low)}–{_number(high)}"


def _number(value: int) -> str:
    return str(value).replace("-", "−")


class Head(NamedTuple):
    """The great figure: its event, its column, and which columns count towards it."""

    event: Event
    column: int
    say: str
    counting: tuple[bool, ...] | None = None


class Made(NamedTuple):
    """A check, its dials, and every answer."""

    ask: Target
    spec: ExplorerSpec
    dials: tuple[Dial, ...]
    shown: Shown
    answers: Answers
    columns: Columns
    heads: tuple[Head, ...]  # one for each difficulty of a dial, or one, or none
    turn: int  # from which column on it is enough, where there is no head


def head_of(check: Check | None, event: Event, columns: Columns, own: int, says: Phrases) -> Head:
    """Return the great figure for an event, whose figure has a column of its own after the others.

    The chance of a tail has its column already.
    """
    column = columns.many + len(columns.tails) + own
    if event.kind is EventKind.AT_LEAST and event in columns.events[columns.many :]:
        column = columns.events.index(event, columns.many)
    return Head(event, column, event_said(event, check, says), _counting(check, event, columns))


def _counting(check: Check | None, event: Event, columns: Columns) -> tuple[bool, ...] | None:
    """For each column whether it counts towards the event; None where that is open."""
    if event.kind in (EventKind.IS, EventKind.ANY):
        if check is None or not columns.named:
            return None
        is_one = event.kind is EventKind.IS
        names = [check.outcome(event.name).name] if is_one else check.group(event.name)
        return tuple(outcome.name in names for outcome in check.outcomes)
    if columns.named or event.kind in AVERAGES:
        return None
    starts = [columns.low + k * columns.width for k in range(columns.many)]
    return tuple(OPS[event.kind](start, event.number) for start in starts)
