"""Explains wrong figures: another rounding, a row or column further, or another argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction

from ...book.claims import Finding
from ...figures import CHANCE, MEAN
from ...figures.kind import Case, Explanation, Reason
from ...figures.written import figure_of
from ...language.formatter import ROUNDED, Rounding
from ...rules.answer import Answer
from ...rules.errors import RulesError
from ...rules.language.query import Argument, Call, Query
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
    plain = style._replace(mean_rounding=Rounding.EXACT)
    for way in ROUNDED:
        if case.kind.fits(text, [case.exact], plain._replace(rounding=way)):
            return [Explanation(Reason.ROUNDED, (way,))]
    row, column = place or (-MOST, -MOST)
    near = {why: cells.get((row + down, column + right)) for why, (down, right) in STEPS.items()}
    beside = {why: cell.value for why, cell in near.items() if cell and cell.kind is case.kind}
    others = _other_arguments(case)
    values = {*beside.values(), *others.values()} - {None, case.given.value}
    right = case.kind.fits(text, [each for each in values if each is not None], style)
    found = [why for why, value in beside.items() if value in right]
    right -= {beside[why] for why in found}
    return [*found, *(why for why, value in others.items() if value in right)]


def _other_arguments(case: Case) -> dict[Explanation, Fraction]:
    """Return the value of the question with each other argument."""
    query = in_force(case.given.question, case.ground.game)
    rules, what = case.ground.book.rules, query.what
    if not isinstance(what, Call):
        return {}  # dice take no arguments
    check = rules.game(query.game).check(what.check)
    if check.sides:
        return {}  # the arguments of its sides are in questions of their own
    values = bound(check, what.args)
    wanted: list[tuple[str, Argument]] = []
    for parameter in check.takes:
        value, name = values[parameter.name], parameter.name
        if parameter.choices:
            wanted += [(name, choice.name) for choice in parameter.choices]
        elif isinstance(value, int | Fraction):
            wanted += [(name, value + 1), (name, value - 1)]
    asked: dict[Explanation, Query] = {}
    for argument in wanted:
        with suppress(RulesError):
            changed = with_arguments(rules, query.game, what, [argument])
            asked[Explanation(Reason.ARGUMENT, argument)] = query._replace(what=changed)
    found = zip(asked, rules.ask_all(asked.values()), strict=True)
    return {why: figure_of(each)[1] for why, each in found if isinstance(each, Answer)}
