"""Explains wrong figures: another rounding, a row or column further, or another argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction

from ...book.claims import Finding
from ...figures import CHANCE, MEAN
from ...figures.kind import Case, Explanation, Reason
from ...language.formatter import ROUNDED, MeanRounding
from ...rules.errors import RulesError
from ...rules.language.query import Call
from ...rules.model.arguments import bound
from ...rules.questions import in_force, with_arguments
from ...tables.cells import Cell
from .align import Pair

MOST = 50  # wrong figures of a table that are explained
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
    text, style = case.typed.text, case.ground.style
    if case.kind not in (CHANCE, MEAN) or not any(map(str.isalnum, text)):
        return []
    plain = style._replace(mean_rounding=MeanRounding.EXACT)
    for way in ROUNDED:
        if case.kind.fits(text, case.exact, plain._replace(rounding=way)):
            return [Explanation(Reason.ROUNDED, (way,))]

    def is_right(value: Fraction | None) -> bool:
        if value is None or value == case.given.value:
            return False
        return case.kind.fits(text, value, style)

    beside = {}
    row, column = place or (-MOST, -MOST)
    for why, (down, right) in STEPS.items():
        there = cells.get((row + down, column + right))
        if there is not None and there.kind is case.kind and is_right(there.value):
            beside[why] = there.value
    others = ((why, value) for why, value in _other_arguments(case) if is_right(value))
    return [*beside, *(why for why, value in others if value not in beside.values())]


def _other_arguments(case: Case) -> Iterator[tuple[Explanation, Fraction | None]]:
    """Yield the value of the question with one other argument."""
    query = in_force(case.given.question, case.ground.game)
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
