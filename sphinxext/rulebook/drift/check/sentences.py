"""Figures in sentences, compared with the rules."""

from __future__ import annotations

from fractions import Fraction

from ...book.claims import Claim, Finding
from ...figures import MEAN, ROLLED, RULE
from ...figures.kind import Answered, Case, FigureKind, Ground, SentenceFigure
from ...figures.written import figure_of
from ...rules.language.query import EventKind
from ...rules.questions import in_force
from ...settings import Book
from ...tables.requests import answered, odds_of
from ...tables.specs import RequestKind
from ...tables.target import styled
from .finding import finding_of
from .reasons import with_reasons


def judged(book: Book, claim: Claim) -> Finding | None:
    """Judge a figure in a sentence; None if it is right."""
    case = case_of(book, claim)
    wrong = case.wrong()
    if wrong is None:
        return None
    found = finding_of(claim, claim.file, claim.line, claim.words, case, wrong)
    return with_reasons([found])[0]


def case_of(book: Book, claim: Claim) -> Case:
    """The figure beside what the rules give."""
    request, ground = claim.request, Ground(book, book.style, claim.request.game)
    kind: FigureKind = RULE
    given = Answered("", None, request.text)
    if request.kind is RequestKind.ROLLED:
        kind, given = ROLLED, given._replace(text=str(answered(book, request)))
    elif request.kind is RequestKind.ODDS:
        ground = ground._replace(style=styled(book.style, request.options))
        kind, value = figure_of(odds_of(book, request))
        given = given._replace(value=value)
    case = Case(kind, SentenceFigure(claim.words), given, ground)
    return _of_medians(case) if kind is MEAN else case


def _of_medians(case: Case) -> Case:
    """The case with the median that is typed, where half of all rolls lie between two values."""
    query, least = in_force(case.given.question, case.ground.game), case.exact
    if query.event is None or query.event.kind is not EventKind.MEDIAN:
        return case
    counts = case.ground.book.rules.ask(query._replace(event=None)).counts
    if not counts or 2 * sum(each for n, each in counts.items() if n <= least) != 1:
        return case
    above = min(n for n in counts if n > least and counts[n])
    for median in (least, (least + above) / 2, Fraction(above)):
        other = case._replace(given=case.given._replace(value=median))
        if other.wrong() is None:
            return other
    return case
