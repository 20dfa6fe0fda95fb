"""Explains wrong figures: another rounding, a row or column further, or another argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction

from ...book.claims import Finding
from ...figures import CHANCE, MEAN
from ...figures.kind import Case, Explanation, Reason
from ...language.formatter import ROUNDED, Ends, MeanRounding
from ...rules.errors import RulesError
from ...rules.language.formulas import OPS
from ...rules.language.query import Call, EventKind, Query
from ...rules.model.arguments import bound
from ...rules.questions import in_force, with_arguments
from ...tables.cells import Cell
from .align import Pair

MOST = 50  # wrong figures of a table that are explained
NEARBY = {  # for each sign the signs, and the steps of the number, that may have been meant
    ">=": ((">", 0), ("=", 0), (">=", -1)),
    ">": ((">=", 0), ("=", 0), (">", 1)),
    "<=": (("<", 0), ("=", 0), ("<=", 1)),
    "<": (("<=", 0), ("=", 0), ("<", -1)),
    "=": ((">=", 0), ("<=", 0), ("=", -1), ("=", 1)),
}


STEPS = {  # to the cells beside one
    Explanation(Reason.ROW, (-1,)): (-1, 0),
    Explanation(Reason.ROW, (1,)): (1, 0),
    Explanation(Reason.COLUMN, (-1,)): (0, -1),
    Explanation(Reason.COLUMN, (1,)): (0, 1),
}


def with_reasons(findings: Sequence[Finding], pairs: Sequence[Pair] = ()) -> list[Finding]:
    """Return the findings of a claim, each with the reason that explains the most of them.

    Where two reasons explain as many, a finding gets none.
    """
    cells = {(pair.row, pair.column): pair.cell for pair in pairs}
    places = {id(pair.typed): (pair.row, pair.column) for pair in pairs}
    cases = [each.case for each in findings[:MOST] if each.case is not None]
    found = [_reasons(case, places.get(id(case.typed)), cells) for case in cases]
    votes = Counter(reason for reasons in found for reason in reasons)
    explained = list(findings)
    for number, (finding, reasons) in enumerate(zip(findings, found, strict=False)):
        most = max((votes[reason] for reason in reasons), default=0)
        best = [reason for reason in reasons if votes[reason] == most]
        if len(best) == 1 and not finding.why:
            explained[number] = finding._replace(why=best[0])
    return explained


def _reasons(
    case: Case, place: tuple[int, int] | None, cells: Mapping[tuple[int, int], Cell]
) -> list[Explanation]:
    """Return what would make a figure right; nothing for a blank, which many values fit."""
    if case.kind not in (CHANCE, MEAN) or not any(map(str.isalnum, case.typed.text)):
        return []
    style = case.ground.style._replace(mean_rounding=MeanRounding.EXACT)
    others = [(Explanation(Reason.ROUNDED, (way,)), style._replace(rounding=way))
              for way in ROUNDED]  # fmt: skip
    ends = Explanation(Reason.ENDS), style._replace(ends=Ends.ROUNDED)
    for why, other in (*others, ends):
        if case.kind.fits(case.typed.text, case.exact, other):
            return [why]
    beside = _further(case, place, cells)
    return [*beside, *_other_questions(case, beside.values())]


def _further(
    case: Case, place: tuple[int, int] | None, cells: Mapping[tuple[int, int], Cell]
) -> dict[Explanation, Fraction | None]:
    """Find the ways to the cells beside it for which the figure is right, each with its value."""
    found = {}
    for why, (down, right) in STEPS.items():
        there = cells.get((place[0] + down, place[1] + right)) if place else None
        if there is not None and there.kind is case.kind and _is_right(case, there.value):
            found[why] = there.value
    return found


def _other_questions(case: Case, known: Collection[Fraction | None]) -> Iterator[Explanation]:
    """Yield the changes of the question for which the figure is right, by none of these values."""
    query = in_force(case.given.question, case.ground.game)
    for reason, value in (*_other_events(case, query), *_other_arguments(case, query)):
        if value not in known and _is_right(case, value):
            yield reason


def _other_events(case: Case, query: Query) -> Iterator[tuple[Explanation, Fraction]]:
    """Yield the chance of each event with another sign or number, all read from one answer."""
    event = query.event
    nearby = NEARBY.get(event.kind, ()) if event is not None else ()
    if event is None or not nearby:
        return
    counts: Mapping[int, Fraction] = {}
    with suppress(RulesError):
        counts = case.ground.book.rules.ask(query._replace(event=None)).counts or {}
    for sign, step in nearby:
        other = event._replace(kind=EventKind(sign), number=event.number + step)
        holds, number = OPS[other.kind], Fraction(other.number)
        chances = (chance for count, chance in counts.items() if holds(count, number))
        yield Explanation(Reason.EVENT, (other,)), sum(chances, Fraction(0))


def _other_arguments(case: Case, query: Query) -> Iterator[tuple[Explanation, Fraction | None]]:
    """Yield the value of the question with one other argument."""
    rules, what = case.ground.book.rules, query.what
    if not isinstance(what, Call):
        return  # dice take no arguments
    check = rules.game(query.game).check(what.check)
    if check.versus:
        return  # the arguments of its sides are in questions of their own
    for name, value in bound(check, what.args).items():
        choices = [choice.name for choice in check.parameter(name).choices]
        steps = [value + 1, value - 1] if isinstance(value, int | Fraction) and not choices else []
        for new in (*choices, *steps):
            with suppress(RulesError):
                changed = with_arguments(rules, query.game, what, [(name, new)])
                answer = rules.ask(query._replace(what=changed))
                found = answer.probability if answer.value is None else answer.value
                yield Explanation(Reason.ARGUMENT, (name, new)), found


def _is_right(case: Case, value: Fraction | None) -> bool:
    """Return whether the figure is right for another value than its own."""
    if value is None or value == case.given.value:
        return False
    return case.kind.fits(case.typed.text, value, case.ground.style)
