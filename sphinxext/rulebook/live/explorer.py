"""An explorer as a value: what the page is told, and the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ..language.formatter import Style
from ..rules.errors import RulesError
from ..rules.language.parse import parse_args, parse_event
from ..rules.language.query import AVERAGES, Event, EventKind
from ..rules.model.game import Check
from ..rules.rules import Rules
from ..tables.cells import Grid
from ..tables.option_values import split_outside
from ..tables.target import Target, target_of
from .answers import Answers, Shown, answers_of
from .data import page_data
from .dials import Dial, read_dials
from .directive import ExplorerSpec
from .fallback import table_of
from .made import Columns, Made, count_columns, head_of, outcome_columns
from .pages import as_text
from .sayings import sayings_of

NEARLY_SURE = Fraction(19, 20)  # so likely that asking for one tells little


class Explorer(NamedTuple):
    """All that a page shows of an explorer."""

    data: dict[str, Any]
    grid: Grid
    fixed: str  # at which settings of other dials the table is

    @property
    def text(self) -> str:
        """Return the data as the page has it."""
        return as_text(self.data)

    @property
    def seen(self) -> list[str]:
        """Everything that a reader sees: when none of it changes, the page stays as it is."""
        return [self.text, repr(self.grid)]


def explorer(rules: Rules, style: Style, spec: ExplorerSpec, seconds: float) -> Explorer:
    """Return the explorer that the options ask for."""
    made = made_of(rules, style, spec, seconds)
    return Explorer(page_data(made), *table_of(made))


def made_of(rules: Rules, style: Style, spec: ExplorerSpec, seconds: float) -> Made:
    """Return the check of an explorer with its answers."""
    ask = target_of(rules, style, spec.as_table())
    dials = read_dials(spec.dials, spec.start, ask)
    both = {dial.name for dial in dials} & {name for name, _ in parse_args(spec.given)}
    if spec.dials and both:
        name = min(both)
        raise RulesError(
            f"':with:' and a dial both set '{name}'; to let the dial begin there, write "
            f"':start: {name} = …' instead"
        )
    shown = _read_show(spec.show, ask)
    asked = _events(ask, dials, shown)
    shown = shown._replace(needed=tuple(dict.fromkeys(asked)))
    answers = answers_of(ask, dials, shown, seconds, shorten=not spec.dials)
    says = sayings_of(style.language)
    columns = (
        outcome_columns(ask.check, answers, says)
        if shown.named and ask.check is not None
        else count_columns(answers, ask.check, says)
    )
    heads = [head_of(ask.check, event, columns, shown.needed.index(event), says) for event in asked]
    if shown.event is None:
        hard = next((dial.labels for dial in dials if dial.is_difficulty), [])
        pairs = zip(heads, hard, strict=True)
        heads = [head._replace(say=f"{name}: {head.say}") for head, name in pairs]
    turn = 0 if heads else _turn(ask, columns, answers)
    return Made(ask, spec, answers.dials, shown, answers, columns, tuple(heads), turn)


def _read_show(text: str, ask: Target) -> Shown:
    """Read `:show:`: outcomes, counts, an average, an event, or some of these together."""
    check = ask.check
    named = check is not None and bool(check.outcomes)
    event: Event | None = None
    for word in (each for line in text.splitlines() for each in split_outside(line, ",") if each):
        if word in ("outcomes", "counts"):
            if word == "outcomes" and not (check and check.outcomes):
                name = check.name if check else ask.spec.check
                raise RulesError(f"':show:': '{name}' names no outcomes; write 'counts'")
            named = word == "outcomes"
        elif event is not None:
            raise RulesError(f"':show:' takes one chance or average; '{word}' is a second")
        else:
            event = parse_event(word)
            _can_happen(event, check)
    if check is not None and check.ladder and not named:
        raise RulesError(f"':show:': '{check.name}' only names outcomes; write 'outcomes'")
    return Shown(named, event)


def _can_happen(event: Event, check: Check | None) -> None:
    """Refuse an outcome, a group or an average that the check does not have."""
    if check is None:
        return
    if event.kind is EventKind.IS:
        check.outcome(event.name)
    elif event.kind is EventKind.ANY:
        check.group(event.name)
    elif event.kind in AVERAGES and check.ladder:
        raise RulesError(f"':show:': '{check.name}' only names outcomes; it has no {event.kind}")


def _events(ask: Target, dials: tuple[Dial, ...], shown: Shown) -> list[Event]:
    """Return the events of the great figure: one, or one for each difficulty of a dial."""
    check = ask.check
    if shown.event is not None:
        if shown.event.kind is not EventKind.MEETS:
            return [shown.event]
        name = shown.event.name
        raise RulesError(
            f"':show: meets {name}' is a dial of its own: write ':dials: difficulties' and "
            f"':start: difficulties = {name}'"
        )
    for dial in dials:
        if dial.is_difficulty:
            assert check is not None  # its difficulties made the dial
            return [check.difficulty(place.difficulty).needs for place in dial.places]
    return []


def _turn(ask: Target, columns: Columns, answers: Answers) -> int:
    """From which column on it is enough, until a reader chooses another."""
    check = ask.check
    if columns.named:
        assert check is not None
        outcomes = check.outcomes
        groups = [[n for n in check.groups if each.name in check.groups[n]] for each in outcomes]
        begins = [k for k in range(1, len(groups)) if groups[k] != groups[k - 1]]
        if begins:
            return begins[-1]
        return columns.many // 2
    law = answers.first.law
    counted = check is not None and check.noun is not None and not check.sides
    one = counted and columns.place(1) > 0 and law.at_least(1) < NEARLY_SURE
    place = columns.place(1 if one else law.median)
    return max(place, min(1, columns.many - 1))  # all from the first on is sure
