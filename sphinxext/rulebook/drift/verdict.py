"""Each claim held to the rules: nothing where it is right, a finding where it is not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from ..present import numbers
from ..present.cells import styled
from ..present.lookup import Shown, rule_text, rule_value
from ..present.numbers import Style
from ..rules.errors import RulesError, fold
from ..rules.faces import Faces
from ..rules.query import Query, parse
from ..settings import Book
from .claims import Claim
from .written import (
    Written,
    as_chance,
    faces_in,
    numbers_in,
    read,
    read_within,
    right,
    right_average,
)


class Finding(NamedTuple):
    """A figure that the rules do not give: what stands there and what should."""

    file: str
    line: int
    found: str
    expected: str
    query: str
    says: str  # the rules' answer, for the end of the message
    probability: str | None = None
    why: str = ""

    def message(self) -> str:
        """The finding as one line without its place."""
        why = f"; {self.why}" if self.why else ""
        return f'"{self.found}" should be "{self.expected}": {self.query} is {self.says}{why}'


class UnreadError(RulesError):
    """A claim that cannot be read, so that nothing can be said of it."""


def judged(book: Book, claim: Claim) -> Finding | None:
    """What is wrong with a held word, or None."""
    style = book.style._replace(language=claim.language or book.style.language)
    return _JUDGES[claim.request.kind](book, claim, style)


def in_force(text: str, game: str) -> Query:
    """The question under the game in force."""
    query = parse(text)
    return query if query.game else query._replace(game=game)


def _odds(book: Book, claim: Claim, style: Style) -> Finding | None:
    request = claim.request
    style = styled(style, *request.how)
    query = in_force(request.text, request.game)
    if query.event is None:
        raise UnreadError(f"'{request.text}' asks for no event; add '>= 2', 'is NAME' or 'mean'")
    answer = book.rules.ask(query)
    exact = answer.value if answer.value is not None else answer.probability
    assert exact is not None  # an event has a chance or an average
    average = answer.value is not None
    written = read_within(claim.words, style.language)
    if written is None:
        what = (
            "an average such as '7' or '3.5'" if average else "a chance such as '33%' or '1 in 3'"
        )
        raise UnreadError(f"'{claim.words}' is not {what}")
    if average:
        if right_average(written, exact, style):
            return None
        expected = expected_average(written, exact, style)
    else:
        written = as_chance(written, percent=written.value > 1)
        if right(written, exact, style):
            return None
        expected = expected_chance(written, exact, style)
    from .why import why_odds

    return Finding(
        claim.file,
        claim.line,
        claim.words,
        expected,
        request.text,
        spelled(exact, average=average),
        None if average else f"{exact.numerator}/{exact.denominator}",
        why_odds(book, query, written, exact, style, average=average),
    )


def expected_chance(written: Written, exact: Fraction, style: Style) -> str:
    """The right figure in the manner of the typed one."""
    if written.manner == "fraction":
        return f"{exact.numerator}/{exact.denominator}" if exact.denominator > 1 else str(exact)
    if written.manner == "one-in":
        return numbers.one_in(exact, style._replace(digits=written.digits))
    manner = "decimal" if written.manner == "decimal" else "percent"
    digits = written.digits - 2 if manner == "decimal" else written.digits
    return numbers.chance(exact, style._replace(format=manner, digits=max(0, digits)))


def expected_average(written: Written, exact: Fraction, style: Style) -> str:
    """The right average with the digits of the typed one, or as many as it needs."""
    if style.mean_rounding == "exact" and written.manner == "number":
        needed = numbers.average(exact, style)
        near = numbers.rounded(exact, written.digits, style.rounding)
        typed = numbers.decimal(near, written.digits, style.language)
        return typed if near == exact else needed
    return numbers.average(exact, style)


def spelled(exact: Fraction, *, average: bool = False) -> str:
    """The exact answer, with two decimals of its percentage: "5/6 (83.33…%)"."""
    if average:
        text = str(exact)
        return text if exact.denominator == 1 else f"{text} ({_cut(exact)})"
    fraction = f"{exact.numerator}/{exact.denominator}" if exact.denominator > 1 else str(exact)
    if len(fraction) > 40:
        return f"{_cut(exact * 100)}%"
    return f"{fraction} ({_cut(exact * 100)}%)"


def _cut(value: Fraction) -> str:
    near = numbers.rounded(value, 2, "down")
    text = f"{float(near):.2f}".rstrip("0").rstrip(".")
    return text if near == value else f"{float(near):.2f}…"


def _rule(book: Book, claim: Claim, style: Style) -> Finding | None:
    request = claim.request
    value = rule_value(book.rules, request.game, request.text)
    expected = rule_text(book.rules, request.game, request.text, style)
    if _says_rule(claim.words, value, expected, style.language):
        return None
    return Finding(claim.file, claim.line, claim.words, expected, request.text, expected)


def _says_rule(words: str, value: object, expected: str, language: str) -> bool:
    if fold(words) == fold(expected):
        return True
    if isinstance(value, Shown):
        return bool(value) and faces_in(words, language, 1, max(value)) == frozenset(value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return numbers_in(words, language) == [Fraction(value)]
    if isinstance(value, Faces | str):
        return fold(words) == fold(str(value))
    wanted = numbers_in(expected, language)
    return bool(wanted) and numbers_in(words, language) == wanted


def _rolled(book: Book, claim: Claim, style: Style) -> Finding | None:
    from ..present.requests import answered

    request = claim.request
    judged_ = book.rules.judge(in_force(request.text, request.game))
    expected = answered(book._replace(style=style), request)
    if judged_.outcome is not None:
        is_right = fold(judged_.outcome) == fold(claim.words)
    else:
        found = read(claim.words, style.language)
        said = numbers_in(claim.words, style.language) or (
            [found.value] if found is not None and found.manner == "number" else []
        )
        if not said:
            raise UnreadError(f"'{claim.words}' says no number, such as '{expected}'")
        is_right = said == [Fraction(judged_.value or 0)]
    if is_right:
        return None
    return Finding(claim.file, claim.line, claim.words, expected, request.text, expected)


_JUDGES: dict[str, Callable[[Book, Claim, Style], Finding | None]] = {
    "odds": _odds,
    "rule": _rule,
    "rolled": _rolled,
}
