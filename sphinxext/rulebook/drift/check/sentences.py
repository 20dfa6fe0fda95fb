"""Figures in sentences, compared with the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...book.claims import Claim, Finding
from ...figures import CHANCE, MEAN, RATIO, ROLLED, RULE
from ...figures.kind import Answered, Case, Ground, SentenceFigure
from ...figures.rolled import rolled_text
from ...language.formatter import Style
from ...rules.errors import RulesError
from ...rules.language.query import EventKind, Query
from ...rules.questions import in_force
from ...settings import Book
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
    return _CASES[claim.request.kind](book, claim, book.style)


def _odds(book: Book, claim: Claim, style: Style) -> Case:
    request, words = claim.request, SentenceFigure(claim.words)
    style = styled(style, request.options)
    query = in_force(request.text, request.game)
    if query.event is None:
        raise RulesError(f"'{request.text}' asks for no event; add '>= 2', 'is NAME' or 'mean'")
    answer = book.rules.ask(query)
    ground = Ground(book, style, request.game)
    if answer.value is None:
        return Case(CHANCE, words, Answered("", answer.probability, request.text), ground)
    if answer.query.over is not None:
        return Case(RATIO, words, Answered("", answer.value, request.text), ground)
    case = Case(MEAN, words, Answered("", answer.value, request.text), ground)
    if query.event.kind is EventKind.MEDIAN:
        return _of_medians(case, book, query, answer.value)
    return case


def _of_medians(case: Case, book: Book, query: Query, least: Fraction) -> Case:
    """The case with the median that is typed, where half of all rolls lie between two values."""
    counts = book.rules.ask(query._replace(event=None)).counts
    if not counts or sum((each for n, each in counts.items() if n <= least), Fraction(0)) * 2 != 1:
        return case
    above = min(n for n in counts if n > least and counts[n])
    for median in (least, (least + above) / 2, Fraction(above)):
        other = case._replace(given=Answered("", median, case.given.question))
        if other.wrong() is None:
            return other
    return case


def _rule(book: Book, claim: Claim, style: Style) -> Case:
    request = claim.request
    given = Answered("", None, request.text)
    return Case(RULE, SentenceFigure(claim.words), given, Ground(book, style, request.game))


def _rolled(book: Book, claim: Claim, style: Style) -> Case:
    request = claim.request
    text = rolled_text(book.rules, in_force(request.text, request.game))
    given = Answered(str(text), None, request.text)
    return Case(ROLLED, SentenceFigure(claim.words), given, Ground(book, style, request.game))


_CASES: dict[str, Callable[[Book, Claim, Style], Case]] = {
    "odds": _odds,
    "rule": _rule,
    "rolled": _rolled,
}
